import type { ListedPayment, PaymentDetail } from '#contract/admin/payments.ts'
import { decimal } from '#domain/money/money.ts'
import { canVoid, paidStates } from '#domain/payments/payment.ts'
import type { DetailRow, ListedRow } from './payment-queries.ts'
import { cardNumberOf } from '#server/payments/payment/present-payment.ts'

/** A payment in the staff's list. */
export function presentListed(row: ListedRow): ListedPayment {
  return {
    id: row.id,
    reference: row.reference,
    kind: row.kind,
    state: row.state,
    dealer: row.dealer,
    dealerCode: row.dealer_code,
    user: row.user_name,
    account: row.account,
    amount: Number(row.amount),
    baseAmount: Number(row.base_amount),
    fee: Number(row.fee),
    refunded: Number(row.refunded),
    installment: row.installment,
    currency: row.currency,
    cardNumber: cardNumberOf(row),
    cardBank: row.card_bank,
    orderNo: row.order_no,
    orderId: row.order_id,
    createdAt: row.created_at.toISOString(),
    capturedAt: row.captured_at?.toISOString() ?? null,
    attention: row.attention,
  }
}

/** A payment with everything that staff may see and do. `now` decides whether it can still be voided. */
export function presentDetail(row: DetailRow, now: Date, secondOver: number): PaymentDetail {
  const isReturning = row.refunds.some(({ state }) => ['waiting', 'requested', 'sending', 'unknown'].includes(state))
  const isPaid = paidStates.includes(row.state) && !isReturning
  return {
    ...presentListed(row),
    description: row.description,
    posRule: row.pos_rule,
    cardHolder: row.card_holder,
    cardScheme: row.card_scheme,
    cardFamily: row.card_family,
    address: row.address,
    extraInstallments: row.extra_installments,
    costPercent: row.cost_percent === null ? null : Number(row.cost_percent),
    cost: row.cost === null ? null : Number(row.cost),
    payOutDay: row.pay_out_day,
    taken: row.taken === null ? null : Number(row.taken),
    authCode: row.auth_code,
    bankReference: row.bank_reference,
    bankTransaction: row.bank_transaction,
    resultCode: row.result_code,
    resultText: row.result_text,
    inquiries: row.inquiries,
    inquireAt: row.inquire_at?.toISOString() ?? null,
    noneSince: row.state === 'unknown' ? (row.none_since?.toISOString() ?? null) : null,
    mayRelease: row.state === 'unknown' && row.none_since !== null,
    mayInquire: row.redirected_at !== null,
    mayVoid: isPaid && canVoid({ state: row.state, capturedAt: row.captured_at }, now),
    refundable: isPaid ? decimal(row.amount).minus(row.refunded).toNumber() : 0,
    secondOver,
    events: row.events.map(presentEvent),
    refunds: row.refunds.map(presentRefund),
    differences: row.differences.map(presentDifference),
  }
}

function presentEvent(event: DetailRow['events'][number]): PaymentDetail['events'][number] {
  const { from_state: fromState, to_state: toState, cause, detail, user_name: user, created_at } = event
  return { fromState, toState, cause, detail, user, date: created_at.toISOString() }
}

function presentRefund(refund: DetailRow['refunds'][number]): PaymentDetail['refunds'][number] {
  const { id, kind, state, cause, user_name: user, result_code: resultCode, result_text: resultText } = refund
  return {
    id,
    kind,
    state,
    cause,
    user,
    userId: refund.requested_by,
    decidedBy: refund.decider,
    resultCode,
    resultText,
    amount: Number(refund.amount),
    createdAt: refund.created_at.toISOString(),
    endedAt: refund.ended_at?.toISOString() ?? null,
  }
}

function presentDifference(difference: DetailRow['differences'][number]): PaymentDetail['differences'][number] {
  const { id, day, ours, theirs, settled_at, note } = difference
  return { id, day, ours, theirs, settledAt: settled_at?.toISOString() ?? null, note }
}
