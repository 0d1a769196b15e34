import { createHmac, randomBytes } from 'node:crypto'

const prefix = 'whsec_'

/** A new secret as its owner stores it (Standard Webhooks 1.0.0). */
export const newWebhookSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`

/**
 * The headers that identify and sign one attempt (Standard Webhooks 1.0.0). `id` is the same in each retry; every secret adds
 * a signature, so that receivers can change theirs at any time while two are valid.
 */
export function signedHeaders(
  { id, body }: { id: string; body: string },
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
