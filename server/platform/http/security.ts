import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export type PagePolicy = {
  mode: 'production' | 'development'
  /** Origins besides the shop's own that forms of the page may send to. */
  formTargets?: readonly string[]
  /** Whether the page may embed pages of any other site. */
  framesOtherSites?: boolean
}

/** Scripts run only with the nonce of the response. React sets style attributes, so inline styles are allowed. */
export function contentSecurityPolicy(nonce: string, { mode, formTargets = [], framesOtherSites }: PagePolicy): string {
  const live = mode === 'development' ? ' ws:' : ''
  // The development server injects its own scripts.
  const scripts = mode === 'development' ? "'unsafe-inline'" : `'nonce-${nonce}'`
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts}`,
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

/** Sets the security headers of every response; pages add their content security policy. */
export async function secureHeaders(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    hsts: isSecure ? { maxAge: 15_552_000 } : false,
    frameguard: { action: 'sameorigin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
}
