import type { Locale } from '#contract/core/visitor.ts'
import type { RateNote } from '#domain/money/rate-policy.ts'
import { rateText } from '#domain/money/rate-text.ts'
import { formatsOf } from '#domain/text/format.ts'
import { translate } from '#server/platform/http/words.ts'

/** `1 USD = 41,2345 TL (TCMB, 27.11.2026)`: a rate as documents of a language state it. */
export function stateRate(note: RateNote, locale: Locale): string {
  const words = {
    equation: (facts: { currency: string; rate: string }) => translate(locale, 'rates.equation', facts),
    source: (source: string) => translate(locale, `rates.sources.${source}`),
    until: (day: string) => translate(locale, 'rates.until', { day }),
  }
  return rateText(note, words, formatsOf(locale))
}
