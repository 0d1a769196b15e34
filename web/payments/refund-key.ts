import { newKey } from '#web/cart/order-attempt.ts'

/**
 * The name of a refund: the same while nobody answered what became of it, so that a repeated send refunds once; another one for
 * another amount or cause, and after a refusal.
 */
export function createRefundKeys(): {
  keyFor(what: string): string
  /** `status` of the answer; 0 = none came. */
  answered(status: number): void
} {
  let attempt: { what: string; key: string } | null = null
  return {
    keyFor(what) {
      if (attempt?.what !== what) attempt = { what, key: newKey() }
      return attempt.key
    },
    answered(status) {
      if (status >= 200 && status < 500) attempt = null
    },
  }
}
