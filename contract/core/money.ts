import * as z from 'zod/mini'

/** An amount in its currency: a JSON number with at most 4 decimals, and the ISO code (TL is TRY). */
export const money = z.object({ value: z.number(), currency: z.string() })
export type Money = z.output<typeof money>

/** The five price columns of payment plans (specification, section 3), as the specification spells them. */
export const planKeys = ['advencePrice1', 'advencePrice2', 'advencePrice3', 'advencePrice4', 'advencePrice5'] as const
export const planKey = z.enum(planKeys)
export type PlanKey = z.output<typeof planKey>

/** TRY for one unit of each currency; null = unknown. */
export const rates = z.record(z.string(), z.nullable(z.number()))
export type Rates = z.output<typeof rates>
