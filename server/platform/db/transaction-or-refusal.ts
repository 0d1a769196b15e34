import { type ErrorCode, type Refusal, refuse } from '#contract/core/errors.ts'
import type { Pool } from './pool.ts'
import { type Transaction, transaction, type TransactionOptions } from './transaction.ts'

/** Carries a refusal out of an open transaction. */
class TransactionAborted extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.code)
    this.refusal = refusal
  }
}

/** Rolls back the surrounding `transactionOrRefusal`, which then returns this refusal. */
export function abortTransaction(refusal: Refusal | ErrorCode): never {
  throw new TransactionAborted(typeof refusal === 'string' ? refuse(refusal) : refusal)
}

/**
 * Like `transaction`, for work that may call `abortTransaction`: the transaction is then rolled back and the refusal is
 * the result.
 */
export async function transactionOrRefusal<Value>(
  pool: Pool,
  work: (db: Transaction) => Promise<Value>,
  options?: TransactionOptions,
): Promise<Value | Refusal> {
  try {
    return await transaction(pool, work, options)
  } catch (error) {
    if (error instanceof TransactionAborted) return error.refusal
    throw error
  }
}

/** Like `transactionOrRefusal`, for a part of an open transaction: a refusal rolls back this part only. */
export async function partOrRefusal<Value>(db: Transaction, work: () => Promise<Value>): Promise<Value | Refusal> {
  await db.execute('SAVEPOINT part')
  try {
    const value = await work()
    await db.execute('RELEASE SAVEPOINT part')
    return value
  } catch (error) {
    if (!(error instanceof TransactionAborted)) throw error
    await db.execute('ROLLBACK TO SAVEPOINT part')
    return error.refusal
  }
}

class TrialEnd<Value> extends Error {
  readonly value: Value
  constructor(value: Value) {
    super('trial')
    this.value = value
  }
}

/** Runs `work` in a transaction, rolls it back and returns the result. */
export async function trial<Value>(pool: Pool, work: (db: Transaction) => Promise<Value>): Promise<Value> {
  try {
    return await transaction(pool, async (db) => {
      throw new TrialEnd(await work(db))
    })
  } catch (error) {
    if (error instanceof TrialEnd) return error.value as Value
    throw error
  }
}
