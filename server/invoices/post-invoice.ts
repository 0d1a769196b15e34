import { type Refusal, refuse } from '#contract/core/errors.ts'
import { decimal, lira, roundMoney } from '#domain/money/money.ts'
import { stateRate } from '#server/exchange-rates/exchange-rates.ts'
import { formatsOf } from '#domain/text/format.ts'
import { type Day, dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { bookEarlyPayments, invoiceReference, lockAccounts, postMovement } from '#server/statement/statement.ts'
import { isAtItsRate } from './invoice-rows.ts'
import { saveInvoiceRates } from './invoice-rates.ts'

type PostedRow = {
  dealer_id: number
  invoice_no: string
  side: 'debit' | 'credit'
  issued_on: Day
  due_on: Day | null
  currency: string
  total: string
  movement_id: number | null
  /** The dealer, or the order of the invoice, is charged at the rate of the invoice's day. */
  is_at_its_rate: boolean
}

/**
 * Posts an invoice to its dealer's account if the account has no movement of it. The ERP's movement of the same number takes
 * over this one when it arrives. Invoices in foreign currencies are posted by the ERP, which knows their rates; where the rate of the
 * invoice's day is agreed, they are posted in lira at this rate.
 */
export async function postToAccount(db: Db, author: Author, id: number): Promise<{ ok: true } | Refusal> {
  const dealer = await db.one<{ dealer_id: number }>('SELECT dealer_id FROM invoices WHERE id = $1', [id])
  if (dealer === undefined) return refuse('invoice_not_found')
  // The account before the invoice, in the order of imports.
  await lockAccounts(db, [dealer.dealer_id])
  const row = await db.one<PostedRow>(
    `SELECT dealer_id, invoice_no, side, issued_on, due_on, currency, total, movement_id,
            ${isAtItsRate} AS is_at_its_rate
       FROM invoices i WHERE id = $1 FOR UPDATE`,
    [id],
    'invoice_to_post',
  )
  if (row === undefined) return refuse('invoice_not_found')
  if (row.movement_id !== null) return refuse('invoice_posted')
  const amount = await amountInLira(db, id, row)
  if ('ok' in amount) return amount
  const isDebit = row.side === 'debit'
  const kind = isDebit ? 'invoice' : 'return'
  const movementId = await postMovement(db, {
    dealerId: row.dealer_id,
    day: row.issued_on,
    dueOn: row.due_on,
    asOf: dayInTurkey(new Date()),
    kind,
    debit: isDebit ? amount.total : '0',
    credit: isDebit ? '0' : amount.total,
    documentNo: row.invoice_no,
    description: [translate('tr', `invoices.posted.${kind}`), ...amount.facts].join(' · '),
    reference: invoiceReference(row.invoice_no),
  })
  await db.execute('UPDATE invoices SET movement_id = $2 WHERE id = $1', [id, movementId], 'invoice_set_movement')
  await bookEarlyPayments(db, [row.dealer_id], dayInTurkey(new Date()))
  await writeAudit(db, author, { action: 'book', noun: 'invoice', id: row.invoice_no, after: { total: amount.total } })
  return { ok: true }
}

/** The total in lira, with what the account says of its conversion. */
async function amountInLira(db: Db, id: number, row: PostedRow): Promise<{ total: string; facts: string[] } | Refusal> {
  const { currency, total, issued_on: day } = row
  if (currency === lira) return { total, facts: [] }
  if (!row.is_at_its_rate) return refuse('invoice_currency_unposted')
  const found = (await saveInvoiceRates(db, id))[currency]
  if (found === undefined) return refuse('invoice_rate_missing', { currency, day: formatDay(day) })
  return {
    total: roundMoney(decimal(total).times(found.rate)).toFixed(2),
    facts: [formatsOf('tr').formatMoney(total, currency), stateRate({ currency, ...found }, 'tr')],
  }
}
