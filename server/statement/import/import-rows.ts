import { setTimeout as sleep } from 'node:timers/promises'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Author } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { rowsTransaction } from '#server/platform/db/rows-transaction.ts'
import type { Cell } from '#server/platform/tables/table.ts'
import { recalculateBalances } from '#server/statement/recalculate-balances.ts'
import { type Records } from './import-file.ts'
import { type Issue, RecordReader } from './record-reader.ts'
import {
  auditImport,
  importRecords,
  type ImportKind,
  type Removal,
  type RemovedRow,
  tryLockAccountImports,
} from './run-import.ts'

/** A row by field. `line` identifies it in the result. Numbers have a decimal point. */
export type AccountRow<Field extends string> = { line: number; cells: Partial<Record<Field, Cell | undefined>> }
export type AccountRowStatus = 'created' | 'updated' | 'unchanged' | 'deleted' | 'rejected'
export type AccountRowResult = { line: number; status: AccountRowStatus; issue: Issue | null; warnings: Issue[] }
export type AccountRowResults = { isWritten: boolean; results: AccountRowResult[] }

export type AccountRowOptions = {
  today: Day
  author: Author
  /** Nothing is written if a row is rejected. */
  isAtomic: boolean
  /** Rows to delete, for kinds that can. */
  removed?: readonly RemovedRow[]
}

/** Milliseconds for which rows wait for another import, and between two attempts to begin. */
const longestWait = 15_000
const pause = 40

/**
 * Writes rows as the import of a file does, and returns the outcome of each row. Good rows are written although others are
 * rejected, unless `isAtomic`. Waits up to 15 seconds while another import runs; null: it still does.
 */
export async function importAccountRows<Field extends string, Item extends object>(
  pool: Pool,
  kind: ImportKind<Field, Item>,
  rows: readonly AccountRow<Field>[],
  options: AccountRowOptions,
): Promise<AccountRowResults | null> {
  const deadline = performance.now() + longestWait
  for (;;) {
    const { isWritten, results } = await rowsTransaction(pool, options.isAtomic, async (db) =>
      (await tryLockAccountImports(db)) ? writeRows(db, kind, rows, options) : null,
    )
    if (results !== null) return { isWritten, results }
    if (performance.now() > deadline) return null
    await sleep(pause)
  }
}

async function writeRows<Field extends string, Item extends object>(
  db: Db,
  kind: ImportKind<Field, Item>,
  rows: readonly AccountRow<Field>[],
  { today, author, removed = [] }: AccountRowOptions,
): Promise<AccountRowResult[]> {
  const gone: Removal = (await kind.remove?.(db, removed)) ?? { lines: [], dealerIds: [] }
  await recalculateBalances(db, gone.dealerIds, today)
  const summary = await importRecords(db, kind, recordsOf(rows), { today, maxIssues: rows.length })
  const outcomes = await db.query<{ line: number; is_new: boolean }>(
    'SELECT coalesce(line, 0) AS line, coalesce(is_new, false) AS is_new FROM account_outcomes',
  )
  const isNewByLine = new Map(outcomes.map(({ line, is_new }) => [line, is_new]))
  const issues = Map.groupBy(summary.issues, ({ line }) => line)
  const goneLines = new Set(gone.lines)
  const results = [
    ...rows.map(({ line }): AccountRowResult => {
      const own = issues.get(line) ?? []
      const issue = own.find(({ level }) => level === 'error') ?? null
      const isNew = isNewByLine.get(line)
      const status = issue !== null ? 'rejected' : isNew === undefined ? 'unchanged' : isNew ? 'created' : 'updated'
      return { line, status, issue, warnings: own.filter(({ level }) => level === 'warning') }
    }),
    ...removed.map(({ line }): AccountRowResult => {
      const kept = gone.rejected?.find((issue) => issue.line === line)
      if (kept !== undefined) return { line, status: 'rejected', issue: { ...kept, level: 'error' }, warnings: [] }
      return { line, status: goneLines.has(line) ? 'deleted' : 'unchanged', issue: null, warnings: [] }
    }),
  ]
  const total = { ...summary, rows: results.length, changed: summary.changed + gone.lines.length }
  if (total.added + total.changed > 0) await auditImport(db, kind, total, { file: { name: 'API' }, author })
  return results
}

/** The rows as records: nothing is recognized, and a field is its own title. */
function recordsOf<Field extends string>(rows: readonly AccountRow<Field>[]): Pick<Records<Field>, 'rows' | 'total'> {
  const fields = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells) as Field[]))]
  const columns = new Map(fields.map((field, index) => [field, index]))
  const signs = new Map(fields.map((_, index) => [index, '.' as const]))
  return {
    total: rows.length,
    async *rows() {
      for (const { line, cells } of rows) {
        const row = { line, cells: fields.map((field): Cell => cells[field] ?? '') }
        const named = new Map([...columns].filter(([field]) => cells[field] !== undefined))
        yield { line, record: new RecordReader(row, named, fields, signs) }
      }
    },
  }
}
