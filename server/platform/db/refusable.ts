import { type ErrorCode, type Refusal, refuse } from '#contract/core/errors.ts'
import type { Pool } from './pool.ts'
import { type Transaction, transaction } from './transaction.ts'

/** Carries a refusal out of an open transaction. */
class TransactionAborted extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** Ends a `refusable` transaction without a trace; the refusal is the answer. */
export function abortTransaction(refusal: Refusal | ErrorCode): never {
  throw new TransactionAborted(typeof refusal === 'string' ? refuse(refusal) : refusal)
}

/** A transaction whose work may `stop`: then nothing of it stays, and the refusal is the result. */
export async function transactionOrRefusal<Value>(
  pool: Pool,
  work: (db: Transaction) => Promise<Value>,
): Promise<Value | Refusal> {
  try {
    return await transaction(pool, work)
  } catch (error) {
    if (error instanceof TransactionAborted) return error.refusal
    throw error
  }
}
