import fc from 'fast-check'
import type { Amount } from './store-facts.ts'

/** Few ids, so that rules, dealers and products meet. The default list is 1. */
export const ids = {
  dealers: [1, 2, 3],
  groups: [1, 2],
  regions: [1, 2],
  lists: [1, 2, 3],
  brands: [1, 2],
  categories: [1, 2, 3, 4],
  /** Products with variants, which cannot be ordered. */
  parents: [1],
  products: [2, 3, 4, 5],
} satisfies Record<string, number[]>

/** Of all stores. Days of rules begin and end around it. */
export const today = '2026-03-15'
/** GBP has no rate. */
const currencies = ['TRY', 'TRY', 'USD', 'EUR', 'GBP']
export const unitNames = ['ADET', 'KOLİ', 'PAKET']

/** Whole numbers of 10 ** -places as text: 1205 with two places is `12.05`. */
export const anyDecimal = (max: number, places: number, min = 0): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((units) => (units / 10 ** places).toFixed(places))

/** Above 0 and at most 2,000, mostly with two decimals. */
export const anyAmount: fc.Arbitrary<Amount> = fc.record({
  value: fc.oneof(
    { arbitrary: anyDecimal(200_000, 2, 1), weight: 3 },
    { arbitrary: anyDecimal(20_000_000, 4, 1), weight: 1 },
  ),
  currency: fc.constantFrom(...currencies),
})

export const orNull = <T>(values: readonly T[]): fc.Arbitrary<T | null> => fc.constantFrom(null, ...values)
