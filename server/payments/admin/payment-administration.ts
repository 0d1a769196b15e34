import type { Input, Reply } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import {
  approveRefund,
  declineRefund,
  getPaymentDetail,
  inquirePayment,
  listPayments,
  type PaymentDetail,
  refundPayment,
  releasePayment as releasePaymentCall,
  settlePayment as settlePaymentCall,
  voidPayment,
} from '#contract/admin/payments.ts'
import { readPaidAmount } from '#domain/money/paid-amount.ts'
import { parsePeriod } from '#domain/text/calendar-day.ts'
import { decimal } from '#domain/money/money.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { type Calls, handle, type UserContext } from '#server/visitor/visitor.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import {
  countAttention,
  findPaymentDetail,
  findPayments,
  type PaymentFilter,
  parseStateFilter,
  settleAttention,
  sumPayments,
} from './payment-queries.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import { inquireAtBank, releasePayment } from '#server/payments/reconcile/inquire.ts'
import { countOpenFindings } from '#server/payments/findings/finding-rows.ts'
import { recordEvent } from '#server/payments/payment/transition.ts'
import { findPaymentById } from '#server/payments/payment/payment-rows.ts'
import { presentDetail, presentListed } from './present-payments.ts'
import { decideRefund, requestRefund, type RefundRequest, sendRefund } from '#server/payments/refunds/refunds.ts'

const defaultPageSize = 25
const maxPageSize = 100

/** Registers the staff's calls: payments with their history, voids, refunds and inquiries. */
export function registerPaymentAdministration(calls: Calls, deps: PaymentDeps): void {
  handle(calls, listPayments, ({ query }) => list(deps, query))

  handle(calls, getPaymentDetail, ({ params }) => detail(deps, params.id))

  handle(calls, inquirePayment, async ({ params }, context) => {
    const shown = await detail(deps, params.id)
    if (isRefusal(shown) || !shown.mayInquire) return shown
    await writeAudit(deps.pool, context, { action: 'inquire', noun: 'payment', id: shown.reference })
    const payment = await findPaymentById(deps.pool, params.id)
    await inquireAtBank(deps, payment, { kind: 'staff_inquiry', userId: context.actor.userId })
    return detail(deps, params.id)
  })

  handle(calls, releasePaymentCall, async ({ params, body }, context) => {
    const shown = await detail(deps, params.id)
    if (isRefusal(shown)) return shown
    const payment = await findPaymentById(deps.pool, params.id)
    if (payment.state !== 'unknown') return refuse('payment_not_released')
    const reason = clean(body.reason)
    // Recorded before the bank is asked, like an inquiry: whatever follows, someone tried.
    await writeAudit(deps.pool, context, {
      action: 'release',
      noun: 'payment',
      id: shown.reference,
      after: { note: reason },
    })
    const isReleased = await releasePayment(deps, payment, {
      kind: 'staff_inquiry',
      userId: context.actor.userId,
      reason,
    })
    return isReleased ? detail(deps, params.id) : refuse('payment_not_released')
  })

  handle(calls, voidPayment, ({ params, body }, { actor, address }) => {
    const { key, cause = '' } = body
    return requestAndSendRefund(deps, {
      paymentId: params.id,
      kind: 'void',
      amount: null,
      key,
      cause: clean(cause),
      secondOver: deps.store.facts().settings.refundsNeedTwoOver,
      userId: actor.userId,
      address,
    })
  })

  handle(calls, refundPayment, ({ params, body }, { actor, address }) => {
    const { key, cause = '' } = body
    const amount = parseRefundAmount(body.amount)
    if (amount === null) return refuse('amount_invalid')
    return requestAndSendRefund(deps, {
      paymentId: params.id,
      kind: 'refund',
      amount,
      key,
      cause: clean(cause),
      secondOver: deps.store.facts().settings.refundsNeedTwoOver,
      userId: actor.userId,
      address,
    })
  })

  const decide = async (
    { id, refund }: { id: number; refund: number },
    isApproved: boolean,
    { actor, address }: UserContext,
  ): Promise<PaymentDetail | Refusal> => {
    const shown = await detail(deps, id)
    if (isRefusal(shown)) return shown
    const { userId } = actor
    const decided = await decideRefund(deps, { paymentId: id, refundId: refund, isApproved, userId, address })
    if (isRefusal(decided)) return decided
    if (!isApproved) return detail(deps, id)
    const sent = await sendRefund(deps, refund)
    return sent.state === 'refused' ? refuse('refund_refused') : detail(deps, id)
  }
  handle(calls, approveRefund, ({ params }, by) => decide(params, true, by))
  handle(calls, declineRefund, ({ params }, by) => decide(params, false, by))

  handle(calls, settlePaymentCall, async ({ params, body }, context) => {
    const { actor } = context
    const payment = await detail(deps, params.id)
    if (isRefusal(payment)) return payment
    const by = { userId: actor.userId, note: clean(body.note), at: deps.now() }
    await transaction(deps.pool, async (db) => {
      await settleAttention(db, params.id, by)
      await recordEvent(db, params.id, { cause: 'settled', detail: by.note, userId: by.userId, at: by.at })
      const after = { note: by.note }
      await writeAudit(db, context, { action: 'settle', noun: 'payment', id: payment.reference, after })
    })
    return detail(deps, params.id)
  })
}

