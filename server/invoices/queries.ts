import type { Db } from '#server/platform/db/pool.ts'

export type StoredInvoice = {
  id: number
  dealer_id: number
  invoice_no: string
  movement_id: number | null
  xml_hash: string | null
  pdf_hash: string | null
}

const stored = `
  SELECT i.id, i.dealer_id, i.invoice_no, i.movement_id,
         (SELECT hash FROM invoice_files WHERE invoice_id = i.id AND kind = 'xml') AS xml_hash,
         (SELECT hash FROM invoice_files WHERE invoice_id = i.id AND kind = 'pdf') AS pdf_hash
    FROM invoices i`

export function findByEttn(db: Db, ettn: string): Promise<StoredInvoice | undefined> {
  return db.one<StoredInvoice>(`${stored} WHERE i.ettn = $1`, [ettn], 'invoice_by_ettn')
}

export function findByNumber(db: Db, dealerId: number, invoiceNo: string): Promise<StoredInvoice | undefined> {
  const sql = `${stored} WHERE i.dealer_id = $1 AND i.invoice_no = $2`
  return db.one<StoredInvoice>(sql, [dealerId, invoiceNo], 'invoice_by_number')
}

export function findStored(db: Db, id: number): Promise<StoredInvoice | undefined> {
  return db.one<StoredInvoice>(`${stored} WHERE i.id = $1`, [id], 'invoice_stored')
}

/** Invoices that a file may belong to, by their numbers and ETTNs. */
export function findNamed(db: Db, numbers: readonly string[], ettns: readonly string[]): Promise<StoredInvoice[]> {
  const sql = `${stored} WHERE i.invoice_no = ANY ($1) OR i.ettn = ANY ($2::uuid[]) ORDER BY i.id LIMIT 2`
  return db.query<StoredInvoice>(sql, [numbers, ettns], 'invoice_named')
}

export type NamedDealer = { id: number; code: string; name: string }

/** Dealers with one of these tax numbers. */
export function findDealersByTaxNumber(db: Db, taxNumbers: readonly string[]): Promise<NamedDealer[]> {
  const sql = `SELECT id, code, name FROM dealers WHERE regexp_replace(tax_number, '\\D', '', 'g') = ANY ($1) ORDER BY id`
  return db.query<NamedDealer>(sql, [taxNumbers], 'invoice_dealers')
}

/** The dealer's order that the store or its ERP knows by this number. */
export function findOrder(db: Db, dealerId: number, orderRef: string): Promise<{ id: number } | undefined> {
  return db.one<{ id: number }>(
    `SELECT o.id FROM orders o
      WHERE o.dealer_id = $1 AND (o.order_no = upper($2) OR o.id = (
        SELECT subject_id FROM erp_documents WHERE kind = 'order' AND document_no = $2 LIMIT 1))`,
    [dealerId, orderRef],
    'invoice_order',
  )
}

export async function setFile(
  db: Db,
  invoiceId: number,
  kind: 'xml' | 'pdf',
  { hash, bytes }: { hash: string; bytes: number },
): Promise<void> {
  await db.execute(
    `INSERT INTO invoice_files (invoice_id, kind, hash, bytes) VALUES ($1, $2, $3, $4)
     ON CONFLICT (invoice_id, kind) DO UPDATE SET hash = excluded.hash, bytes = excluded.bytes, created_at = now()`,
    [invoiceId, kind, hash, bytes],
    'invoice_file_set',
  )
}
