import type { Locale } from '#contract/core/visitor.ts'
import { type RateSource, rateNotes } from '#domain/money/rate-policy.ts'
import { stateRate } from '#server/exchange-rates/exchange-rates.ts'

/** The rates of an order in one cell, each with its source and day; null for an order in one currency. */
export function ratesCell(
  order: { currency: string; rates: Record<string, string>; rate_sources: Record<string, RateSource> },
  locale: Locale,
): string | null {
  const notes = rateNotes(order.currency, Object.keys(order.rates), { rates: order.rates, sources: order.rate_sources })
  return notes.length === 0 ? null : notes.map((note) => stateRate(note, locale)).join('; ')
}
