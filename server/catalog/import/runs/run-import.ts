import { isDeepStrictEqual } from 'node:util'
import { defaultImportOptions, type ImportOptionsInput } from '#contract/admin/imports/import-options.ts'
import { type ImportFileInspection } from '#contract/admin/imports/import-inspection.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { withCommandPool } from '#server/platform/db/command-pool.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { isUnavailable } from '#server/platform/db/failure.ts'
import { importCatalog } from '#server/catalog/import/import-catalog.ts'
import type { ImportOptions, ImportQuestion, ImportSummary } from '#server/catalog/import/import-run.ts'
import { type Facts, ImportError } from '#server/catalog/import/read/codes.ts'
import { isLikeProfile } from '#server/catalog/import/profiles/save-profile.ts'
import { findProfile, markProfileUsed, profileOfShape } from '#server/catalog/import/profiles/queries.ts'
import { readShape } from '#server/catalog/import/profiles/read-shape.ts'
import { importOptionsOf, readStoredOptions } from '#server/catalog/import/profiles/stored-options.ts'
import { confirmSource } from '#server/catalog/import/sources/queries.ts'
import { withUpload } from './import-files.ts'
import {
  authorOf,
  findImport,
  type ImportRow,
  type RunSummary,
  moveImport,
  saveProgress,
  splitFiles,
  type StoredFile,
} from './queries.ts'
import { savePreview, saveRun } from './save-run.ts'
import { undoRun } from '#server/catalog/import/undo/undo-run.ts'
import { type Run, watchRun } from './watch-run.ts'

export const importJob = 'import'
export type ImportJobData = { id: number }

/** Milliseconds for which a run waits for programs that write products, such as the connection of an ERP. */
const longestWait = 60_000

type Deps = { pool: Pool; folder: FileStore; warn: (error: Error) => void }

/**
 * Runs the preview, the import or the undo that the import waits for. A run that a dying process left behind starts
 * again from the beginning: its transaction either was committed together with the next state, or changed nothing.
 */
export async function runImport({ pool, folder, warn }: Deps, { id }: ImportJobData): Promise<void> {
  const row = await findImport(pool, id)
  if (!row || (row.state !== 'previewing' && row.state !== 'applying' && row.state !== 'undoing')) return
  const run = watchRun((progress) => saveProgress(pool, id, progress))
  try {
    await withCommandPool(
      pool,
      (commandPool) =>
        row.state === 'undoing'
          ? undoRun(commandPool, row, run, longestWait)
          : withUploads(folder, row.files, (paths) => readUploads({ pool, commandPool }, row, { paths, run })),
      3,
    )
  } catch (error) {
    if (isUnavailable(error)) throw error
    const isRefusal = error instanceof ImportError
    if (!isRefusal) warn(new Error(`The import ${id} failed.`, { cause: error }))
    await saveFailure(pool, row, isRefusal ? { code: error.code, facts: error.facts } : { code: 'internal', facts: {} })
  } finally {
    await run.close()
  }
}

/** The paths of uploaded files by their stored names. */
type Paths = ReadonlyMap<string, string>
type Reading = { paths: Paths; run: Run }

async function withUploads(
  folder: FileStore,
  [file, ...others]: readonly StoredFile[],
  use: (paths: Paths) => Promise<void>,
  paths: Paths = new Map(),
): Promise<void> {
  if (file === undefined) return use(paths)
  await withUpload(folder, file, (path) => withUploads(folder, others, use, new Map([...paths, [file.stored, path]])))
}

async function readUploads(
  { pool, commandPool }: { pool: Pool; commandPool: Pool },
  row: ImportRow,
  reading: Reading,
): Promise<void> {
  await previewOrApply(commandPool, await withProfile(pool, row, reading), reading)
}

const fileIn = (paths: Paths, { stored, name }: StoredFile) => ({ path: paths.get(stored) ?? '', name })

