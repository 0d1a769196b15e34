import { type Invoice, type InvoicesQuery, statementPageSize } from '#contract/shop/statement.ts'
import { likeWords } from './queries.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { fold } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { parseStatementQuery } from './statement-query.ts'

type InvoiceRow = {
  document_no: string
  posted_on: Day
  due_on: Day | null
  description: string
  currency: string
  amount: string
  unpaid: string
}

const isFound = `dealer_id = $1 AND kind = 'invoice' AND ($2::text IS NULL OR currency = $2)
  AND posted_on >= coalesce($3::date, '-infinity') AND posted_on <= coalesce($4::date, 'infinity')
  AND folded LIKE ALL ($5::text[])`

type InvoicePage = { items: Invoice[]; total: number; page: number; pages: number; limit: number }

/** A page of a dealer's invoices, newest first. The amount of one that credits the account is negative. */
export async function listInvoices(db: Db, dealerId: number, query: InvoicesQuery): Promise<InvoicePage> {
  const { from, to, q, currency, page } = parseStatementQuery(query)
  const limit = statementPageSize
  const params = [dealerId, currency || null, from, to, likeWords(fold(q))]
  const [counted, rows] = await Promise.all([
    db.one<{ total: number }>(
      `SELECT count(*)::int AS total FROM account_movements WHERE ${isFound}`,
      params,
      'invoices_count',
    ),
    db.query<InvoiceRow>(
      `SELECT document_no, posted_on, due_on, description, currency, (debit - credit)::text AS amount, unpaid::text
         FROM account_movements WHERE ${isFound} ORDER BY posted_on DESC, id DESC LIMIT $6 OFFSET $7`,
      [...params, limit, (page - 1) * limit],
      'invoices_page',
    ),
  ])
  const total = counted?.total ?? 0
  const items = rows.map((row) => ({
    documentNo: row.document_no,
    date: row.posted_on,
    dueDate: row.due_on,
    description: row.description,
    currency: row.currency,
    amount: row.amount,
    unpaid: row.unpaid,
  }))
  return { items, total, page, pages: Math.max(1, Math.ceil(total / limit)), limit }
}
