import { decimal } from '#domain/money/money.ts'
import { readLira } from '#server/payments/gateways/bank-amount.ts'
import type { Charge, Inquiry, Receipt } from '#server/payments/gateways/gateway.ts'
import { type Json, jsonOf, listOf, textOf } from '#server/payments/gateways/json-message.ts'
import { type CallCraftgate, errorOf, isOfCharge, receiptOf, unwantedOf } from './craftgate-api.ts'

/** The payer is still in 3-D Secure, never completed it, or its result was never used: no money was taken. */
const unpaidStates = ['INIT_THREEDS', 'CALLBACK_THREEDS']

/** Searches for the payment by the shop's order number, which also finds one whose start was not answered. */
export async function inquire(call: CallCraftgate, charge: Charge, receipt: Receipt | null): Promise<Inquiry> {
  const answer = await call(`/payment-reporting/v1/payments?conversationId=${charge.reference}&page=0&size=100`, null)
  if (answer.kind !== 'data') return { kind: 'pending', text: answer.text }
  const { items } = answer.data
  if (!Array.isArray(items)) return { kind: 'pending', text: 'unreadable' }
  const payments = listOf(items)
  if (payments.length < items.length || payments.some((payment) => !isOfCharge(payment, charge)))
    return { kind: 'pending', text: 'another payment' }
  const payment = payments.find(({ paymentStatus }) => paymentStatus === 'SUCCESS') ?? latestOf(payments, charge)
  if (payment === undefined) return { kind: 'none' }
  const status = textOf(payment['paymentStatus'])
  if (unpaidStates.includes(status)) return { kind: 'none' }
  const { code, text } = errorOf(jsonOf(payment['paymentError']))
  if (status === 'FAILURE') return { kind: 'declined', code, text }
  return status === 'SUCCESS' ? paidState(call, charge, receipt, payment) : { kind: 'pending', text: status }
}

/** A start that is sent again makes another payment with the same order number; the stored one is the latest. */
function latestOf(payments: readonly Json[], { bankReference }: Charge): Json | undefined {
  return payments.find(({ id }) => textOf(id) === bankReference) ?? payments.at(-1)
}

async function paidState(
  call: CallCraftgate,
  charge: Charge,
  receipt: Receipt | null,
  payment: Json,
): Promise<Inquiry> {
  if (payment['currency'] !== charge.currency) return { kind: 'pending', text: 'another currency' }
  const amount = readLira(textOf(payment['paidPrice']))
  const refunded = amount === null ? null : refundedOf(payment, amount)
  if (amount === null || refunded === null) return { kind: 'pending', text: 'a refund is in progress' }
  const found = receiptOf(payment)
  const transaction = receipt?.transaction ?? (await lineOf(call, found.bankReference))
  if (transaction === null) return { kind: 'pending', text: 'no transaction' }
  const unwanted = unwantedOf(payment)
  return { kind: 'captured', amount, refunded, receipt: { ...found, transaction }, ...(unwanted && { unwanted }) }
}

/** The id of the payment's only line, which reports do not contain. */
export async function lineOf(call: CallCraftgate, paymentId: string | null): Promise<string | null> {
  const answer = await call(`/payment/v1/card-payments/${paymentId}`, null)
  return answer.kind === 'data' ? receiptOf(answer.data).transaction : null
}

/** In the currency of the payment; null while a refund is in progress, or if state and amount contradict each other. */
function refundedOf(payment: Json, amount: string): string | null {
  if (listOf(payment['refunds']).some(({ status }) => status === 'WAITING')) return null
  const state = textOf(payment['refundStatus'])
  if (state === 'NO_REFUND' || state === 'NOT_REFUNDED') return '0.00'
  if (state === 'FULLY_REFUNDED') return amount
  const rest = readLira(textOf(payment['refundablePrice']))
  const refunded = rest === null ? null : decimal(amount).minus(rest)
  if (state !== 'PARTIAL_REFUNDED' || refunded === null) return null
  return refunded.greaterThan(0) && refunded.lessThan(amount) ? refunded.toFixed(2) : null
}
