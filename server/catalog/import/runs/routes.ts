import { Readable } from 'node:stream'
import type { Input } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import {
  applyImport,
  cancelImport,
  createImport,
  getImport,
  changesPrices,
  type ImportDetail,
  type ImportState,
  listImports,
  previewImport,
  retryImportPictures,
  saveImportProfile,
  sendImportPiece,
  undoImport,
} from '#contract/admin/imports/imports.ts'
import { type ImportOptionsInput, defaultImportOptions } from '#contract/admin/imports/import-options.ts'
import { listImportChanges, listImportPictures, listImportProblems } from '#contract/admin/imports/import-lists.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Store } from '#server/settings/settings.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { newStoredName } from '#server/platform/files/named-files.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type Calls, handle, type UserContext } from '#server/visitor/visitor.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import { pauseSource } from '#server/catalog/import/sources/queries.ts'
import { saveProfile } from '#server/catalog/import/profiles/save-profile.ts'
import { countFailed, listFailed, retryPictures } from '#server/catalog/import/pictures/picture-outcomes.ts'
import { appendPiece, receivedBytes } from './import-files.ts'
import {
  countChanges,
  filesInImportOrder,
  countImports,
  findImport,
  hasLargePriceChange,
  type ImportRow,
  listChanges,
  listImportRows,
  moveImport,
  saveOptions,
} from './queries.ts'
import { presentChange } from './present-change.ts'
import { presentFailedPicture, presentImport, presentListed } from './present-import.ts'
import { presentProblems } from './present-problems.ts'
import { importJob } from './run-import.ts'
import { unlessBusy } from './unless-busy.ts'
import { startWaitingPreview, waitForPreview } from './waiting-previews.ts'

/** `folder` contains the uploaded files. */
export type ImportDeps = { pool: Pool; store: Store; folder: FileStore }

/** Imports of product files by administrators: upload, preview, import, undo. */
export function registerImports(calls: Calls, deps: ImportDeps): void {
  const { pool, folder } = deps
  handle(calls, listImports, async ({ query }) => {
    const { page, limit } = parsePaging(query)
    const [rows, total] = await Promise.all([
      listImportRows(pool, { limit, offset: (page - 1) * limit }),
      countImports(pool),
    ])
    return { items: rows.map(presentListed), total, page, pages: pagesOf(total, limit), limit }
  })
  handle(calls, createImport, ({ body }, context) => createUpload(pool, body, context))
  handle(calls, sendImportPiece, async ({ params, query, body }) => {
    if (!(body instanceof Readable)) return refuse('bad_request')
    const row = await findImport(pool, params.id)
    const file = row?.files[params.file]
    if (row === undefined || file === undefined) return refuse('import_not_found')
    if (row.state !== 'uploading') return refuse('import_moved')
    return appendPiece(folder, file, { at: query.at, source: body })
  })
  handle(calls, getImport, ({ params }, context) => findDetail(deps, params.id, context))
  registerSteps(calls, deps)
  registerLists(calls, deps)
  registerPictures(calls, deps)
}

const pagesOf = (total: number, limit: number): number => Math.max(1, Math.ceil(total / limit))

async function findDetail(deps: ImportDeps, id: number, context: UserContext): Promise<ImportDetail | Refusal> {
  const row = await findImport(deps.pool, id)
  if (row === undefined) return refuse('import_not_found')
  const secondPerson = await secondPersonFor(deps, row, context)
  return { ...(await presentImport(deps, row, context.locale)), secondPerson }
}

/** Whether somebody else than who ran the preview has to apply it (decisions/073-second-person.md). */
async function secondPersonFor(
  { pool, store }: ImportDeps,
  { id, state, summary, asked_by: askedBy }: ImportRow,
  { actor }: UserContext,
): Promise<ImportDetail['secondPerson']> {
  const { pricesNeedTwoOver: percent } = store.facts().settings
  if (percent === 0 || state !== 'ready' || summary === null || !changesPrices(summary)) return null
  if (!(await hasLargePriceChange(pool, id, percent))) return null
  return { percent, mayApply: askedBy !== actor.userId }
}

