import type { Day } from '#domain/text/calendar-day.ts'
import { currencyNumbers, readLira } from '#server/payments/gateways/bank-amount.ts'
import type { BankTransaction, TransactionList } from '#server/payments/gateways/gateway.ts'
import { bankMoment, transactionList } from '#server/payments/gateways/transaction-pages.ts'
import type { XmlMessage } from '#server/payments/gateways/xml-message.ts'
import { approved, notFound, rowPath, type SendPayfor } from './payfor-api.ts'
import { receiptOf } from './payfor-inquiry.ts'

/** All transactions of a day, successful or not, in one answer. */
export async function listTransactions(send: SendPayfor, day: Day): Promise<TransactionList> {
  const request = { SecureType: 'Report', TxnType: 'TxnHistory', ReqDate: day.replaceAll('-', '') }
  const answer = await send(request)
  if (!answer.ok) return answer
  const rows = answer.message.all(...rowPath)
  const isEmpty = rows.some((row) => row.text('TxnType') === 'TxnHistory' && row.text('ProcReturnCode') === notFound)
  if (isEmpty && rows.length === 1) return { ok: true, transactions: [] }
  if (rows.length === 0 || rows.some(isUnreadable)) return { ok: false, text: 'unreadable' }
  return transactionList(rows.flatMap(transactionOf))
}

/** A void is a row of its own, beside the sale's. */
const kinds: Readonly<Record<string, BankTransaction['kind']>> = {
  Auth: 'sale',
  PostAuth: 'sale',
  Refund: 'refund',
  Void: 'refund',
}

function isUnreadable(row: XmlMessage): boolean {
  return row.text('TxnType') === '' || row.text('TxnType') === 'TxnHistory' || row.text('ProcReturnCode') === ''
}

const currencies = new Map(Object.entries(currencyNumbers).map(([letters, number]) => [number, letters]))

function transactionOf(row: XmlMessage): (BankTransaction | null)[] {
  const of = (name: string) => row.text(name)
  const kind = kinds[of('TxnType')]
  if (kind === undefined || of('ProcReturnCode') !== approved || of('TxnResult') !== 'Success') return []
  const [amount, reference] = [readLira(of('PurchAmount')), of('OrgOrderId') || of('OrderId')]
  if (amount === null || reference === '' || of('RequestGuid') === '') return [null]
  return [
    {
      id: of('RequestGuid'),
      kind,
      reference,
      amount,
      currency: currencies.get(of('Currency')) ?? of('Currency'),
      at: bankMoment(of('InsertDatetime')),
      receipt: receiptOf(row),
    },
  ]
}
