import { isIP } from 'node:net'
import { isPublicAddress } from './outside-call.ts'

/** The origins at which the shop is reached. */
export type OwnOrigins = {
  /** The configured ones (PUBLIC_URL); the first is the default. */
  publicUrls: readonly string[]
  /** Used if none is configured. */
  fallback: string
  /** In development: this machine and its network, at any port. */
  allowsLocal: boolean
}

/**
 * The origin at which the browser of a request has the shop open, if it is one of the shop's; otherwise the default. A
 * page in a frame must come back to the origin of the page around it. `requested` comes from the request and is not
 * trusted.
 */
export function ownOrigin(requested: string, { publicUrls, fallback, allowsLocal }: OwnOrigins): string {
  const isOwn = publicUrls.includes(requested) || (allowsLocal && isLocalOrigin(requested))
  return isOwn ? requested : (publicUrls[0] ?? fallback)
}

function isLocalOrigin(origin: string): boolean {
  const url = URL.parse(origin)
  if (url === null || url.origin !== origin || !['http:', 'https:'].includes(url.protocol)) return false
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? /(^|\.)(localhost|local)$/.test(host) : !isPublicAddress(host)
}
