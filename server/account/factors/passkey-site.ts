import { isIP } from 'node:net'
import { type OwnOrigins, ownOrigin } from '#server/platform/http/own-origin.ts'

/** The address at which passkeys are made and used, and the domain to which they belong (RP ID). */
export type PasskeySite = { origin: string; rpId: string }

/**
 * The site of a request that says to come from `requested`; null where browsers have no passkeys: they need a domain name
 * with https, or localhost. With several public addresses a passkey belongs to the one at which it was made.
 */
export function passkeySiteOf(requested: string, origins: OwnOrigins): PasskeySite | null {
  const origin = ownOrigin(requested, origins)
  const { hostname, protocol } = new URL(origin)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { origin, rpId: hostname } : null
}