/** The first preview of uploaded files is read with the profile of their shape, if there is one. */
async function withProfile(pool: Pool, row: ImportRow, { paths, run }: Reading): Promise<ImportRow> {
  if (row.shape !== null) return row
  const { products, units } = splitFiles(row)
  const files = products.length > 0 ? products : units === undefined ? [] : [units]
  const shape = await readShape(
    files.map((file) => fileIn(paths, file)),
    run.signal,
  )
  if (shape === null) return row
  const mayUse = row.state === 'previewing' && row.source_id === null && isUnanswered(row)
  const profile = mayUse ? await profileOfShape(pool, 'products', shape) : undefined
  const { units: unitsAt, priceList } = row.options
  const options: ImportOptionsInput =
    profile === undefined
      ? row.options
      : {
          ...importOptionsOf(profile.options),
          ...(unitsAt !== undefined && { units: unitsAt }),
          ...(priceList !== null && { priceList }),
        }
  const profileId = profile?.id ?? row.profile_id
  await pool.execute('UPDATE imports SET shape = $2, options = $3, profile_id = $4 WHERE id = $1', [
    row.id,
    shape,
    JSON.stringify(options),
    profileId,
  ])
  return { ...row, shape, options, profile_id: profileId }
}

/** Whether nobody has answered anything yet, apart from what the upload itself says. */
function isUnanswered({ profile_id, options }: ImportRow): boolean {
  const { units: _units, priceList: _list, ...answers } = options
  const { priceList: _none, ...defaults } = defaultImportOptions
  return profile_id === null && isDeepStrictEqual(answers, defaults)
}

async function previewOrApply(pool: Pool, row: ImportRow, { paths, run }: Reading): Promise<void> {
  const isPreview = row.state === 'previewing'
  const columns: ImportFileInspection[] = []
  let questions: ImportQuestion[] = []
  const save = async (db: Db, summary: ImportSummary) => {
    const runSummary = runSummaryOf(summary)
    if (isPreview) return savePreview({ inside: db, outside: pool }, row.id, runSummary)
    await saveRun(db, row.id, runSummary)
    await markProfileUsed(db, row.profile_id)
    if (row.source_id === null) return
    const profile = row.profile_id === null ? undefined : await findProfile(db, row.profile_id)
    await confirmSource(db, row.id, { isOther: profile !== undefined && !isLikeProfile(row.options, profile) })
  }
  const result = await importCatalog(
    pool,
    {
      ...optionsOf(row, paths),
      dryRun: isPreview,
      isStrict: !isPreview,
      tracker: { save },
      importId: row.id,
      audit: { author: authorOf(row), id: String(row.id) },
    },
    {
      signal: run.signal,
      wait: longestWait,
      onProgress: ({ step, done, total }) => run.reportProgress(step, done, total),
      onColumns: (file) => void columns.push(file),
      onQuestions: (open) => {
        questions = open
      },
    },
  )
  if (columns.length > 0)
    await pool.execute('UPDATE imports SET columns = $2, questions = $3 WHERE id = $1', [
      row.id,
      JSON.stringify(columns),
      JSON.stringify(questions),
    ])
  if (result.ok) {
    if (isPreview) await moveImport(pool, row.id, { from: ['previewing'], to: 'ready' })
  } else if (result.code === 'interrupted') {
    await moveImport(pool, row.id, { from: [row.state], to: 'cancelled' })
  } else {
    await saveFailure(pool, row, { code: result.code, facts: result.facts })
  }
}

async function saveFailure(pool: Pool, row: ImportRow, refusal: { code: string; facts: Facts }): Promise<void> {
  const to = row.state === 'undoing' ? 'applied' : 'failed'
  await pool.execute(`UPDATE imports SET state = $3, refusal = $4, changed_at = now() WHERE id = $1 AND state = $2`, [
    row.id,
    row.state,
    to,
    JSON.stringify(refusal),
  ])
}

function optionsOf(row: ImportRow, paths: Paths): ImportOptions {
  const { products, units } = splitFiles(row)
  const { priceJumps } = row.options
  return {
    files: products.map((file) => fileIn(paths, file)),
    ...(units && { units: fileIn(paths, units) }),
    ...readStoredOptions(row.options),
    ...(priceJumps && { priceJumps }),
    isLenient: true,
    ...(row.source_id !== null && { source: { id: row.source_id, removesMissing: row.source_removes === true } }),
    dryRun: false,
    locale: 'tr',
  }
}

const runSummaryOf = ({
  rows,
  unitRows,
  created,
  updated,
  unchanged,
  rejected,
  counts,
  samples,
  source,
  pictures,
}: ImportSummary): RunSummary => ({
  rows,
  ...(unitRows > 0 && { unitRows }),
  created,
  updated,
  unchanged,
  rejected,
  counts,
  samples,
  ...(source && { source }),
  ...(pictures && { pictures }),
})
