import type { AccountFigures } from '#contract/shop/statement.ts'
import { type Day, daysBetween } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

type FiguresRow = {
  dealer_id: number
  currency: string
  balance: string
  overdue_balance: string
  overdue_since: Day | null
  not_due: string
  days30: string
  days60: string
  days90: string
  older: string
}

/** For each dealer; lira first, then by currency code. */
const FIGURES = `
  SELECT b.dealer_id, b.currency, b.balance,
         CASE WHEN b.is_overdue_imported THEN b.overdue_balance ELSE u.overdue END AS overdue_balance,
         CASE WHEN b.is_overdue_imported THEN coalesce(b.overdue_since, u.since, b.as_of) ELSE u.since END AS overdue_since,
         u.not_due, u.days30, u.days60, u.days90, u.older
    FROM (SELECT dealer_id, currency, balance, overdue_balance, overdue_since, as_of, is_overdue_imported
            FROM dealer_balances WHERE dealer_id = ANY ($1)
          UNION ALL
          -- Figures that were given by hand, for a dealer of whose account nothing was imported.
          SELECT d.id, 'TRY', d.balance, greatest(d.overdue_balance, 0), d.overdue_since, $2::date, true
            FROM dealers d
           WHERE d.id = ANY ($1) AND (d.balance <> 0 OR d.overdue_balance > 0)
             AND NOT EXISTS (SELECT FROM dealer_balances WHERE dealer_id = d.id AND currency = 'TRY')
         ) AS b
   CROSS JOIN LATERAL (
     SELECT coalesce(sum(unpaid) FILTER (WHERE late <= 0), 0) AS not_due,
            coalesce(sum(unpaid) FILTER (WHERE late BETWEEN 1 AND 30), 0) AS days30,
            coalesce(sum(unpaid) FILTER (WHERE late BETWEEN 31 AND 60), 0) AS days60,
            coalesce(sum(unpaid) FILTER (WHERE late BETWEEN 61 AND 90), 0) AS days90,
            coalesce(sum(unpaid) FILTER (WHERE late > 90), 0) AS older,
            coalesce(sum(unpaid) FILTER (WHERE late > 0), 0) AS overdue,
            min(due) FILTER (WHERE late > 0) AS since
       FROM (SELECT unpaid, coalesce(due_on, posted_on) AS due, $2::date - coalesce(due_on, posted_on) AS late
               FROM account_movements
              WHERE dealer_id = b.dealer_id AND currency = b.currency AND unpaid > 0) AS open
   ) AS u
   ORDER BY b.currency <> 'TRY', b.currency`

/** A dealer's account in each of its currencies as of `today`, in one statement. */
export async function loadFigures(db: Db, dealerId: number, today: Day): Promise<AccountFigures[]> {
  return (await loadFiguresOf(db, [dealerId], today)).get(dealerId) ?? []
}

/** The accounts of these dealers by dealer, in one statement. Dealers without an account are left out. */
export async function loadFiguresOf(
  db: Db,
  dealerIds: readonly number[],
  today: Day,
): Promise<Map<number, AccountFigures[]>> {
  const rows = await db.query<FiguresRow>(FIGURES, [dealerIds, today], 'statement_figures')
  const accounts = Map.groupBy(rows, (row) => row.dealer_id)
  return new Map([...accounts].map(([dealerId, own]) => [dealerId, own.map((row) => figuresOf(row, today))]))
}

/** Dealers with an overdue debt in any currency, by the rule of `FIGURES`. */
const OVERDUE = `
  SELECT b.dealer_id AS id FROM dealer_balances b
   WHERE CASE WHEN b.is_overdue_imported THEN b.overdue_balance > 0
              ELSE EXISTS (SELECT FROM account_movements m
                            WHERE m.dealer_id = b.dealer_id AND m.currency = b.currency AND m.unpaid > 0
                              AND coalesce(m.due_on, m.posted_on) < $1::date) END
  UNION
  SELECT d.id FROM dealers d
   WHERE d.overdue_balance > 0
     AND NOT EXISTS (SELECT FROM dealer_balances b WHERE b.dealer_id = d.id AND b.currency = 'TRY')`

/** The ids of dealers that owe overdue amounts as of `today`. */
export async function findOverdueDealers(db: Db, today: Day): Promise<number[]> {
  const rows = await db.query<{ id: number }>(`SELECT o.id FROM (${OVERDUE}) o`, [today], 'statement_overdue')
  return rows.map(({ id }) => id)
}

export async function countOverdueDealers(db: Db, today: Day): Promise<number> {
  const sql = `SELECT count(*) AS total FROM (${OVERDUE}) o`
  return (await db.one<{ total: number }>(sql, [today], 'statement_overdue_count'))?.total ?? 0
}

function figuresOf(row: FiguresRow, today: Day): AccountFigures {
  return {
    currency: row.currency,
    balance: Number(row.balance),
    overdueBalance: Number(row.overdue_balance),
    overdueBalanceExpiryDay: row.overdue_since === null ? 0 : Math.max(0, daysBetween(row.overdue_since, today)),
    ageing: {
      notDue: Number(row.not_due),
      days30: Number(row.days30),
      days60: Number(row.days60),
      days90: Number(row.days90),
      older: Number(row.older),
    },
  }
}
