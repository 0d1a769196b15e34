import * as z from 'zod/mini'
import { cardClasses } from '#domain/payments/bank-rates.ts'
import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { paymentStates } from '#domain/payments/payment.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { longRowNumber } from '#contract/core/row-id.ts'
import { deliveryErrors, deliveryFields } from './delivery.ts'
import { paidDebtsMax } from './statement.ts'
import { quantityRefusals } from '#contract/shop/quantity-refusals.ts'

/** A row of the installment table (checkout, section 3, including the spelling). */
export const installmentPlan = z.object({
  id: z.number(),
  installment: z.number(),
  /** Percent on the amount. */
  commisionFee: z.number(),
  isDefault: z.boolean(),
  /** Installments that the bank's campaign adds: 6 + 2. Absent: none. */
  extraInstallments: z.optional(z.number()),
})
export type InstallmentPlan = z.output<typeof installmentPlan>

/** A bank of the installment table; `posPlans` by number of installments. */
export const bankOption = z.object({
  name: z.string(),
  /** The card program (Bonus, Axess …). */
  family: z.nullable(z.string()),
  /** All programs of the table. Absent: `family` is the only one. */
  families: z.optional(z.array(z.string())),
  logo: z.nullable(z.string()),
  image: z.nullable(z.string()),
  /** Absent: the table is for cards of both classes. */
  cardClass: z.optional(z.enum(cardClasses)),
  posPlans: z.record(z.string(), installmentPlan),
})
export type BankOption = z.output<typeof bankOption>

/**
 * Bank and plans of a card by its first eight digits. Needs a signed-in dealer or a link's token (decisions,
 * "Payments").
 */
