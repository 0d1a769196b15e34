import type { FileImportDetail } from '#contract/admin/imports/file-imports.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { FileImportRow, ImportedProblem, ImportedShipment, ProblemLevel } from './queries.ts'

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