/** Removes NUL, which the database does not accept in text. */
function clean(text: string): string {
  return text.replaceAll('\0', '').trim()
}

/** Parses the filters of the list. Invalid values are ignored. */
export function parsePaymentListQuery(query: Input<typeof listPayments>['query']): PaymentFilter {
  return {
    state: parseStateFilter(query.state),
    kind: (['order', 'account', 'link'] as const).find((kind) => kind === query.kind) ?? null,
    ...parsePeriod(query),
    q: clean(query.q ?? ''),
  }
}

async function list(
  { pool }: PaymentDeps,
  query: Input<typeof listPayments>['query'],
): Promise<Reply<typeof listPayments>> {
  const limit = parseWholeNumber(query.limit, maxPageSize) ?? defaultPageSize
  const page = parseWholeNumber(query.page, 1_000_000) ?? 1
  const filter = parsePaymentListQuery(query)
  const [rows, sums, attentionCount, findingCount] = await Promise.all([
    findPayments(pool, filter, { limit, offset: (page - 1) * limit }),
    sumPayments(pool, filter),
    countAttention(pool),
    countOpenFindings(pool),
  ])
  const total = sums.reduce((count, sum) => count + sum.total, 0)
  return {
    items: rows.map(presentListed),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    limit,
    ...filter,
    sums: sums.map(({ currency, captured, refunded }) => {
      return { currency, captured: Number(captured), refunded: Number(refunded) }
    }),
    attentionCount,
    findingCount,
  }
}

function parseWholeNumber(text: string | undefined, max: number): number | null {
  return text !== undefined && /^\d{1,7}$/.test(text) ? Math.min(Math.max(Number(text), 1), max) : null
}

async function detail({ pool, store, now }: PaymentDeps, id: number): Promise<PaymentDetail | Refusal> {
  const row = await findPaymentDetail(pool, id)
  return row === undefined ? refuse('not_found') : presentDetail(row, now(), store.facts().settings.refundsNeedTwoOver)
}

/**
 * Requests and sends a refund, once per key. A refund without an answer stays unknown, and the job inquires about it.
 */
async function requestAndSendRefund(deps: PaymentDeps, request: RefundRequest): Promise<PaymentDetail | Refusal> {
  const payment = await detail(deps, request.paymentId)
  if (isRefusal(payment)) return payment
  const requested = await requestRefund(deps, request)
  if (isRefusal(requested)) return requested
  const refund = await sendRefund(deps, requested.id)
  return refund.state === 'refused' ? refuse('refund_refused') : detail(deps, request.paymentId)
}

/** At least one kuruş, with at most two decimals. */
function parseRefundAmount(amount: number | string): string | null {
  // A number has a decimal point; in a text it could group thousands.
  const paid = readPaidAmount(typeof amount === 'number' ? decimal(amount).toFixed().replace('.', ',') : amount)
  return paid.ok ? paid.amount : null
}
