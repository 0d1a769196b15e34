import * as z from 'zod/mini'
import { asideReasons } from '#domain/cart/order-text/aside-reason.ts'
import { learnedWordsMax } from '#domain/cart/order-text/words-key.ts'
import { lineDoubts } from '#domain/cart/order-text/decide-line.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'

/** Choices of a doubtful line. */
export const choicesMax = 3

/**
 * A product that a line may mean, in the unit that was written or else is likely. `price` is for one unit, before tax,
 * under the cart's payment plan, and absent where prices are hidden. Stock is as on product pages, in base units.
 */
const choice = z.object({
  productId: z.number(),
  code: z.string(),
  name: z.string(),
  unit: z.string(),
  /** The product's units with their base units. */
  units: z.array(z.object({ value: z.string(), multiplier: z.number() })),
  /** null if none is written that is valid. */
  quantity: z.nullable(z.number()),
  price: z.optional(money),
  isOutOfStock: z.boolean(),
  stock: z.optional(z.number()),
  moreThan: z.optional(z.number()),
  /** Chosen by this dealer for the same words before. */
  isLearned: z.optional(z.literal(true)),
})
export type OrderTextChoice = z.output<typeof choice>

const line = z.object({
  /** The line of the text, from 1. */
  row: z.number(),
  text: z.string(),
  confidence: z.literal(['sure', 'doubtful', 'none']),
  /** What is in doubt; empty for a sure line. */
  doubts: z.array(z.literal(lineDoubts)),
  /** As written: the quantity, '' if there is none, and the unit. */
  typed: z.string(),
  unit: z.optional(z.string()),
  /** The product of a sure line, or the likely ones, the best first. */
  choices: z.array(choice).check(z.maxLength(choicesMax)),
  /** The product is named by its code or barcode. */
  isByCode: z.optional(z.literal(true)),
  /** The code, barcode or name in a row of a sheet. */
  cell: z.optional(z.string()),
  /** A price in the text, which is ignored. */
  price: z.optional(z.string()),
  /** What a choice is remembered for. */
  words: z.optional(z.string()),
})
export type OrderTextLine = z.output<typeof line>

const aside = z.object({ row: z.number(), text: z.string(), reason: z.literal(asideReasons) })
export type OrderTextAside = z.output<typeof aside>

export const readOrderText = endpoint({
  method: 'POST',
  path: '/api/catalog/order-text',
  access: 'buyer',
  needs: [],
  summary: 'Reads a message, list or copied sheet into lines with products, quantities and units; adds nothing',
  hasLongText: true,
  allowedWhileImpersonating: true,
  body: z.object({ text: z.string() }),
  reply: z.object({ lines: z.array(line), asides: z.array(aside) }),
  errors: ['order_text_too_long', 'order_text_too_many_lines', 'unavailable'],
})

export const forgetOrderWords = endpoint({
  method: 'DELETE',
  path: '/api/catalog/order-text/words',
  access: 'dealer',
  needs: [],
  summary: 'Forgets what the dealer chose for these words; without them, for all words',
  query: z.object({ words: z.optional(z.string().check(z.maxLength(learnedWordsMax))) }),
  reply: z.object({ forgotten: z.number() }),
  errors: [],
})
