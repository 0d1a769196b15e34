import type { DocumentValues } from '#contract/admin/documents.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { checkAudience } from '#server/announcements/audience.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'

type StaffAuthor = Author & { actor: { userId: number } }
type Saved = { ok: true; id: number }
/** `revision`: the one that was on screen. */
type Change = DocumentValues & { id: number; revision: number }

/** Saves a new document, or a changed one if nobody has changed it since. A file that is replaced is removed later. */
export async function saveDocument(
  pool: Pool,
  author: StaffAuthor,
  values: DocumentValues | Change,
): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db): Promise<Saved> => {
    const dealerIds = await checkAudience(db, values)
    const productIds = await findProducts(db, values.products)
    const columns = columnsOf(values)
    const isNew = !('id' in values)
    const id = isNew
      ? await insertRow(db, 'documents', { ...columns, created_by: author.actor.userId })
      : await update(db, values, columns)
    await setFile(db, id, values.file)
    await setDealers(db, id, dealerIds)
    await setProducts(db, id, productIds)
    const { title, kind, language, from, until, audience, products } = values
    const after = {
      title,
      kind,
      language,
      from,
      until,
      dealers: audience.isForAll ? 'all' : audience.dealers,
      products,
    }
    await writeAudit(db, author, { action: isNew ? 'create' : 'change', noun: 'document', id: String(id), after })
    return { ok: true, id }
  })
}

const columnsOf = ({ title, kind, language, from, until, audience }: DocumentValues) => ({
  title,
  kind,
  language,
  for_all: audience.isForAll,
  valid_from: from,
  valid_until: until,
})

async function findProducts(db: Db, codes: readonly string[]): Promise<number[]> {
  const rows = await db.query<{ id: number; code: string }>(
    'SELECT id, code FROM products WHERE code = ANY ($1) ORDER BY id',
    [codes],
    'document_find_products',
  )
  const known = new Set(rows.map(({ code }) => code))
  const unknown = codes.find((code) => !known.has(code))
  if (unknown !== undefined) abortTransaction(refuse('document_product_unknown', { value: unknown }))
  return rows.map(({ id }) => id)
}

async function update(db: Db, { id, revision }: Change, columns: ReturnType<typeof columnsOf>): Promise<number> {
  const count = await db.execute(
    `UPDATE documents SET title = $3, kind = $4, language = $5, for_all = $6, valid_from = $7, valid_until = $8, revision = revision + 1
      WHERE id = $1 AND revision = $2`,
    [id, revision, ...Object.values(columns)],
    'document_update',
  )
  if (count === 1) return id
  const found = await db.one('SELECT true AS found FROM documents WHERE id = $1', [id], 'document_exists')
  return abortTransaction(found === undefined ? 'document_not_found' : 'document_changed')
}

/** The document keeps its file, or gets one that no other document has. */
async function setFile(db: Db, id: number, file: string): Promise<void> {
  await db.execute(
    'UPDATE document_files SET document_id = NULL, created_at = now() WHERE document_id = $1 AND file <> $2',
    [id, file],
    'document_file_release',
  )
  const count = await db.execute(
    'UPDATE document_files SET document_id = $1 WHERE file = $2 AND (document_id IS NULL OR document_id = $1)',
    [id, file],
    'document_file_set',
  )
  if (count !== 1) abortTransaction('document_file_missing')
}

async function setDealers(db: Db, id: number, dealerIds: readonly number[]): Promise<void> {
  await db.execute('DELETE FROM document_dealers WHERE document_id = $1', [id], 'document_dealers_remove')
  await db.execute(
    'INSERT INTO document_dealers (document_id, dealer_id) SELECT $1, unnest($2::integer[])',
    [id, dealerIds],
    'document_dealers_add',
  )
}

async function setProducts(db: Db, id: number, productIds: readonly number[]): Promise<void> {
  await db.execute('DELETE FROM document_products WHERE document_id = $1', [id], 'document_products_remove')
  await db.execute(
    'INSERT INTO document_products (document_id, product_id) SELECT $1, unnest($2::integer[])',
    [id, productIds],
    'document_products_add',
  )
}

/** Removes a document; its file follows a day later. */
export async function removeDocument(pool: Pool, author: StaffAuthor, id: number): Promise<Refusal | null> {
  return transactionOrRefusal(pool, async (db) => {
    await db.execute(
      'UPDATE document_files SET document_id = NULL, created_at = now() WHERE document_id = $1',
      [id],
      'document_file_drop',
    )
    const row = await db.one<{ title: string }>(
      'DELETE FROM documents WHERE id = $1 RETURNING title',
      [id],
      'document_remove',
    )
    if (row === undefined) return abortTransaction('document_not_found')
    const before = { title: row.title }
    await writeAudit(db, author, { action: 'remove', noun: 'document', id: String(id), before })
    return null
  })
}
