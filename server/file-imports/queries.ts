import type { FileImportState } from '#contract/admin/imports/file-imports.ts'
import type { FileImportKind, FileImportOptions } from '#contract/admin/imports/file-import-options.ts'
import type { ImportFileInspection } from '#contract/admin/imports/import-inspection.ts'
import type { StoredFile } from '#server/catalog/import/import.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Facts } from '#server/platform/tables/table-error.ts'

/** Figures by name. */
export type FileImportSummary = Readonly<Record<string, number>>

export type FileImportRow = {
  id: number
  kind: FileImportKind
  state: FileImportState
  created_at: Date
  creator: string
  asked_by: number
  asked_from: string
  file: StoredFile
  options: FileImportOptions
  step: string | null
  done: number
  total: number
  refusal: { code: string; facts: Facts } | null
  summary: FileImportSummary | null
  inspection: ImportFileInspection | null
  /** The shape of the file, once it is read, and the profile that the options were taken from. */
  shape: string[] | null
  profile_id: number | null
  applied_at: Date | null
}

const columns = `i.id, i.kind, i.state, i.created_at, u.name AS creator, i.asked_by, i.asked_from, i.file, i.options,
  i.step, i.done, i.total, i.refusal, i.summary, i.inspection, i.shape, i.profile_id, i.applied_at`

export function findFileImport(db: Db, id: number): Promise<FileImportRow | undefined> {
  return db.one<FileImportRow>(
    `SELECT ${columns} FROM file_imports i JOIN users u ON u.id = i.created_by WHERE i.id = $1`,
    [id],
  )
}

export function listFileImportRows(
  db: Db,
  { kind, limit, offset }: { kind: FileImportKind; limit: number; offset: number },
): Promise<FileImportRow[]> {
  return db.query<FileImportRow>(
    `SELECT ${columns} FROM file_imports i JOIN users u ON u.id = i.created_by
      WHERE i.kind = $1 ORDER BY i.id DESC LIMIT $2 OFFSET $3`,
    [kind, limit, offset],
  )
}

export async function countFileImports(db: Db, kind: FileImportKind): Promise<number> {
  return (await db.one<{ n: number }>('SELECT count(*) AS n FROM file_imports WHERE kind = $1', [kind]))?.n ?? 0
}

/** Moves an import to another state; false if it is not in one of the states `from`. */
export async function moveFileImport(db: Db, id: number, { from, to, author }: FileImportMove): Promise<boolean> {
  const moved = await db.execute(
    `UPDATE file_imports SET state = $3, changed_at = now(), cancel_asked = false, refusal = NULL, step = NULL, done = 0,
            total = 0, asked_by = coalesce($4, asked_by), asked_from = coalesce($5, asked_from)
      WHERE id = $1 AND state = ANY ($2)`,
    [id, from, to, author?.userId ?? null, author?.address ?? null],
  )
  return moved > 0
}
type FileImportMove = {
  from: readonly FileImportState[]
  to: FileImportState
  author?: { userId: number; address: string }
}

/** Saves the progress of a run. Returns whether the run was cancelled or its import removed. */
export async function saveFileProgress(
  db: Db,
  id: number,
  { step, done, total }: { step: string; done: number; total: number },
): Promise<boolean> {
  const row = await db.one<{ cancel_asked: boolean }>(
    'UPDATE file_imports SET step = $2, done = $3, total = $4 WHERE id = $1 RETURNING cancel_asked',
    [id, step, Math.round(done), Math.round(total)],
  )
  return row?.cancel_asked ?? true
}

/** Saves how the file is read. A profile that is gone by now is none. */
export async function saveFileOptions(
  db: Db,
  id: number,
  { options, profileId }: { options: FileImportOptions; profileId: number | null },
): Promise<void> {
  await db.execute(
    `UPDATE file_imports SET options = $2, profile_id = (SELECT p.id FROM import_profiles p WHERE p.id = $3)
      WHERE id = $1`,
    [id, JSON.stringify(options), profileId],
  )
}

