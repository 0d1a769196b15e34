import type { AccountFigures } from '#contract/shop/statement.ts'
import { type Day, daysBetween } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { ReadPart } from '#server/platform/db/together.ts'

export type FiguresRow = {
  dealer_id: number
  currency: string
  balance: string
  /** Of an imported balance. */
  balance_day: Day | null
  overdue_balance: string
  overdue_since: Day | null
  not_due: string
  days30: string
  days60: string
  days90: string
  older: string
}

/** Of all dealers, as of the day `$1`; conditions on the dealer are read first. */
const FIGURES = `
  SELECT b.dealer_id, b.currency, b.balance, b.balance_day,
         CASE WHEN b.is_overdue_imported THEN b.overdue_balance ELSE u.overdue END AS overdue_balance,
         CASE WHEN b.is_overdue_imported THEN coalesce(b.overdue_since, u.since, b.as_of) ELSE u.since END AS overdue_since,
         u.not_due, u.days30, u.days60, u.days90, u.older
    FROM (SELECT dealer_id, currency, balance, overdue_balance, overdue_since, as_of, is_overdue_imported,
                 CASE WHEN is_imported THEN as_of END AS balance_day
            FROM dealer_balances
          UNION ALL
          -- Figures that were given by hand, for a dealer of whose account nothing was imported.
          SELECT d.id, 'TRY', d.balance, greatest(d.overdue_balance, 0), d.overdue_since, $1::date, true, NULL
            FROM dealers d
           WHERE (d.balance <> 0 OR d.overdue_balance > 0)
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
       FROM (SELECT unpaid, coalesce(due_on, posted_on) AS due, $1::date - coalesce(due_on, posted_on) AS late
               FROM account_movements
              WHERE dealer_id = b.dealer_id AND currency = b.currency AND unpaid > 0) AS open
   ) AS u`

/** A dealer's account in each of its currencies as of `today`, in one statement. */
export async function loadFigures(db: Db, dealerId: number, today: Day): Promise<AccountFigures[]> {
  return (await loadFiguresOf(db, [dealerId], today)).get(dealerId) ?? []
}

/**
 * The accounts of these dealers by dealer, in one statement: lira first, then by currency code. Dealers without an account
 * are left out.
 */
export async function loadFiguresOf(
  db: Db,
  dealerIds: readonly number[],
  today: Day,
): Promise<Map<number, AccountFigures[]>> {
  return accountsOf(await db.query<FiguresRow>(FIGURES_OF, [today, dealerIds], 'statement_figures'), today)
}

const FIGURES_OF = `
  SELECT f.dealer_id, f.currency, f.balance::text, f.balance_day, f.overdue_balance::text, f.overdue_since, f.not_due::text,
         f.days30::text, f.days60::text, f.days90::text, f.older::text
    FROM (${FIGURES}) f WHERE f.dealer_id = ANY ($2) ORDER BY f.currency <> 'TRY', f.currency`

/** The same to be read with others; `accountsOf` returns the accounts of its rows. */
export const figuresPart = (dealerIds: readonly number[], today: Day): ReadPart<FiguresRow> => ({
  sql: FIGURES_OF,
  params: [today, dealerIds],
})

export function accountsOf(rows: readonly FiguresRow[], today: Day): Map<number, AccountFigures[]> {
  const accounts = Map.groupBy(rows, (row) => row.dealer_id)
  return new Map([...accounts].map(([dealerId, own]) => [dealerId, own.map((row) => figuresOf(row, today))]))
}

/** Dealers with an overdue debt in any currency. */
const OVERDUE = `SELECT DISTINCT f.dealer_id AS id FROM (${FIGURES}) f WHERE f.overdue_balance > 0`

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
    ...(row.balance_day !== null && { balanceDay: row.balance_day }),
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
