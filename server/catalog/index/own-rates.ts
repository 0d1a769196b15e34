import { decimal, lira, type Rates } from '#domain/money/money.ts'

/**
 * What one lira of a price in another currency, at the rates that the index has, is at the rates of a visitor; NaN = unknown, so that
 * such prices are on request. Lira and other codes stay as they are. `key` identifies all of it.
 */
export type OwnRates = { key: string; ratios: Readonly<Record<string, number>>; toJSON(): string }

/** Null: the visitor's rates are those of the index, as for most visitors. */
export function ownRates(rates: Rates, indexed: Rates): OwnRates | null {
  if (rates === indexed) return null
  const ratios: Record<string, number> = {}
  for (const [code, rate] of Object.entries(indexed)) {
    const own = rates[code] ?? null
    if (code === lira || rate === null || (own !== null && decimal(own).equals(rate))) continue
    ratios[code] = own === null ? Number.NaN : decimal(own).dividedBy(rate).toNumber()
  }
  if (Object.keys(ratios).length === 0) return null
  const key = JSON.stringify(Object.entries(ratios).map(([code, ratio]) => `${code} ${ratio}`))
  return { key, ratios, toJSON: () => key }
}