async function createUpload(pool: Pool, { files }: Input<typeof createImport>['body'], context: UserContext) {
  return transaction(pool, async (db) => {
    const stored = files.map(({ name, bytes }) => ({ name: name.trim() || 'dosya', bytes, stored: newStoredName() }))
    const row = await db.one<{ id: number }>(
      `INSERT INTO imports (created_by, asked_by, asked_from, files, options) VALUES ($1, $1, $2, $3, $4) RETURNING id`,
      [context.actor.userId, context.address, JSON.stringify(stored), JSON.stringify(defaultImportOptions)],
    )
    const id = row?.id ?? 0
    const names = stored.map(({ name }) => name)
    await writeAudit(db, context, { action: 'create', noun: 'import', id: String(id), after: { files: names } })
    return { id }
  })
}

type StepRequest = {
  id: number
  from: readonly ImportState[]
  to: 'previewing' | 'applying' | 'undoing'
  options?: ImportOptionsInput
  profileId?: number | null
}

/**
 * Moves the import to its next state and enqueues its run in one transaction. Only one import runs at a time, including
 * those of the command line.
 */
async function startStep(
  deps: ImportDeps,
  { id, from, to, options, profileId = null }: StepRequest,
  context: UserContext,
) {
  const { pool } = deps
  const row = await findImport(pool, id)
  if (row === undefined) return refuse('import_not_found')
  if (!from.includes(row.state)) return refuse('import_moved')
  const author = { userId: context.actor.userId, address: context.address }
  const wait = async (): Promise<true | Refusal> => {
    // A preview waits. What changes the catalog is not started at a time that nobody chose.
    if (options === undefined) return refuse('import_running')
    if (!(await waitForPreview(pool, { id, from, options, profileId, author }))) return refuse('import_moved')
    // The other import may have ended since.
    await startWaitingPreview(pool)
    return true
  }
  const started = await unlessBusy(pool, () =>
    transactionOrRefusal(pool, async (db) => {
      if (!(await moveImport(db, id, { from, to, author }))) abortTransaction('import_moved')
      if (options) await saveOptions(db, id, { options, profileId })
      // Its next run would do the same again.
      if (to === 'undoing' && row.source_id !== null) await pauseSource(db, row.source_id)
      await enqueue(db, importJob, { id })
      return true as const
    }),
  )
  const outcome = started === 'busy' ? await wait() : started
  return isRefusal(outcome) ? outcome : findDetail(deps, id, context)
}

/** Whether the visitor may apply or undo an import as its preview has it: prices have a right of their own. */
const mayChangePrices = (row: ImportRow | undefined, { actor }: UserContext): boolean =>
  row?.summary == null || !changesPrices(row.summary) || actor.permissions.has('prices:write')

