import type { PriceChangeStep } from '#contract/admin/price-changes.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Author } from '#server/audit/audit.ts'
import { authorIds } from './change-rows.ts'
import { publishedIn } from './published-prices.ts'

/**
 * Writes the wanted prices of `source` (`unit_id`, `values`, `currencies`; NULL takes the unit out of the list) to a draft and
 * counts the prices that changed in it. What equals the list is no row. `change` and `list` are parameters.
 */
export const mergeOf = (source: string, change: string, list: string): string => `
  WITH wanted AS MATERIALIZED (${source}), merged AS (
    INSERT INTO price_change_rows AS r (change_id, unit_id, before_values, before_currencies, after_values, after_currencies)
    SELECT ${change}, w.unit_id, p.values, p.currencies, w.values, w.currencies
      FROM wanted w
      LEFT JOIN ${publishedIn(list)} p ON p.unit_id = w.unit_id
      LEFT JOIN price_change_rows d ON d.change_id = ${change} AND d.unit_id = w.unit_id
     WHERE (w.values, w.currencies) IS DISTINCT FROM (p.values, p.currencies) OR d.unit_id IS NOT NULL
    ON CONFLICT (change_id, unit_id) DO UPDATE
       SET after_values = excluded.after_values, after_currencies = excluded.after_currencies
     WHERE (r.after_values, r.after_currencies) IS DISTINCT FROM (excluded.after_values, excluded.after_currencies)
    RETURNING unit_id
  )
  SELECT count(*) AS units FROM merged`

/**
 * The prices as a draft has them: `unit_id`, `values` and `currencies`, NULL for what it takes out of the list. `change` and
 * `list` are parameters.
 */
export const draftPrices = (change: string, list: string): string => `(
  SELECT unit_id, after_values AS values, after_currencies AS currencies FROM price_change_rows WHERE change_id = ${change}
  UNION ALL
  SELECT unit_id, p.values, p.currencies FROM ${publishedIn(list)} p
   WHERE NOT EXISTS (SELECT FROM price_change_rows d WHERE d.change_id = ${change} AND d.unit_id = p.unit_id))`

export type StepFacts = PriceChangeStep['facts']
export type FileProblem = PriceChangeStep['problems'][number]

/** Rows of a step from which the table is analyzed at once. */
const analyzedFrom = 5_000

/** Ends a step: removes rows that came back to where they began, counts the rows, and notes the step. */
export async function finishStep(
  db: Db,
  change: number,
  {
    kind,
    facts,
    problems = [],
    by,
  }: {
    kind: PriceChangeStep['kind']
    facts: StepFacts
    problems?: readonly FileProblem[]
    by: Author
  },
): Promise<void> {
  await db.execute(
    `DELETE FROM price_change_rows
      WHERE change_id = $1 AND (after_values, after_currencies) IS NOT DISTINCT FROM (before_values, before_currencies)`,
    [change],
  )
  const { userId, keyId } = authorIds(by)
  await db.execute(
    'INSERT INTO price_change_steps (change_id, kind, facts, problems, made_by, made_by_key) VALUES ($1, $2, $3, $4, $5, $6)',
    [change, kind, JSON.stringify(facts), JSON.stringify(problems), userId, keyId],
  )
  await countRows(db, change)
  // Thousands of new rows: until the table is analyzed, the pages of the draft would be planned for a few.
  if (Number(facts['units'] ?? 0) > analyzedFrom) await db.execute('ANALYZE price_change_rows')
}

/** Every change of rows is a new revision. */
export async function countRows(db: Db, change: number): Promise<void> {
  await db.execute(
    `UPDATE price_changes SET revision = revision + 1,
            row_count = (SELECT count(*) FROM price_change_rows WHERE change_id = $1) WHERE id = $1`,
    [change],
  )
}
