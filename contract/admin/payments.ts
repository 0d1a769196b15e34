import * as z from 'zod/mini'
import { paymentStates } from '#domain/payments/payment.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowId, longRowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))

export const listedPayment = z.object({
  id: z.number(),
  reference: z.string(),
  kind: z.enum(['order', 'account', 'link']),
  state: z.enum(paymentStates),
  dealer: z.string(),
  dealerCode: z.string(),
  user: z.nullable(z.string()),
  account: z.string(),
  amount: z.number(),
  baseAmount: z.number(),
  fee: z.number(),
  refunded: z.number(),
  installment: z.number(),
  currency: z.string(),
  cardNumber: z.nullable(z.string()),
  cardBank: z.string(),
  orderNo: z.nullable(z.string()),
  /** For the link to the administrators' page of the order. */
  orderId: z.nullable(z.number()),
  createdAt: z.string(),
  capturedAt: z.nullable(z.string()),
  /** Why staff should check the payment. */
  attention: z.nullable(z.string()),
})
export type ListedPayment = z.output<typeof listedPayment>

/**
 * Newest first. Filters: `state` (or `attention`), `kind`, `from`, `to` (days in Turkey), `q` (reference, order,
 * dealer, last four digits).
 */
export const listPayments = endpoint({
  method: 'GET',
  path: '/yonetim/payments',
  access: 'admin',
  area: 'payments',
  summary: 'Card payments of all dealers',
  query: z.object({ page: text, limit: text, state: text, kind: text, from: text, to: text, q: text }),
  reply: z.object({
    items: z.array(listedPayment),
    ...paged,
    state: z.nullable(z.string()),
    kind: z.nullable(z.string()),
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    q: z.string(),
    /** Sums over all filtered payments, by currency; lira first. */
    sums: z.array(z.object({ currency: z.string(), captured: z.number(), refunded: z.number() })),
    attentionCount: z.number(),
    /** Open findings of the comparison with the banks' lists. */
    findingCount: z.number(),
  }),
  errors: [],
})

export const paymentRefund = z.object({
  id: z.number(),
  kind: z.enum(['void', 'refund']),
  amount: z.number(),
  /** `waiting`: a second person has to approve it. */
  state: z.enum(['waiting', 'requested', 'sending', 'done', 'refused', 'unknown', 'declined']),
  cause: z.string(),
  user: z.nullable(z.string()),
  /** Who requested it, by id. */
  userId: z.nullable(z.number()),
  /** Who approved, declined or withdrew it. */
  decidedBy: z.nullable(z.string()),
  resultCode: z.nullable(z.string()),
  resultText: z.nullable(z.string()),
  createdAt: z.string(),
  endedAt: z.nullable(z.string()),
})
export type PaymentRefund = z.output<typeof paymentRefund>

export const paymentDetail = z.object({
  ...listedPayment.shape,
  description: z.string(),
  /** The routing rule that chose the account; null: none, or it was removed. */
  posRule: z.nullable(z.string()),
  cardHolder: z.string(),
  cardScheme: z.string(),
  cardFamily: z.nullable(z.string()),
  address: z.string(),
  /** Installments that the bank's campaign adds. */
  extraInstallments: z.number(),
  /** What the bank keeps of it, by its rates on the day of the capture; null = not known. */
  costPercent: z.nullable(z.number()),
  cost: z.nullable(z.number()),
  /** The day in Turkey on which the bank is expected to pay out. */
  payOutDay: z.nullable(z.string()),
  /** What the card was charged, where the provider adds and keeps a fee of its own. */
  taken: z.nullable(z.number()),
  authCode: z.nullable(z.string()),
  bankReference: z.nullable(z.string()),
  bankTransaction: z.nullable(z.string()),
  /** The bank's code and text, for staff only. */
  resultCode: z.nullable(z.string()),
  resultText: z.nullable(z.string()),
  inquiries: z.number(),
  inquireAt: z.nullable(z.string()),
  /** Since when the bank has answered that it has no such order. */
  noneSince: z.nullable(z.string()),
  mayRelease: z.boolean(),
  mayInquire: z.boolean(),
  mayVoid: z.boolean(),
  /** The amount that can still be refunded. */
  refundable: z.number(),
  /** Once this sum of the payment is refunded, refunds wait for a second person; 0 = never. */
  secondOver: z.number(),
  events: z.array(
    z.object({
      fromState: z.nullable(z.string()),
      toState: z.nullable(z.string()),
      cause: z.string(),
      detail: z.string(),
      user: z.nullable(z.string()),
      date: z.string(),
    }),
  ),
  refunds: z.array(paymentRefund),
  differences: z.array(
    z.object({
      id: z.number(),
      day: z.string(),
      ours: z.string(),
      theirs: z.string(),
      settledAt: z.nullable(z.string()),
      note: z.string(),
    }),
  ),
})
export type PaymentDetail = z.output<typeof paymentDetail>

