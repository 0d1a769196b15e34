import type { AdminDocument, DocumentDetail } from '#contract/admin/documents.ts'
import { documentsMax, type ShopDocument } from '#contract/shop/documents.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { periodStateOf, today } from '#server/announcements/audience.ts'

const shown = `d.id, d.title, d.kind, d.language, f.type, f.name, f.bytes, d.valid_from AS from, d.valid_until AS until`

/** $1 the reader's dealer, $2 today. */
const isVisible = `d.valid_from <= $2::date AND (d.valid_until IS NULL OR d.valid_until >= $2::date)
        AND (d.for_all OR EXISTS (SELECT FROM document_dealers c WHERE c.document_id = d.id AND c.dealer_id = $1))`

/** Price lists are for those who see prices; `place` is the parameter that says so. */
const isAllowed = (place: string): string => `(${place} OR d.kind <> 'price_list')`

/** The documents of a dealer that are valid today. */
export async function loadDealersDocuments(db: Db, dealerId: number, seesPrices: boolean): Promise<ShopDocument[]> {
  return db.query<ShopDocument>(
    `SELECT ${shown} FROM documents d JOIN document_files f ON f.document_id = d.id WHERE ${isVisible} AND ${isAllowed('$4')}
      ORDER BY d.kind, d.valid_from DESC, d.id DESC LIMIT $3`,
    [dealerId, today(), documentsMax, seesPrices],
    'documents_of_dealer',
  )
}

/** The documents about a product, and those of its parent, that a dealer may see; null: all that are valid today. */
export async function loadProductDocuments(
  db: Db,
  productId: number,
  dealerId: number | null,
  seesPrices: boolean,
): Promise<ShopDocument[]> {
  return db.query<ShopDocument>(
    `SELECT ${shown} FROM documents d JOIN document_files f ON f.document_id = d.id
      WHERE d.id IN (SELECT c.document_id FROM document_products c JOIN products p ON c.product_id IN (p.id, p.parent_id)
                      WHERE p.id = $3) AND ${isAllowed('$4')} AND ($1::integer IS NULL AND d.valid_from <= $2::date AND (d.valid_until IS NULL OR d.valid_until >= $2::date)
                                   OR ${isVisible})
      ORDER BY d.kind, d.title, d.id`,
    [dealerId, today(), productId, seesPrices],
    'documents_of_product',
  )
}

export type StoredDocument = { file: string; type: ShopDocument['type']; name: string }

/** The file of a document that a dealer may open; null: an administrator, who opens all of them. */
export async function findFile(
  db: Db,
  id: number,
  dealerId: number | null,
  seesPrices: boolean,
): Promise<StoredDocument | undefined> {
  return db.one<StoredDocument>(
    `SELECT f.file, f.type, f.name FROM documents d JOIN document_files f ON f.document_id = d.id
      WHERE d.id = $3 AND ${isAllowed('$4')} AND ($1::integer IS NULL OR ${isVisible})`,
    [dealerId, today(), id, seesPrices],
    'document_file_find',
  )
}

type HeadRow = ShopDocument & { for_all: boolean; dealer_count: number; product_count: number }

const head = `${shown}, d.for_all,
            (SELECT count(*)::int FROM document_dealers c WHERE c.document_id = d.id) AS dealer_count,
            (SELECT count(*)::int FROM document_products p WHERE p.document_id = d.id) AS product_count`

function present({ for_all: isForAll, dealer_count, product_count, ...row }: HeadRow): AdminDocument {
  const state = periodStateOf(row, today())
  return { ...row, isForAll, dealerCount: dealer_count, productCount: product_count, state }
}

const matches = 'strpos(fold(d.title), fold($1)) > 0 OR strpos(fold(f.name), fold($1)) > 0'

export async function countDocuments(db: Db, q: string): Promise<number> {
  const sql = `SELECT count(*)::int AS count FROM documents d JOIN document_files f ON f.document_id = d.id WHERE ${matches}`
  return (await db.one<{ count: number }>(sql, [q], 'documents_count'))?.count ?? 0
}

/** A page of documents, the latest first. */
export async function loadDocuments(
  db: Db,
  q: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<AdminDocument[]> {
  const rows = await db.query<HeadRow>(
    `SELECT ${head} FROM documents d JOIN document_files f ON f.document_id = d.id WHERE ${matches}
      ORDER BY d.id DESC LIMIT $2 OFFSET $3`,
    [q, limit, offset],
    'documents_list',
  )
  return rows.map(present)
}

type DetailRow = HeadRow & { file: string; revision: number }
type Named = { code: string; name: string }

/** One document with its dealers and products. */
export async function findDocument(db: Db, id: number): Promise<DocumentDetail | undefined> {
  const row = await db.one<DetailRow>(
    `SELECT ${head}, f.file, d.revision FROM documents d JOIN document_files f ON f.document_id = d.id WHERE d.id = $1`,
    [id],
    'document_find',
  )
  if (row === undefined) return undefined
  const dealers = await db.query<Named>(
    `SELECT d.code, d.name FROM document_dealers c JOIN dealers d ON d.id = c.dealer_id
      WHERE c.document_id = $1 ORDER BY d.name, d.id`,
    [id],
    'document_dealers',
  )
  const products = await db.query<Named>(
    `SELECT p.code, p.name FROM document_products c JOIN products p ON p.id = c.product_id
      WHERE c.document_id = $1 ORDER BY p.name, p.id`,
    [id],
    'document_products',
  )
  const { file, revision, ...rest } = row
  return { ...present(rest), file, revision, dealers, products }
}
