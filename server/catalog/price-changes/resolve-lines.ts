import { currencyCode, decimal, lira } from '#domain/money/money.ts'
import { maxPrice } from '#domain/pricing/price-text.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { TypedPrices } from './typed-step.ts'
import { loadUnitsByCode, unitNamed } from './units-by-code.ts'

/** A price of a file or a program. `value`: exact text; null takes the unit out of the list, undefined is no price. */
export type PriceLine = {
  line: number
  code: string
  /** Empty: the default unit. */
  unit: string
  value: string | null | undefined
  /** As it was given, for people. */
  price: string
  /** Empty: lira. */
  currency: string
}

export type LineProblem = {
  line: number
  problem: 'code' | 'unit' | 'price' | 'currency' | 'repeated'
  facts: Record<string, string | number>
}

/** Finds the units of prices. Lines with problems are left out; the texts are `priceChanges.file.problems`. */
export async function resolveLines(
  db: Db,
  lines: readonly PriceLine[],
): Promise<{ prices: TypedPrices; problems: LineProblem[] }> {
  const unitsOf = await loadUnitsByCode(db, [...new Set(lines.map(({ code }) => code))])
  const currencies = new Set((await db.query<{ code: string }>('SELECT code FROM currencies')).map(({ code }) => code))
  const prices: TypedPrices = { units: [], values: [], currencies: [] }
  const problems: LineProblem[] = []
  const taken = new Map<number, number>()
  for (const { line, code, unit, value, price, currency } of lines) {
    const report = (problem: LineProblem['problem'], facts: LineProblem['facts'] = {}) =>
      problems.push({ line, problem, facts })
    const used = currency === '' ? lira : currencyCode(currency.toUpperCase())
    const units = unitsOf.get(code)
    const found = units && unitNamed(units, unit)
    if (units === undefined) report('code', { code })
    else if (found === undefined) report('unit', { code, unit })
    else if (value === undefined || !isPrice(value)) report('price', { price })
    else if (!currencies.has(used)) report('currency', { currency: used })
    else if (taken.has(found.id)) report('repeated', { code, line: taken.get(found.id) ?? 0 })
    else {
      taken.set(found.id, line)
      prices.units.push(found.id)
      prices.values.push(value)
      prices.currencies.push(value === null ? null : used)
    }
  }
  return { prices, problems }
}

function isPrice(value: string | null): boolean {
  if (value === null) return true
  const price = decimal(value)
  return !price.isNegative() && price.decimalPlaces() <= 4 && !price.greaterThan(maxPrice)
}
