import type { FastifyInstance } from 'fastify'

/**
 * Admits only paths in normal form, so that every rule that depends on the path sees the path that is served. Escaped
 * letters, digits and `-._~` are redirected to the plain ones; everything else is answered with 404: repeated
 * slashes, `.` and `..`, fragments, backslashes, control characters, and addresses that name another host.
 */
export function admitNormalPaths(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request.url)
    const plain = path.replace(/%[0-9a-f]{2}/gi, plainLetter)
    if (!isNormal(plain)) return reply.callNotFound()
    if (plain === path) return
    if (request.method !== 'GET' && request.method !== 'HEAD') return reply.callNotFound()
    return reply.redirect(plain + request.url.slice(path.length), 308)
  })
}

/** The path of a URL without its query. */
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? ''

/** The path that selects a page: the router ignores case and a slash at the end. */
export function routePathOf(url: string): string {
  return pathOf(url)
    .toLowerCase()
    .replace(/(?<=.)\/$/, '')
}

function isNormal(path: string): boolean {
  // oxlint-disable-next-line no-control-regex
  return path.startsWith('/') && !/\/\/|[\\#\u0000- \u007f]|\/\.{1,2}(\/|$)/.test(path)
}

/** Decodes an escaped character that needs no escape; returns any other escape unchanged. */
function plainLetter(escape: string): string {
  const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
  return /[\w.~-]/.test(letter) ? letter : escape
}
