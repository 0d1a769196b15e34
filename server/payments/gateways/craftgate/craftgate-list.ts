import type { Day } from '#domain/text/calendar-day.ts'
import { readLira } from '#server/payments/gateways/bank-amount.ts'
import type { BankTransaction, TransactionList } from '#server/payments/gateways/gateway.ts'
import { type Json, listOf, textOf } from '#server/payments/gateways/json-message.ts'
import { bankMoment, readPages, transactionList } from '#server/payments/gateways/transaction-pages.ts'
import { type CallCraftgate, receiptOf } from './craftgate-api.ts'

const pageSize = 100
type Rows = Awaited<ReturnType<typeof readPages<Json>>>

/** The paid payments of a day, and its refunds, of which Craftgate reports those of whole payments separately. */
export async function listTransactions(call: CallCraftgate, day: Day): Promise<TransactionList> {
  const sales = await search(call, 'payments', day)
  if (!sales.ok) return sales
  const wholes = await search(call, 'refunds', day)
  if (!wholes.ok) return wholes
  const parts = await search(call, 'refund-transactions', day)
  if (!parts.ok) return parts
  const paid = sales.rows.filter(({ paymentStatus }) => paymentStatus === 'SUCCESS')
  const payments = new Map(paid.map((payment) => [textOf(payment['id']), payment]))
  const refunds: (BankTransaction | null)[] = []
  for (const refund of [...wholes.rows, ...partsOnly(parts.rows, wholes.rows)].filter(isDone)) {
    refunds.push(refundIn(await paymentOf(call, payments, refund), refund))
  }
  return transactionList([...paid.map(saleOf), ...refunds].toSorted(byTime))
}

/** All rows that were created on a day. Pages count from 0. */
function search(call: CallCraftgate, path: string, day: Day): Promise<Rows> {
  return readPages(async (page) => {
    const period = `minCreatedDate=${day}T00:00:00&maxCreatedDate=${day}T23:59:59`
    const answer = await call(`/payment-reporting/v1/${path}?${period}&page=${page - 1}&size=${pageSize}`, null)
    if (answer.kind !== 'data') return { ok: false, text: answer.text }
    const { items, totalSize, size } = answer.data
    const pages = Math.ceil(Number(textOf(totalSize) || Number.NaN) / Number(textOf(size) || pageSize))
    const rows = listOf(items)
    if (!Array.isArray(items) || rows.length < items.length || !Number.isSafeInteger(pages))
      return { ok: false, text: 'unreadable' }
    return { ok: true, rows, pages }
  })
}

function byTime(a: BankTransaction | null, b: BankTransaction | null): number {
  return (a?.at?.getTime() ?? 0) - (b?.at?.getTime() ?? 0)
}

function isDone({ status }: Json): boolean {
  return status === 'SUCCESS'
}

/** A refund of a whole payment is also listed for each of its lines. */
function partsOnly(parts: readonly Json[], wholes: readonly Json[]): Json[] {
  const key = ({ paymentId, refundPrice }: Json) => `${textOf(paymentId)} ${readLira(textOf(refundPrice))}`
  const whole = new Set(wholes.filter(isDone).map(key))
  return parts.filter((part) => !whole.has(key(part)))
}

/** Refunds contain neither currency nor order number of their payment. */
async function paymentOf(call: CallCraftgate, known: Map<string, Json>, { paymentId }: Json): Promise<Json | null> {
  const id = textOf(paymentId)
  const payment = known.get(id)
  if (payment !== undefined) return payment
  const answer = await call(`/payment-reporting/v1/payments/${id}`, null)
  if (answer.kind !== 'data') return null
  known.set(id, answer.data)
  return answer.data
}

function saleOf(payment: Json): BankTransaction | null {
  const of = (name: string) => textOf(payment[name])
  const [amount, id] = [readLira(of('paidPrice')), of('id')]
  if (amount === null || id === '' || of('currency') === '') return null
  return {
    id: `SALE:${id}`,
    kind: 'sale',
    reference: of('conversationId') || of('externalId') || id,
    amount,
    currency: of('currency'),
    at: bankMoment(of('createdDate')),
    receipt: receiptOf(payment),
  }
}

function refundIn(payment: Json | null, refund: Json): BankTransaction | null {
  const sale = payment === null ? null : saleOf(payment)
  const [amount, id] = [readLira(textOf(refund['refundPrice'])), textOf(refund['id'])]
  if (sale === null || amount === null || id === '') return null
  const kind = refund['paymentTransactionId'] === undefined ? 'REFUND' : 'REFUND_TX'
  return { ...sale, id: `${kind}:${id}`, kind: 'refund', amount, at: bankMoment(textOf(refund['createdDate'])) }
}
