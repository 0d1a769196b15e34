import { currencyNumbers, isSameAmount, readLira } from '#server/payments/gateways/bank-amount.ts'
import { bankText, maskedCard } from '#server/payments/gateways/callback-fields.ts'
import type { Charge, Inquiry, PosTerms, Receipt } from '#server/payments/gateways/gateway.ts'
import type { XmlMessage } from '#server/payments/gateways/xml-message.ts'
import { approved, notFound, type SendPayfor } from './payfor-api.ts'

/** The cardholder is still in 3-D Secure or left it (V000), or was authenticated and nothing was captured (V033). */
const notCaptured = ['V000', 'V033']

export async function inquire({ settings }: PosTerms, send: SendPayfor, charge: Charge): Promise<Inquiry> {
  const answer = await send({ SecureType: 'Inquiry', TxnType: 'OrderInquiry', OrgOrderId: charge.reference })
  if (!answer.ok) return { kind: 'pending', text: answer.text }
  const of = (name: string) => answer.message.text(name)
  const code = of('ProcReturnCode')
  const text = bankText(of('ErrMsg'))
  if (code === notFound) return { kind: 'none' }
  const isOurs = of('OrderId') === charge.reference && of('MerchantID') === settings['merchantId']
  if (!isOurs || of('TxnType') !== 'Auth') return { kind: 'pending', text: `${code} ${text}`.trim() }
  if (of('TxnResult') === 'Success' && code === approved) return readSale(answer.message, charge)
  const isOver = of('TxnResult') === 'Failed' && of('TxnStatus') === 'N' && !['', approved].includes(code)
  if (!isOver) return { kind: 'pending', text: `${code} ${text}`.trim() }
  return notCaptured.includes(code) ? { kind: 'none' } : { kind: 'declined', code, text }
}

/** `RefundedAmount` is the sum of all refunds. States of a transaction: Y done, V voided. */
function readSale(message: XmlMessage, charge: Charge): Inquiry {
  const of = (name: string) => message.text(name)
  const [amount, refunded] = [readLira(of('PurchAmount')), readLira(of('RefundedAmount'))]
  if (of('Currency') !== currencyNumbers[charge.currency])
    return { kind: 'pending', text: `currency ${of('Currency')}` }
  const flags = [of('IsVoided'), of('IsRefunded')]
  const isReadable = flags.every((flag) => flag === 'true' || flag === 'false') && ['Y', 'V'].includes(of('TxnStatus'))
  if (amount === null || refunded === null || !isReadable) return { kind: 'pending', text: 'unreadable' }
  // Whether a part sets IsRefunded is not documented: without a sum, it counts as the whole amount.
  const isWhole = of('TxnStatus') === 'V' || flags[0] === 'true' || (flags[1] === 'true' && isSameAmount(refunded, '0'))
  return { kind: 'captured', amount, refunded: isWhole ? amount : refunded, receipt: receiptOf(message) }
}

/** The reference number of the issuing bank is HostRefNum in some messages, F37 in others. */
export function receiptOf(message: XmlMessage): Receipt {
  return {
    authCode: message.text('AuthCode') || null,
    bankReference: message.text('HostRefNum') || message.text('F37') || null,
    transaction: message.text('RequestGuid') || null,
    ...maskedCard(message.text('CardMask')),
  }
}
