import type { Locale } from '#contract/core/visitor.ts'
import type { DecimalSign } from '#domain/money/number-text.ts'
import { isUnavailable, UnknownOutcomeError } from '#server/platform/db/failure.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { TableStop } from '#server/platform/tables/stop.ts'
import { type Facts, ImportStop, type IssueCode, type RefusalCode } from '#server/catalog/import/read/codes.ts'
import type { ImportAuthor } from '#server/catalog/import/merge/audit-import.ts'
import type { DefaultsUsed } from '#server/catalog/import/merge/defaults.ts'
import type { Field } from '#server/catalog/import/read/fields.ts'
import type { FileColumns } from '#server/catalog/import/read/header.ts'
import { guard, isImportRunning, oneConnection, withImportLock } from './import-lock.ts'
import type { Counts } from '#server/catalog/import/merge/file-merge.ts'
import { mergeAll } from '#server/catalog/import/merge/merge-all.ts'
import type { Made } from '#server/catalog/import/merge/places.ts'
import { type DefaultField, type Defaults, defaultFields } from '#server/catalog/import/read/plan.ts'
import { type IssueCount, sentenceOf } from './report.ts'
import { stageFiles } from '#server/catalog/import/stage/stage-rows.ts'
import { createStaging, dropStaging } from '#server/catalog/import/stage/staging-tables.ts'
import type { Tracker } from '#server/catalog/import/merge/track-changes.ts'

export { fieldOf } from '#server/catalog/import/read/fields.ts'
export { type DefaultField, type Defaults, defaultFields, type Facts, type Field, type FileColumns, type IssueCode }
export { ImportStop, isImportRunning, oneConnection, type RefusalCode, sentenceOf, type Tracker, withImportLock }

export type ImportFile = { path: string; name: string }

export type ImportOptions = {
  files: ImportFile[]
  /** A file of units with multipliers, for the products that `files` and the catalog have. */
  units?: ImportFile
  /** `code`, `brand+code`, `name` or a column of the file. */
  key: string
  /** Field → column name, for columns that are not recognised by name. */
  mapping: ReadonlyMap<Field, string>
  /** Columns that are left aside, whatever their names say. */
  ignored?: ReadonlySet<string>
  /** A mapping is for those of the files that have its column. */
  isLenient?: boolean
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
  /** Is told what changes, row texts included. */
  tracker?: Tracker
  /** An import that is nobody's leaves no trace in the audit log. */
  audit?: ImportAuthor
}

export type ImportStep = 'check' | 'read' | 'save'
export type Progress = { step: ImportStep; file: string; done: number; total: number }
export type ImportHooks = {
  signal?: AbortSignal
  onProgress?: (progress: Progress) => void
  /** What the columns of a file are taken for; comes before anything can be wrong with them. */
  onColumns?: (file: FileColumns) => void
}

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
    return { ok: true, summary: await runLocked(pool, options, hooks) }
  } catch (error) {
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

async function runLocked(pool: Pool, options: ImportOptions, hooks: ImportHooks): Promise<ImportSummary> {
  return withImportLock(pool, hooks.signal, async (db, client) => {
    await createStaging(db)
    const staged = await stageFiles(db, options, hooks)
    const summary = await transaction(oneConnection(pool, client), async (inside) => {
      const merged = await mergeAll(guard(inside, hooks.signal), staged, options, hooks)
      if (options.dryRun) throw new DryRunEnd(merged)
      return merged
    }).catch(async (error: unknown) => {
      if (error instanceof DryRunEnd) return error.summary
      throw error
    })
    await dropStaging(db)
    return summary
  })
}
