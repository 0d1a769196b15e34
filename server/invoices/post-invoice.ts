import { type Refusal, refuse } from '#contract/core/errors.ts'
import { lira } from '#domain/money/money.ts'
import { type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { invoiceReference, lockAccounts, postMovement } from '#server/statement/statement.ts'

type PostedRow = {
  dealer_id: number
  invoice_no: string
  side: 'debit' | 'credit'
  issued_on: Day
  due_on: Day | null
  currency: string
  total: string
  movement_id: number | null
}

/**
 * Posts an invoice to its dealer's account if the account has no movement of it. The ERP's movement of the same number takes
 * over this one when it arrives. Foreign currencies are posted by the ERP, which knows their rates.
 */
export async function postToAccount(db: Db, author: Author, id: number): Promise<{ ok: true } | Refusal> {
  const dealer = await db.one<{ dealer_id: number }>('SELECT dealer_id FROM invoices WHERE id = $1', [id])
  if (dealer === undefined) return refuse('invoice_not_found')
  // The account before the invoice, in the order of imports.
  await lockAccounts(db, [dealer.dealer_id])
  const row = await db.one<PostedRow>(
    `SELECT dealer_id, invoice_no, side, issued_on, due_on, currency, total, movement_id
       FROM invoices WHERE id = $1 FOR UPDATE`,
    [id],
    'invoice_to_post',
  )
  if (row === undefined) return refuse('invoice_not_found')
  if (row.movement_id !== null) return refuse('invoice_posted')
  if (row.currency !== lira) return refuse('invoice_currency_unposted')
  const isDebit = row.side === 'debit'
  const kind = isDebit ? 'invoice' : 'return'
  const movementId = await postMovement(db, {
    dealerId: row.dealer_id,
    day: row.issued_on,
    dueOn: row.due_on,
    asOf: dayInTurkey(new Date()),
    kind,
    debit: isDebit ? row.total : '0',
    credit: isDebit ? '0' : row.total,
    documentNo: row.invoice_no,
    description: translate('tr', `invoices.posted.${kind}`),
    reference: invoiceReference(row.invoice_no),
  })
  await db.execute('UPDATE invoices SET movement_id = $2 WHERE id = $1', [id, movementId], 'invoice_set_movement')
  await writeAudit(db, author, { action: 'book', noun: 'invoice', id: row.invoice_no, after: { total: row.total } })
  return { ok: true }
}
