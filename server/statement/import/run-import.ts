import type { ImportFileInspection } from '#contract/admin/imports/import-inspection.ts'
import { type DecimalSign } from '#domain/money/number-text.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { type Author, commandLine, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type Facts, type TableRefusal, TableError } from '#server/platform/tables/table-error.ts'
import { type ImportFile, type Records } from './import-file.ts'
import { type Issue, type RecordReader, RowSkipped } from './record-reader.ts'
import { bookEarlyPayments } from '#server/statement/early-payment.ts'
import { recalculateBalances } from '#server/statement/recalculate-balances.ts'

export type AccountImport = {
  file: ImportFile
  decimal?: DecimalSign | undefined
  /** Column → its field, or `ignore`; the others are recognized by name. */
  mapping?: ReadonlyMap<string, string> | undefined
  sheet?: string | undefined
  dryRun: boolean
  today: Day
  /** Without it the command line is the author. */
  author?: Author
  /** Maximum number of issues in the summary. */
  maxIssues?: number
  signal?: AbortSignal
  /** Receives the columns of the file as it opens without options, and may return the options to read it with. */
  onShape?: (columns: readonly string[]) => Promise<Pick<AccountImport, 'decimal' | 'mapping' | 'sheet'> | null>
  /** Receives how the file is read, before its columns are checked. */
  onInspection?: (inspection: ImportFileInspection) => void
  /** Receives the rows that have been read. */
  onProgress?: (done: number, total: number) => void
  /** Runs at the end of the transaction, before a dry run is rolled back. */
  save?: (db: Db, summary: AccountSummary, accounts: readonly AccountChange[]) => Promise<void>
}

export type ReadingOptions = Pick<AccountImport, 'file' | 'decimal' | 'mapping' | 'sheet'>
type MergeOptions = Pick<AccountImport, 'today' | 'maxIssues' | 'signal' | 'onProgress' | 'save'>

/** The balance of a dealer before and after an import; `before` is null if there was none. */
export type AccountChange = { dealer_id: number; currency: string; before: string | null; after: string }

export type AccountSummary = {
  rows: number
  added: number
  changed: number
  unchanged: number
  rejected: number
  /** Dealers whose account changed (in a dry run: would change). */
  dealers: number
  /** Rows that are imported, although something about them is unusual. */
  warned: number
  /** Of each level at most a thousand, unless `maxIssues` says otherwise. */
  issues: Issue[]
}
export type AccountRefusal = TableRefusal | 'account_columns_missing'
export type AccountResult = { ok: true; summary: AccountSummary } | { ok: false; code: AccountRefusal; facts: Facts }

/** Existing data that every row is checked against. */
export type ExistingData = { dealers: ReadonlyMap<string, number>; currencies: ReadonlySet<string> }

export type Merged = {
  added: number
  changed: number
  dealerIds: number[]
  warnings?: readonly Omit<Issue, 'level'>[]
  /** Rows that turn out to be invalid only beside the others. */
  rejected?: readonly Omit<Issue, 'level'>[]
}

/** `dealer` is '' where rows have no dealer. */
export type RemovedRow = { line: number; dealer: string; reference: string }

export type Removal = { lines: number[]; dealerIds: number[]; rejected?: readonly Omit<Issue, 'level'>[] }

/** A kind of import: how rows are read and how they are merged. */
export type ImportKind<Field extends string, Item extends object> = {
  /** Name in the audit log. */
  name: 'movements' | 'balances' | 'serials' | 'costs' | 'price_rules' | 'promotions' | 'shipments'
  open(options: ReadingOptions): Promise<Records<Field>>
  /** Column groups: the import needs at least one column of each. */
  needs: readonly (readonly Field[])[]
  /** Loads what rows are checked against besides `ExistingData`, in the transaction of the import. */
  prepare?(db: Db): Promise<void>
  read(record: RecordReader<Field>, existing: ExistingData, options: Pick<AccountImport, 'today'>): Item | Promise<Item>
  /** Identifies a row; a second row with the same key is skipped. */
  keyOf(item: Item): string
  repeated: Issue['code']
  /** Columns of the staging table; `line` is that of the row. */
  staging: string
  /**
   * Deletes the rows that an ERP has deleted. Returns the lines with a row, the dealers whose balances change, and the rows that
   * have to stay.
   */
  remove?(db: Db, removed: readonly RemovedRow[]): Promise<Removal>
  /** Merges account_rows, and adds the lines that changed something to account_outcomes. */
  merge(db: Db): Promise<Merged>
}

