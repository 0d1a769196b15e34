import { formatDay } from '#domain/text/calendar-day.ts'
import type { Formats } from '#domain/text/format.ts'
import { decimal } from './money.ts'
import type { RateNote } from './rate-policy.ts'

/** Sources of rates that have a name of their own; others are shown as they are. */
const namedSources = ['tcmb', 'manual', 'erp', 'demo', 'fixed'] as const
export type NamedRateSource = (typeof namedSources)[number]

/** The texts of a language: `1 USD = 41,2345 TL`, the name of a source, and `until` a day. */
export type RateWords = {
  equation(facts: { currency: string; rate: string }): string
  source(source: NamedRateSource): string
  until(day: string): string
}

/** At least four decimals, as the central bank quotes rates, at most the eight that are stored. */
const placesOf = (rate: string): number => Math.min(8, Math.max(4, decimal(rate).decimalPlaces()))

/** `1 USD = 41,2345 TL (TCMB, 27.11.2026)`: a rate with its source and day, in the notation of a language. */
export function rateText(
  { currency, rate, source, day }: RateNote,
  words: RateWords,
  formats: Pick<Formats, 'formatNumber'>,
): string {
  const equation = words.equation({ currency, rate: formats.formatNumber(rate, placesOf(rate)) })
  const named = namedSources.find((each) => each === source)
  const from = named === undefined ? source : words.source(named)
  const since = day === null ? '' : source === 'fixed' ? words.until(formatDay(day)) : formatDay(day)
  const facts = [from, since].filter((part) => part !== '').join(', ')
  return facts === '' ? equation : `${equation} (${facts})`
}
