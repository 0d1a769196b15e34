import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { changesProducts, type ImportState, runningImportStates } from '#contract/admin/imports/imports.ts'
import type { SourceOutcome } from '#contract/admin/imports/import-sources.ts'
import { findImport, type ImportRow, moveImport } from '#server/catalog/import/runs/queries.ts'
import { runImport } from '#server/catalog/import/runs/run-import.ts'
import { unlessBusy } from '#server/catalog/import/runs/unless-busy.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { newStoredName } from '#server/platform/files/named-files.ts'
import { withWorkFile } from '#server/platform/files/work-files.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { Download, DownloadFile } from '#server/platform/http/outside-download.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import type { Facts } from '#server/platform/tables/table-error.ts'
import { findProfile } from '#server/catalog/import/profiles/queries.ts'
import { importOptionsOf } from '#server/catalog/import/profiles/stored-options.ts'
import { nextRun, findSource, type SourceRow } from './queries.ts'
import { credentialsOf } from './source-passwords.ts'

export const sourceJob = 'import-source'
export const sourceMailJob = 'import-source-mail'
export type SourceJobData = { runId: number }

export type SourceDeps = {
  pool: Pool
  /** Of uploaded and downloaded files. */
  folder: FileStore
  secret: Secret
  download: DownloadFile
  warn(error: Error): void
  /** Milliseconds between two looks whether another import has ended, and until the job is tried again later. */
  waitStep?: number
  waitMax?: number
}

/** Why a run waits for an administrator. */
export const waitingReasons = ['first', 'questions', 'brake', 'errors'] as const
type WaitingReason = (typeof waitingReasons)[number]
/** Share of rejected rows above which an administrator has to look, in percent. */
const rejectedShareMax = 10

/** Starts the runs that are due, each in the transaction that sets its source's next time. */
export async function startDueSources(pool: Pool): Promise<void> {
  await transaction(pool, async (db) => {
    const due = await db.query<{ id: number }>(
      `UPDATE import_sources SET next_run_at = ${nextRun}
        WHERE id IN (SELECT id FROM import_sources WHERE is_active AND next_run_at <= now() ORDER BY id FOR UPDATE SKIP LOCKED)
       RETURNING id`,
    )
    for (const { id } of due) await startRun(db, id, null)
  })
}

