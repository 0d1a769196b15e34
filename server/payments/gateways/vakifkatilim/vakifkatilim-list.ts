import { addDays, type Day } from '#domain/text/calendar-day.ts'
import { currencyNumbers, isSameAmount, readLira } from '#server/payments/gateways/bank-amount.ts'
import type { BankHttp, BankTransaction, PosTerms, TransactionList } from '#server/payments/gateways/gateway.ts'
import { reasonOf, vposReceipt } from '#server/payments/gateways/kuveytturk/vpos-api.ts'
import { bankMoment, readPages, transactionList } from '#server/payments/gateways/transaction-pages.ts'
import type { XmlMessage } from '#server/payments/gateways/xml-message.ts'
import { noResult, orderPath, sendOperation, signedAccount } from './vakifkatilim-api.ts'

/** Rows per request. */
const pageSize = 100
const sale = '1'
/** OrderStatus of a refund, a refund in part, and a void. */
const returns = ['4', '5', '6']

/** The orders of a day (SelectOrder). Rows of other days, which the last date may include, are left out. */
export async function listTransactions(terms: PosTerms, http: BankHttp, day: Day): Promise<TransactionList> {
  const read = await readPages(async (page) => {
    const answer = await sendOperation(terms, http, 'SelectOrder', {
      ...signedAccount(terms, { orderId: '', amount: '' }),
      StartDate: day,
      EndDate: addDays(day, 1),
      LowerLimit: String((page - 1) * pageSize),
      UpperLimit: String(pageSize),
      ProvNumber: '',
      OrderStatus: '',
      TranResult: '',
      OrderNo: '',
    })
    if (!answer.ok) return answer
    const { message } = answer
    const code = message.text('ResponseCode')
    if (code === noResult) return { ok: true, rows: [], pages: page }
    const rows = message.all(...orderPath)
    if (code !== '00' || rows.length === 0)
      return { ok: false, text: reasonOf(code, message.text('ResponseMessage')) || 'unreadable' }
    return { ok: true, rows, pages: rows.length < pageSize ? page : page + 1 }
  })
  if (!read.ok) return read
  const transactions = read.rows.filter((row) => isListed(row, day)).map(transactionOf)
  // A void that was sent again is listed again.
  const isFirst = (row: BankTransaction | null, at: number) =>
    row === null || transactions.findIndex((each) => each?.id === row.id) === at
  return transactionList(transactions.filter(isFirst))
}

function isListed(row: XmlMessage, day: Day): boolean {
  const isDone = row.text('TransactionStatus') === '1' && row.text('ResponseCode') === '00'
  return isDone && [sale, ...returns].includes(row.text('OrderStatus')) && row.text('OrderDate').startsWith(day)
}

const currencyOf = new Map(Object.entries(currencyNumbers).map(([letters, digits]) => [`0${digits}`, letters]))

function transactionOf(row: XmlMessage): BankTransaction | null {
  const of = (name: string) => row.text(name)
  const [state, order, stan] = [of('OrderStatus'), of('OrderId'), of('Stan')]
  const amount = readLira(of(state === sale ? 'FirstAmount' : 'TranAmount'))
  const isReadable = amount !== null && !isSameAmount(amount, '0') && order !== '' && of('MerchantOrderId') !== ''
  if (!isReadable) return null
  return {
    id: ['4', '5'].includes(state) ? `${state}:${order}:${stan}` : `${state}:${order}`,
    kind: state === sale ? 'sale' : 'refund',
    reference: of('MerchantOrderId'),
    amount,
    currency: currencyOf.get(of('FEC')) ?? of('FEC'),
    at: bankMoment(of('OrderDate')),
    receipt: vposReceipt({ provision: of('ProvNumber'), rrn: of('RRN'), order, stan, card: of('CardNumber') }),
  }
}
