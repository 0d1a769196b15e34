import { isSameAmount, readLira, sumOf } from '#server/payments/gateways/bank-amount.ts'
import { bankText } from '#server/payments/gateways/callback-fields.ts'
import type {
  Charge,
  Gateway,
  Inquiry,
  Outcome,
  PosTerms,
  Proof,
  Receipt,
  RefundOutcome,
} from '#server/payments/gateways/gateway.ts'
import { type CallIyzico, isDecline, isPaymentId, isSignedPayment, type IyzicoAnswer } from './iyzico-api.ts'
import { listTransactions } from './iyzico-list.ts'
import { iyzicoPrice } from './iyzico-signature.ts'
import { type Json, listOf, textOf } from '#server/payments/gateways/json-message.ts'

type IyzicoOperations = Pick<Gateway, 'capture' | 'inquire' | 'void' | 'refund' | 'transactions'>

/** The operations on a started payment. */
export function iyzicoOperations(terms: PosTerms, call: CallIyzico): IyzicoOperations {
  const secretKey = terms.secrets['secretKey'] ?? ''
  return {
    capture: (charge, proof) => capture(secretKey, call, charge, proof),
    inquire: (charge, receipt) => inquire(secretKey, call, charge, receipt, terms.mode === 'hosted'),
    void: async (charge, receipt) =>
      refundOf(
        await call('/payment/cancel', { ...named(charge), paymentId: receipt.bankReference, ip: charge.address }),
      ),
    refund: (charge, receipt, amount) => refund(call, charge, receipt, amount),
    transactions: (day) => listTransactions(call, day),
  }
}

function named({ locale, reference }: Charge) {
  return { locale, conversationId: reference }
}

async function capture(secretKey: string, call: CallIyzico, charge: Charge, proof: Proof): Promise<Outcome> {
  const answer = await call('/payment/3dsecure/auth', {
    ...named(charge),
    paymentId: proof['paymentId'],
    ...(proof['conversationData'] ? { conversationData: proof['conversationData'] } : {}),
  })
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const { json } = answer
  const code = textOf(json['errorCode'])
  const text = bankText(textOf(json['errorMessage']))
  if (json['status'] === 'failure' && isDecline(code)) return { kind: 'declined', code, text }
  if (json['status'] !== 'success') return { kind: 'unknown', text: `${code} ${text}`.trim() }
  const isOther = !isSameAmount(readLira(textOf(json['paidPrice'])), charge.amount)
  const doubt = isOther ? 'another amount' : findDoubt(json, secretKey, charge, false)
  return doubt === null ? { kind: 'captured', receipt: receiptOf(json) } : { kind: 'unknown', text: doubt }
}

/** Why an answer that reports a payment as paid is not accepted yet; null = it is. */
function findDoubt(json: Json, secretKey: string, charge: Charge, isForm: boolean): string | null {
  if (!isSignedPayment(json, secretKey, isForm)) return 'signature'
  const isOurs = [json['conversationId'], json['basketId']].every((name) => name === charge.reference)
  if (!isOurs || json['currency'] !== charge.currency) return 'another payment'
  // 0: iyzico is still reviewing it.
  return textOf(json['fraudStatus']) === '1' ? null : `fraudStatus ${textOf(json['fraudStatus'])}`
}

/** `transaction` identifies the basket's only line, which refunds refer to. */
function receiptOf(json: Json): Receipt {
  const [line] = listOf(json['itemTransactions'])
  const first6 = /^\d{6}/.exec(textOf(json['binNumber']))?.[0]
  const last4 = /^\d{4}$/.exec(textOf(json['lastFourDigits']))?.[0]
  const [userKey, cardToken] = [textOf(json['cardUserKey']), textOf(json['cardToken'])]
  return {
    authCode: textOf(json['authCode']) || null,
    bankReference: textOf(json['paymentId']) || null,
    transaction: textOf(line?.['paymentTransactionId']) || null,
    ...(first6 === undefined ? {} : { cardFirst6: first6 }),
    ...(last4 === undefined ? {} : { cardLast4: last4 }),
    ...(userKey !== '' && cardToken !== '' && { storedCard: { userKey, cardToken } }),
  }
}

async function refund(call: CallIyzico, charge: Charge, receipt: Receipt, amount: string): Promise<RefundOutcome> {
  const price = iyzicoPrice(amount)
  const request = { paymentTransactionId: receipt.transaction, price, currency: charge.currency, ip: charge.address }
  return refundOf(await call('/payment/refund', { ...named(charge), ...request }))
}

