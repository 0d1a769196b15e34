import type pg from 'pg'
import type { Locale } from '#contract/visitor.ts'
import type { DecimalSign } from '#domain/number-text.ts'
import { breaksConnection, isUnavailable, UnknownOutcomeError } from '#server/platform/db/failure.ts'
import { type Db, dbOn, type Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { TableStop } from '#server/platform/tables/stop.ts'
import { type Facts, ImportStop, type RefusalCode } from './codes.ts'
import type { DefaultsUsed } from './defaults.ts'
import type { Field } from './fields.ts'
import type { Counts } from './merge.ts'
import { mergeAll } from './merge-all.ts'
import type { Made } from './places.ts'
import { type DefaultField, type Defaults, defaultFields } from './plan.ts'
import type { IssueCount } from './report.ts'
import { stageFiles } from './stage-files.ts'
import { createStaging, dropStaging } from './staging.ts'

export { fieldOf } from './fields.ts'
export { type DefaultField, type Defaults, defaultFields, type Field }

export type ImportFile = { path: string; name: string }

export type ImportOptions = {
  files: ImportFile[]
  /** A file of units with multipliers, for the products that `files` and the catalog have. */
  units?: ImportFile
  /** `code`, `brand+code`, `name` or a column of the file. */
  key: string
  /** Field → column name, for columns that are not recognised by name. */
  mapping: ReadonlyMap<Field, string>
  defaults: Defaults
  /** Decides numbers like 1.234 where nothing in the file does. */
  decimal?: DecimalSign
  /** Codes; what does not exist is made. */
  priceList?: string
  warehouse?: string
  dryRun: boolean
  /** Language of the report. */
  locale: Locale
  /** Where the report goes when there is something to report. */
  reportPath?: string
}

export type ImportStep = 'check' | 'read' | 'save'
export type Progress = { step: ImportStep; file: string; done: number; total: number }
export type ImportHooks = { signal?: AbortSignal; onProgress?: (progress: Progress) => void }

export type ImportSummary = {
  rows: number
  unitRows: number
  created: number
  updated: number
  unchanged: number
  rejected: number
  counts: Counts
  defaults: DefaultsUsed
  made: Made
  issues: IssueCount[]
  reportPath?: string
  /** Whether anything in the catalog is (in a dry run: would be) different now. */
  changed: boolean
}

export type ImportResult = { ok: true; summary: ImportSummary } | { ok: false; code: RefusalCode; facts: Facts }

/** One import at a time, in all processes: the key of an advisory lock. */
const LOCK = 7_205_310_411

/** Rolls the transaction of a dry run back. */
class DryRunEnd extends Error {
  readonly summary: ImportSummary

  constructor(summary: ImportSummary) {
    super('dry run')
    this.summary = summary
  }
}

/**
 * Brings product files into the catalog. Files are read and checked first, outside of any transaction; then one
 * transaction takes over all of them or nothing.
 */
export async function importCatalog(
  pool: Pool,
  options: ImportOptions,
  hooks: ImportHooks = {},
): Promise<ImportResult> {
  try {
    return { ok: true, summary: await pool.withClient((client) => runLocked(pool, client, options, hooks)) }
  } catch (error) {
    if (error instanceof DryRunEnd) return { ok: true, summary: error.summary }
    if (error instanceof ImportStop || error instanceof TableStop)
      return { ok: false, code: error.code, facts: error.facts }
    if (hooks.signal?.aborted && !(error instanceof UnknownOutcomeError))
      return { ok: false, code: 'interrupted', facts: {} }
    if (isUnavailable(error) && !(error instanceof UnknownOutcomeError)) {
      return { ok: false, code: 'database_failed', facts: { reason: error instanceof Error ? error.message : '' } }
    }
    throw error
  }
}

async function runLocked(pool: Pool, client: pg.PoolClient, options: ImportOptions, hooks: ImportHooks) {
  const db = guard(
    dbOn((query) => client.query(query)),
    hooks.signal,
  )
  const lock = await db.one<{ locked: boolean; pid: number }>(
    'SELECT pg_try_advisory_lock($1) AS locked, pg_backend_pid() AS pid',
    [LOCK],
  )
  if (!lock?.locked) throw new ImportStop('import_running')
  const cancel = () => void pool.execute('SELECT pg_cancel_backend($1)', [lock.pid]).catch(() => {})
  hooks.signal?.addEventListener('abort', cancel, { once: true })
  try {
    await createStaging(db)
    const staged = await stageFiles(db, options, hooks)
    return await transaction(oneConnection(pool, client), async (inside) => {
      const summary = await mergeAll(guard(inside, hooks.signal), staged, options, hooks)
      if (options.dryRun) throw new DryRunEnd(summary)
      return summary
    })
  } finally {
    hooks.signal?.removeEventListener('abort', cancel)
    // A late cancellation would end whatever runs next on this connection: it is closed, and its tables and lock with it.
    await (hooks.signal?.aborted ? client.end() : cleanUp(client))
  }
}

/** Ctrl-C ends the running statement; this keeps the next one from starting. */
function guard(db: Db, signal: AbortSignal | undefined): Db {
  return {
    query<Row extends object>(sql: string, params?: readonly unknown[], name?: string) {
      signal?.throwIfAborted()
      return db.query<Row>(sql, params, name)
    },
    one<Row extends object>(sql: string, params?: readonly unknown[], name?: string) {
      signal?.throwIfAborted()
      return db.one<Row>(sql, params, name)
    },
    execute(sql, params, name) {
      signal?.throwIfAborted()
      return db.execute(sql, params, name)
    },
  }
}

/** Staging tables belong to their connection: the transaction has to run on it. */
function oneConnection(pool: Pool, client: pg.PoolClient): Pool {
  return { ...pool, withClient: (work) => work(client) }
}

async function cleanUp(client: pg.PoolClient): Promise<void> {
  try {
    await dropStaging(dbOn((query) => client.query(query)))
    await client.query('SELECT pg_advisory_unlock($1)', [LOCK])
  } catch (error) {
    // A lost connection has let go of everything by itself.
    if (!breaksConnection(error)) throw error
  }
}
