import type { Db } from '#server/platform/db/pool.ts'
import type { ErrorIssue, WarningIssue } from '#server/catalog/import/read/codes.ts'
import type { Plan } from '#server/catalog/import/read/plan.ts'

/** One file on its way into the catalog, within the transaction. */
export type Merge = {
  db: Db
  file: number
  plan: Plan
  priceListId: number
  warehouseIds: ReadonlyMap<string, number>
  /** Somebody wants to know what changes. */
  isTracked: boolean
}

/** What the whole import did. */
export type Counts = {
  prices: number
  stocks: number
  units: number
  brands: number
  models: number
  categories: number
}

/** Tables of the transaction that all files fill. */
export async function createMergeTables(db: Db): Promise<void> {
  await db.execute('CREATE TEMP TABLE import_seen (product_id integer, is_new boolean) ON COMMIT DROP')
  await db.execute('CREATE TEMP TABLE import_touched (product_id integer) ON COMMIT DROP')
}

export async function dropFileTables(db: Db): Promise<void> {
  const tables =
    'import_matches import_parents import_products import_brands import_categories import_models import_units'
  await db.execute(
    `DROP TABLE IF EXISTS ${tables
      .split(' ')
      .map((table) => `pg_temp.${table}`)
      .join(', ')}`,
  )
}

/** Leaves out and reports the rows that `select` gives with line, key_text and facts. */
export async function rejectRows(
  { db, file }: Merge,
  table: 'import_rows' | 'import_unit_rows',
  code: ErrorIssue,
  select: string,
): Promise<void> {
  await db.execute(
    `WITH bad AS MATERIALIZED (SELECT DISTINCT ON (line) * FROM (${select}) found ORDER BY line), reported AS (
       INSERT INTO import_issues (file, line, key, level, code, facts, row_text)
       SELECT $1, bad.line, bad.key_text, 'error', '${code}', facts, r.row_text
         FROM bad JOIN ${table} r ON r.file = $1 AND r.line = bad.line)
     DELETE FROM ${table} r USING bad WHERE r.file = $1 AND r.line = bad.line`,
    [file],
  )
}

/** Reports the rows that `select` gives; they go in. */
export async function remarkRows({ db, file }: Merge, code: WarningIssue, select: string): Promise<void> {
  await db.execute(
    `INSERT INTO import_issues (file, line, key, level, code, facts)
     SELECT $1, line, key_text, 'warning', '${code}', facts FROM (${select}) found`,
    [file],
  )
}