const BATCH = 1_000
const MAX_ISSUES = 1_000
/** Key of the advisory lock that allows one account import at a time, across all processes. */
const LOCK = 7_205_310_412

const maxIssuesOf = ({ maxIssues = MAX_ISSUES }: MergeOptions): number => maxIssues

class DryRunEnd extends Error {
  readonly summary: AccountSummary
  constructor(summary: AccountSummary) {
    super('dry run')
    this.summary = summary
  }
}

/** Imports a file in one transaction: all of its valid rows, or nothing if the file cannot be read to its end. */
export function runAccountImport<Field extends string, Item extends object>(
  pool: Pool,
  kind: ImportKind<Field, Item>,
  given: AccountImport,
): Promise<AccountResult> {
  return withRecords(kind, given, async (records, options) => {
    try {
      return await transaction(pool, async (db) => {
        const merged = await importRecords(db, kind, records, options)
        if (options.dryRun) throw new DryRunEnd(merged)
        await auditImport(db, kind, merged, options)
        return merged
      })
    } catch (error) {
      if (error instanceof DryRunEnd) return error.summary
      throw error
    }
  })
}

/** Opens a file and checks its columns; `work` imports its rows. A file that cannot be read is refused. */
export async function withRecords<Field extends string>(
  kind: { open(options: ReadingOptions): Promise<Records<Field>>; needs: readonly (readonly Field[])[] },
  given: AccountImport,
  work: (records: Records<Field>, options: AccountImport) => Promise<AccountSummary>,
): Promise<AccountResult> {
  try {
    const found = await given.onShape?.((await kind.open({ file: given.file })).columns)
    const options = { ...given, ...found }
    const records = await kind.open(options)
    options.onInspection?.(records.inspection)
    const missing = kind.needs.filter((choice) => !choice.some((field) => records.has(field)))
    if (missing.length > 0) {
      const facts = {
        file: options.file.name,
        // Fields; `accountRefusalText` has their titles.
        missing: missing.map((choice) => choice.join(' / ')).join(', '),
        columns: records.columns.join(', '),
      }
      return { ok: false, code: 'account_columns_missing', facts }
    }
    return { ok: true, summary: await work(records, options) }
  } catch (error) {
    if (error instanceof TableError) return { ok: false, code: error.code, facts: error.facts }
    throw error
  }
}

/** Returns whether no other account import runs; none begins before the transaction ends. */
export async function tryLockAccountImports(db: Db): Promise<boolean> {
  const row = await db.one<{ locked: boolean }>('SELECT coalesce(pg_try_advisory_xact_lock($1), false) AS locked', [
    LOCK,
  ])
  return row?.locked === true
}

/**
 * Merges records into the accounts in the open transaction. Until it ends, the temporary table account_outcomes (line,
 * is_new) has the lines that changed something.
 */
export async function importRecords<Field extends string, Item extends object>(
  db: Db,
  kind: ImportKind<Field, Item>,
  records: Pick<Records<Field>, 'rows' | 'total'>,
  options: MergeOptions,
): Promise<AccountSummary> {
  await db.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
  await kind.prepare?.(db)
  const { rows, issues, rejected: unread } = await stage(db, kind, records, options)
  options.signal?.throwIfAborted()
  const before = await loadBalances(db)
  const { added, changed, dealerIds, warnings = [], rejected: refused = [] } = await kind.merge(db)
  await recalculateBalances(db, dealerIds, options.today)
  await bookEarlyPayments(db, dealerIds, options.today)
  const rejected = unread + refused.length
  const room = Math.max(0, maxIssuesOf(options) - issues.length)
  issues.push(...refused.slice(0, room).map((issue): Issue => ({ ...issue, level: 'error' })))
  const unchanged = rows - rejected - added - changed
  const warned = warnings.slice(0, maxIssuesOf(options)).map((warning): Issue => ({ ...warning, level: 'warning' }))
  issues.push(...warned)
  const summary = {
    ...{ rows, added, changed, unchanged, rejected },
    dealers: dealerIds.length,
    warned: warnings.length,
    issues,
  }
  await options.save?.(db, summary, await changedBalances(db, dealerIds, before))
  return summary
}

