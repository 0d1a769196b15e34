import type { PaymentState } from '#domain/payments/payment.ts'
import type { DrawnPayment } from './draw-payments.ts'

export const paymentColumns = {
  id: 'bigint',
  reference: 'text',
  kind: 'text',
  intent: 'text',
  state: 'text',
  dealer_id: 'integer',
  user_id: 'integer',
  pos_account_id: 'integer',
  installment: 'integer',
  base_amount: 'numeric',
  fee_percent: 'numeric',
  fee: 'numeric',
  amount: 'numeric',
  refunded: 'numeric',
  description: 'text',
  locale: 'text',
  buyer: 'jsonb',
  stock_state: 'text',
  card_first6: 'text',
  card_last4: 'text',
  card_holder: 'text',
  card_bank: 'text',
  card_scheme: 'text',
  card_family: 'text',
  address: 'text',
  network: 'text',
  auth_code: 'text',
  bank_reference: 'text',
  bank_transaction: 'text',
  result_code: 'text',
  result_text: 'text',
  created_at: 'timestamptz',
  redirected_at: 'timestamptz',
  captured_at: 'timestamptz',
  closed_at: 'timestamptz',
  inquire_at: 'timestamptz',
  inquiries: 'integer',
  order_id: 'bigint',
  movement_id: 'bigint',
  attention: 'text',
  cost_percent: 'numeric',
  cost: 'numeric',
  pay_out_day: 'date',
}

/** Seconds after its start at which a payment gets there. An abandoned one ends when its time is over. */
const seconds = { redirected: 1, authenticated: 48, capturing: 49, ended: 51, abandoned: 900 }
/** Inquiries after which a bank is asked once a day. */
const manyInquiries = 14
const inquiryHour = 20

export const isCaptured = ({ state }: DrawnPayment): boolean => state === 'captured' || state === 'partially_refunded'

const after = ({ at }: DrawnPayment, count: number): Date => new Date(at.getTime() + count * 1000)

export const capturedAt = (payment: DrawnPayment): Date => after(payment, seconds.ended)

/** The day after the capture, at the same time. */
export const refundedAt = (payment: DrawnPayment): Date => after(payment, 86_400)

function endedAt(payment: DrawnPayment): Date | null {
  if (payment.state === 'unknown') return null
  if (payment.state === 'partially_refunded') return capturedAt(payment)
  return after(payment, payment.state === 'expired' ? seconds.abandoned : seconds.ended)
}

/** The bank's numbers of an approved sale. */
export function receiptOf({ id, reference }: DrawnPayment) {
  return {
    auth_code: `S${String(20_000 + id * 137).slice(-5)}`,
    host_ref: String(632_600_000_000 + id * 7_919),
    trans_id: `SB${reference.slice(0, 6)}${String(100_000 + id)}`,
  }
}

/** `movementId`: its entry in the account; null without one. */
export function paymentRow(payment: DrawnPayment, movementId: number | null, today: Date): object {
  const { payer, order, card, decline, state, account } = payment
  const receipt = isCaptured(payment) ? receiptOf(payment) : null
  const isUnknown = state === 'unknown'
  return {
    ...{ id: payment.id, reference: payment.reference, state, installment: payment.installment },
    ...{ kind: order === null ? 'account' : 'order' },
    intent: order === null ? `account:${payer.user_id}` : `order:${order.id}`,
    ...{ dealer_id: payer.dealer_id, user_id: payer.user_id, pos_account_id: account.id },
    ...{ base_amount: payment.base, fee_percent: payment.feePercent, fee: payment.fee, amount: payment.amount },
    ...{ refunded: payment.refunded, description: '', locale: 'tr', stock_state: order === null ? 'none' : 'used' },
    buyer: { id: String(payer.user_id), name: payer.name, email: payer.email },
    ...{ card_first6: card.first6, card_last4: card.last4, card_holder: payer.name.toLocaleUpperCase('tr') },
    ...{ card_bank: card.bank, card_scheme: card.scheme, card_family: card.family },
    ...{ address: '192.0.2.10', network: '192.0.2.10' },
    auth_code: receipt?.auth_code ?? null,
    bank_reference: receipt?.host_ref ?? null,
    bank_transaction: receipt?.trans_id ?? null,
    result_code: decline?.code ?? (receipt === null ? null : '00'),
    result_text: decline?.text ?? null,
    created_at: payment.at,
    redirected_at: after(payment, seconds.redirected),
    captured_at: isCaptured(payment) ? capturedAt(payment) : null,
    closed_at: endedAt(payment),
    inquire_at: isUnknown ? new Date(today.getTime() + inquiryHour * 3_600_000) : null,
    inquiries: isUnknown ? manyInquiries : 0,
    ...{ order_id: order?.id ?? null, movement_id: movementId },
    attention: isUnknown ? 'unknown_for_long' : null,
  }
}

type Step = readonly [from: PaymentState | null, to: PaymentState, cause: string, second: number, detail?: string]

const started: readonly Step[] = [
  [null, 'created', 'start', 0],
  ['created', 'redirected', 'start', seconds.redirected],
]
const sent: readonly Step[] = [
  ...started,
  ['redirected', 'authenticated', 'callback_authenticated', seconds.authenticated],
  ['authenticated', 'capturing', 'capture', seconds.capturing],
]
const captured: readonly Step[] = [...sent, ['capturing', 'captured', 'capture_approved', seconds.ended]]

function stepsOf({ state, decline, refunded }: DrawnPayment): readonly Step[] {
  if (state === 'partially_refunded') return [...captured, ['captured', state, 'refund', 86_400, refunded]]
  if (state === 'captured') return captured
  if (state === 'unknown') return [...sent, ['capturing', state, 'capture_unanswered', seconds.ended, 'timeout']]
  if (state === 'expired') return [...started, ['redirected', state, 'left', seconds.abandoned]]
  if (state === 'cancelled') return [...started, ['redirected', state, 'payer_left', seconds.ended]]
  // A payment whose cardholder was not recognized is not sent to the bank.
  if (decline?.code.startsWith('3D')) return [...started, ['redirected', state, 'callback_declined', seconds.ended]]
  return [...sent, ['capturing', state, 'capture_declined', seconds.ended]]
}

export function eventRows(payment: DrawnPayment): object[] {
  return stepsOf(payment).map(([from, to, cause, second, detail = '']) => ({
    ...{ payment_id: payment.id, from_state: from, to_state: to, cause, detail },
    user_id: second === 0 || cause === 'payer_left' ? payment.payer.user_id : null,
    created_at: after(payment, second),
  }))
}
