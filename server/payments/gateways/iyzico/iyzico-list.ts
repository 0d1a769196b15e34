import type { Day } from '#domain/text/calendar-day.ts'
import { readLira, sumOf } from '#server/payments/gateways/bank-amount.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type { BankTransaction, TransactionList } from '#server/payments/gateways/gateway.ts'
import { type Json, listOf, textOf } from '#server/payments/gateways/json-message.ts'
import { bankMoment, readPages, transactionList } from '#server/payments/gateways/transaction-pages.ts'
import type { CallIyzico } from './iyzico-api.ts'

/** The payments, cancels and refunds of a day, by pages. Payments and cancels have a row for each line of their basket. */
export async function listTransactions(call: CallIyzico, day: Day): Promise<TransactionList> {
  const read = await readPages(async (page) => {
    const answer = await call(`/v2/reporting/payment/transactions?page=${page}&transactionDate=${day}&locale=tr`, null)
    if (!answer.ok) return answer
    const { status, errorMessage, transactions, totalPageCount } = answer.json
    if (status !== 'success') return { ok: false, text: bankText(textOf(errorMessage)) }
    // A day without transactions has no number of pages.
    const pages = Number(textOf(totalPageCount) || '1')
    if (!Number.isSafeInteger(pages)) return { ok: false, text: 'unreadable' }
    return { ok: true, rows: listOf(transactions), pages }
  })
  if (!read.ok) return read
  const rows = Map.groupBy(read.rows.filter(isDone), idOf)
  return transactionList([...rows].map(([id, lines]) => transactionOf(id, lines)))
}

/** -1: rejected by iyzico's review, so no money was kept. */
function isDone({ transactionType, transactionStatus }: Json): boolean {
  return transactionType !== 'PAYMENT' || textOf(transactionStatus) !== '-1'
}

function idOf({ transactionType, transactionId, paymentId }: Json): string {
  return transactionType === 'REFUND'
    ? `REFUND:${textOf(transactionId)}`
    : `${textOf(transactionType)}:${textOf(paymentId)}`
}

const types = ['PAYMENT', 'CANCEL', 'REFUND']

function sumIn(lines: readonly Json[], name: string): string | null {
  const amounts = lines.map((line) => readLira(textOf(line[name])))
  return amounts.includes(null) ? null : sumOf(amounts.filter((amount) => amount !== null))
}

function transactionOf(id: string, lines: readonly Json[]): BankTransaction | null {
  const of = (name: string) => textOf(lines[0]?.[name])
  const type = of('transactionType')
  // Which of the two a refund of a part has as its amount is not documented: both count.
  const [price, paidPrice] = [sumIn(lines, 'price'), sumIn(lines, 'paidPrice')]
  const paymentId = of('paymentId')
  if (price === null || paidPrice === null || paymentId === '' || !types.includes(type)) return null
  return {
    id,
    kind: type === 'PAYMENT' ? 'sale' : 'refund',
    reference: of('basketId') || of('conversationId'),
    amount: type === 'REFUND' ? price : paidPrice,
    ...(type === 'REFUND' && { taken: paidPrice }),
    currency: of('transactionCurrency'),
    at: bankMoment(of('transactionDate')),
    receipt: { authCode: of('authCode') || null, bankReference: paymentId, transaction: of('paymentTxId') || null },
  }
}
