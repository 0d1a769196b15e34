import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/core/endpoint.ts'
import type { ErrorCode } from '#contract/core/errors.ts'
import { isForPrograms } from './calls.ts'

const shapeOf = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return shape
}

const openPath = (path: string) => path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{path}')

type StatusOf = FastifyInstance['statusOf']
type Docs = { endpoints: readonly Endpoint[]; version: string; statusOf: StatusOf; serverUrl?: string }

/** What every call of a program may answer. */
const serviceErrors = ['key_invalid', 'scope_missing', 'key_limit'] as const satisfies ErrorCode[]
/** The calls of programs come first. */
const tags = { service: 'Integration', dealerKey: 'Dealers', others: 'Shop', admin: 'Administration' } as const
const keyScheme = 'apiKey'

/** The OpenAPI 3.1 document of calls. Programs' calls have their scope and examples. */
export function openApi({ endpoints, version, statusOf, serverUrl }: Docs): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = openPath(endpoint.path)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint, statusOf) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Toptan', version },
    ...(serverUrl !== undefined && { servers: [{ url: serverUrl }] }),
    ...(endpoints.some(isForPrograms) && {
      components: {
        securitySchemes: {
          [keyScheme]: { type: 'http', scheme: 'bearer', description: 'An API key, tpt_…, with the scope of the call' },
        },
      },
    }),
    // In this order; only those that have calls.
    tags: Object.values(tags)
      .filter((name) => endpoints.some((endpoint) => tagOf(endpoint) === name))
      .map((name) => ({ name })),
    paths,
  }
}

const tagOf = ({ access }: Endpoint): string =>
  access === 'service' || access === 'dealerKey' || access === 'admin' ? tags[access] : tags.others

function operation(endpoint: Endpoint, statusOf: StatusOf): Record<string, unknown> {
  const { example, scope } = endpoint
  return {
    tags: [tagOf(endpoint)],
    summary: endpoint.summary,
    description: describe(endpoint),
    ...(isForPrograms(endpoint) && { security: [{ [keyScheme]: scope === undefined ? [] : [scope] }] }),
    parameters: [
      ...parameters(endpoint.params, 'path', example?.params),
      ...parameters(endpoint.query, 'query', example?.query),
      ...(isForPrograms(endpoint) && endpoint.errors.includes('idempotency_mismatch') ? [idempotencyKey] : []),
    ],
    ...(endpoint.body === undefined
      ? {}
      : { requestBody: { required: true, content: bodyContent(endpoint, endpoint.body) } }),
    responses: {
      200: {
        description: 'Success',
        content: {
          'application/json': {
            schema: shapeOf(endpoint.reply, 'output'),
            ...(example !== undefined && { example: example.reply }),
          },
        },
      },
      ...responsesOfErrors(endpoint, statusOf),
    },
  }
}

function describe({ access, needs = [], area, scope }: Endpoint): string {
  if (!isForPrograms({ access })) {
    const rights = area === undefined || area === 'any' ? needs : [area]
    return `Access: ${access}${rights.length === 0 ? '' : `, with the right to: ${rights.join(', ')}`}`
  }
  return scope === undefined ? 'Access: any API key' : `Access: an API key with the scope ${scope}`
}

function responsesOfErrors(endpoint: Endpoint, statusOf: StatusOf) {
  const codes = new Set<ErrorCode>([...(isForPrograms(endpoint) ? serviceErrors : []), ...endpoint.errors])
  const byStatus = Map.groupBy(codes, statusOf)
  return Object.fromEntries([...byStatus].map(([status, named]) => [status, { description: named.join(', ') }]))
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request with the same key is done once and answered alike',
  schema: { type: 'string', maxLength: 200 },
}

function bodyContent({ encoding, access, example }: Endpoint, body: z.ZodMiniType) {
  if (encoding === 'file') return { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  const schema = shapeOf(body, 'input')
  const json = { schema, ...(example?.body !== undefined && { example: example.body }) }
  if (isForPrograms({ access })) return { 'application/json': json }
  return {
    'application/json': json,
    'application/x-www-form-urlencoded': { schema },
    'multipart/form-data': { schema },
  }
}

function parameters(schema: z.ZodMiniType | undefined, place: 'path' | 'query', example: object = {}) {
  if (schema === undefined) return []
  const shape = shapeOf(schema, 'input') as { properties?: Record<string, unknown>; required?: string[] }
  const examples = new Map<string, unknown>(Object.entries(example))
  return Object.entries(shape.properties ?? {}).map(([name, property]) => ({
    name: name === '*' ? 'path' : name,
    in: place,
    required: place === 'path' || (shape.required ?? []).includes(name),
    schema: property,
    ...(examples.has(name) && { example: examples.get(name) }),
  }))
}
