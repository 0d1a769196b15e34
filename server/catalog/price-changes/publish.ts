import type { PriceChangeState } from '#domain/pricing/price-change-states.ts'
import { refuse } from '#contract/core/errors.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import { lockImports } from '#server/catalog/import/import.ts'
import { findPriceList } from '#server/catalog/price-lists/list-rows.ts'
import type { SetPrice } from '#server/pricing/pricing.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import type { ChangeRow } from './change-rows.ts'
import {
  fromArrays,
  isConflictWith,
  places,
  planForRows,
  priceColumns,
  publishedIn,
  withoutCompiling,
} from './published-prices.ts'

export type Published = { ok: true; state: PriceChangeState; units: number; left: number }

/** The rows of change $1 beside the present prices of list $2. */
const rowsAndPrices = `price_change_rows r LEFT JOIN ${publishedIn('$2')} p ON p.unit_id = r.unit_id
  WHERE r.change_id = $1`
const isConflict = isConflictWith('p')

export async function countConflicts(db: Db, { id, price_list_id: list }: ChangeRow): Promise<number> {
  const row = await db.one<{ count: number }>(`SELECT count(*) AS count FROM ${rowsAndPrices} AND ${isConflict}`, [
    id,
    list,
  ])
  return row?.count ?? 0
}

const movesFar = places
  .map(
    (at) => `(p.values[${at}] > 0 AND r.after_values[${at}] IS NOT NULL AND (
      p.currencies[${at}] <> r.after_currencies[${at}]
      OR abs(r.after_values[${at}] - p.values[${at}]) * 100 > p.values[${at}] * $3))`,
  )
  .join(' OR ')

/** The sale prices of a change that are new, lower than the present ones, or in another currency. */
export async function loadLowered(db: Db, { id, price_list_id: list }: ChangeRow): Promise<SetPrice[]> {
  const rows = await db.query<{ unitId: number; value: string | null; currency: string | null }>(
    `SELECT r.unit_id AS "unitId", r.after_values[1] AS value, r.after_currencies[1] AS currency FROM ${rowsAndPrices}
        AND r.after_values[1] > 0
        AND (p.values[1] IS NULL OR p.values[1] = 0 OR p.currencies[1] <> r.after_currencies[1] OR r.after_values[1] < p.values[1])`,
    [id, list],
  )
  return rows.flatMap(({ unitId, value, currency }) =>
    value === null || currency === null ? [] : [{ unitId, price: { value, currency } }],
  )
}

/**
 * Whether one of the prices moves by more than `secondOver` percent (`exceedsChange` in SQL; docs/decisions/073). Prices that
 * the publication leaves do not count.
 */
export async function needsSecond(
  db: Db,
  { id, price_list_id: list, overwrites }: ChangeRow,
  secondOver: number,
): Promise<boolean> {
  if (secondOver === 0) return false
  const row = await db.one(`SELECT FROM ${rowsAndPrices} AND ($4 OR NOT ${isConflict}) AND (${movesFar}) LIMIT 1`, [
    id,
    list,
    secondOver,
    overwrites,
  ])
  return row !== undefined
}

/**
 * Publishes a change in the transaction that has locked it: all prices at once, for everyone who reads after the commit. Prices
 * that changed since the draft are left, unless the change overwrites them. Without an approval, a change that exceeds the
 * store's limit waits for a second person instead. Aborts while an import runs.
 */
export async function publish(db: Db, by: Author, change: ChangeRow, secondOver: number): Promise<Published> {
  if (!(await lockImports(db))) abortTransaction('import_running')
  await withoutCompiling(db)
  await planForRows(db, await rowCountOf(db, change))
  const { id, price_list_id: list } = change
  // One publication of a list at a time; every other change of its prices as a whole waits here, too.
  await findPriceList(db, list, 'FOR NO KEY UPDATE')
  if (change.approved_by === null && (await needsSecond(db, change, secondOver))) return waitForSecond(db, by, change)
  const left = await settleConflicts(db, change)
  const units = await writePrices(db, change)
  await db.execute(
    `UPDATE price_changes SET state = 'published', published_at = now(), left_count = $2, problem = NULL WHERE id = $1`,
    [id, left],
  )
  if (change.undoes_id !== null) {
    await db.execute("UPDATE price_changes SET state = 'undone' WHERE id = $1 AND state = 'published'", [
      change.undoes_id,
    ])
  }
  await auditChange(db, by, change, { action: change.undoes_id === null ? 'apply' : 'undo', units, left })
  return { ok: true, state: 'published', units, left }
}

