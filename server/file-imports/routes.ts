import { Readable } from 'node:stream'
import type { Input } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import {
  applyFileImport,
  cancelFileImport,
  createFileImport,
  type FileImportDetail,
  type FileImportState,
  getFileImport,
  listFileImportRows as listRows,
  listFileImports,
  previewFileImport,
  saveFileImportProfile,
  sendFileImportPiece,
} from '#contract/admin/imports/file-imports.ts'
import {
  defaultFileImportOptions,
  fileImportAreas,
  fileImportBytesOf,
  type FileImportKind,
  type FileImportOptions,
} from '#contract/admin/imports/file-import-options.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { appendPiece, receivedBytes, saveProfile } from '#server/catalog/import/import.ts'
import type { FileStore } from '#server/platform/files/file-store.ts'
import { newStoredName } from '#server/platform/files/named-files.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import { enqueue } from '#server/platform/jobs/outbox.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, checkAccess, handle, type UserContext } from '#server/visitor/visitor.ts'
import { hasWork, presentFileImport, presentList, presentListed } from './present.ts'
import {
  countFileImports,
  type FileImportRow,
  findFileImport,
  listFileImportRows,
  moveFileImport,
  saveFileOptions,
} from './queries.ts'
import { fileImportJob } from './run-file-import.ts'

/** `folder` contains the uploaded files. */
type Deps = { pool: Pool; folder: FileStore; store: Store }

/** Imports by administrators of account movements, balances, serial numbers and product pictures. */
export function registerFileImports(calls: Calls, deps: Deps): void {
  const { pool, folder } = deps
  handle(calls, listFileImports, async ({ query }, context) => {
    const { page, limit } = parsePaging(query)
    const { kind } = query
    const refusal = checkKind(kind, 'GET', context)
    if (refusal !== null) return refusal
    const [rows, total] = await Promise.all([
      listFileImportRows(pool, { kind, limit, offset: (page - 1) * limit }),
      countFileImports(pool, kind),
    ])
    return { items: rows.map(presentListed), total, page, pages: Math.max(1, Math.ceil(total / limit)), limit }
  })
  handle(calls, createFileImport, ({ body }, context) => createUpload(pool, body, context))
  handle(calls, sendFileImportPiece, async ({ params, query, body }, context) => {
    if (!(body instanceof Readable)) return refuse('bad_request')
    const row = await findAllowed(pool, params.id, 'POST', context)
    if (isRefusal(row)) return row
    if (row.state !== 'uploading') return refuse('import_moved')
    return appendPiece(folder, row.file, { at: query.at, source: body })
  })
  handle(calls, getFileImport, ({ params }, context) => findDetail(deps, params.id, context))
  handle(calls, listRows, async ({ params: { id }, query }, context) => {
    const row = await findAllowed(pool, id, 'GET', context)
    return isRefusal(row)
      ? row
      : presentList(pool, row, { tab: query.tab, kind: query.kind, ...parsePaging(query) }, context.locale)
  })
  registerSteps(calls, deps)
}

const checkKind = (kind: FileImportKind, method: 'GET' | 'POST', context: UserContext): Refusal | null =>
  checkAccess({ access: 'admin', area: fileImportAreas[kind], method }, context)

/** An import of a kind that the visitor may read, or change for `POST`. */
async function findAllowed(
  db: Db,
  id: number,
  method: 'GET' | 'POST',
  context: UserContext,
): Promise<FileImportRow | Refusal> {
  const row = await findFileImport(db, id)
  if (row === undefined) return refuse('import_not_found')
  return checkKind(row.kind, method, context) ?? row
}

async function findDetail(deps: Deps, id: number, context: UserContext): Promise<FileImportDetail | Refusal> {
  const row = await findAllowed(deps.pool, id, 'GET', context)
  if (isRefusal(row)) return row
  return { ...(await presentFileImport(deps, row, context.locale)), secondPerson: secondPersonFor(deps, row, context) }
}

/** Price rules are imported by somebody else than who ran the preview, where prices need a second person (decision 073). */
function secondPersonFor(
  { store }: Deps,
  row: FileImportRow,
  { actor }: UserContext,
): FileImportDetail['secondPerson'] {
  const isAsked = store.facts().settings.pricesNeedTwoOver > 0 && row.kind === 'price_rules'
  if (!isAsked || row.state !== 'ready' || !hasWork(row)) return null
  return { mayApply: row.asked_by !== actor.userId }
}

