import type { FileImportDetail, FileImportState } from '#contract/admin/imports/file-imports.ts'
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

/** Active products without any picture, apart from variants, which show those of their product. */
const withoutPicture = `p.is_active AND p.parent_id IS NULL AND p.images = '{}'
  AND NOT EXISTS (SELECT FROM file_import_pictures i WHERE i.import_id = $1 AND i.product_id = p.id)`

export async function countLists(
  db: Db,
  { id, kind }: Pick<FileImportRow, 'id' | 'kind'>,
): Promise<FileImportDetail['counts']> {
  const row = await db.one<Omit<FileImportDetail['counts'], 'missing'>>(
    `SELECT (SELECT count(*) FROM file_import_shipments WHERE import_id = $1) AS shipments,
            (SELECT count(*) FROM file_import_accounts WHERE import_id = $1) AS accounts,
            (SELECT count(*) FROM file_import_pictures WHERE import_id = $1) AS pictures,
            (SELECT count(*) FROM file_import_problems WHERE import_id = $1 AND level = 'error') AS problems,
            (SELECT count(*) FROM file_import_problems WHERE import_id = $1 AND level = 'warning') AS warnings`,
    [id],
  )
  const missing =
    kind === 'pictures'
      ? await db.one<{ n: number }>(`SELECT count(*) AS n FROM products p WHERE ${withoutPicture}`, [id])
      : undefined
  return { shipments: 0, accounts: 0, pictures: 0, problems: 0, warnings: 0, ...row, missing: missing?.n ?? 0 }
}

type Page = { id: number; limit: number; offset: number }

/** `kind`: only problems of this code. */
export function listProblems(
  db: Db,
  { id, level, kind, limit, offset }: Page & { level: ProblemLevel; kind?: string | undefined },
) {
  return db.query<ImportedProblem>(
    `SELECT line, entry, code, facts FROM file_import_problems
      WHERE import_id = $1 AND level = $2 AND ($3::text IS NULL OR code = $3) ORDER BY id LIMIT $4 OFFSET $5`,
    [id, level, kind ?? null, limit, offset],
  )
}

/** The kinds of problems, the most frequent first, with the first problems of each. */
export function listProblemKinds(
  db: Db,
  { id, level, first }: { id: number; level: ProblemLevel; first: number },
): Promise<(ImportedProblem & { total: number })[]> {
  return db.query<ImportedProblem & { total: number }>(
    `SELECT line, entry, code, facts, total
       FROM (SELECT p.*, count(*) OVER (PARTITION BY code) AS total,
                    row_number() OVER (PARTITION BY code ORDER BY id) AS place
               FROM file_import_problems p WHERE import_id = $1 AND level = $2) p
      WHERE place <= $3 ORDER BY total DESC, code, place`,
    [id, level, first],
  )
}

export function listAccounts(db: Db, { id, limit, offset }: Page) {
  return db.query<{ code: string; name: string; currency: string; before: string | null; after: string }>(
    `SELECT d.code, d.name, a.currency, a.before, a.after
       FROM file_import_accounts a JOIN dealers d ON d.id = a.dealer_id
      WHERE a.import_id = $1 ORDER BY d.code, a.currency LIMIT $2 OFFSET $3`,
    [id, limit, offset],
  )
}

export function listShipments(db: Db, { id, limit, offset }: Page) {
  return db.query<ImportedShipment & { dealer: string | null }>(
    `SELECT s.lines, s.order_nos, s.carrier, s.tracking_no, s.delivery_note_no, s.quantity, s.shipment_no, s.is_existing,
            (SELECT d.name FROM orders o JOIN dealers d ON d.id = o.dealer_id WHERE o.order_no = s.order_nos[1]) AS dealer
       FROM file_import_shipments s WHERE s.import_id = $1 ORDER BY s.id LIMIT $2 OFFSET $3`,
    [id, limit, offset],
  )
}

export function listPictures(db: Db, { id, limit, offset }: Page) {
  return db.query<{ code: string; name: string; entries: string[]; before: number; after: number }>(
    `SELECT p.code, p.name, i.entries, i.before, i.after
       FROM file_import_pictures i JOIN products p ON p.id = i.product_id
      WHERE i.import_id = $1 ORDER BY p.code, p.id LIMIT $2 OFFSET $3`,
    [id, limit, offset],
  )
}

/** `id` 0 lists the products without a picture apart from any import. */
export function listMissing(db: Db, { id, limit, offset }: Page) {
  return db.query<{ code: string; name: string; barcode: string | null }>(
    `SELECT p.code, p.name, (SELECT u.barcode FROM product_units u WHERE u.id = p.default_unit_id) AS barcode
       FROM products p WHERE ${withoutPicture} ORDER BY p.code, p.id LIMIT $2 OFFSET $3`,
    [id, limit, offset],
  )
}
