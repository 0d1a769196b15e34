import { isUnanswered } from '#domain/payments/decline.ts'
import { currencyNumbers } from '#server/payments/gateways/bank-amount.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type { Charge, Gateway, Outcome, PosTerms, Proof, RefundOutcome } from '#server/payments/gateways/gateway.ts'
import { type Json, objectOf, textOf } from '#server/payments/gateways/json-message.ts'
import { type AkbankAnswer, approved, type CallAkbank, sendTransaction } from './akbank-api.ts'
import { inquire, receiptOf } from './akbank-inquiry.ts'

type SendMoney = (charge: Charge, txnCode: string, fields?: Json) => Promise<AkbankAnswer>

/** The server-to-server operations. */
export function akbankOperations(
  terms: PosTerms,
  call: CallAkbank,
): Pick<Gateway, 'capture' | 'inquire' | 'void' | 'refund'> {
  const send: SendMoney = async (charge, txnCode, fields) => {
    const answer = await sendTransaction(call, charge, txnCode, fields)
    return !answer.ok || isOurs(answer.json, terms, charge) ? answer : { ok: false, text: 'another order' }
  }
  return {
    capture: (charge, proof) => capture(send, charge, proof),
    inquire: (charge) => inquire(call, charge),
    void: async (charge) => refundOf(await send(charge, '1003')),
    refund: async (charge, _receipt, amount) =>
      refundOf(await send(charge, '1002', { transaction: moneyOf(charge, amount) })),
  }
}

function isOurs(json: Json, { settings }: PosTerms, charge: Charge): boolean {
  const isOurOrder = objectOf(json['order'])['orderId'] === charge.reference
  return isOurOrder && objectOf(json['terminal'])['terminalSafeId'] === settings['terminalSafeId']
}

function moneyOf({ currency }: Charge, amount: string) {
  return { amount, currencyCode: Number(currencyNumbers[currency]) }
}

/** Sends the stored amount, whatever the callback contained. */
async function capture(send: SendMoney, charge: Charge, proof: Proof): Promise<Outcome> {
  const answer = await send(charge, '1000', {
    transaction: { ...moneyOf(charge, charge.amount), motoInd: 0, installCount: charge.installment },
    secureTransaction: proof,
    customer: { ipAddress: charge.address },
  })
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { isDone, refusal, text } = resultOf(answer.json)
  if (isDone) {
    const receipt = receiptOf(objectOf(answer.json['transaction']))
    return receipt.bankReference === null ? { kind: 'unknown', text: 'no reference' } : { kind: 'captured', receipt }
  }
  return refusal === null ? { kind: 'unknown', text } : { kind: 'declined', code: refusal, text }
}

/** The issuing bank declined: its code is `hostResponseCode`. */
const hostDeclined = 'VPS-1005'
/**
 * Errors of requests that the gateway rejects before it asks the issuing bank: no such sale (1007), voided before (1008),
 * installments with another bank's card (1044), rights of the merchant (1060, 1061), card scheme (1066), time of the
 * request (1073). A used order number (1013) is not among them: it may have been paid.
 */
const rejections = /^VPS-10(07|08|44|60|61|66|73)$/

/** `refusal`: the code of an answer that proves that no money moved. */
function resultOf(json: Json): { isDone: boolean; refusal: string | null; text: string } {
  const of = (name: string) => textOf(json[name])
  const [code, hostCode] = [of('responseCode'), of('hostResponseCode')]
  const text = of('hostMessage') || of('responseMessage')
  const isDeclined = code === hostDeclined && !['', '00'].includes(hostCode) && !isUnanswered(hostCode)
  const refusal = isDeclined ? hostCode : rejections.test(code) ? code : null
  return {
    isDone: code === approved && hostCode === '00',
    refusal,
    text: bankText(refusal === null ? `${code} ${hostCode} ${text}` : text),
  }
}

function refundOf(answer: AkbankAnswer): RefundOutcome {
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { isDone, refusal, text } = resultOf(answer.json)
  if (isDone) return { kind: 'done', code: approved }
  return refusal === null ? { kind: 'unknown', text } : { kind: 'refused', code: refusal, text }
}