async function createUpload(
  pool: Pool,
  { kind, name, bytes }: Input<typeof createFileImport>['body'],
  context: UserContext,
): Promise<{ id: number } | Refusal> {
  const refusal = checkKind(kind, 'POST', context)
  if (refusal !== null) return refusal
  if (bytes > fileImportBytesOf(kind)) return refuse('too_large')
  return transaction(pool, async (db) => {
    const file = { name: name.trim() || 'dosya', bytes, stored: newStoredName() }
    const row = await db.one<{ id: number }>(
      `INSERT INTO file_imports (kind, created_by, asked_by, asked_from, file, options)
       VALUES ($1, $2, $2, $3, $4, $5) RETURNING id`,
      [kind, context.actor.userId, context.address, JSON.stringify(file), JSON.stringify(defaultFileImportOptions)],
    )
    await writeAudit(db, context, { action: 'create', noun: 'import', id: file.name, after: { kind } })
    return { id: row?.id ?? 0 }
  })
}

type StepRequest = {
  id: number
  from: readonly FileImportState[]
  to: 'previewing' | 'applying'
  options?: FileImportOptions
  profileId?: number | null
}

/** Moves the import to its next state and enqueues its run in one transaction. Runs wait for each other in the queue. */
async function startStep(deps: Deps, { id, from, to, options, profileId = null }: StepRequest, context: UserContext) {
  const author = { userId: context.actor.userId, address: context.address }
  const started = await transactionOrRefusal(deps.pool, async (db) => {
    const isMoved = await moveFileImport(db, id, { from, to, author })
    if (!isMoved) abortTransaction('import_moved')
    if (options) await saveFileOptions(db, id, { options, profileId })
    await enqueue(db, fileImportJob, { id })
    return true as const
  })
  return isRefusal(started) ? started : findDetail(deps, id, context)
}

function registerSteps(calls: Calls, deps: Deps): void {
  const { pool, folder } = deps
  handle(calls, previewFileImport, async ({ params: { id }, body: { profile, ...options } }, context) => {
    const row = await findAllowed(pool, id, 'POST', context)
    if (isRefusal(row)) return row
    if ((await receivedBytes(folder, row.file)) !== row.file.bytes) return refuse('import_moved')
    return startStep(
      deps,
      {
        id,
        from: ['uploading', 'ready', 'failed', 'cancelled'],
        to: 'previewing',
        options,
        profileId: profile ?? null,
      },
      context,
    )
  })
  handle(calls, applyFileImport, async ({ params: { id } }, context) => {
    const row = await findAllowed(pool, id, 'POST', context)
    if (isRefusal(row)) return row
    if (row.state !== 'ready' || !hasWork(row)) return refuse('import_moved')
    if (secondPersonFor(deps, row, context)?.mayApply === false) return refuse('import_rules_need_second')
    return startStep(deps, { id, from: ['ready'], to: 'applying' }, context)
  })
  handle(calls, saveFileImportProfile, async ({ params: { id }, body: { name } }, context) => {
    const saved = await transactionOrRefusal(pool, async (db) => {
      const row = await findAllowed(db, id, 'POST', context)
      if (isRefusal(row)) return abortTransaction(row)
      const { kind, shape, options, inspection, profile_id: usedId } = row
      const files = inspection === null ? [] : [inspection]
      if (row.state !== 'applied' || kind === 'pictures' || shape === null) return abortTransaction('import_moved')
      const profileId = await saveProfile(db, context, { kind, name, shape, options, files, usedId })
      await db.execute('UPDATE file_imports SET profile_id = $2 WHERE id = $1', [id, profileId])
      return true as const
    })
    return isRefusal(saved) ? saved : findDetail(deps, id, context)
  })
  handle(calls, cancelFileImport, async ({ params: { id } }, context) => {
    const cancelled = await transactionOrRefusal(pool, async (db) => {
      const row = await findAllowed(db, id, 'POST', context)
      if (isRefusal(row)) return abortTransaction(row)
      const updated = await db.execute(
        `UPDATE file_imports SET cancel_asked = true WHERE id = $1 AND state IN ('previewing', 'applying')`,
        [id],
      )
      if (updated === 0) abortTransaction('import_moved')
      await writeAudit(db, context, { action: 'cancel', noun: 'import', id: row.file.name })
      return true as const
    })
    return isRefusal(cancelled) ? cancelled : findDetail(deps, id, context)
  })
}
