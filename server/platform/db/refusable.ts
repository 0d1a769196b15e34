import { type ErrorCode, type Refusal, refuse } from '#contract/core/errors.ts'
import type { Pool } from './pool.ts'
import { type Transaction, transaction } from './transaction.ts'

/** Carries a refusal out of an open transaction. */
class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** Ends a `refusable` transaction without a trace; the refusal is the answer. */
export function stop(refusal: Refusal | ErrorCode): never {
  throw new Refused(typeof refusal === 'string' ? refuse(refusal) : refusal)
}

/** A transaction whose work may `stop`: then nothing of it stays, and the refusal is the result. */
export async function refusable<Value>(
  pool: Pool,
  work: (db: Transaction) => Promise<Value>,
): Promise<Value | Refusal> {
  try {
    return await transaction(pool, work)
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}
