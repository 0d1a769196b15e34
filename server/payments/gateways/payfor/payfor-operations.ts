import { isUnanswered } from '#domain/payments/decline.ts'
import { currencyNumbers, isSameAmount } from '#server/payments/gateways/bank-amount.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type { Charge, Gateway, Outcome, PosTerms, Proof, RefundOutcome } from '#server/payments/gateways/gateway.ts'
import type { XmlMessage } from '#server/payments/gateways/xml-message.ts'
import { approved, type PayforAnswer, type SendPayfor } from './payfor-api.ts'
import { inquire } from './payfor-inquiry.ts'

/** The server-to-server operations. */
export function payforOperations(
  terms: PosTerms,
  send: SendPayfor,
): Pick<Gateway, 'capture' | 'inquire' | 'void' | 'refund'> {
  return {
    capture: (charge, proof) => capture(terms, send, charge, proof),
    inquire: (charge) => inquire(terms, send, charge),
    void: async (charge) => refundOf(await send({ ...giveBack(charge), TxnType: 'Void' })),
    refund: async (charge, _receipt, amount) =>
      refundOf(await send({ ...giveBack(charge), TxnType: 'Refund', PurchAmount: amount })),
  }
}

function giveBack({ reference, currency }: Charge) {
  return { SecureType: 'NonSecure', OrgOrderId: reference, Currency: currencyNumbers[currency] }
}

/**
 * Captures what was authenticated: the request has no amount. The form's hash covers no currency, so a payer can change it
 * in the browser, and the answer has neither; an inquiry confirms both.
 */
async function capture(terms: PosTerms, send: SendPayfor, charge: Charge, proof: Proof): Promise<Outcome> {
  const answer = await send({
    RequestGuid: proof['requestGuid'] ?? '',
    OrderId: charge.reference,
    SecureType: '3DModelPayment',
  })
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { code, text } = resultOf(answer.message)
  if (answer.message.text('TransId') !== charge.reference) return { kind: 'unknown', text: `another order ${text}` }
  if (isRefusal(code)) return { kind: 'declined', code, text }
  if (code !== approved) return { kind: 'unknown', text: `${code} ${text}`.trim() }
  const found = await inquire(terms, send, charge)
  if (found.kind !== 'captured' || found.receipt.bankReference === null)
    return { kind: 'unknown', text: 'not confirmed' }
  return isSameAmount(found.amount, charge.amount)
    ? { kind: 'captured', receipt: found.receipt }
    : { kind: 'unknown', text: 'another amount' }
}

function resultOf(message: XmlMessage): { code: string; text: string } {
  return { code: message.text('ProcReturnCode'), text: bankText(message.text('ErrMsg')) }
}

/**
 * Errors of requests that PayFor rejects before it asks the issuing bank: fields (M001 to M026), card number, limits and
 * rights (M041, M045, M047 to M049), merchant, user and terminal (V001, V004 to V011, V035, V038), no such transaction
 * (V013), refunds before the end of the day, of too much, or of a voided or refunded sale (V014, V015, V017 to V020, V031,
 * V037), installments (V023, V024), and failed 3-D Secure (V034). A used order number (V029) and system errors (V000, V003,
 * V036, V9196 …) are not among them: they may follow a taken payment.
 */
const rejections = /^(M0(0[1-9]|1\d|2[0-6]|41|45|4[7-9])|V0(0[14-9]|1[0134589]|17|20|23|24|31|34|35|37|38))$/

/** Whether a code proves that no money moved. Two digits come from the issuing bank. */
function isRefusal(code: string): boolean {
  if (/^\d\d$/.test(code)) return code !== approved && !isUnanswered(code)
  return rejections.test(code)
}

function refundOf(answer: PayforAnswer): RefundOutcome {
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { code, text } = resultOf(answer.message)
  if (code === approved) return { kind: 'done', code }
  return isRefusal(code) ? { kind: 'refused', code, text } : { kind: 'unknown', text: `${code} ${text}`.trim() }
}
