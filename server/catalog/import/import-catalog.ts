import { loadAttributeNames } from '#server/catalog/attributes/attribute-rows.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { isUnavailable, UnknownOutcomeError } from '#server/platform/db/failure.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { TableError } from '#server/platform/tables/table-error.ts'
import { guard, oneConnection, withImportLock } from './import-lock.ts'
import type { ImportHooks, ImportOptions, ImportRun, ImportSummary } from './import-run.ts'
import { warnAboutUnreadAttributes } from './merge/unread-attributes.ts'
import { createBrands } from './merge/brands.ts'
import { createCategories } from './merge/categories.ts'
import { addDefaults, countDefaults } from './merge/defaults.ts'
import { resolveFamilies } from './merge/families.ts'
import { type FileMerge, type ImportMerge, startFileMerge, startMerge } from './merge/file-merge.ts'
import {
  matchProducts,
  rejectNamelessProducts,
  rejectRepeatedKeys,
  warnAboutRepeatedCodes,
} from './merge/match-products.ts'
import { warnAboutNewLabels } from './merge/new-labels.ts'
import { convertToNet, useListPrices } from './merge/net-prices.ts'
import { holdPriceJumps } from './merge/price-jumps.ts'
import { savePrices } from './merge/prices.ts'
import { collectPictures, savePictureAddresses } from './merge/picture-addresses.ts'
import { askAboutRepeatedCodes } from './merge/repeated-codes.ts'
import { settleRepeatedPrices } from './merge/repeated-prices.ts'
import { prepareProducts, saveProducts } from './merge/products.ts'
import { saveStock } from './merge/stock.ts'
import { collectChanges, trackStates } from './merge/track-changes.ts'
import { updateSourceProducts } from './merge/source-products.ts'
import { warnAboutNewUnits } from './merge/new-units.ts'
import { prepareUnits, saveDefaultUnits, saveUnits } from './merge/units.ts'
import { type Facts, ImportError, type RefusalCode } from './read/codes.ts'
import { askAboutPrices, questionText } from './read/questions.ts'
import { listFiles, openFile, recognizeColumns } from './read/open-file.ts'
import { rejectUselessFile, surveyRows } from './read/survey.ts'
import { summarize, writeReport } from './report.ts'
import { type StagedFile, stageRows } from './stage/stage-rows.ts'
import { createStagingTables, dropStagingTables, Stager } from './stage/staging-tables.ts'

export type ImportResult = { ok: true; summary: ImportSummary } | { ok: false; code: RefusalCode; facts: Facts }

/**
 * Imports product files into the catalog. All files are read and checked outside of any transaction first; then one
 * transaction merges either all of them or nothing. Only one import runs at a time.
 */
export async function importCatalog(
  pool: Pool,
  options: ImportOptions,
  hooks: ImportHooks = {},
): Promise<ImportResult> {
  try {
    const summary = await withImportLock(pool, hooks, async (db, client) => {
      const run = await startRun(db, options, hooks)
      await createStagingTables(db)
      const files = await stageFiles(run).finally(() => hooks.onQuestions?.(run.questions))
      if (options.isStrict) rejectQuestions(run)
      const merged = await mergeInTransaction(oneConnection(pool, client), run, files)
      hooks.onQuestions?.(run.questions)
      await dropStagingTables(db)
      return merged
    })
    return { ok: true, summary }
  } catch (error) {
    return refusalOf(error, hooks.signal)
  }
}

/** What all steps of an import share. */
export async function startRun(db: Db, options: ImportOptions, { signal, onProgress, onColumns }: ImportHooks) {
  const currencies = await db.query<{ code: string }>('SELECT code FROM currencies')
  const run: ImportRun = {
    db,
    options,
    currencyCodes: new Set(currencies.map(({ code }) => code)),
    attributeNames: await loadAttributeNames(db),
    signal,
    questions: [],
    onColumns: (file) => onColumns?.(file),
    reportProgress: (step, file, done, total) => onProgress?.({ step, file, done, total }),
  }
  return run
}

/** Throws if the files leave a question open. */
function rejectQuestions({ questions, options: { locale } }: ImportRun): void {
  if (questions.length === 0) return
  throw new ImportError('questions_open', { questions: questions.map((each) => questionText(locale, each)).join(' ') })
}

/** Reads all files into the staging tables. Rows with errors are left out and reported. */
async function stageFiles(run: ImportRun): Promise<StagedFile[]> {
  const stager = new Stager(run.db)
  const staged: StagedFile[] = []
  for (const input of listFiles(run.options)) {
    const file = await openFile(run, input)
    const columns = recognizeColumns(run, file)
    const survey = await surveyRows(run, file, columns)
    rejectUselessFile(file, survey)
    staged.push(await stageRows(run, stager, file, survey))
  }
  await stager.flush()
  run.questions.push(...staged.flatMap(askAboutPrices))
  return staged
}

