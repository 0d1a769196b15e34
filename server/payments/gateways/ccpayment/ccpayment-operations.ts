import { decimal } from '#domain/money/money.ts'
import { isUnanswered } from '#domain/payments/decline.ts'
import { isSameAmount, readLira } from '#server/payments/gateways/bank-amount.ts'
import { bankText, maskedCard } from '#server/payments/gateways/callback-fields.ts'
import type {
  Charge,
  Gateway,
  Inquiry,
  Outcome,
  PosTerms,
  Proof,
  RefundOutcome,
} from '#server/payments/gateways/gateway.ts'
import { type Json, jsonOf, textOf } from '#server/payments/gateways/json-message.ts'
import { type CallCcpayment, findMismatch, keysOf, orderIdOf } from './ccpayment-api.ts'

/** The operations on a started payment. */
export function ccpaymentOperations(
  terms: PosTerms,
  call: CallCcpayment,
): Pick<Gateway, 'capture' | 'inquire' | 'void' | 'refund'> {
  return {
    capture: (charge, proof) => capture(terms, call, charge, proof),
    inquire: (charge) => inquire(terms, call, charge),
    // An amount of 0 returns all of it.
    void: (charge) => refund(terms, call, charge, '0'),
    refund: (charge, _receipt, amount) => refund(terms, call, charge, amount),
  }
}

async function capture(terms: PosTerms, call: CallCcpayment, charge: Charge, proof: Proof): Promise<Outcome> {
  const { merchantKey } = keysOf(terms)
  const orderId = proof['orderId'] ?? ''
  const request = { invoice_id: charge.reference, order_id: orderId, status: 'complete', app_lang: 'tr' }
  const signed = [merchantKey, charge.reference, orderId, 'complete']
  const answer = await call('/payment/complete', request, signed)
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const data = jsonOf(answer.json['data']) ?? {}
  const of = (name: string) => textOf(data[name])
  const status = textOf(answer.json['status_code'])
  if (status === '100') {
    const doubt = findDoubt(terms, data, charge, orderId)
    if (doubt !== null) return { kind: 'unknown', text: doubt }
    const card = maskedCard(of('credit_card_no'))
    return {
      kind: 'captured',
      receipt: { authCode: of('auth_code') || null, bankReference: orderId, transaction: null, ...card },
    }
  }
  const { code, text } = reasonOf(answer.json, status)
  const isDeclined = declineCodes.includes(status) && !isUnanswered(code)
  return isDeclined ? { kind: 'declined', code, text } : { kind: 'unknown', text: `${code} ${text}`.trim() }
}

/** Why an answer that reports a payment as completed does not prove it; null = it does. Amounts are optional in it. */
function findDoubt(terms: PosTerms, data: Json, charge: Charge, orderId: string): string | null {
  const of = (name: string) => textOf(data[name])
  if (of('payment_status') !== '1' || of('status_code') !== '100')
    return `payment_status ${bankText(of('payment_status'))}`
  if (of('invoice_id') !== charge.reference) return 'another payment'
  const mismatch = findMismatch(of('hash_key'), keysOf(terms).appSecret, charge, orderId)
  if (mismatch !== null) return `another ${mismatch}`
  if (of('amount') !== '' && !isSameAmount(readLira(of('amount')), charge.amount)) return 'another amount'
  return of('installment') === '' || Number(of('installment')) === charge.installment ? null : 'other installments'
}

/** The payment failed, a limit of the merchant, the card is not accepted. Others are errors that may follow a taken payment. */
const declineCodes = ['41', '44', '45', '46', '47', '48', '60', '76', '77', '108']

/** The issuing bank's code and text, else the provider's. */
function reasonOf(json: Json, status: string): { code: string; text: string } {
  const data = jsonOf(json['data']) ?? json
  const of = (name: string) => textOf(data[name]) || textOf(json[name])
  const code = bankText(of('original_bank_error_code')) || status
  return { code, text: bankText(of('original_bank_error_description') || of('status_description')) }
}

async function inquire(terms: PosTerms, call: CallCcpayment, charge: Charge): Promise<Inquiry> {
  const { reference } = charge
  const request = { invoice_id: reference, include_pending_status: true }
  const answer = await call('/api/checkstatus', request, [reference, keysOf(terms).merchantKey])
  if (!answer.ok) return { kind: 'pending', text: answer.text }
  const { json } = answer
  const of = (name: string) => textOf(json[name])
  const [status, state] = [of('status_code'), of('transaction_status')]
  // 31, 32: no such invoice, or one that was not completed.
  if (status === '31' || status === '32') return { kind: 'none' }
  if (of('invoice_id') !== reference)
    return { kind: 'pending', text: bankText(`${status} ${of('status_description')}`) }
  // Authenticated at most: nothing is taken before the shop completes it.
  if (status !== '69' && state === 'Pending') return { kind: 'none' }
  if (state === 'Failed' && declineCodes.includes(status)) return { kind: 'declined', ...failureOf(json, status) }
  const isPaid = status === '100' && /^completed$|refund/i.test(state)
  return isPaid ? paidState(json) : { kind: 'pending', text: bankText(`${status} ${state}`) }
}

function failureOf(json: Json, status: string): { code: string; text: string } {
  const mdStatus = textOf(json['md_status'])
  const reason = reasonOf(json, status)
  const isUnauthenticated = reason.code === status && mdStatus !== '' && mdStatus !== '1'
  return isUnauthenticated ? { code: `3D-${bankText(mdStatus)}`, text: reason.text } : reason
}

/** `product_price` is the charge, `transaction_amount` what the card was charged with the provider's own fee. */
function paidState(json: Json): Inquiry {
  const of = (name: string) => textOf(json[name])
  const [amount, taken] = [readLira(of('product_price')), readLira(of('transaction_amount'))]
  const refunded = readLira(of('total_refunded_amount'))
  if (amount === null || refunded === null || decimal(refunded).greaterThan(taken ?? amount))
    return { kind: 'pending', text: 'unreadable' }
  const mdStatus = of('md_status')
  return {
    kind: 'captured',
    amount,
    refunded,
    receipt: {
      authCode: of('auth_code') || null,
      bankReference: orderIdOf(of) || null,
      transaction: of('transaction_id') || null,
      ...maskedCard(of('cc_no')),
    },
    ...(taken !== null && !isSameAmount(taken, amount) && { taken }),
    ...(mdStatus !== '' && mdStatus !== '1' && { unwanted: `mdStatus ${bankText(mdStatus)}` }),
  }
}

async function refund(terms: PosTerms, call: CallCcpayment, charge: Charge, amount: string): Promise<RefundOutcome> {
  const { appSecret, merchantKey } = keysOf(terms)
  const { reference } = charge
  const account = { app_id: terms.settings['appId'] ?? '', app_secret: appSecret }
  const request = { invoice_id: reference, amount, ...account, app_lang: 'tr' }
  const answer = await call('/api/refund', request, [amount, reference, merchantKey])
  if (!answer.ok) return { kind: 'unknown', text: answer.text }
  const code = textOf(answer.json['status_code'])
  const text = bankText(textOf(answer.json['status_description']))
  const isOurs = textOf(answer.json['invoice_id']) === reference
  if (code === '100' && isOurs) return { kind: 'done', code }
  // 101: only requested, 99 and 112: an unknown error, or a part of it.
  const isRefused = /^\d{1,3}$/.test(code) && !['99', '100', '101', '112'].includes(code)
  return isRefused ? { kind: 'refused', code, text } : { kind: 'unknown', text: `${code} ${text}`.trim() }
}