function registerSteps(calls: Calls, deps: ImportDeps): void {
  const { pool, folder } = deps
  handle(calls, previewImport, async ({ params: { id }, body: { profile, ...options } }, context) => {
    const row = await findImport(pool, id)
    if (row === undefined) return refuse('import_not_found')
    const sizes = await Promise.all(row.files.map((file) => receivedBytes(folder, file)))
    if (row.files.some(({ bytes }, i) => sizes[i] !== bytes)) return refuse('import_moved')
    return startStep(
      deps,
      {
        id,
        from: ['uploading', 'waiting', 'ready', 'failed', 'cancelled'],
        to: 'previewing',
        options,
        profileId: profile ?? null,
      },
      context,
    )
  })
  handle(calls, applyImport, async ({ params: { id } }, context) => {
    const row = await findImport(pool, id)
    if (row?.state === 'ready' && row.questions.length > 0) return refuse('import_questions')
    if (!mayChangePrices(row, context)) return refuse('import_prices_not_allowed')
    const second = row === undefined ? null : await secondPersonFor(deps, row, context)
    if (second !== null && !second.mayApply) return refuse('import_needs_second', { percent: second.percent })
    return startStep(deps, { id, from: ['ready'], to: 'applying' }, context)
  })
  handle(calls, undoImport, async ({ params: { id } }, context) => {
    if (!mayChangePrices(await findImport(pool, id), context)) return refuse('import_prices_not_allowed')
    return startStep(deps, { id, from: ['applied'], to: 'undoing' }, context)
  })
  handle(calls, saveImportProfile, async ({ params: { id }, body }, context) => {
    const saved = await transactionOrRefusal(pool, async (db) => {
      const row = (await findImport(db, id)) ?? abortTransaction('import_not_found')
      const { shape, options, columns: files, profile_id: usedId } = row
      if (row.state !== 'applied' || shape === null) return abortTransaction('import_moved')
      const { name } = body
      const profileId = await saveProfile(db, context, { kind: 'products', name, shape, options, files, usedId })
      await db.execute('UPDATE imports SET profile_id = $2 WHERE id = $1', [id, profileId])
      return true as const
    })
    return isRefusal(saved) ? saved : findDetail(deps, id, context)
  })
  handle(calls, cancelImport, async ({ params: { id } }, context) => {
    const cancelled = await transactionOrRefusal(pool, async (db) => {
      const updated = await db.execute(
        `UPDATE imports SET cancel_asked = true WHERE id = $1 AND state IN ('previewing', 'applying')`,
        [id],
      )
      const isWaiting = updated === 0 && (await moveImport(db, id, { from: ['waiting'], to: 'cancelled' }))
      if (updated === 0 && !isWaiting)
        abortTransaction((await findImport(db, id)) === undefined ? 'import_not_found' : 'import_moved')
      await writeAudit(db, context, { action: 'cancel', noun: 'import', id: String(id) })
      return true as const
    })
    return isRefusal(cancelled) ? cancelled : findDetail(deps, id, context)
  })
}

function registerLists(calls: Calls, { pool }: ImportDeps): void {
  handle(calls, listImportChanges, async ({ params: { id }, query }, { locale }) => {
    if ((await findImport(pool, id)) === undefined) return refuse('import_not_found')
    const { page, limit } = parsePaging(query)
    const isNew = query.kind === 'new'
    const [rows, counts] = await Promise.all([
      listChanges(pool, { id, isNew, limit, offset: (page - 1) * limit }),
      countChanges(pool, id),
    ])
    const total = isNew ? counts.new : counts.changed
    return { items: rows.map((row) => presentChange(row, locale)), total, page, pages: pagesOf(total, limit), limit }
  })
  handle(calls, listImportProblems, async ({ params: { id }, query }, { locale }) => {
    const found = await findImport(pool, id)
    return found === undefined ? refuse('import_not_found') : presentProblems(pool, found, query, locale)
  })
}

function registerPictures(calls: Calls, deps: ImportDeps): void {
  const { pool } = deps
  handle(calls, listImportPictures, async ({ params: { id }, query }, { locale }) => {
    const found = await findImport(pool, id)
    if (found === undefined) return refuse('import_not_found')
    const { page, limit } = parsePaging(query)
    const scope = { importId: id }
    const [rows, total] = await Promise.all([
      listFailed(pool, scope, { limit, offset: (page - 1) * limit }),
      countFailed(pool, scope),
    ])
    const files = filesInImportOrder(found)
    const items = rows.map((row) => presentFailedPicture(row, files, locale))
    return { items, total, page, pages: pagesOf(total, limit), limit }
  })
  handle(calls, retryImportPictures, async ({ params: { id } }, context) => {
    const retried = await transactionOrRefusal(pool, async (db) => {
      const row = (await findImport(db, id)) ?? abortTransaction('import_not_found')
      if (row.state !== 'applied') return abortTransaction('import_moved')
      const pictures = await retryPictures(db, id)
      if (pictures > 0)
        await writeAudit(db, context, { action: 'retry', noun: 'import', id: String(id), after: { pictures } })
      return true as const
    })
    return isRefusal(retried) ? retried : findDetail(deps, id, context)
  })
}