/** Starts a run of a source; false if one is running. */
export async function startRun(db: Db, sourceId: number, askedBy: number | null): Promise<boolean> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO import_source_runs (source_id, asked_by) VALUES ($1, $2)
     ON CONFLICT (source_id) WHERE ended_at IS NULL DO NOTHING RETURNING id`,
    [sourceId, askedBy],
  )
  if (row === undefined) return false
  await enqueue(db, sourceJob, { runId: row.id } satisfies SourceJobData)
  return true
}

type OpenRun = { id: number; source_id: number; import_id: number | null }

/**
 * Fetches the file of a source and imports it. Everything that is done is in the database: a run that a dying process
 * left behind goes on where it was.
 */
export async function runSource(deps: SourceDeps, { runId }: SourceJobData): Promise<void> {
  const { pool } = deps
  const run = await pool.one<OpenRun>(
    'SELECT id, source_id, import_id FROM import_source_runs WHERE id = $1 AND ended_at IS NULL',
    [runId],
  )
  const source = run && (await findSource(pool, run.source_id))
  if (run === undefined || source === undefined) return
  const importId = run.import_id ?? (await fetchFile(deps, run, source))
  if (importId === null) return
  failpoint('source.after_fetch')
  await importFile(deps, run, importId)
}

/** Returns the id of the new import; null if the run has ended without one. */
function fetchFile(deps: SourceDeps, run: OpenRun, source: SourceRow): Promise<number | null> {
  return withWorkFile(deps.folder.workFolder, (path) => fetchInto(deps, run, { source, path }))
}

async function fetchInto(
  deps: SourceDeps,
  run: OpenRun,
  { source, path }: { source: SourceRow; path: string },
): Promise<number | null> {
  const { pool, folder } = deps
  const credentials = credentialsOf(deps.secret, source)
  if (credentials === null) return endRun(pool, run, { outcome: 'failed', reason: 'password' })
  const { etag, last_modified: lastModified } = source
  const file = await deps.download({ url: source.url, path, credentials, etag, lastModified })
  const end = await endOf(file, path, source)
  if (end !== null || !file.ok || file.isUnchanged) return endRun(pool, run, end ?? { outcome: 'unchanged' })
  const stored = newStoredName()
  await folder.put(stored, createReadStream(path))
  return transaction(pool, async (db) => {
    // A newer file replaces one that nobody has looked at.
    await db.execute(
      `UPDATE imports SET state = 'cancelled', changed_at = now() WHERE source_id = $1 AND state = 'ready'`,
      [source.id],
    )
    const profile = source.profile_id === null ? undefined : await findProfile(db, source.profile_id)
    const row = await db.one<{ id: number }>(
      `INSERT INTO imports (created_by, asked_by, files, options, source_id, profile_id) VALUES ($1, $1, $2, $3, $4, $5)
       RETURNING id`,
      [
        source.created_by,
        JSON.stringify([{ name: file.name, bytes: file.bytes, stored }]),
        JSON.stringify(profile === undefined ? source.options : importOptionsOf(profile.options)),
        source.id,
        profile?.id ?? null,
      ],
    )
    const id = row?.id ?? 0
    await db.execute(
      `UPDATE import_source_runs SET import_id = $2, bytes = $3, etag = $4, last_modified = $5, content_hash = $6 WHERE id = $1`,
      [run.id, id, file.bytes, file.etag, file.lastModified, file.hash],
    )
    return id
  })
}

type End = { outcome: SourceOutcome; reason?: string | null; facts?: Facts }

/** How the run ends after the download; null: it goes on. */
async function endOf(file: Download, path: string, source: SourceRow): Promise<End | null> {
  if (!file.ok) {
    const { reason, status } = file
    return { outcome: 'failed', reason, ...(status !== undefined && { facts: { status } }) }
  }
  if (file.isUnchanged) return { outcome: 'unchanged' }
  if (source.content_hash !== null && file.hash.equals(source.content_hash)) return { outcome: 'unchanged' }
  if (file.bytes === 0) return { outcome: 'failed', reason: 'empty' }
  return (await isWebPage(path)) ? { outcome: 'failed', reason: 'web_page' } : null
}

/** Whether a file is a page for people, such as a sign-in form: HTML without a table. */
async function isWebPage(path: string): Promise<boolean> {
  await using handle = await open(path)
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(200_000), 0, 200_000, 0)
  const text = buffer.toString('utf8', 0, bytesRead)
  return /^\uFEFF?\s*(?:<!--[^]*?-->\s*)?<(?:!doctype\s+html|html)\b/i.test(text) && !/<table\b/i.test(text)
}

async function importFile(deps: SourceDeps, run: OpenRun, importId: number): Promise<void> {
  for (;;) {
    const row = await findImport(deps.pool, importId)
    const isOver = row === undefined || (await step(deps, run, row))
    if (row === undefined) await endRun(deps.pool, run, { outcome: 'failed', reason: 'removed' })
    if (isOver) return
  }
}

/** Does what the state of the import requires; true when the run has ended. */
async function step(deps: SourceDeps, run: OpenRun, row: ImportRow): Promise<boolean> {
  const { pool } = deps
  const end = async (end: End) => (await endRun(pool, run, end)) === null
  if (row.state === 'uploading') await moveWhenFree(deps, row, 'previewing')
  else if (runningImportStates.includes(row.state)) await runImport(deps, { id: row.id })
  else if (row.state === 'ready') return await decide(deps, run, row)
  else if (row.state === 'applied' || row.state === 'undone') return end({ outcome: 'applied' })
  else if (row.state === 'cancelled') return end({ outcome: 'failed', reason: 'cancelled' })
  else return end({ outcome: 'failed', reason: 'import', facts: { import: row.id } })
  return false
}

/** Applies a preview that leaves no doubt; otherwise it waits for an administrator. */
async function decide(deps: SourceDeps, run: OpenRun, row: ImportRow): Promise<boolean> {
  const { pool } = deps
  const source = await findSource(pool, run.source_id)
  const doubt = source && doubtOf(row, source)
  if (doubt) return (await endRun(pool, run, { outcome: 'waiting', ...doubt })) === null
  if (row.summary !== null && changesProducts(row.summary)) {
    await moveWhenFree(deps, row, 'applying')
    return false
  }
  await endUnchanged(pool, run, row)
  return true
}

function doubtOf({ questions, summary }: ImportRow, source: SourceRow): { reason: WaitingReason; facts: Facts } | null {
  const { rows = 0, rejected = 0, source: counts } = summary ?? {}
  if (questions.length > 0) return { reason: 'questions', facts: {} }
  if (!source.is_confirmed) return { reason: 'first', facts: {} }
  if (rejected * 100 > rows * rejectedShareMax) return { reason: 'errors', facts: { rejected, rows } }
  if (counts && counts.offSale * 100 > counts.size * source.brake_percent) {
    return { reason: 'brake', facts: { missing: counts.offSale, size: counts.size, percent: source.brake_percent } }
  }
  return null
}

/** Remembers the file, and removes its import if it has nothing to show. */
async function endUnchanged(pool: Pool, run: OpenRun, row: ImportRow): Promise<void> {
  await transaction(pool, async (db) => {
    await db.execute(
      `UPDATE import_sources s SET etag = r.etag, last_modified = r.last_modified, content_hash = r.content_hash
         FROM import_source_runs r WHERE r.id = $1 AND s.id = r.source_id`,
      [run.id],
    )
    if (row.summary?.rejected === 0) {
      await db.execute(`DELETE FROM imports WHERE id = $1 AND state = 'ready'`, [row.id])
    }
    await saveEnd(db, run, { outcome: 'unchanged' })
  })
}

/** Waits while another import runs. Throws if that takes too long: the queue tries again later. */
async function moveWhenFree(
  { pool, waitStep = 2_000, waitMax = 600_000 }: SourceDeps,
  row: ImportRow,
  to: 'previewing' | 'applying',
): Promise<void> {
  const from: ImportState[] = [row.state]
  for (let waited = 0; waited <= waitMax; waited += waitStep) {
    if ((await unlessBusy(pool, () => moveImport(pool, row.id, { from, to }))) !== 'busy') return
    await sleep(waitStep)
  }
  throw new Error(`Another import has been running for ${waitMax / 60_000} minutes.`)
}

async function endRun(pool: Pool, run: OpenRun, end: End): Promise<null> {
  await transaction(pool, (db) => saveEnd(db, run, end))
  return null
}

/** Ends the run. The store gets an email about a failure or a question, unless the run before ended the same way. */
async function saveEnd(db: Db, run: OpenRun, { outcome, reason = null, facts = {} }: End): Promise<void> {
  const ended = await db.execute(
    `UPDATE import_source_runs SET ended_at = now(), outcome = $2, reason = $3, facts = $4 WHERE id = $1 AND ended_at IS NULL`,
    [run.id, outcome, reason, JSON.stringify(facts)],
  )
  if (ended === 0 || reason === null) return
  const previous = await db.one<{ outcome: string | null; reason: string | null }>(
    'SELECT outcome, reason FROM import_source_runs WHERE source_id = $1 AND id < $2 ORDER BY id DESC LIMIT 1',
    [run.source_id, run.id],
  )
  if (previous?.outcome === outcome && previous.reason === reason) return
  await enqueue(db, sourceMailJob, { runId: run.id } satisfies SourceJobData)
}
