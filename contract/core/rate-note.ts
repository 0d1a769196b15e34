import * as z from 'zod/mini'
import { ratePolicies } from '#domain/money/rate-policy.ts'

/** TRY for one unit of a currency as exact text, its source, and the day it is from; of a `fixed` one its last day. '' and null: unknown. */
export const rateNote = z.object({
  currency: z.string(),
  rate: z.string(),
  source: z.string(),
  day: z.nullable(z.string()),
})

export const ratePolicy = z.enum(ratePolicies)
