import * as z from 'zod/mini'
import { rateNote, ratePolicy } from '#contract/core/rate-note.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { planKey } from '#contract/core/money.ts'
import { rowId } from '#contract/core/row-id.ts'
import { quantity } from './cart.ts'

export const priceStepKinds = [
  'list',
  'unit',
  'discount',
  'agreement',
  'chain',
  'tier',
  'campaign',
  'promotion',
  'floor',
  'offer',
] as const

/** One step of a price with its result: for one unit, before tax, with at most 4 decimals (docs/decisions/075). */
export const shownStep = z.object({
  kind: z.enum(priceStepKinds),
  /** The rule that makes it. */
  rule: z.nullable(z.string()),
  /** What it takes off: `10+5+3`, in percent; null for prices that take the place of the ones before. */
  chain: z.nullable(z.string()),
  /** Of a floor from cost, for administrators only: percent above the cost. */
  aboveCost: z.optional(z.number()),
  value: z.number(),
  currency: z.string(),
})
export type ShownStep = z.output<typeof shownStep>

export const priceReasons = z.object({
  product: z.object({ code: z.string(), name: z.string() }),
  unit: z.string(),
  quantity: z.number(),
  /** The name of the price list that the first step is from. */
  list: z.string(),
  /** The payment plan whose price the first step is; null for the sale price. */
  plan: z.nullable(z.string()),
  /** In order; none: the product has no price. */
  steps: z.array(shownStep),
  /** Percent. */
  taxRate: z.number(),
  /** The amount of the line before tax and with tax, rounded, in the visitor's currency; null without a price. */
  line: z.nullable(z.object({ currency: z.string(), amount: z.number(), withTax: z.number() })),
  /** Of the currencies that the steps and the amount use, without TRY. */
  rates: z.array(rateNote),
  /** `invoice_day`: the amount is preliminary. */
  ratePolicy,
})
export type PriceReasons = z.output<typeof priceReasons>

export const explainPrice = endpoint({
  method: 'GET',
  path: '/api/catalog/price-reasons',
  access: 'guest',
  summary: 'How a product’s price comes about for the visitor, step by step',
  query: z.object({
    product: rowId,
    /** A unit's id; without it the default unit. */
    unit: z.optional(rowId),
    quantity: z.optional(quantity),
    /** Without it, the plan of the visitor's cart. */
    plan: z.optional(planKey),
  }),
  reply: priceReasons,
  errors: ['product_not_found', 'price_reasons_hidden'],
})
