import type { Db } from '#server/platform/db/pool.ts'
import { isPaymentReferenceSql } from '#server/statement/payment-reference.ts'
import type { Issue } from './record-reader.ts'

// References of movements whose file has none start with BELGE-.
// Those of payments that the shop has booked have their own rules; those of invoices that the shop has posted start with FATURA-.

/**
 * Gives references to rows without one: that of the stored movement of the same document, day and side, first of those with
 * the same amount, then in the order of their amounts; otherwise a new one. Rows with a reference take over the movement of
 * the same document, day and amount that came without. Returns the rows that are added beside another movement of their
 * document.
 */
export async function identifyByDocument(db: Db): Promise<Omit<Issue, 'level'>[]> {
  await takeOverMovements(db)
  await takeOverInvoices(db)
  const open = await db.one(`SELECT FROM account_rows WHERE reference = '' LIMIT 1`)
  if (open === undefined) return []
  await findReferences(db, { withAmount: true })
  await findReferences(db, { withAmount: false })
  const added = await listBesideOthers(db)
  await db.execute(`UPDATE account_rows SET reference = 'BELGE-' || gen_random_uuid() WHERE reference = ''`)
  return added.map(({ line, document_no: value }) => ({ line, code: 'document_exists', facts: { value } }))
}

/** Rows and stored movements are paired in the order of their amounts, within the same amount or the same side. */
async function findReferences(db: Db, { withAmount }: { withAmount: boolean }): Promise<void> {
  await db.execute(
    `WITH open AS (
       SELECT r.*, k.amount, row_number() OVER (
                PARTITION BY dealer_id, document_no, posted_on, currency, k.amount
                    ORDER BY debit, credit, due_on, description, line) AS n
         FROM account_rows r, LATERAL (SELECT CASE WHEN $1::boolean THEN debit - credit ELSE sign(debit - credit) END AS amount) k
        WHERE reference = ''),
     stored AS (
       SELECT m.*, k.amount, row_number() OVER (
                PARTITION BY dealer_id, document_no, posted_on, currency, k.amount
                    ORDER BY debit, credit, due_on, description, id) AS n
         FROM account_movements m, LATERAL (SELECT CASE WHEN $1 THEN debit - credit ELSE sign(debit - credit) END AS amount) k
        WHERE m.document_no <> '' AND NOT ${isPaymentReferenceSql('m.reference')}
          AND EXISTS (SELECT FROM account_rows r
                       WHERE r.reference = '' AND (r.dealer_id, r.document_no) = (m.dealer_id, m.document_no))
          AND NOT EXISTS (SELECT FROM account_rows r WHERE (r.dealer_id, r.reference) = (m.dealer_id, m.reference)))
     UPDATE account_rows r SET reference = stored.reference
       FROM open JOIN stored USING (dealer_id, document_no, posted_on, currency, amount, n) WHERE r.line = open.line`,
    [withAmount],
  )
}

async function takeOverMovements(db: Db): Promise<void> {
  await db.execute(
    `WITH open AS (
       SELECT r.*, row_number() OVER (
                PARTITION BY dealer_id, document_no, posted_on, currency, debit, credit ORDER BY due_on, description, line) AS n
         FROM account_rows r
        WHERE reference <> '' AND document_no <> '' AND NOT EXISTS (
                SELECT FROM account_movements m WHERE (m.dealer_id, m.reference) = (r.dealer_id, r.reference))),
     stored AS (
       SELECT m.*, row_number() OVER (
                PARTITION BY dealer_id, document_no, posted_on, currency, debit, credit ORDER BY due_on, description, id) AS n
         FROM account_movements m
        WHERE m.reference LIKE 'BELGE-%' AND m.document_no <> '' AND EXISTS (
                SELECT FROM account_rows r WHERE (r.dealer_id, r.document_no) = (m.dealer_id, m.document_no)))
     UPDATE account_movements m SET reference = open.reference
       FROM open JOIN stored USING (dealer_id, document_no, posted_on, currency, debit, credit, n) WHERE m.id = stored.id`,
  )
}

/**
 * The ERP's movement of an invoice takes over the one that the shop has posted for its document, whatever its day and
 * amount: the first row of the document, that with the same amount before others.
 */
async function takeOverInvoices(db: Db): Promise<void> {
  await db.execute(
    `WITH pairs AS (
       SELECT DISTINCT ON (m.id) m.id, m.reference AS posted, r.reference, r.line
         FROM account_rows r
         JOIN account_movements m ON m.dealer_id = r.dealer_id AND (m.debit > 0) = (r.debit > 0)
          AND m.reference IN ('FATURA-' || r.document_no, 'FATURA-' || r.reference)
        WHERE r.kind NOT IN ('payment', 'opening') AND NOT EXISTS (
                SELECT FROM account_movements o WHERE (o.dealer_id, o.reference) = (r.dealer_id, r.reference))
        ORDER BY m.id, m.debit + m.credit <> r.debit + r.credit, r.line
     ), renamed AS (
       UPDATE account_movements m SET reference = pairs.reference FROM pairs WHERE m.id = pairs.id AND pairs.reference <> ''
     )
     UPDATE account_rows r SET reference = pairs.posted FROM pairs WHERE r.line = pairs.line AND pairs.reference = ''`,
  )
}

/** Rows that will be added although the dealer has a movement of their document on the same side that no row stands for. */
function listBesideOthers(db: Db): Promise<{ line: number; document_no: string }[]> {
  return db.query<{ line: number; document_no: string }>(
    `SELECT coalesce(r.line, 0) AS line, coalesce(r.document_no, '') AS document_no FROM account_rows r
      WHERE r.reference = '' AND EXISTS (
        SELECT FROM account_movements m
         WHERE (m.dealer_id, m.document_no) = (r.dealer_id, r.document_no) AND (m.debit > 0) = (r.debit > 0)
           AND m.document_no <> '' AND NOT ${isPaymentReferenceSql('m.reference')}
           AND NOT EXISTS (SELECT FROM account_rows o WHERE (o.dealer_id, o.reference) = (m.dealer_id, m.reference)))
      ORDER BY r.line`,
  )
}
