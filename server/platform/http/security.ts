import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

export type PagePolicy = {
  mode: 'production' | 'development'
  /** Where forms of the page may go beside the shop itself. */
  formTargets?: readonly string[]
  /** Whether pages of any other site may be embedded: which addresses a bank uses to verify its customer is not known. */
  framesOtherSites?: boolean
}

/** Scripts run only with the answer's nonce. Style attributes are React's own. */
export function contentSecurityPolicy(nonce: string, { mode, formTargets = [], framesOtherSites }: PagePolicy): string {
  const live = mode === 'development' ? ' ws:' : ''
  // The development server injects scripts of its own.
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

/** Headers of every answer; pages add their own content security policy. */
export async function secureHeaders(app: FastifyInstance, isSecure: boolean): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: false,
    hsts: isSecure ? { maxAge: 15_552_000 } : false,
    frameguard: { action: 'sameorigin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  })
}
