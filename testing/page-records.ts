import { createHash } from 'node:crypto'
import { seal } from '#server/platform/http/secrets.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { addQuoteLink } from './offer-requests.ts'
import type { PageRecords } from './page-rights.ts'
import { testSecret } from './shop.ts'

const link = 'a-token-of-this-length'
const applicationToken = 'a-token-of-an-application'
const passwordToken = 'a-token-that-sets-a-password'
const signInToken = 'a-token-that-signs-in'
const listToken = 'a-token-of-a-list'
const tokens = { link, listToken, applicationToken, passwordToken, signInToken }
const hashOf = (token: string) => createHash('sha256').update(token).digest()
const reference = 'TEST0000000000000001'
const outcomeOf = (payment: string) => seal(testSecret, { payment, at: Date.now() })

/** The record of each name in a demo store: those of dealers belong to one dealer. Adds what the demo store lacks. */
export async function addPageRecords(db: Db, dealer: number): Promise<PageRecords> {
  await db.execute(
    `INSERT INTO fault_reports (report_no, dealer_id, user_id, product_id, product_code, product_name, description,
                                contact_name, contact_phone, locale)
     SELECT 'A2020000001', $1, u.id, p.id, p.code, p.name, 'Motor çalışmıyor', 'Ayşe Yılmaz', '0532 000 00 00', 'tr'
       FROM (SELECT min(id) AS id FROM users WHERE dealer_id = $1) u,
            (SELECT * FROM products ORDER BY id LIMIT 1) p`,
    [dealer],
  )
  await db.execute(
    `INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment, base_amount,
                           amount, captured_at, attention, attention_settled_at)
     SELECT $1, 'account', 'account:1', 'captured', $2, min(u.id), min(p.id), 1, 10, 10, now(), 'second_capture', now()
       FROM pos_accounts p, users u WHERE u.dealer_id = $2`,
    [reference, dealer],
  )
  await db.execute(
    `INSERT INTO payment_links (token_hash, dealer_id, user_id, amount, expires_at)
     SELECT $2, $1, min(id), 100, now() + interval '1 day' FROM users WHERE dealer_id = $1`,
    [dealer, hashOf(link)],
  )
  await db.execute(
    `INSERT INTO lists (dealer_id, user_id, name, is_shared, link_hash)
     SELECT $1, min(id), 'Haftalık', true, $2 FROM users WHERE dealer_id = $1`,
    [dealer, hashOf(listToken)],
  )
  await db.execute('UPDATE applications SET token_hash = $1 WHERE id = (SELECT min(id) FROM applications)', [
    hashOf(applicationToken),
  ])
  await db.execute(
    `INSERT INTO one_time_links (token_hash, user_id, kind, expires_at)
     SELECT $1, min(id), 'reset', now() + interval '1 hour' FROM users`,
    [hashOf(passwordToken)],
  )
  await db.execute(
    `INSERT INTO sign_in_links (token_hash, user_id, expires_at)
     SELECT $1, min(id), now() + interval '1 hour' FROM users`,
    [hashOf(signInToken)],
  )
  await db.execute(
    `WITH document AS (
       INSERT INTO documents (title, kind, for_all, valid_from, created_by)
       SELECT 'Liste', 'price_list', true, '2020-01-01', min(id) FROM users RETURNING id, created_by)
     INSERT INTO document_files (file, document_id, user_id, type, name, bytes)
     SELECT repeat('a', 32), id, created_by, 'pdf', 'liste.pdf', 9 FROM document`,
  )
  const offer = await db.one<{ id: string }>(
    `SELECT max(id)::text AS id FROM offers o WHERE dealer_id = $1 AND NOT is_cancel
        AND NOT EXISTS (SELECT FROM quote_links k WHERE k.offer_id = o.id)`,
    [dealer],
  )
  const quoteToken = await addQuoteLink(db, offer?.id ?? '0')
  const found = await db.one<Omit<PageRecords, keyof typeof tokens | 'outcome' | 'quoteToken'>>(
    `SELECT (SELECT min(id) FROM applications)::text AS application,
            (SELECT min(id) FROM announcements)::text AS announcement,
            (SELECT min(id) FROM purchase_requests WHERE dealer_id = $1)::text AS approval,
            (SELECT min(slug) FROM brands) AS brand,
            (SELECT min(id) FROM campaigns)::text AS campaign,
            (SELECT min(slug) FROM categories) AS category,
            $1::text AS dealer,
            (SELECT min(id) FROM documents)::text AS document,
            (SELECT min(id) FROM erp_connections)::text AS erp,
            (SELECT min(id) FROM file_imports WHERE kind = 'movements')::text AS "fileImport",
            (SELECT min(id) FROM imports)::text AS import,
            (SELECT min(id) FROM invoices WHERE dealer_id = $1)::text AS invoice,
            (SELECT min(id) FROM offers WHERE dealer_id = $1)::text AS offer,
            (SELECT min(offer_no) FROM offers WHERE dealer_id = $1) AS "offerNo",
            (SELECT min(id) FROM orders WHERE dealer_id = $1)::text AS "order",
            (SELECT min(order_no) FROM orders WHERE dealer_id = $1) AS "orderNo",
            (SELECT min(o.id) FROM orders o
              WHERE state = 'confirmed' AND NOT EXISTS (SELECT FROM shipment_lines l WHERE l.order_id = o.id)
            )::text AS "orderToShip",
            (SELECT max(id) FROM lists WHERE dealer_id = $1)::text AS list,
            (SELECT min(id) FROM payments WHERE dealer_id = $1)::text AS payment,
            (SELECT min(reference) FROM payments WHERE dealer_id = $1) AS "paymentReference",
            (SELECT min(id) FROM pickings)::text AS picking,
            (SELECT min(id) FROM pos_accounts)::text AS pos,
            (SELECT min(id) FROM price_changes)::text AS "priceChange",
            (SELECT min(id) FROM price_lists)::text AS "priceList",
            (SELECT min(id) FROM price_rules)::text AS "priceRule",
            (SELECT min(id) FROM promotions)::text AS promotion,
            (SELECT min(id) FROM dealer_groups)::text AS "dealerGroup",
            (SELECT min(id) FROM products)::text AS product,
            (SELECT min(id) FROM identity_providers)::text AS provider,
            (SELECT min(id) FROM fault_reports)::text AS report,
            (SELECT min(report_no) FROM fault_reports) AS "reportNo",
            (SELECT min(id) FROM returns WHERE dealer_id = $1)::text AS "return",
            (SELECT min(return_no) FROM returns WHERE dealer_id = $1) AS "returnNo",
            (SELECT min(user_id) FROM representatives)::text AS seller,
            (SELECT min(id) FROM shipments)::text AS shipment,
            (SELECT min(id) FROM users)::text AS "user"`,
    [dealer],
  )
  if (found === undefined) throw new Error('The statement returned no row.')
  return { ...found, ...tokens, quoteToken, outcome: outcomeOf(reference) }
}

/** The same with names that nothing has, in their form. */
export const unknownRecords = (records: PageRecords): PageRecords =>
  Object.fromEntries(Object.entries(records).map(([record, name]) => [record, unknownName(name)])) as PageRecords

function unknownName(name: string): string {
  if (/^\d+$/.test(name)) return '99999999'
  return /\d{4}$/.test(name) ? name.replace(/\d{4}$/, '9999') : `unknown-${name}`
}
