import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { planKeys } from '#contract/core/money.ts'
import { priceReasons } from '#contract/shop/price-reasons.ts'

const text = z.optional(z.string().check(z.maxLength(200)))

/** What is looked up; empty texts where nothing was typed. */
export const priceQuestion = z.object({
  /** A dealer's code; empty: a guest. */
  dealer: z.string(),
  product: z.string(),
  unit: z.string(),
  quantity: z.string(),
  /** YYYY-MM-DD; empty: today. */
  day: z.string(),
  plan: z.string(),
})

/** The lowest price of one unit before tax, and where the price is. `below`: who set it has the right to pass floors. */
export const floorNote = z.object({ place: z.enum(['above', 'at', 'below']), value: z.number(), currency: z.string() })
export type FloorNote = z.output<typeof floorNote>

export const lookUpPrice = endpoint({
  method: 'GET',
  path: '/yonetim/price-reasons',
  access: 'admin',
  area: 'prices',
  summary: 'What a dealer pays for a product on a day, and why',
  query: z.object({ dealer: text, product: text, unit: text, quantity: text, day: text, plan: text }),
  reply: z.object({
    question: priceQuestion,
    /** Null until a product is named, and while a field is wrong. */
    answer: z.nullable(
      z.extend(priceReasons, {
        dealer: z.nullable(z.object({ code: z.string(), name: z.string() })),
        /** The floor from cost that has no effect, because the product's cost is unknown. */
        floorWithoutCost: z.nullable(z.string()),
        /** The floor that applies, where no step shows it. */
        floorNote: z.nullable(floorNote),
      }),
    ),
    /** Sentences by field. */
    problems: z.record(z.string(), z.string()),
    plans: z.array(z.object({ key: z.enum(planKeys), name: z.string() })),
  }),
  errors: [],
})