function refundOf(answer: IyzicoAnswer): RefundOutcome {
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const code = textOf(answer.json['errorCode'])
  const text = bankText(textOf(answer.json['errorMessage']))
  if (answer.json['status'] === 'success') return { kind: 'done', code: '' }
  // 1 is iyzico's "system error": how far the request got is unknown.
  const isKnown = answer.json['status'] === 'failure' && code !== '' && code !== '1'
  return isKnown ? { kind: 'refused', code, text } : { kind: 'unknown', text: `${code} ${text}`.trim() }
}

async function inquire(
  secretKey: string,
  call: CallIyzico,
  charge: Charge,
  receipt: Receipt | null,
  isHosted: boolean,
): Promise<Inquiry> {
  const providerReference = receipt?.bankReference || charge.bankReference
  const isForm = isHosted && Boolean(providerReference) && !isPaymentId(providerReference)
  const answer = isForm
    ? await call('/payment/iyzipos/checkoutform/auth/ecom/detail', { ...named(charge), token: providerReference })
    : await call('/payment/detail', {
        ...named(charge),
        ...(providerReference ? { paymentId: providerReference } : {}),
        paymentConversationId: charge.reference,
      })
  if (!answer.ok) return { kind: 'pending', text: answer.text }
  const unpaid = unpaidState(answer.json)
  if (unpaid !== null) return unpaid
  const doubt = findDoubt(answer.json, secretKey, charge, isForm)
  return doubt === null ? withRefunds(call, charge, receipt, answer.json) : { kind: 'pending', text: doubt }
}

/** Null for a payment that iyzico reports as paid. */
function unpaidState(json: Json): Inquiry | null {
  const text = bankText(textOf(json['errorMessage']))
  const state = textOf(json['paymentStatus'])
  if (state === 'FAILURE') return { kind: 'declined', code: textOf(json['errorCode']), text }
  if (json['status'] !== 'success') return isUnknownPayment(json) ? { kind: 'none' } : { kind: 'pending', text }
  if (state === 'SUCCESS')
    return textOf(json['fraudStatus']) === '-1' ? { kind: 'declined', code: 'fraud', text: '' } : null
  // The payer is still in 3-D Secure, or never completed it.
  return state === '' || state.endsWith('_THREEDS') ? { kind: 'none' } : { kind: 'pending', text: state }
}

/** Whether iyzico's message says that the payment or token is unknown. */
function isUnknownPayment(json: Json): boolean {
  return /bulunamad|not found/i.test(textOf(json['errorMessage']))
}

/**
 * Adds what was refunded, which only the payment's report contains. Without it, a refund could be made twice. A payment
 * without a receipt has not been refunded by us yet.
 */
async function withRefunds(call: CallIyzico, charge: Charge, receipt: Receipt | null, json: Json): Promise<Inquiry> {
  const answer = await call(`/v2/reporting/payment/details?paymentConversationId=${charge.reference}`, null)
  const paymentId = textOf(json['paymentId'])
  const payments = answer.ok ? listOf(answer.json['payments']) : []
  const report = payments.find((payment) => textOf(payment['paymentId']) === paymentId)
  if (report === undefined && receipt?.transaction)
    return { kind: 'pending', text: answer.ok ? 'no report' : answer.text }
  const refunded = report === undefined ? '0.00' : refundedIn(report)
  const amount = readLira(textOf(json['paidPrice']))
  if (amount === null || refunded === null) return { kind: 'pending', text: 'a refund is in progress' }
  const mdStatus = textOf(json['mdStatus'])
  const unwanted = mdStatus === '' || mdStatus === '1' ? {} : { unwanted: `mdStatus ${mdStatus}` }
  return { kind: 'captured', amount, refunded, receipt: receiptOf(json), ...unwanted }
}

/** Lira; null while a refund is in progress (states 0 and 2; 1 = done, others failed). */
function refundedIn(report: Json): string | null {
  const refunds = listOf(report['itemTransactions']).flatMap((line) => listOf(line['refunds']))
  const back = [...listOf(report['cancels']), ...refunds].map(({ refundStatus, refundPrice }) => {
    return { state: textOf(refundStatus), amount: readLira(textOf(refundPrice)) }
  })
  if (back.some(({ state }) => state === '0' || state === '2')) return null
  const amounts = back.filter(({ state }) => state === '1').map(({ amount }) => amount)
  return amounts.includes(null) ? null : sumOf(amounts.filter((amount) => amount !== null))
}
