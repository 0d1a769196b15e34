import { type Day, formatDay } from '#domain/text/calendar-day.ts'
import { liraOfKurus } from '#server/payments/gateways/bank-amount.ts'
import { maskedCard } from '#server/payments/gateways/callback-fields.ts'
import type { BankTransaction, TransactionList } from '#server/payments/gateways/gateway.ts'
import { bankMoment, readPages, transactionList } from '#server/payments/gateways/transaction-pages.ts'
import type { XmlMessage } from '#server/payments/gateways/xml-message.ts'
import type { SendTransaction } from './garanti-api.ts'

/** The list concerns no payer: there is no address of a customer to send. */
const noCharge = { reference: '', address: '127.0.0.1', buyer: { email: '' } }
const listAmount = '100'
const noSuchOrder = '0110'

/** The orders of a day (`orderlistinq`), in pages of 500. */
export async function listTransactions(send: SendTransaction, day: Day): Promise<TransactionList> {
  const date = formatDay(day).replaceAll('.', '/')
  const read = await readPages(async (page) => {
    const order = { GroupID: '', StartDate: `${date} 00:00`, EndDate: `${date} 23:59`, ListPageNum: String(page) }
    const fields = { CardholderPresentCode: '0', MotoInd: 'N' }
    const answer = await send(noCharge, { type: 'orderlistinq', amount: listAmount, fields, order })
    if (!answer.ok) return answer
    const { message } = answer
    const [code, reason] = ['Code', 'ReasonCode'].map((name) => message.text('Transaction', 'Response', name))
    if (code !== '00') return reason === noSuchOrder ? { ok: true, rows: [], pages: 1 } : { ok: false, text: `${code}` }
    const list = (...path: string[]) => ['Order', 'OrderListInqResult', 'OrderTxnList', ...path]
    const pages = Number(message.text(...list('TotalPageCount')) || '1')
    if (!Number.isSafeInteger(pages)) return { ok: false, text: 'unreadable' }
    return { ok: true, rows: message.all(...list('OrderTxn')), pages }
  })
  return read.ok ? transactionList(read.rows.filter(isDone).flatMap(transactionsOf)) : read
}

const sales = ['Satis', 'On Otorizasyon Kapama']
const returns = ['Iade', 'Iptal']

function isDone(row: XmlMessage): boolean {
  const [type, state] = [row.text('TrxType'), row.text('Status')]
  return [...sales, ...returns].includes(type) && state !== 'Basarisiz' && row.text('ResponseCode') === '00'
}

/** A sale that was voided later has the state Iptal: money came and went. The row of the void itself has no amount of its own. */
function transactionsOf(row: XmlMessage, _: number, rows: readonly XmlMessage[]): (BankTransaction | null)[] {
  const [type, state, order] = [row.text('TrxType'), row.text('Status'), row.text('OrderID')]
  if (sales.includes(type)) {
    const sale = transactionOf(row, 'sale', type)
    return state === 'Iptal' ? [sale, transactionOf(row, 'refund', 'Iptal')] : [sale]
  }
  if (state === 'Iptal') return []
  const isVoidOfSale = type === 'Iptal' && rows.some((other) => isVoidedSale(other, order))
  return isVoidOfSale ? [] : [transactionOf(row, 'refund', type)]
}

function isVoidedSale(row: XmlMessage, order: string): boolean {
  return sales.includes(row.text('TrxType')) && row.text('Status') === 'Iptal' && row.text('OrderID') === order
}

const currencies: Readonly<Record<string, string>> = { TL: 'TRY', '949': 'TRY', '840': 'USD', '978': 'EUR' }

function transactionOf(row: XmlMessage, kind: BankTransaction['kind'], type: string): BankTransaction | null {
  const [amount, reference, number] = [liraOfKurus(row.text('AuthAmount')), row.text('OrderID'), row.text('RetrefNum')]
  if (amount === null || reference === '') return null
  const date = row.text('LastTrxDate')
  const currency = row.text('CurrencyCode')
  return {
    id: `${type}:${number || `${reference}:${date}`}`,
    kind,
    reference,
    amount,
    currency: currencies[currency] ?? currency,
    at: bankMoment(date),
    receipt: {
      authCode: row.text('AuthCode') || null,
      bankReference: number || null,
      transaction: null,
      ...maskedCard(row.text('CardNumberMasked')),
    },
  }
}
