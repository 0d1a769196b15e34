import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { openApi } from './open-api.ts'

type ApiDocs = {
  endpoints: readonly Endpoint[]
  version: string
  /** Whether a visitor may see the calls of administrators. */
  seesAll(request: FastifyRequest, reply: FastifyReply): Promise<boolean>
  /** The paths of the documents of programs' calls alone, by their access. */
  programs: Partial<Record<Endpoint['access'], `/${string}`>>
}

/**
 * Serves the OpenAPI page of the contract at /api/docs, and the calls of programs as a document of their own, which API
 * clients such as Postman import. Calls of administrators appear for those who may see them.
 */
export async function serveApiDocs(
  app: FastifyInstance,
  { endpoints, version, seesAll, programs }: ApiDocs,
): Promise<void> {
  const { statusOf } = app
  const others = endpoints.filter(({ access }) => access !== 'admin')
  // Computed for the first reader: describing every call takes long, and most processes never show the page.
  const documents: { all?: Record<string, unknown>; others?: Record<string, unknown> } = {}
  const readAll = () => (documents.all ??= openApi({ endpoints, version, statusOf }))
  const readOthers = () => (documents.others ??= openApi({ endpoints: others, version, statusOf }))
  const allowed = new WeakSet<object>()
  await app.register(swagger, { mode: 'static', specification: { document: { openapi: '3.1.0' } as never } })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiHooks: {
      async preHandler(request, reply) {
        if (await seesAll(request, reply)) allowed.add(request)
      },
    },
    transformSpecification: (_, request) => (allowed.has(request) ? readAll() : readOthers()),
    transformSpecificationClone: false,
  })
  for (const [wanted, path] of Object.entries(programs)) {
    const ofPrograms = endpoints.filter(({ access, isInternal }) => access === wanted && isInternal !== true)
    app.get(path, { schema: { hide: true } }, (request) =>
      openApi({ endpoints: ofPrograms, version, statusOf, serverUrl: `${request.protocol}://${request.host}` }),
    )
  }
}
