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
      z.extend(priceReasons, { dealer: z.nullable(z.object({ code: z.string(), name: z.string() })) }),
    ),
    /** Sentences by field. */
    problems: z.record(z.string(), z.string()),
    plans: z.array(z.object({ key: z.enum(planKeys), name: z.string() })),
  }),
  errors: [],
})
