import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'

const shapeOf = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return shape
}

const openPath = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}')

type StatusOf = FastifyInstance['statusOf']
type Docs = { endpoints: readonly Endpoint[]; version: string; statusOf: StatusOf }

/** Serves the OpenAPI page of the contract at /api/docs. Calls of administrators appear for those who may see them. */
export async function serveApiDocs(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  version: string,
  seesAll: (request: FastifyRequest, reply: FastifyReply) => Promise<boolean>,
): Promise<void> {
  const document = openApi({ endpoints, version, statusOf: app.statusOf })
  const others = endpoints.filter(({ access }) => access !== 'admin')
  const publicDocument = openApi({ endpoints: others, version, statusOf: app.statusOf })
  const allowed = new WeakSet<object>()
  await app.register(swagger, {
    mode: 'static',
    specification: { document: document as never },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiHooks: {
      async preHandler(request, reply) {
        if (await seesAll(request, reply)) allowed.add(request)
      },
    },
    transformSpecification: (all, request) => (allowed.has(request) ? all : (publicDocument as typeof all)),
    transformSpecificationClone: false,
  })
}

function openApi({ endpoints, version, statusOf }: Docs): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = openPath(endpoint.path)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, statusOf) }
  }
  return { openapi: '3.1.0', info: { title: 'Toptan', version }, paths }
}

function operation(endpoint: Endpoint, statusOf: StatusOf): Record<string, unknown> {
  const statuses = new Map(endpoint.errors.map((code) => [statusOf(code), [] as string[]]))
  for (const code of endpoint.errors) statuses.get(statusOf(code))?.push(code)
  return {
    summary: endpoint.summary,
    description: `Access: ${endpoint.access}${endpoint.order ? ', with the right to order' : ''}`,
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, content: bodyContent(endpoint, endpoint.body) } }),
    responses: {
      200: { description: 'Success', content: { 'application/json': { schema: shapeOf(endpoint.reply, 'output') } } },
      ...Object.fromEntries([...statuses].map(([status, codes]) => [status, { description: codes.join(', ') }])),
    },
  }
}

function bodyContent({ encoding }: Endpoint, body: z.ZodMiniType) {
  if (encoding === 'file') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  const schema = shapeOf(body, 'input')
  return {
    'application/json': { schema },
    'application/x-www-form-urlencoded': { schema },
    'multipart/form-data': { schema },
  }
}

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  if (schema === undefined) return []
  const shape = shapeOf(schema, 'input') as { properties?: Record<string, unknown>; required?: string[] }
  return Object.entries(shape.properties ?? {}).map(([name, property]) => ({
    name: name === '*' ? 'path' : name,
    in: place,
    required: place === 'path' || (shape.required ?? []).includes(name),
    schema: property,
  }))
}