/** Throws the summary of a dry run to roll its transaction back. */
class DryRunEnd extends Error {
  readonly summary: ImportSummary

  constructor(summary: ImportSummary) {
    super('dry run')
    this.summary = summary
  }
}

async function mergeInTransaction(pool: Pool, run: ImportRun, files: StagedFile[]): Promise<ImportSummary> {
  try {
    return await transaction(pool, async (db) => {
      const summary = await mergeFiles(await startMerge(run, guard(db, run.signal)), files)
      if (run.options.isStrict) rejectQuestions(run)
      if (run.options.dryRun) throw new DryRunEnd(summary)
      return summary
    })
  } catch (error) {
    if (error instanceof DryRunEnd) return error.summary
    throw error
  }
}

/**
 * Merges the staged files into the catalog one after the other, then reports, tracks and audits the result. `afterFile`
 * runs while the temporary tables of a file exist.
 */
export async function mergeFiles(
  merge: ImportMerge,
  files: StagedFile[],
  afterFile?: (merge: FileMerge) => Promise<void>,
): Promise<ImportSummary> {
  for (const file of files) {
    const fileMerge = await startFileMerge(merge, file)
    await mergeFile(fileMerge)
    await afterFile?.(fileMerge)
  }
  merge.totals.source = await updateSourceProducts(
    merge,
    files.some(({ plan }) => plan.fields.has('active')),
  )
  merge.totals.pictures = await savePictureAddresses(merge)
  const summary = await summarize(merge, files)
  await writeReport(merge, files, summary)
  if (merge.isTracked) await collectChanges(merge.db)
  await merge.options.tracker?.save(merge.db, summary)
  await auditImport(merge, files, summary)
  return summary
}

type MergeStep = (merge: FileMerge) => Promise<void>

/** The steps of a file of products. Each consists of a few set-based statements over all rows of the file. */
const productSteps: readonly MergeStep[] = [
  askAboutRepeatedCodes,
  settleRepeatedPrices,
  rejectRepeatedKeys,
  matchProducts,
  rejectNamelessProducts,
  resolveFamilies,
  warnAboutRepeatedCodes,
  createBrands,
  createCategories,
  warnAboutNewLabels,
  prepareProducts,
  countDefaults,
  trackStates,
  saveProducts,
  warnAboutUnreadAttributes,
  collectPictures,
  saveDefaultUnits,
  warnAboutNewUnits,
  useListPrices,
  convertToNet,
  holdPriceJumps,
  savePrices,
  saveStock,
]

/** The steps of a units file. */
const unitSteps: readonly MergeStep[] = [
  settleRepeatedPrices,
  rejectRepeatedKeys,
  matchProducts,
  prepareUnits,
  trackStates,
  saveUnits,
  convertToNet,
  holdPriceJumps,
  savePrices,
]

async function mergeFile(merge: FileMerge): Promise<void> {
  const { name, kind, tally } = merge.file
  const steps = kind === 'units' ? unitSteps : productSteps
  for (const [done, step] of steps.entries()) {
    merge.reportProgress('save', name, done, steps.length)
    await step(merge)
  }
  merge.reportProgress('save', name, steps.length, steps.length)
  addDefaults(merge.totals.defaults, { currency: tally.currencyAssumed, prices: tally.basisAssumed })
}

/** Writes the audit entry in the transaction of the import. */
async function auditImport(
  { db, options }: ImportMerge,
  files: StagedFile[],
  { rows, unitRows, created, updated, rejected }: ImportSummary,
): Promise<void> {
  if (!options.audit || options.dryRun) return
  const { author, id } = options.audit
  const read = { ...((rows > 0 || unitRows === 0) && { rows }), ...(unitRows > 0 && { unitRows }) }
  await writeAudit(db, author, {
    action: 'apply',
    noun: 'import',
    id,
    after: { files: files.map(({ name }) => name), ...read, created, updated, rejected },
  })
}

/** Returns expected failures as a refusal and rethrows all others. */
function refusalOf(error: unknown, signal: AbortSignal | undefined): ImportResult {
  if (error instanceof ImportError || error instanceof TableError)
    return { ok: false, code: error.code, facts: error.facts }
  // After a lost COMMIT the import may have happened: neither "interrupted" nor "failed" would be true.
  if (error instanceof UnknownOutcomeError) throw error
  if (signal?.aborted) return { ok: false, code: 'interrupted', facts: {} }
  if (isUnavailable(error)) {
    return { ok: false, code: 'database_failed', facts: { reason: error instanceof Error ? error.message : '' } }
  }
  throw error
}
