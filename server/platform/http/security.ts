import helmet from 'helmet'
import type { FastifyInstance } from 'fastify'

export type PagePolicy = {
  mode: 'production' | 'development'
  /** Origins besides the shop's own that forms of the page may send to. */
  formTargets?: readonly string[]
  /** Whether the page may embed pages of any other site. */
  framesOtherSites?: boolean
}

/**
 * The policy of a page. `scripts` are the sources of its inline scripts, as hashes: no other inline script runs. React sets style
 * attributes, so inline styles are allowed.
 */
export function contentSecurityPolicy(
  scripts: readonly string[],
  { mode, formTargets = [], framesOtherSites }: PagePolicy,
): string {
  const live = mode === 'development' ? ' ws:' : ''
  // The development server injects its own scripts.
  const inline = mode === 'development' ? ["'unsafe-inline'"] : scripts
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inline].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${live}`,
    ...(framesOtherSites === true ? ["frame-src 'self' https:"] : []),
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'self'",
  ].join('; ')
}

/** The policy of responses without a policy of their own: they load nothing, and no other site embeds them. */
const directives = {
  'default-src': ["'none'"],
  'style-src': ["'unsafe-inline'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'self'"],
}

/** Sets the security headers of every response; pages replace the content security policy. */
export function secureHeaders(app: FastifyInstance, isSecure: boolean): void {
  // Made once: Fastify's own plugin makes it anew for every request.
  const setHeaders = helmet({
    contentSecurityPolicy: { useDefaults: false, directives },
    hsts: isSecure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    frameguard: { action: 'sameorigin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
  app.addHook('onRequest', (request, reply, done) => setHeaders(request.raw, reply.raw, () => done()))
}