async function rowCountOf(db: Db, { id }: ChangeRow): Promise<number> {
  const row = await db.one<{ rows: number }>('SELECT row_count AS rows FROM price_changes WHERE id = $1', [id])
  return row?.rows ?? 0
}

async function waitForSecond(db: Db, by: Author, change: ChangeRow): Promise<Published> {
  const problem = change.state === 'scheduled' ? 'second' : null
  await db.execute("UPDATE price_changes SET state = 'waiting', problem = $2 WHERE id = $1", [change.id, problem])
  await auditChange(db, by, change, { action: 'change', waiting: true })
  return { ok: true, state: 'waiting', units: 0, left: 0 }
}

/** Marks the prices that changed since the draft. Returns how many are left as they are. */
async function settleConflicts(db: Db, { id, price_list_id: list, overwrites }: ChangeRow): Promise<number> {
  const conflicts = await db.execute(
    `UPDATE price_change_rows c
        SET conflict = CASE WHEN $3 THEN 'overwritten' ELSE 'left' END,
            replaced_values = CASE WHEN $3 THEN found.values END,
            replaced_currencies = CASE WHEN $3 THEN found.currencies END
       FROM (SELECT r.unit_id, p.values, p.currencies FROM ${rowsAndPrices} AND ${isConflict}) found
      WHERE c.change_id = $1 AND c.unit_id = found.unit_id`,
    [id, list, overwrites],
  )
  return overwrites ? 0 : conflicts
}

/** The rows that are published. */
const published = "change_id = $1 AND conflict IS DISTINCT FROM 'left'"

/** Three statements for the whole change: triggers record what changed once per statement. */
async function writePrices(db: Db, { id, price_list_id: list }: ChangeRow): Promise<number> {
  const params = [id, list]
  const removed = await db.execute(
    `DELETE FROM unit_prices up USING price_change_rows r
      WHERE r.${published} AND r.after_values IS NULL AND up.price_list_id = $2 AND up.unit_id = r.unit_id`,
    params,
  )
  const changed = await db.execute(
    `UPDATE unit_prices up SET (${priceColumns}) = ROW (${fromArrays('r')})
       FROM price_change_rows r
      WHERE r.${published} AND r.after_values IS NOT NULL AND up.price_list_id = $2 AND up.unit_id = r.unit_id`,
    params,
  )
  const added = await db.execute(
    `INSERT INTO unit_prices (price_list_id, unit_id, ${priceColumns})
     SELECT $2, r.unit_id, ${fromArrays('r')} FROM price_change_rows r JOIN product_units u ON u.id = r.unit_id
      WHERE r.${published} AND r.after_values IS NOT NULL
        AND NOT EXISTS (SELECT FROM unit_prices up WHERE up.price_list_id = $2 AND up.unit_id = r.unit_id)`,
    params,
  )
  return removed + changed + added
}

type Audited = { action: 'apply' | 'undo' | 'change' | 'approve' | 'decline' | 'remove'; [value: string]: unknown }

/** One entry for the whole change; its id leads to the rows. */
export async function auditChange(db: Db, by: Author, change: ChangeRow, { action, ...values }: Audited) {
  const after = { name: change.name, priceList: change.list_code, ...values }
  await writeAudit(db, by, { action, noun: 'price_change', id: String(change.id), after })
}

/** Refuses a change without rows. */
export async function rejectEmpty(db: Db, { id }: ChangeRow): Promise<void> {
  const row = await db.one('SELECT FROM price_change_rows WHERE change_id = $1 LIMIT 1', [id])
  if (row === undefined) abortTransaction(refuse('price_change_empty'))
}
