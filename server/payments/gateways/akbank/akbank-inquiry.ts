import { currencyNumbers, readLira, sumOf } from '#server/payments/gateways/bank-amount.ts'
import { bankText, maskedCard } from '#server/payments/gateways/callback-fields.ts'
import type { Charge, Inquiry, Receipt } from '#server/payments/gateways/gateway.ts'
import { type Json, listOf, textOf } from '#server/payments/gateways/json-message.ts'
import { approved, type CallAkbank, sendTransaction } from './akbank-api.ts'

/** The transactions of an order. */
const inquiryCode = '1010'
const noSuchOrder = 'VPS-1123'
const saleCode = '1000'
const refundCode = '1002'

export async function inquire(call: CallAkbank, charge: Charge): Promise<Inquiry> {
  const answer = await sendTransaction(call, charge, inquiryCode)
  if (!answer.ok) return { kind: 'pending', text: answer.text }
  const { json } = answer
  const code = textOf(json['responseCode'])
  if (code === noSuchOrder) return { kind: 'none' }
  if (code !== approved) return pending(`${code} ${textOf(json['responseMessage'])}`)
  if (!Array.isArray(json['txnDetailList'])) return pending('no list')
  const rows = listOf(json['txnDetailList'])
  if (rows.some((row) => textOf(row['txnCode']) === '')) return pending('unreadable list')
  const [sale, ...others] = rows.filter((row) => textOf(row['txnCode']) === saleCode)
  if (sale === undefined) return { kind: 'none' }
  if (others.length > 0) return pending('several sales')
  if (sale['orderId'] !== charge.reference) return pending('another order')
  return readSale(sale, rows, charge)
}

function pending(text: string): Inquiry {
  return { kind: 'pending', text: bankText(text) }
}

/** States of a transaction: N normal, S suspicious, V voided, R reversed by the bank because it was not completed. */
function readSale(sale: Json, rows: readonly Json[], charge: Charge): Inquiry {
  const of = (name: string) => textOf(sale[name])
  const state = of('txnStatus')
  if (of('responseCode') !== approved) {
    if (of('responseCode') === '' && state !== 'R') return pending(state)
    const code = of('hostResponseCode') || of('responseCode') || state
    return { kind: 'declined', code, text: bankText(of('hostMessage') || of('responseMessage')) }
  }
  const amount = readLira(of('amount'))
  const isOurs = of('currencyCode') === currencyNumbers[charge.currency]
  if (amount === null || !isOurs || !['N', 'V', 'R'].includes(state)) return pending(`${state} ${of('amount')}`)
  const receipt = receiptOf(sale)
  if (state !== 'N') return { kind: 'captured', amount, refunded: amount, receipt }
  const refunds = rows.filter((row) => textOf(row['txnCode']) === refundCode).map(refundedIn)
  if (refunds.includes(null)) return pending('unreadable refund')
  return { kind: 'captured', amount, refunded: sumOf(refunds.filter((refund) => refund !== null)), receipt }
}

/** What a refund returned: nothing if it was declined or voided; null if it is unreadable. */
function refundedIn(row: Json): string | null {
  const of = (name: string) => textOf(row[name])
  if (of('responseCode') === '' || !['N', 'V', 'R'].includes(of('txnStatus'))) return null
  return of('responseCode') === approved && of('txnStatus') === 'N' ? readLira(of('amount')) : '0.00'
}

export function receiptOf(row: Json): Receipt {
  return {
    authCode: textOf(row['authCode']) || null,
    bankReference: textOf(row['rrn']) || null,
    transaction: textOf(row['stan']) || null,
    ...maskedCard(textOf(row['maskedCardNumber'])),
  }
}
