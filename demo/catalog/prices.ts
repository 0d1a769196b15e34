import type { UnitDraft } from './draft.ts'
import type { Random } from '#demo/random.ts'
import { inCurrency } from '#demo/rates.ts'
import { type UnitScheme, unitSchemes } from './units.ts'

/** Demo prices are invented, so plain numbers rounded to cents are enough. */
const cents = (value: number): number => Math.round(value * 100) / 100

/** Rounds a price as price lists do: high prices end on .00, .50 or .90. */
function niceAmount(value: number): number {
  if (value < 20) return cents(value)
  if (value < 200) return cents(Math.round(value * 20) / 20)
  if (value < 2000) return cents(Math.floor(value) + 0.9)
  return Math.round(value / 5) * 5
}

/** Returns the list price for a sale price: usually above it, sometimes equal or below, sometimes none. */
function listAmount(sale: number, random: Random): number | null {
  const draw = random.next()
  if (draw < 0.2) return null
  if (draw < 0.28) return sale
  if (draw < 0.32) return cents(sale * 0.95)
  return niceAmount(sale * (1 + random.whole(5, 35) / 100))
}

export type UnitPricing = { scheme: UnitScheme; lira: number | null; currency: string; barcode: () => string }

/** Generates the units of a product; `lira` is the price of the default unit, null if it has none. */
export function priceUnits({ scheme, lira, currency, barcode }: UnitPricing, random: Random): UnitDraft[] {
  const { units, byDefault } = unitSchemes[scheme]
  const base = lira === null ? null : niceAmount(inCurrency(lira, currency))
  const list = base === null ? null : listAmount(base, random)
  const ratio = base !== null && list !== null ? list / base : null
  const kept = units.length > 2 && random.chance(0.45) ? units.slice(0, -1) : units
  const basis = units[byDefault]?.multiplier ?? 1
  return kept.map((unit, index) => {
    const named = {
      name: unit.name,
      multiplier: unit.multiplier,
      barcode: index === 0 || random.chance(0.85) ? barcode() : null,
    }
    if (base === null || unit.factor === null) return { ...named, sale: null, list: null }
    if (index === byDefault) return { ...named, sale: base, list }
    // Pallets are often sold on request.
    if (unit.name === 'PALET' && random.chance(0.5)) return { ...named, sale: 0, list: null }
    const sale = cents((base * unit.factor * unit.multiplier) / basis)
    return { ...named, sale, list: ratio === null ? null : cents(ratio * sale) }
  })
}
