import type { Db } from '#server/platform/db/pool.ts'

/**
 * SQL: shifts a balance by a debit ($2) and a credit ($3). A payment reduces the overdue part first; what a refund
 * reopens is due today and not overdue yet.
 */
export const balanceShiftSql = `balance = balance + $2::numeric - $3::numeric,
       overdue_balance = greatest(overdue_balance - $3::numeric, 0),
       overdue_since = CASE WHEN overdue_balance > $3::numeric THEN overdue_since END`

/** Shifts the lira balance of a dealer whose figures were entered by hand. */
export async function shiftDealerBalance(db: Db, dealerId: number, debit: string, credit: string): Promise<void> {
  await db.execute(
    `UPDATE dealers SET ${balanceShiftSql} WHERE id = $1`,
    [dealerId, debit, credit],
    'statement_shift_by_hand',
  )
}

/** Copies the balances of lira accounts to their dealers. */
export async function copyLiraBalances(db: Db, dealerIds: readonly number[]): Promise<void> {
  await db.execute(
    `UPDATE dealers d SET balance = b.balance, overdue_balance = b.overdue_balance, overdue_since = b.overdue_since
       FROM dealer_balances b
      WHERE b.dealer_id = d.id AND b.currency = 'TRY' AND d.id = ANY ($1)
        AND (d.balance, d.overdue_balance, d.overdue_since)
            IS DISTINCT FROM (b.balance, b.overdue_balance, b.overdue_since)`,
    [dealerIds],
  )
}

/** Clears the balances of dealers whose lira account no longer has a movement. */
export async function clearLiraBalances(db: Db, dealerIds: readonly number[]): Promise<void> {
  await db.execute('UPDATE dealers SET balance = 0, overdue_balance = 0, overdue_since = NULL WHERE id = ANY ($1)', [
    dealerIds,
  ])
}