export const getPaymentDetail = endpoint({
  method: 'GET',
  path: '/yonetim/payments/:id',
  access: 'admin',
  area: 'payments',
  summary: 'A payment with its events, refunds and differences',
  params: longRowParams,
  reply: paymentDetail,
  errors: ['not_found'],
})

export const inquirePayment = endpoint({
  method: 'POST',
  path: '/yonetim/payments/:id/inquire',
  access: 'admin',
  area: 'payments',
  summary: 'Inquires about a payment at its bank',
  params: longRowParams,
  reply: paymentDetail,
  errors: ['not_found', 'bank_unavailable'],
})

/** The bank is asked again; only if it has no such order, the payment ends and its cart or link can be paid again. */
export const releasePayment = endpoint({
  method: 'POST',
  path: '/yonetim/payments/:id/release',
  access: 'admin',
  area: 'payments',
  summary: 'Ends a payment with an unknown outcome that its bank does not know',
  params: longRowParams,
  body: z.strictObject({ reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(500)) }),
  reply: paymentDetail,
  errors: ['not_found', 'payment_not_released'],
})

/** Idempotent by `key`. */
export const voidPayment = endpoint({
  method: 'POST',
  path: '/yonetim/payments/:id/void',
  access: 'admin',
  area: 'payments',
  summary: 'Voids a payment on the day of its capture',
  params: longRowParams,
  body: z.strictObject({ key: z.string().check(z.minLength(8), z.maxLength(100)), cause: text }),
  reply: paymentDetail,
  errors: ['not_found', 'refund_not_possible', 'refund_pending', 'refund_refused', 'idempotency_mismatch'],
})

export const refundPayment = endpoint({
  method: 'POST',
  path: '/yonetim/payments/:id/refund',
  access: 'admin',
  area: 'refunds',
  summary: 'Refunds a payment in part or in full',
  params: longRowParams,
  body: z.strictObject({
    key: z.string().check(z.minLength(8), z.maxLength(100)),
    amount: z.union([z.number(), z.string().check(z.maxLength(30))]),
    cause: text,
  }),
  reply: paymentDetail,
  errors: [
    'not_found',
    'amount_invalid',
    'refund_not_possible',
    'refund_too_much',
    'refund_pending',
    'refund_refused',
    'idempotency_mismatch',
  ],
})

const refundParams = z.object({ id: longRowId, refund: longRowId })

/** The requester of a refund cannot approve it. Sends it to the bank. */
export const approveRefund = endpoint({
  method: 'POST',
  path: '/yonetim/payments/:id/refunds/:refund/approve',
  access: 'admin',
  area: 'refunds',
  summary: 'Approves a refund that waits for a second person',
  params: refundParams,
  reply: paymentDetail,
  errors: ['not_found', 'refund_decided', 'second_person_needed', 'refund_not_possible', 'refund_refused'],
})

/** The requester may withdraw a refund in this way. */
export const declineRefund = endpoint({
  method: 'POST',
  path: '/yonetim/payments/:id/refunds/:refund/decline',
  access: 'admin',
  area: 'refunds',
  summary: 'Declines a refund that waits for a second person',
  params: refundParams,
  reply: paymentDetail,
  errors: ['not_found', 'refund_decided'],
})

/** Settles the attention of a payment once staff have checked it. */
export const settlePayment = endpoint({
  method: 'POST',
  path: '/yonetim/payments/:id/settle',
  access: 'admin',
  area: 'payments',
  summary: 'Settles the attention of a payment, with a note',
  params: longRowParams,
  body: z.strictObject({ note: z.string().check(z.minLength(1), z.maxLength(1000)) }),
  reply: paymentDetail,
  errors: ['not_found'],
})
