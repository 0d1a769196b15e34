import { clearLiraBalances, copyLiraBalances } from '#server/account/account.ts'
import { lira } from '#domain/money/money.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

/**
 * Recalculates what depends on the movements of these dealers: which debits are paid, the oldest due first, and the
 * balances of accounts whose figures the ERP does not provide, or only those in one currency. Runs in the transaction that
 * changed the movements.
 */
export async function recalculateBalances(
  db: Db,
  dealerIds: readonly number[],
  today: Day,
  currency: string | null = null,
): Promise<void> {
  if (dealerIds.length === 0) return
  await recalculateUnpaid(db, dealerIds)
  const empty = await db.query<{ dealer_id: number; currency: string }>(
    `DELETE FROM dealer_balances b WHERE dealer_id = ANY ($1) AND NOT is_imported AND NOT EXISTS (
       SELECT FROM account_movements m WHERE m.dealer_id = b.dealer_id AND m.currency = b.currency)
     RETURNING dealer_id, currency`,
    [dealerIds],
  )
  const settled = empty.filter(({ currency }) => currency === lira).map(({ dealer_id }) => dealer_id)
  if (settled.length > 0) await clearLiraBalances(db, settled)
  await db.execute(
    `WITH sums AS (
       SELECT dealer_id, currency, sum(debit - credit) AS balance FROM account_movements
        WHERE dealer_id = ANY ($1) AND ($3::text IS NULL OR currency = $3) GROUP BY 1, 2
     )
     INSERT INTO dealer_balances AS b (dealer_id, currency, balance, as_of)
     SELECT dealer_id, currency, balance, $2 FROM sums
     ON CONFLICT (dealer_id, currency) DO UPDATE SET balance = excluded.balance, as_of = excluded.as_of
      WHERE NOT b.is_imported`,
    [dealerIds, today, currency],
  )
  await writeOverdue(db, dealerIds)
  await writeLiraFigures(db, dealerIds)
}

/**
 * Which debits are paid: first by the payments that were made for them, then by the rest of all credits, the oldest due
 * first.
 */
export async function recalculateUnpaid(db: Db, dealerIds: readonly number[]): Promise<void> {
  await lockAccounts(db, dealerIds)
  await removeUnfitAllocations(db, dealerIds)
  await db.execute(
    `WITH chosen AS MATERIALIZED (
       SELECT a.debit_id, a.amount, c.dealer_id, c.currency
         FROM account_movements c JOIN account_allocations a ON a.credit_id = c.id
        WHERE c.dealer_id = ANY ($1) AND c.credit > 0
     ), taken AS (
       SELECT dealer_id, currency, sum(amount) AS amount FROM chosen GROUP BY 1, 2
     ), paid AS (
       SELECT m.dealer_id, m.currency, sum(m.credit) - coalesce(max(t.amount), 0) AS credit
         FROM account_movements m LEFT JOIN taken t USING (dealer_id, currency)
        WHERE m.dealer_id = ANY ($1) GROUP BY 1, 2
     ), rest AS (
       SELECT id, dealer_id, currency, due_on, posted_on, debit - coalesce(c.amount, 0) AS debit
         FROM account_movements LEFT JOIN (SELECT debit_id, sum(amount) AS amount FROM chosen GROUP BY 1) c ON c.debit_id = id
        WHERE dealer_id = ANY ($1) AND debit > 0
     ), owed AS (
       SELECT id, dealer_id, currency, debit, sum(debit) OVER (
                PARTITION BY dealer_id, currency ORDER BY coalesce(due_on, posted_on), posted_on, id
                ROWS UNBOUNDED PRECEDING) AS up_to
         FROM rest
     ), open AS (
       SELECT id, greatest(0, least(debit, up_to - credit)) AS unpaid FROM owed JOIN paid USING (dealer_id, currency)
     )
     UPDATE account_movements m SET unpaid = open.unpaid FROM open WHERE m.id = open.id AND m.unpaid <> open.unpaid`,
    [dealerIds],
  )
}

/** Imports change movements: a payment that no longer fits what it was made for pays the oldest due. */
async function removeUnfitAllocations(db: Db, dealerIds: readonly number[]): Promise<void> {
  await db.execute(
    `DELETE FROM account_allocations USING (
       SELECT a.credit_id AS c, a.debit_id AS d,
              (c.dealer_id, c.currency) = (d.dealer_id, d.currency)
                AND sum(a.amount) OVER (PARTITION BY a.credit_id) <= c.credit
                AND sum(a.amount) OVER (PARTITION BY a.debit_id) <= d.debit AS fits
         FROM account_allocations a
         JOIN account_movements c ON c.id = a.credit_id
         JOIN account_movements d ON d.id = a.debit_id
        WHERE c.dealer_id = ANY ($1) OR d.dealer_id = ANY ($1)) AS checked
      WHERE credit_id = checked.c AND debit_id = checked.d AND NOT checked.fits`,
    [dealerIds],
  )
}

/** Locks the accounts by ascending id, so that concurrent changes see all movements. */
export async function lockAccounts(db: Db, dealerIds: readonly number[]): Promise<void> {
  await db.query('SELECT FROM dealers WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [dealerIds])
}

/** The overdue amounts that the ERP does not provide, as of the day of the balance. `loadFigures` returns today's. */
export async function writeOverdue(db: Db, dealerIds: readonly number[]): Promise<void> {
  await db.execute(
    `UPDATE dealer_balances b SET overdue_balance = coalesce(late.overdue, 0), overdue_since = late.since
       FROM (SELECT same.dealer_id, same.currency, sum(m.unpaid) AS overdue, min(coalesce(m.due_on, m.posted_on)) AS since
               FROM dealer_balances same LEFT JOIN account_movements m
                 ON m.dealer_id = same.dealer_id AND m.currency = same.currency AND m.unpaid > 0
                AND coalesce(m.due_on, m.posted_on) < same.as_of
              WHERE same.dealer_id = ANY ($1) AND NOT same.is_overdue_imported GROUP BY 1, 2) AS late
      WHERE late.dealer_id = b.dealer_id AND late.currency = b.currency`,
    [dealerIds],
  )
}

/** Copies the figures of the lira account to the dealer's columns. */
export async function writeLiraFigures(db: Db, dealerIds: readonly number[]): Promise<void> {
  await lockAccounts(db, dealerIds)
  await copyLiraBalances(db, dealerIds)
}