export async function saveInspection(db: Db, id: number, inspection: ImportFileInspection): Promise<void> {
  await db.execute('UPDATE file_imports SET inspection = $2 WHERE id = $1', [id, JSON.stringify(inspection)])
}

export async function saveFileFailure(
  db: Db,
  { id, state }: Pick<FileImportRow, 'id' | 'state'>,
  refusal: { code: string; facts: Facts },
): Promise<void> {
  await db.execute(
    `UPDATE file_imports SET state = 'failed', refusal = $3, changed_at = now() WHERE id = $1 AND state = $2`,
    [id, state, JSON.stringify(refusal)],
  )
}

export type ProblemLevel = 'error' | 'warning'
export type ImportedProblem = { line: number; entry: string; code: string; facts: Facts }
export type ImportedAccount = { dealer_id: number; currency: string; before: string | null; after: string }
export type ImportedPictures = { product_id: number; entries: string[]; before: number; after: number }
export type ImportedShipment = {
  lines: readonly number[]
  order_nos: readonly string[]
  carrier: string
  tracking_no: string
  delivery_note_no: string
  /** Of its lines together. */
  quantity: number
  /** Empty: a preview would make it. */
  shipment_no: string
  is_existing: boolean
}
export type FileImportResult = {
  summary: FileImportSummary
  /** Without a level they are errors. */
  problems: readonly (ImportedProblem & { level?: ProblemLevel })[]
  accounts?: readonly ImportedAccount[]
  pictures?: readonly ImportedPictures[]
  shipments?: readonly ImportedShipment[]
}

/** Replaces the lists of the last preview, and ends the run as `ready` or `applied`. */
export async function saveFileResult(
  db: Db,
  { id, state }: Pick<FileImportRow, 'id' | 'state'>,
  { summary, problems, accounts = [], pictures = [], shipments = [] }: FileImportResult,
): Promise<void> {
  await db.execute('DELETE FROM file_import_problems WHERE import_id = $1', [id])
  await db.execute('DELETE FROM file_import_accounts WHERE import_id = $1', [id])
  await db.execute('DELETE FROM file_import_pictures WHERE import_id = $1', [id])
  await db.execute('DELETE FROM file_import_shipments WHERE import_id = $1', [id])
  await db.execute(
    `INSERT INTO file_import_problems (import_id, level, line, entry, code, facts)
     SELECT $1, coalesce(level, 'error'), line, entry, code, facts FROM jsonb_populate_recordset(NULL::file_import_problems, $2)`,
    [id, JSON.stringify(problems)],
  )
  await db.execute(
    `INSERT INTO file_import_accounts (import_id, dealer_id, currency, before, after)
     SELECT $1, dealer_id, currency, before, after FROM jsonb_populate_recordset(NULL::file_import_accounts, $2)`,
    [id, JSON.stringify(accounts)],
  )
  await db.execute(
    `INSERT INTO file_import_pictures (import_id, product_id, entries, before, after)
     SELECT $1, product_id, entries, before, after FROM jsonb_populate_recordset(NULL::file_import_pictures, $2)`,
    [id, JSON.stringify(pictures)],
  )
  await db.execute(
    `INSERT INTO file_import_shipments (import_id, lines, order_nos, carrier, tracking_no, delivery_note_no, quantity,
            shipment_no, is_existing)
     SELECT $1, lines, order_nos, carrier, tracking_no, delivery_note_no, quantity, shipment_no, is_existing
       FROM jsonb_populate_recordset(NULL::file_import_shipments, $2)`,
    [id, JSON.stringify(shipments)],
  )
  const saved = await db.execute(
    `UPDATE file_imports SET summary = $3, changed_at = now(), step = NULL,
            state = CASE state WHEN 'applying' THEN 'applied' ELSE 'ready' END,
            applied_at = CASE state WHEN 'applying' THEN now() END
      WHERE id = $1 AND state = $2`,
    [id, state, JSON.stringify(summary)],
  )
  if (saved === 0) throw new Error(`The import ${id} is no longer ${state}.`)
}