export const binControl = endpoint({
  method: 'POST',
  path: '/api/catalog/bin-control',
  access: 'guest',
  encoding: 'form',
  summary: 'The bank and installment plans of a card, by the first eight digits of its number',
  body: z.object({
    binNumber: z.string().check(z.regex(/^\d{8}$/)),
    /** What is paid for: limits by goods and amount exclude plans. */
    type: z.optional(z.enum(['order', 'pay'])),
    amount: z.optional(z.string().check(z.maxLength(30))),
    /** Of a payment into the account; by default lira. */
    currency: z.optional(z.enum(posCurrencies)),
    link: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({
    bank: z.object({
      ...bankOption.shape,
      /** VISA, MASTERCARD, TROY, AMEX … */
      organization: z.string(),
      cardType: z.enum(['credit', 'debit', 'prepaid', 'unknown']),
      isCommercial: z.boolean(),
    }),
    plans: z.array(installmentPlan),
    /** The provider that would keep the card if the payer agrees; null: the card cannot be stored. */
    keeper: z.nullable(z.string()),
  }),
  errors: [
    'not_signed_in',
    'admin_not_allowed',
    'no_order_right',
    'validation_failed',
    'texts_not_accepted',
    'contract_not_accepted',
    'card_payment_off',
    'too_many_attempts',
    'link_not_found',
  ],
})

/** The installment tables of all banks, shown before a card is typed. Needs a signed-in dealer or a link's token. */
export const listInstallments = endpoint({
  method: 'GET',
  path: '/api/catalog/installments',
  access: 'guest',
  summary: 'The installment tables of all banks',
  query: z.object({
    type: z.optional(z.enum(['order', 'pay'])),
    amount: z.optional(z.string().check(z.maxLength(30))),
    /** Of a payment into the account; by default lira. */
    currency: z.optional(z.enum(posCurrencies)),
    link: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.object({
    banks: z.array(bankOption),
    /** Whether one of them is the demo’s sandbox bank, which takes the demo’s cards. */
    hasDemoCards: z.boolean(),
  }),
  errors: ['not_signed_in', 'admin_not_allowed', 'no_order_right', 'link_not_found'],
})

/** What the frame does with the browser next. */
export const browserStep = z.union([
  z.object({
    kind: z.literal('form'),
    action: z.string(),
    fields: z.array(z.tuple([z.string(), z.string()])),
    /** The bank does not allow its page in a frame: the whole window goes there. */
    window: z.optional(z.literal('top')),
  }),
  z.object({ kind: z.literal('redirect'), url: z.string() }),
])
export type BrowserStep = z.output<typeof browserStep>

const short = (most: number) => z.optional(z.string().check(z.maxLength(most)))

/**
 * The message that the payment page sends to its frame (checkout, section 7) and the frame passes on. Amount and plan
 * are compared with the server's own. A card is required unless the plan's account is in hosted mode. The same
 * `Idempotency-Key` with the same body is the same payment; with another body it is refused.
 */
export const startPayment = endpoint({
  method: 'POST',
  path: '/api/payment/start',
  needsLimits: true,
  access: 'guest',
  summary: 'Starts 3-D Secure for a cart, a payment into the account, or a payment link',
  body: z.strictObject({
    type: z.enum(['order', 'pay']),
    link: short(100),
    ccno: short(30),
    ccv: short(10),
    expiry: short(10),
    holder: short(120),
    /** Pays with a stored card of the user instead of a typed one; `ccv` where its provider wants it. */
    storedCard: z.optional(longRowNumber),
    /** The payer agrees that the provider stores the typed card: the version of the text that was shown. */
    storeCard: short(20),
    plan: z.nullable(z.number().check(z.int())),
    installment: z.number().check(z.int(), z.minimum(1), z.maximum(12)),
    amount: z.union([z.number(), z.string().check(z.maxLength(30))]),
    /** Of a payment into the account, which is credited in it; by default lira. Carts are paid in lira, links in their own. */
    currency: z.optional(z.enum(posCurrencies)),
    /**
     * The total that the payer was shown, commission included. If the commission has changed since, nothing is charged.
     */
    total: short(30),
    description: short(100_000),
    advencePrice: short(40),
    /** Where the order of a cart goes. */
    ...deliveryFields,
    /** `mark` of the promotions on screen. If others apply by now, nothing is charged. */
    promotions: short(8000),
    /** Movements of the account that an account payment is for; the others are paid with what is left. */
    debts: z.optional(z.array(longRowNumber).check(z.maxLength(paidDebtsMax))),
  }),
  reply: z.object({ reference: z.string(), step: browserStep }),
  errors: [
    'not_signed_in',
    'admin_not_allowed',
    'no_order_right',
    'csrf_failed',
    'card_payment_off',
    'card_number_invalid',
    'card_number_wrong',
    'card_expiry_invalid',
    'card_month_wrong',
    'card_expired',
    'card_cvc_invalid',
    'card_holder_missing',
    'card_holder_number',
    'stored_card_not_found',
    'stored_card_refused',
    'stored_card_off',
    'amount_missing',
    'amount_invalid',
    'amount_changed',
    'installment_unknown',
    'payment_pending',
    'payment_declined',
    'payment_cancelled',
    'in_progress',
    'bank_unavailable',
    'too_many_attempts',
    'idempotency_mismatch',
    'cart_empty',
    'cart_changed',
    'promotions_changed',
    'promotions_lost',
    'promotion_used_up',
    'coupon_used_up',
    'insufficient_stock',
    'price_unknown',
    ...quantityRefusals,
    'plan_unknown',
    'plan_needs_order',
    'note_too_long',
    ...deliveryErrors,
    'link_not_found',
    'link_closed',
    'debts_changed',
  ],
})

/** The form that the payer signs on paper; contains only what is stored of the card (checkout, section 3). */
export const mailOrder = z.object({
  store: z.object({ logo: z.nullable(z.string()), address: z.string(), phone: z.string(), name: z.string() }),
  customerName: z.string(),
  currency: z.string(),
  installmentAmount: z.number(),
  installment: z.number(),
  extraInstallments: z.optional(z.number()),
  cardHolder: z.string(),
  /** First six and last four digits. */
  cardNumber: z.string(),
  /** Always two pairs of asterisks, never the card's own date. */
  expiryDate: z.string(),
  description: z.string(),
  date: z.string(),
})
export type MailOrder = z.output<typeof mailOrder>

/**
 * The bank's return had a bad or missing signature. `not_charged`: certainly nothing was charged; `checking`: the bank may
 * have taken the money, and is queried.
 */
const unverifiedReturn = z.enum(['not_charged', 'checking'])
export type UnverifiedReturn = z.output<typeof unverifiedReturn>

/** The inquiries about a payment whose outcome is not known. Times are ISO 8601. */
const paymentInquiry = z.object({
  /** Since when the bank has answered that it has no such order; null: it has not answered, or not that. */
  noneSince: z.nullable(z.string()),
  nextAt: z.nullable(z.string()),
  /** The payment ends without a charge if the bank has no such order by this time. Null after this time. */
  endsAt: z.nullable(z.string()),
  /** Whether the payer may end it now, to pay again. */
  mayRelease: z.boolean(),
})

/** The state of a payment (checkout, section 3: payment result). */
export const paymentResult = z.object({
  reference: z.string(),
  state: z.enum(paymentStates),
  succeed: z.boolean(),
  /** Whether money moved is not known yet: query again. */
  isPending: z.boolean(),
  paymentType: z.enum(['pay', 'order']),
  /** The charged total, fee included. */
  amount: z.number(),
  baseAmount: z.number(),
  fee: z.number(),
  currency: z.string(),
  installment: z.number(),
  /** Installments that the bank's campaign adds. Absent: none. */
  extraInstallments: z.optional(z.number()),
  refunded: z.number(),
  order: z.nullable(z.string()),
  orderId: z.nullable(z.number()),
  description: z.string(),
  /** What a payment into the account was booked against; empty until it is booked, and for the holder of a link. */
  debts: z.array(z.object({ documentNo: z.string(), amount: z.number(), invoiceId: z.nullable(z.number()) })),
  date: z.string(),
  payee: z.string(),
  cardNumber: z.nullable(z.string()),
  /** Why it failed, in the visitor's language, without the bank's text. */
  message: z.nullable(z.string()),
  unverifiedReturn: z.nullable(unverifiedReturn),
  inquiry: z.nullable(paymentInquiry),
  mailOrder: z.nullable(mailOrder),
})
export type PaymentResult = z.output<typeof paymentResult>

const reference = z.string().check(z.regex(/^[A-Z0-9]{20}$/))

/** A payment of the visitor's dealer, or of a link by its token. */
export const getPayment = endpoint({
  method: 'GET',
  path: '/api/payment/:reference',
  access: 'guest',
  summary: 'The state of a payment',
  params: z.object({ reference }),
  query: z.object({ link: short(100) }),
  reply: paymentResult,
  errors: ['not_signed_in', 'not_found'],
})

/** The newest attempt to pay the user's cart that has no outcome yet, whichever tab or device it was started in. */
export const getUnfinishedPayment = endpoint({
  method: 'GET',
  path: '/api/payment/unfinished',
  access: 'dealer',
  needs: [],
  summary: 'The unfinished card payment of the user’s cart',
  reply: z.object({ reference: z.nullable(z.string()) }),
  errors: [],
})

/**
 * For the result page after the bank's return. Its token is part of the address, is valid for ten minutes and gives
 * access to nothing else.
 */
export const getPaymentReturn = endpoint({
  method: 'GET',
  path: '/api/payment/return',
  access: 'guest',
  summary: 'The payment of the result page, by its token',
  query: z.object({ token: z.string().check(z.maxLength(500)) }),
  reply: z.object({
    reference: z.string(),
    state: z.enum(paymentStates),
    succeed: z.boolean(),
    isPending: z.boolean(),
    kind: z.enum(['order', 'account', 'link']),
    message: z.nullable(z.string()),
  }),
  errors: ['not_found'],
})

/**
 * Called when the payer closes the window before the bank has taken anything, or no longer waits for a bank that has no
 * such order. Other payments that may have moved money are not cancelled.
 */
export const cancelPayment = endpoint({
  method: 'POST',
  path: '/api/payment/:reference/cancel',
  access: 'guest',
  summary: 'Cancels an attempt that has not been authenticated yet, or that its bank does not know',
  params: z.object({ reference }),
  body: z.strictObject({ link: short(100) }),
  reply: z.object({ state: z.enum(paymentStates) }),
  errors: ['not_signed_in', 'not_found', 'csrf_failed'],
})
