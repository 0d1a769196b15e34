import type { InvoiceSort, InvoiceState } from '#contract/shop/invoices.ts'
import type { InvoiceDifference, InvoiceDocument } from '#domain/invoices/invoice-document.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { AddressScope } from '#domain/people/address-scope.ts'
import { inScopeSql } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { InvoiceRates } from './invoice-rates.ts'

/** Whose invoices are read, and the addresses that the reader is bound to. */
export type InvoiceReader = { dealerId: number; addresses: AddressScope }

export type InvoiceFilter = {
  /** Null: of all dealers. */
  dealerId: number | null
  /** The addresses that a dealer's user is bound to; null: none. */
  addresses: AddressScope
  /** A dealer's code, or part of its name. */
  dealer: string
  q: string
  status: InvoiceState | null
  from: Day | null
  to: Day | null
  today: Day
}

const stateSql = `CASE
    WHEN m.id IS NULL THEN 'unposted' WHEN i.side = 'credit' THEN 'credit' WHEN m.unpaid = 0 THEN 'paid'
    WHEN coalesce(m.due_on, i.due_on, m.posted_on) < $1::date THEN 'overdue'
    WHEN m.unpaid < m.debit THEN 'partly_paid' ELSE 'open' END`

const sorts: Record<InvoiceSort, string> = {
  '-date': 'i.issued_on DESC, i.id DESC',
  date: 'i.issued_on, i.id',
  '-due': 'coalesce(m.due_on, i.due_on) DESC NULLS LAST, i.id DESC',
  due: 'coalesce(m.due_on, i.due_on), i.id',
  '-total': 'i.total DESC, i.id DESC',
  total: 'i.total, i.id',
}

function foundBy({ dealerId, addresses, dealer, q, status, from, to, today }: InvoiceFilter) {
  const params: unknown[] = [today]
  const conditions = ['$1::date IS NOT NULL']
  const add = (sql: (place: string) => string, value: unknown) => {
    params.push(value)
    conditions.push(sql(`$${params.length}`))
  }
  if (dealerId !== null) add((place) => `i.dealer_id = ${place}`, dealerId)
  if (addresses !== null) add(invoiceInScope, addresses)
  if (dealer !== '') add(ofDealer, dealer)
  for (const word of q.split(/\s+/).filter((each) => each !== '')) {
    add((place) => `strpos(i.search_text, fold(${place})) > 0`, word)
  }
  if (status !== null) add((place) => `${stateSql} = ${place}`, status)
  if (from !== null) add((place) => `i.issued_on >= ${place}::date`, from)
  if (to !== null) add((place) => `i.issued_on <= ${place}::date`, to)
  const sql = `FROM invoices i LEFT JOIN account_movements m ON m.id = i.movement_id WHERE ${conditions.join(' AND ')}`
  return { sql, params }
}

/** SQL: whether an invoice `i` is for an order that a user with this AddressScope sees. */
export const invoiceInScope = (place: string) =>
  `(${place}::integer[] IS NULL OR EXISTS (SELECT FROM orders o WHERE o.id = i.order_id AND ${inScopeSql(place)}))`

const ofDealer = (place: string) =>
  `i.dealer_id IN (SELECT d.id FROM dealers d
     WHERE upper(d.code) = upper(${place})
        OR (strpos(d.search_text, fold(${place})) > 0 AND strpos(fold(d.name), fold(${place})) > 0))`

export async function countInvoices(db: Db, filter: InvoiceFilter): Promise<number> {
  const { sql, params } = foundBy(filter)
  const row = await db.one<{ count: number }>(`SELECT count(*)::int AS count ${sql}`, params)
  return row?.count ?? 0
}

/** The ids of matching invoices in order; of one page, or all of them without a page. */
export async function findInvoiceIds(
  db: Db,
  filter: InvoiceFilter,
  sort: InvoiceSort,
  page?: { limit: number; offset: number },
): Promise<number[]> {
  const { sql, params } = foundBy(filter)
  const part = page === undefined ? '' : `LIMIT ${page.limit} OFFSET ${page.offset}`
  const rows = await db.query<{ id: number }>(`SELECT i.id ${sql} ORDER BY ${sorts[sort]} ${part}`, params)
  return rows.map(({ id }) => id)
}

