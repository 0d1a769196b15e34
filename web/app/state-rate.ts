import '#web/app/page-words.ts'
import type { RateNote } from '#domain/money/rate-policy.ts'
import { rateText } from '#domain/money/rate-text.ts'
import type { Translation } from '#web/ui/translation.ts'

/** `1 USD = 41,2345 TL (TCMB, 27.11.2026)`: a rate as pages state it. For pages with `page-words.ts`. */
export function stateRate(note: RateNote, translation: Translation): string {
  const { t } = translation
  const words = {
    equation: (facts: { currency: string; rate: string }) => t('rates.equation', facts),
    source: (source: string) => t(`rates.sources.${source}`),
    until: (day: string) => t('rates.until', { day }),
  }
  return rateText(note, words, translation)
}
