import { lira } from '#domain/money/money.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { isPaymentReferenceSql } from './payment-reference.ts'
import { lockAccounts } from './recalculate-balances.ts'

/** A debit that is not paid completely. */
export type OpenDebt = {
  id: number
  document_no: string
  posted_on: Day
  due_on: Day | null
  debit: string
  unpaid: string
}

/**
 * These open debts of a dealer in a currency, the oldest due first. Paid ones, those of other dealers and other currencies are
 * left out.
 */
export function findOpenDebts(
  db: Db,
  dealerId: number,
  ids: readonly number[],
  currency: string = lira,
): Promise<OpenDebt[]> {
  return db.query<OpenDebt>(
    `SELECT id, document_no, posted_on, due_on, debit, unpaid FROM account_movements
      WHERE dealer_id = $1 AND currency = $2 AND id = ANY ($3) AND unpaid > 0
      ORDER BY coalesce(due_on, posted_on), posted_on, id`,
    [dealerId, currency, ids],
    'statement_open_debts',
  )
}

/** The same, with the account locked until the transaction ends. */
export async function lockOpenDebts(
  db: Db,
  dealerId: number,
  ids: readonly number[],
  currency: string = lira,
): Promise<OpenDebt[]> {
  await lockAccounts(db, [dealerId])
  return findOpenDebts(db, dealerId, ids, currency)
}

type Allocated = { dealerId: number; amount: string; currency?: string; debts: readonly number[] }

/**
 * Books a payment against the debts that it was made for, the oldest due first. What they no longer need is not allocated,
 * and pays other debts. The account is locked, and what is unpaid is without this payment.
 */
export async function allocatePayment(
  db: Db,
  creditId: number,
  { dealerId, amount, currency = lira, debts }: Allocated,
): Promise<void> {
  if (debts.length === 0) return
  await db.execute(
    `INSERT INTO account_allocations (credit_id, debit_id, amount)
     SELECT $1, id, least(unpaid, $4 - before)
       FROM (SELECT id, unpaid, sum(unpaid) OVER (
                      ORDER BY coalesce(due_on, posted_on), posted_on, id ROWS UNBOUNDED PRECEDING) - unpaid AS before
               FROM account_movements
              WHERE dealer_id = $2 AND currency = $3 AND id = ANY ($5) AND unpaid > 0) AS chosen
      WHERE before < $4
     ON CONFLICT DO NOTHING`,
    [creditId, dealerId, currency, amount, debts],
    'statement_allocate',
  )
}

/**
 * Books a refund against the payment that it returns: what the payment was made for is open again, the latest due first.
 * Does nothing for a payment without allocations.
 */
export async function allocateRefund(db: Db, creditId: number, debitId: number, amount: string): Promise<void> {
  const payment = await db.one<{ needed: string }>(
    `SELECT greatest(0, sum(a.amount) + $2 - max(m.credit)) AS needed
       FROM account_allocations a JOIN account_movements m ON m.id = a.credit_id
      WHERE a.credit_id = $1 HAVING count(*) > 0`,
    [creditId, amount],
    'statement_refund_needed',
  )
  if (payment === undefined) return
  await db.execute(
    `WITH reversed AS (
       SELECT a.debit_id, a.amount, sum(a.amount) OVER (
                ORDER BY coalesce(m.due_on, m.posted_on) DESC, m.posted_on DESC, m.id DESC ROWS UNBOUNDED PRECEDING) - a.amount AS before
         FROM account_allocations a JOIN account_movements m ON m.id = a.debit_id
        WHERE a.credit_id = $1 AND NOT ${isPaymentReferenceSql('m.reference')}
     ), cut AS (
       SELECT debit_id, amount, least(amount, $2 - before) AS by FROM reversed WHERE before < $2
     ), removed AS (
       DELETE FROM account_allocations a USING cut
        WHERE a.credit_id = $1 AND a.debit_id = cut.debit_id AND cut.by = cut.amount
     )
     UPDATE account_allocations a SET amount = a.amount - cut.by
       FROM cut WHERE a.credit_id = $1 AND a.debit_id = cut.debit_id AND cut.by < cut.amount`,
    [creditId, payment.needed],
    'statement_refund_cut',
  )
  await db.execute(
    'INSERT INTO account_allocations (credit_id, debit_id, amount) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [creditId, debitId, amount],
    'statement_refund_allocate',
  )
}

/** Books all of a payment against the debit that takes it back, instead of what it was made for. */
export async function moveAllocations(db: Db, creditId: number, debitId: number, amount: string): Promise<void> {
  await db.execute('DELETE FROM account_allocations WHERE credit_id = $1', [creditId], 'statement_clear_allocations')
  await db.execute(
    'INSERT INTO account_allocations (credit_id, debit_id, amount) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [creditId, debitId, amount],
    'statement_refund_allocate',
  )
}
