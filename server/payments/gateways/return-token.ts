import type { Fields } from './callback-fields.ts'
import type { CallbackResult } from './gateway.ts'

/**
 * Reads the return from a provider's own page, which has a token and no signature: only the provider, the payer and the
 * shop know the token. The inquiry that follows finds the outcome. `expected`: the token of the start; '' = not stored.
 */
export function readReturnToken(fields: Fields, expected: string, name = 'token'): CallbackResult {
  const token = fields.get(name) ?? ''
  const isOther = expected !== '' && token !== '' && token !== expected
  return isOther ? { kind: 'forged', reason: name } : { kind: 'returned', ask: true }
}
