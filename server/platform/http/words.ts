import type { Locale } from '#contract/core/visitor.ts'
import { createTranslate, type Facts } from '#contract/core/words.ts'
import en from '#locales/en.json' with { type: 'json' }
import tr from '#locales/tr.json' with { type: 'json' }

const translations = { tr: createTranslate('tr', tr), en: createTranslate('en', en) }

/** Translates a text of the program. */
export function translate(locale: Locale, key: string, facts?: Facts): string {
  return translations[locale](key, facts)
}

/** The best supported locale for an Accept-Language header: Turkish unless English comes first. */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  const first = acceptLanguage?.split(',')[0]?.trim().toLowerCase() ?? ''
  return first.startsWith('en') ? 'en' : 'tr'
}
