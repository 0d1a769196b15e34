import { isSameAmount, readLira, sumOf } from '#server/payments/gateways/bank-amount.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type { Charge, Inquiry } from '#server/payments/gateways/gateway.ts'
import { hasRepeats, type XmlMessage } from '#server/payments/gateways/xml-message.ts'
import { isRefusal, isSameCurrency, vposReceipt } from './vpos-api.ts'

/** OrderStatus of a sale; a void or refund may have a row of its own. */
const sale = '1'
const paidStates: Readonly<Record<string, 'kept' | 'part' | 'returned'>> = {
  '1': 'kept',
  '4': 'returned',
  '5': 'part',
  '6': 'returned',
}

const fieldNames = [
  ...['MerchantOrderId', 'OrderStatus', 'LastOrderStatus', 'TransactionStatus', 'ResponseCode', 'ProvNumber', 'FEC'],
  ...['FirstAmount', 'CancelAmount', 'DrawbackAmount', 'OrderId', 'RRN', 'Stan'],
]

/** What the rows (OrderContract) of an answered inquiry report of the charge. Their amounts are in lira. */
export function inquiryOf(rows: readonly XmlMessage[], charge: Charge): Inquiry {
  if (rows.length === 0) return { kind: 'none' }
  if (rows.some((row) => hasRepeats(row, fieldNames))) return { kind: 'pending', text: 'unreadable' }
  const sales = rows.filter(
    (row) => row.text('MerchantOrderId') === charge.reference && row.text('OrderStatus') === sale,
  )
  const [paid, ...others] = sales.filter(isDone)
  if (others.length > 0) return { kind: 'pending', text: 'several sales' }
  return paid === undefined ? unpaidState(sales) : paidState(paid, charge)
}

/** Without an authorisation number, code 00 may only mean that the cardholder was authenticated. */
export function isDone(row: XmlMessage): boolean {
  const isApproved = row.text('TransactionStatus') === '1' && row.text('ResponseCode') === '00'
  return isApproved && row.text('ProvNumber') !== ''
}

function unpaidState(sales: readonly XmlMessage[]): Inquiry {
  const last = sales.at(-1)
  if (last === undefined) return { kind: 'pending', text: 'another order' }
  if (sales.every(isOnlyStarted)) return { kind: 'none' }
  const isRefused = (row: XmlMessage) => row.text('TransactionStatus') === '2' && isRefusal(row.text('ResponseCode'))
  const [code, text] = [last.text('ResponseCode'), bankText(last.text('ResponseExplain'))]
  return sales.every(isRefused) ? { kind: 'declined', code, text } : { kind: 'pending', text: `${code} ${text}`.trim() }
}

/** 3-D Secure was started, and no provision was made. */
function isOnlyStarted(row: XmlMessage): boolean {
  const isEmpty = ['ResponseCode', 'ProvNumber', 'RRN'].every((name) => row.text(name) === '')
  return row.text('TransactionStatus') === '0' && isEmpty
}

function paidState(row: XmlMessage, charge: Charge): Inquiry {
  const amount = readLira(row.text('FirstAmount'))
  const back = [readLira(row.text('CancelAmount')), readLira(row.text('DrawbackAmount'))]
  const state = paidStates[row.text('LastOrderStatus')]
  if (amount === null || isSameAmount(amount, '0') || back.includes(null) || state === undefined)
    return { kind: 'pending', text: 'unreadable' }
  if (!isSameCurrency(row.text('FEC'), charge)) return { kind: 'pending', text: 'another currency' }
  const returned = sumOf(back.filter((each) => each !== null))
  if (state === 'part' && isSameAmount(returned, '0')) return { kind: 'pending', text: 'a refund is in progress' }
  const receipt = vposReceipt({
    provision: row.text('ProvNumber'),
    rrn: row.text('RRN'),
    order: row.text('OrderId'),
    stan: row.text('Stan'),
    card: row.text('CardNumber'),
  })
  return { kind: 'captured', amount, refunded: state === 'returned' ? amount : returned, receipt }
}
