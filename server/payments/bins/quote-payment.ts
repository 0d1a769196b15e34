import type { Refusal } from '#contract/core/errors.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import type { OpenedSubject, PaymentSubject, StartRequest } from '#server/payments/subject.ts'

/** Rolls back what `open` may have locked or written. */
class Rollback extends Error {
  readonly found: Awaited<ReturnType<PaymentSubject['open']>>
  constructor(found: Rollback['found']) {
    super('undone')
    this.found = found
  }
}

/** What would be charged if the payment started now, by the server's own amounts. The transaction is rolled back. */
export async function quotePayment(
  pool: Pool,
  subject: Pick<PaymentSubject, 'open'>,
  request: StartRequest,
  context: CallContext,
): Promise<Pick<OpenedSubject, 'amount' | 'currency' | 'categoryIds'> | Refusal> {
  try {
    return await transaction(pool, async (db): Promise<never> => {
      throw new Rollback(await subject.open(db, request, context))
    })
  } catch (error) {
    if (!(error instanceof Rollback)) throw error
    const { found } = error
    if (!found.ok) return found
    const { amount, currency, categoryIds } = found
    return { amount, currency, categoryIds }
  }
}
