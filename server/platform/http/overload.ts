import type { FastifyRequest } from 'fastify'

/** Whether the request is for a file that exists. Others with such an address would reach the route of the pages. */
export const isStaticFile = ({ url, routeOptions }: FastifyRequest): boolean =>
  /^\/(assets|images|drawings)\//.test(url) && routeOptions.url !== undefined && routeOptions.url !== '/*'

/**
 * An overloaded process answers 503, but sends files as always. They cost little, and a page that was sent is unreadable
 * without its styles.
 */
export async function refuseOverload(request: FastifyRequest): Promise<void> {
  if (!isStaticFile(request)) throw Object.assign(new Error('Overloaded.'), { statusCode: 503 })
}
