import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { longRowNumber, longRowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))

export const findingKinds = ['sale_missing', 'refund_missing', 'amount_differs'] as const

export const bankFinding = z.object({
  id: z.number(),
  kind: z.enum(findingKinds),
  /** The POS account whose list it is on. */
  account: z.string(),
  /** The day of the bank's list. */
  day: z.string(),
  occurredAt: z.nullable(z.string()),
  /** The order number at the bank. */
  reference: z.string(),
  amount: z.number(),
  currency: z.string(),
  /** What the books have instead: the amount of the payment, or what was refunded of it. */
  ours: z.nullable(z.number()),
  cardNumber: z.nullable(z.string()),
  authCode: z.nullable(z.string()),
  bankReference: z.nullable(z.string()),
  paymentId: z.nullable(z.number()),
  paymentReference: z.nullable(z.string()),
  foundAt: z.string(),
  returnState: z.nullable(z.enum(['sending', 'done', 'refused', 'unknown'])),
  returnText: z.nullable(z.string()),
  settledAs: z.nullable(z.enum(['explained', 'booked', 'returned', 'linked'])),
  settledAt: z.nullable(z.string()),
  /** Null: a later list settled it. */
  settledBy: z.nullable(z.string()),
  note: z.string(),
  mayBook: z.boolean(),
  mayReturn: z.boolean(),
  mayCheck: z.boolean(),
  mayExplain: z.boolean(),
  mayLink: z.boolean(),
})
export type BankFinding = z.output<typeof bankFinding>

/** Newest first: the open ones, or with `state=settled` the settled ones. */
export const listBankFindings = endpoint({
  method: 'GET',
  path: '/yonetim/bank-findings',
  access: 'admin',
  area: 'payments',
  summary: 'Transactions of the banks’ lists that the books lack',
  query: z.object({ page: text, limit: text, state: text }),
  reply: z.object({
    items: z.array(bankFinding),
    ...paged,
    /** Null: open. */
    state: z.nullable(z.literal('settled')),
    openCount: z.number(),
    /** Days of accounts whose list could not be read yet. */
    unread: z.array(z.object({ account: z.string(), day: z.string(), tries: z.number() })),
    /** Active accounts whose protocol has no list. */
    withoutList: z.array(z.string()),
  }),
  errors: [],
})

const findingCall = {
  method: 'POST',
  access: 'admin',
  area: 'payments',
  params: longRowParams,
  reply: bankFinding,
} as const

export const explainBankFinding = endpoint({
  ...findingCall,
  path: '/yonetim/bank-findings/:id/explain',
  summary: 'Settles a finding with an explanation',
  body: z.strictObject({ note: z.string().check(z.trim(), z.minLength(1), z.maxLength(1000)) }),
  errors: ['not_found', 'finding_settled'],
})

/** The bank is asked again; what it confirms is settled like any other payment or refund. */
export const bookBankFinding = endpoint({
  ...findingCall,
  path: '/yonetim/bank-findings/:id/book',
  summary: 'Records a sale or refund of one of our payments in the books',
  body: z.strictObject({}),
  errors: ['not_found', 'finding_settled', 'finding_not_confirmed', 'refund_pending'],
})

/** Sent to the bank once; without an answer, `check` finds the outcome. */
export const returnBankFinding = endpoint({
  ...findingCall,
  path: '/yonetim/bank-findings/:id/return',
  summary: 'Returns the money of a sale that the books lack',
  body: z.strictObject({ cause: text }),
  errors: ['not_found', 'finding_settled', 'refund_not_possible', 'refund_refused', 'bank_unavailable'],
})

export const checkBankFinding = endpoint({
  ...findingCall,
  path: '/yonetim/bank-findings/:id/check',
  summary: 'Asks the bank whether it returned the money of a finding',
  body: z.strictObject({}),
  errors: ['not_found', 'finding_settled', 'bank_unavailable'],
})

export const linkablePayment = z.object({
  id: z.number(),
  reference: z.string(),
  dealer: z.string(),
  dealerCode: z.string(),
  /** The POS account that took it. */
  account: z.string(),
  amount: z.number(),
  refunded: z.number(),
  currency: z.string(),
  orderNo: z.nullable(z.string()),
  cardNumber: z.nullable(z.string()),
  createdAt: z.string(),
  capturedAt: z.nullable(z.string()),
  /** Whether amount and currency are those of the finding; if not, the link needs a note. */
  isSame: z.boolean(),
  /** Why it cannot be linked. */
  obstacle: z.nullable(z.enum(['not_captured', 'linked'])),
})
export type LinkablePayment = z.output<typeof linkablePayment>

/**
 * Payments that the finding may be, those of its amount first, then the nearest in time. Without `q`: captured ones of its
 * amount around its day. `q`: words that are all found, each in the reference, order number, dealer, amount or day.
 */
export const listLinkablePayments = endpoint({
  method: 'GET',
  path: '/yonetim/bank-findings/:id/payments',
  access: 'admin',
  area: 'payments',
  summary: 'Payments to which a finding can be linked',
  params: longRowParams,
  query: z.object({ q: text }),
  reply: z.object({ items: z.array(linkablePayment), hasMore: z.boolean() }),
  errors: ['not_found'],
})

/** Settles a finding without a payment; the books do not change. */
export const linkBankFinding = endpoint({
  ...findingCall,
  path: '/yonetim/bank-findings/:id/link',
  summary: 'Links a finding to the captured payment that it is',
  body: z.strictObject({ paymentId: longRowNumber, note: z.optional(z.string().check(z.trim(), z.maxLength(1000))) }),
  errors: [
    'not_found',
    'finding_settled',
    'finding_payment_missing',
    'finding_payment_not_captured',
    'finding_payment_linked',
    'finding_note_missing',
  ],
})
