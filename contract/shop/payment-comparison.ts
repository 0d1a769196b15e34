import * as z from 'zod/mini'
import { cardClasses } from '#domain/payments/bank-rates.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { money, planKey } from '#contract/core/money.ts'
import { rowNumber } from '#contract/core/row-id.ts'
import { quantity } from './cart.ts'

/** The digits of a card that are sent to compare its installments: never more, so that no card number is sent. */
export const minCardDigits = 6
export const maxCardDigits = 8

/** A way to pay, with the total of the order or the charge that it makes. */
export const comparedPayment = z.object({
  /** On account, on account with a discount for early payment, or by card. */
  kind: z.enum(['account', 'early', 'card']),
  /** The payment plan of the order; null for none. */
  plan: z.nullable(planKey),
  planName: z.nullable(z.string()),
  /** Days until it is paid, on account only; null: not stated. */
  dueDays: z.nullable(z.number()),
  /** What is taken off for early payment, in percent. */
  percent: z.nullable(z.number()),
  /** Number of payments by card; null on account. */
  installment: z.nullable(z.number()),
  /** Installments that the bank's campaign adds. */
  extraInstallments: z.number(),
  /** Null: cards of both classes. */
  cardClass: z.nullable(z.enum(cardClasses)),
  /** Card programs; none: any card. */
  families: z.array(z.string()),
  /** On account in the currency of the cart, by card in lira. */
  total: money,
  totalTry: z.number(),
  /** The monthly payment in lira; null if it is paid at once. */
  monthly: z.nullable(z.number()),
  /** In lira, against cash; negative if it costs less. */
  cost: z.number(),
  /** Effective yearly rate in percent; null if it is not defined. */
  yearly: z.nullable(z.number()),
  isCash: z.boolean(),
  isCheapest: z.boolean(),
  /** Whether the cart's plan is the one of this row. */
  isChosen: z.boolean(),
})
export type ComparedPayment = z.output<typeof comparedPayment>

export const paymentComparison = z.object({
  /** The cheapest first. */
  rows: z.array(comparedPayment),
  /** Lira for one unit of the cart's currency; null for lira. */
  rate: z.nullable(z.object({ currency: z.string(), rate: z.number() })),
  /** The typed card; null if none was typed or it is not known. */
  card: z.nullable(
    z.object({
      bank: z.string(),
      families: z.array(z.string()),
      /** More digits would tell which card it is. */
      isAmbiguous: z.boolean(),
    }),
  ),
  /** Why there are no rows for cards, where a card could otherwise pay. */
  withoutCard: z.nullable(z.enum(['approval'])),
})
export type PaymentComparison = z.output<typeof paymentComparison>

/** A POST, so that no digit of a card is part of an address. Nothing is stored. */
export const comparePayments = endpoint({
  method: 'POST',
  path: '/api/catalog/payment-comparison',
  access: 'guest',
  allowedWhileImpersonating: true,
  summary: 'What the visitor’s cart, or a product, costs by each way to pay',
  body: z.strictObject({
    /** The first six to eight digits of a card. */
    card: z.optional(z.string().check(z.regex(/^\d{6,8}$/))),
    /** In place of the cart. */
    product: z.optional(z.strictObject({ id: rowNumber, unit: rowNumber, quantity })),
  }),
  reply: paymentComparison,
  errors: [
    'payment_comparison_hidden',
    'not_signed_in',
    'admin_not_allowed',
    'no_order_right',
    'validation_failed',
    'cart_empty',
    'cart_changed',
    'variant_not_chosen',
    'price_unknown',
    'product_not_found',
    'unit_not_found',
    'insufficient_stock',
    'quantity_invalid',
    'texts_not_accepted',
    'contract_not_accepted',
    'too_many_attempts',
  ],
})