export type InvoiceRow = {
  id: number
  dealer_id: number
  dealer: string
  dealer_code: string
  invoice_no: string
  issued_on: Day
  due_on: Day | null
  type_code: string
  side: 'debit' | 'credit'
  currency: string
  net: string
  tax: string
  total: string
  state: InvoiceState
  movement_id: number | null
  unpaid: string | null
  movement_currency: string | null
  order_no: string | null
  has_xml: boolean
  has_pdf: boolean
  has_differences: boolean
}

/** Whether a dealer's user may see an invoice. */
export async function maySeeInvoice(db: Db, id: number, { dealerId, addresses }: InvoiceReader): Promise<boolean> {
  const row = await db.one(
    `SELECT FROM invoices i WHERE i.id = $1 AND i.dealer_id = $2 AND ${invoiceInScope('$3')}`,
    [id, dealerId, addresses],
    'invoice_may_see',
  )
  return row !== undefined
}

/** Loads these invoices, in this order. */
export async function loadInvoices(db: Db, ids: readonly number[], today: Day): Promise<InvoiceRow[]> {
  return db.query<InvoiceRow>(
    `SELECT i.id, i.dealer_id, d.name AS dealer, d.code AS dealer_code, i.invoice_no, i.issued_on,
            coalesce(m.due_on, i.due_on) AS due_on, i.type_code, i.side, i.currency, i.net, i.tax, i.total,
            ${stateSql} AS state, i.movement_id, m.unpaid, m.currency AS movement_currency, o.order_no,
            EXISTS (SELECT FROM invoice_files f WHERE f.invoice_id = i.id AND f.kind = 'xml') AS has_xml,
            EXISTS (SELECT FROM invoice_files f WHERE f.invoice_id = i.id AND f.kind = 'pdf') AS has_pdf,
            i.differences <> '[]' AS has_differences
       FROM unnest($2::bigint[]) WITH ORDINALITY AS wanted (id, place)
       JOIN invoices i ON i.id = wanted.id
       JOIN dealers d ON d.id = i.dealer_id
       LEFT JOIN account_movements m ON m.id = i.movement_id
       LEFT JOIN orders o ON o.id = i.order_id
      ORDER BY wanted.place`,
    [today, ids],
    'invoices_load',
  )
}

export type InvoiceDetailRow = {
  ettn: string | null
  order_ref: string
  order_id: number | null
  document: InvoiceDocument | null
  differences: InvoiceDifference[]
  rates: InvoiceRates
  is_at_its_rate: boolean
  created_at: Date
  created_by: string | null
  movement: { documentNo: string; date: Day; amount: number; currency: string } | null
}

/** SQL: whether the rate of the day of invoice `i` is agreed with its dealer, now or in its order. */
export const isAtItsRate = `(EXISTS (SELECT FROM dealers d WHERE d.id = i.dealer_id AND d.rate_policy = 'invoice_day')
  OR EXISTS (SELECT FROM orders o WHERE o.id = i.order_id AND o.rate_policy = 'invoice_day'))`

/** What a page shows beyond the list. */
export function findDetail(db: Db, id: number): Promise<InvoiceDetailRow | undefined> {
  return db.one<InvoiceDetailRow>(
    `SELECT i.ettn, i.order_ref, i.order_id, i.document, i.differences, i.rates, ${isAtItsRate} AS is_at_its_rate, i.created_at, u.name AS created_by,
            CASE WHEN m.id IS NOT NULL THEN jsonb_build_object('documentNo', m.document_no, 'date', m.posted_on,
              'amount', m.debit + m.credit, 'currency', m.currency) END AS movement
       FROM invoices i LEFT JOIN users u ON u.id = i.created_by LEFT JOIN account_movements m ON m.id = i.movement_id
      WHERE i.id = $1`,
    [id],
    'invoice_detail',
  )
}
