import { lockProductPictures } from '#server/catalog/import/import-lock.ts'
import type { ImportRun, ImportTotals } from '#server/catalog/import/import-run.ts'
import type { ErrorIssue, WarningIssue } from '#server/catalog/import/read/codes.ts'
import type { StagedFile } from '#server/catalog/import/stage/stage-rows.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { findPriceList, findWarehouses } from './places.ts'

/** The import inside its transaction: what the merges of all its files share. */
export type ImportMerge = Pick<ImportRun, 'options' | 'reportProgress' | 'questions'> & {
  /** The transaction, on the connection that holds the staging tables. */
  db: Db
  /** Whether a tracker wants the changes. */
  isTracked: boolean
  priceListId: number
  totals: ImportTotals
}

/** The merge of one file. */
export type FileMerge = ImportMerge & {
  file: StagedFile
  /** The staging table with the rows of the file. */
  rowsTable: 'import_rows' | 'import_unit_rows'
  /** The table of those rows with the ids of their products and units, made by prepareProducts or prepareUnits. */
  itemsTable: 'import_products' | 'import_units'
  /** Warehouse ids by the names that the file uses. */
  warehouseIds: ReadonlyMap<string, number>
}

/** Creates the tables that all files of the import share. They last until the transaction ends. */
export async function startMerge({ options, reportProgress, questions }: ImportRun, db: Db): Promise<ImportMerge> {
  const isTracked = options.tracker !== undefined
  await lockProductPictures(db)
  await db.execute('CREATE TEMP TABLE import_seen (product_id integer, is_new boolean) ON COMMIT DROP')
  await db.execute('CREATE TEMP TABLE import_touched (product_id integer) ON COMMIT DROP')
  // What the files say about pictures: their products, and the addresses.
  await db.execute('CREATE TEMP TABLE import_pictured (product_id integer) ON COMMIT DROP')
  await db.execute(
    `CREATE TEMP TABLE import_addresses (product_id integer, url text, hash bytea, file integer, line integer, place integer)
       ON COMMIT DROP`,
  )
  if (isTracked) {
    await db.execute(
      'CREATE TEMP TABLE import_before (product_id integer PRIMARY KEY, state jsonb NOT NULL) ON COMMIT DROP',
    )
    await db.execute('CREATE TEMP TABLE import_made (kind text, id integer, name text) ON COMMIT DROP')
  }
  const totals: ImportTotals = {
    counts: { prices: 0, stocks: 0, units: 0, brands: 0, models: 0, categories: 0 },
    made: { priceLists: [], warehouses: [] },
    defaults: {},
    samples: [],
    source: null,
    pictures: null,
  }
  const priceListId = await findPriceList(db, options.priceList, totals.made)
  return { options, reportProgress, questions, db, isTracked, priceListId, totals }
}

export async function startFileMerge(merge: ImportMerge, file: StagedFile): Promise<FileMerge> {
  const { db, options, totals } = merge
  await dropFileTables(db)
  const { fields, stocks } = file.plan
  const names = [...(fields.has('stock') ? [''] : []), ...stocks.map(({ name }) => name)]
  const warehouseIds = await findWarehouses(db, names, options.warehouse, totals.made)
  return file.kind === 'units'
    ? { ...merge, file, warehouseIds, rowsTable: 'import_unit_rows', itemsTable: 'import_units' }
    : { ...merge, file, warehouseIds, rowsTable: 'import_rows', itemsTable: 'import_products' }
}

/** Drops the tables of the file before. */
async function dropFileTables(db: Db): Promise<void> {
  await db.execute(
    `DROP TABLE IF EXISTS pg_temp.import_matches, pg_temp.import_parents, pg_temp.import_products, pg_temp.import_brands,
       pg_temp.import_categories, pg_temp.import_models, pg_temp.import_units`,
  )
}

/** Removes and reports the rows that `select` returns with line, key_text and facts. */
export async function rejectRows({ db, file, rowsTable }: FileMerge, code: ErrorIssue, select: string): Promise<void> {
  await db.execute(
    `WITH bad AS MATERIALIZED (SELECT DISTINCT ON (line) * FROM (${select}) found ORDER BY line), reported AS (
       INSERT INTO import_issues (file, line, key, level, code, facts, row_text)
       SELECT $1, bad.line, bad.key_text, 'error', '${code}', facts, r.row_text
         FROM bad JOIN ${rowsTable} r ON r.file = $1 AND r.line = bad.line)
     DELETE FROM ${rowsTable} r USING bad WHERE r.file = $1 AND r.line = bad.line`,
    [file.number],
  )
}

/** Reports the rows that `select` returns with line, key_text and facts; they are imported. */
export async function warnAboutRows({ db, file }: FileMerge, code: WarningIssue, select: string): Promise<void> {
  await db.execute(
    `INSERT INTO import_issues (file, line, key, level, code, facts)
     SELECT $1, line, key_text, 'warning', '${code}', facts FROM (${select}) found`,
    [file.number],
  )
}
