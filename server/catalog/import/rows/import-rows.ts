import type { Locale } from '#contract/core/visitor.ts'
import { mergeFiles, startRun } from '#server/catalog/import/import-catalog.ts'
import { oneConnection, withImportLock } from '#server/catalog/import/import-lock.ts'
import type { ImportOptions } from '#server/catalog/import/import-run.ts'
import { type FileMerge, startMerge } from '#server/catalog/import/merge/file-merge.ts'
import { type Facts, ImportError, type IssueCode, type IssueLevel } from '#server/catalog/import/read/codes.ts'
import { issueText } from '#server/catalog/import/report.ts'
import { type StagedFile, stageRows } from '#server/catalog/import/stage/stage-rows.ts'
import { createStagingTables, dropStagingTables, Stager } from '#server/catalog/import/stage/staging-tables.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { rowsTransaction } from '#server/platform/db/rows-transaction.ts'
import { clearFields } from './clear-fields.ts'
import { type RemovedPart, removeParts } from './remove-parts.ts'
import { planOf, type RowTable, tableOf } from './row-plan.ts'

export type RowOptions = {
  tables: readonly RowTable[]
  /** Code of an existing price list; undefined: the default list. */
  priceList?: string
  /** The moment of the stock figures, ISO 8601: what the ERP had not booked by then is subtracted. */
  stockAsOf?: string
  /** Nothing is written if a row is rejected. */
  isAtomic: boolean
  /** Language of the problems. */
  locale: Locale
}

export type RowProblem = { code: IssueCode; level: IssueLevel; facts: Facts; text: string }
/** `rejected`: the row was not written, as its problems say. */
export type RowResult = {
  line: number
  status: 'created' | 'updated' | 'unchanged' | 'deleted' | 'rejected'
  problems: RowProblem[]
}
export type RowResults = { isWritten: boolean; results: RowResult[] }

/** Milliseconds for which rows wait for another import. */
const longestWait = 15_000

/**
 * Writes rows to the catalog by the statements of a file import, and tells the outcome of each row. Good rows are written
 * although others are rejected, unless `isAtomic`. Waits up to 15 seconds while another import runs; null: it still does.
 */
export async function importRows(pool: Pool, options: RowOptions): Promise<RowResults | null> {
  try {
    return await withImportLock(pool, { wait: longestWait }, (db, client) =>
      writeRows(db, oneConnection(pool, client), options),
    )
  } catch (error) {
    if (error instanceof ImportError && error.code === 'import_running') return null
    throw error
  }
}

async function writeRows(db: Db, pool: Pool, { tables, isAtomic, ...given }: RowOptions): Promise<RowResults> {
  const options: ImportOptions = {
    files: [],
    key: 'code',
    mapping: new Map(),
    defaults: {},
    dryRun: false,
    // The ERP has the last word on prices.
    priceJumps: 'accept',
    ...given,
  }
  const run = await startRun(db, options, {})
  await createStagingTables(db)
  try {
    const stager = new Stager(db)
    const staged: StagedFile[] = []
    for (const [number, rows] of tables.entries()) {
      const { kind } = rows
      const file = { number, kind, name: kind, table: tableOf(rows), sample: [], ownColumns: rows.columns.length }
      const plan = planOf(rows, run.currencyCodes)
      staged.push(await stageRows(run, stager, file, { plan, warnings: [], rows: rows.rows.length }))
    }
    await stager.flush()
    return await rowsTransaction(pool, isAtomic, async (inner) => {
      const merge = await startMerge(run, inner)
      await inner.execute(
        'CREATE TEMP TABLE import_outcomes (line integer NOT NULL, product_id integer NOT NULL, is_new boolean NOT NULL) ON COMMIT DROP',
      )
      await inner.execute('CREATE TEMP TABLE import_removed (line integer NOT NULL) ON COMMIT DROP')
      await mergeFiles(merge, staged, async (file) => {
        const rows = tables[file.file.number]?.rows ?? []
        await clearFields(file, rows)
        await removeParts(file, rows)
        await recordOutcomes(file)
      })
      return readResults(inner, tables, given.locale)
    })
  } finally {
    await dropStagingTables(db)
  }
}

/** Keeps which product each row is about, before the tables of the next file replace those of this one. */
async function recordOutcomes({ db, itemsTable }: FileMerge): Promise<void> {
  await db.execute(
    itemsTable === 'import_products'
      ? 'INSERT INTO import_outcomes SELECT line, product_id, is_new FROM import_products'
      : 'INSERT INTO import_outcomes SELECT line, product_id, false FROM import_units',
  )
}

/** Warnings about a row. Those about a whole file, and about new brands and categories, say nothing to a program. */
const rowWarnings: ReadonlySet<IssueCode> = new Set<IssueCode>([
  'name_cut',
  'code_long',
  'code_damaged',
  'code_repeated',
  'price_zero',
  'price_missing',
  'stock_negative',
  'unit_new',
  'unit_added',
  'barcode_check',
  'barcode_damaged',
  'barcode_repeated',
  'category_ignored',
  'category_deep',
  'category_extra',
  'parent_stock_ignored',
  'attribute_unread',
])

async function readResults(db: Db, tables: readonly RowTable[], locale: Locale): Promise<RowResult[]> {
  const outcomes = await db.query<{ line: number; is_new: boolean; is_changed: boolean; is_removed: boolean }>(
    `SELECT o.line, o.is_new, EXISTS (SELECT FROM import_touched t WHERE t.product_id = o.product_id) AS is_changed,
            o.line IN (SELECT line FROM import_removed) AS is_removed
       FROM import_outcomes o`,
  )
  const issues = await db.query<{ line: number; level: IssueLevel; code: IssueCode; facts: Facts }>(
    'SELECT line, level, code, facts FROM import_issues ORDER BY id',
  )
  const byLine = new Map(outcomes.map((outcome) => [outcome.line, outcome]))
  const ofRows = issues.filter(({ level, code }) => level === 'error' || rowWarnings.has(code))
  const problems = Map.groupBy(ofRows, ({ line }) => line)
  return tables.flatMap(({ rows }) =>
    rows.map(({ line, removes }): RowResult => {
      const own = (problems.get(line) ?? []).map((issue) => ({ ...issue, text: issueText(locale, issue) }))
      return { line, status: statusOf(byLine.get(line), removes, own), problems: own }
    }),
  )
}

type Outcome = { is_new: boolean; is_changed: boolean; is_removed: boolean }

function statusOf(
  outcome: Outcome | undefined,
  removes: RemovedPart | null,
  problems: readonly RowProblem[],
): RowResult['status'] {
  if (problems.some(({ level }) => level === 'error')) return 'rejected'
  if (removes !== null && removes.kind !== 'stock') return outcome?.is_removed === true ? 'deleted' : 'unchanged'
  if (outcome === undefined) return 'rejected'
  return outcome.is_new ? 'created' : outcome.is_changed ? 'updated' : 'unchanged'
}