/** An entry for a file, or for the rows of a request. */
export async function auditImport(
  db: Db,
  { name: kind }: { name: ImportKind<string, object>['name'] },
  { rows, added, changed, rejected }: AccountSummary,
  { file: { name }, author = commandLine }: { file: { name: string }; author?: Author },
): Promise<void> {
  const after = { kind, files: [name], rows, added, changed, rejected }
  await writeAudit(db, author, { action: 'apply', noun: 'import', id: name, after })
}

type Balances = ReadonlyMap<string, string>

/** The balances of the dealers in the file, by dealer and currency. */
async function loadBalances(db: Db): Promise<Balances> {
  const rows = await db.query<{ dealer_id: number; currency: string; balance: string }>(
    `SELECT dealer_id, currency, balance FROM dealer_balances
      WHERE dealer_id IN (SELECT dealer_id FROM account_rows)`,
  )
  return new Map(rows.map(({ dealer_id, currency, balance }) => [`${dealer_id} ${currency}`, balance]))
}

async function changedBalances(db: Db, dealerIds: readonly number[], before: Balances): Promise<AccountChange[]> {
  const rows = await db.query<{ dealer_id: number; currency: string; after: string }>(
    'SELECT dealer_id, currency, balance AS after FROM dealer_balances WHERE dealer_id = ANY ($1) ORDER BY 1, 2',
    [dealerIds],
  )
  return rows
    .map((row) => ({ ...row, before: before.get(`${row.dealer_id} ${row.currency}`) ?? null }))
    .filter((row) => row.before !== row.after)
}

async function stage<Field extends string, Item extends object>(
  db: Db,
  kind: ImportKind<Field, Item>,
  records: Pick<Records<Field>, 'rows' | 'total'>,
  options: MergeOptions,
): Promise<{ rows: number; rejected: number; issues: Issue[] }> {
  await db.execute(`CREATE TEMP TABLE account_rows (line integer, ${kind.staging}) ON COMMIT DROP`)
  await db.execute('CREATE TEMP TABLE account_outcomes (line integer, is_new boolean) ON COMMIT DROP')
  const existing = await loadExistingData(db)
  const seenKeys = new Set<string>()
  const issues: Issue[] = []
  let [rows, rejected] = [0, 0]
  let waiting: (Item & { line: number })[] = []
  const flush = async () => {
    await db.execute('INSERT INTO account_rows SELECT * FROM json_populate_recordset(NULL::account_rows, $1)', [
      JSON.stringify(waiting),
    ])
    waiting = []
  }
  for await (const { line, record } of records.rows()) {
    rows += 1
    try {
      waiting.push({ ...(await readOnce(kind, record, existing, options, seenKeys)), line })
    } catch (error) {
      if (!(error instanceof RowSkipped)) throw error
      rejected += 1
      const { code, facts } = error
      if (issues.length < maxIssuesOf(options)) issues.push({ level: 'error', line, code, facts })
    }
    if (waiting.length < BATCH) continue
    await flush()
    options.signal?.throwIfAborted()
    options.onProgress?.(rows, records.total)
  }
  await flush()
  return { rows, rejected, issues }
}

async function readOnce<Field extends string, Item extends object>(
  kind: ImportKind<Field, Item>,
  record: RecordReader<Field>,
  existing: ExistingData,
  options: MergeOptions,
  seenKeys: Set<string>,
): Promise<Item> {
  record.check()
  const item = await kind.read(record, existing, options)
  const key = kind.keyOf(item)
  if (seenKeys.has(key)) throw new RowSkipped(kind.repeated)
  seenKeys.add(key)
  return item
}

async function loadExistingData(db: Db): Promise<ExistingData> {
  const dealers = await db.query<{ code: string; id: number }>('SELECT code, id FROM dealers')
  const currencies = await db.query<{ code: string }>('SELECT code FROM currencies')
  return {
    dealers: new Map(dealers.map(({ code, id }) => [code, id])),
    currencies: new Set(currencies.map(({ code }) => code)),
  }
}
