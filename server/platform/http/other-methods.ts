import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { refuse } from '#contract/core/errors.ts'
import { preferredLocale } from './words.ts'
import { sendRefusal } from './wire.ts'

/** The route of all pages. */
export const pagesRoute = '/*'

/** Throws if a client has sent too many requests. */
export type CountRequest = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

type KnownPath = { matches: RegExp; allowed: string[] }

/** Paths with fewer parameters come first, as in routing. */
function knownPaths(endpoints: readonly Endpoint[]): KnownPath[] {
  const paths = Map.groupBy(endpoints, ({ path }) => path.replace(/:\w+/g, ':'))
  return [...paths]
    .toSorted(([a], [b]) => a.split(':').length - b.split(':').length)
    .map(([path, atPath]) => ({
      matches: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(':', '[^/]+').replaceAll('*', '.*')}$`),
      allowed: atPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    }))
}

/**
 * Answers other methods at the paths of calls with 405. Outside `/api/` the path may also be the GET of a page or file. This is a
 * hook, since routes for all other methods are thousands, which each process would keep. It runs before the body is parsed,
 * which could fail first. `count` counts the request towards the limit, as routes do by themselves.
 */
export function refuseOtherMethods(app: FastifyInstance, endpoints: readonly Endpoint[], count: CountRequest): void {
  const paths = knownPaths(endpoints)
  app.addHook('onRequest', async (request, reply) => {
    const { url: route } = request.routeOptions
    if (route !== undefined && route !== pagesRoute) return undefined
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    // Pages, which are most of these requests, are not compared with the paths of calls.
    if (isReading && !request.url.startsWith('/api/')) return undefined
    const [path = ''] = request.url.split('?', 1)
    const known = paths.find(({ matches }) => matches.test(path))
    if (known === undefined) return undefined
    await count(request, reply)
    return sendRefusal(
      reply.header('allow', known.allowed.join(', ')),
      refuse('method_not_allowed'),
      preferredLocale(request.headers['accept-language']),
    )
  })
}
