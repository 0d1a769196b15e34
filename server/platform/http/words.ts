import { createInstance } from 'i18next'
import type { Locale } from '#contract/visitor.ts'
import en from '#locales/en.json' with { type: 'json' }
import tr from '#locales/tr.json' with { type: 'json' }

const words = createInstance()
await words.init({
  resources: { tr: { translation: tr }, en: { translation: en } },
  fallbackLng: 'tr',
  interpolation: { escapeValue: false },
})

/** A text of the program in the visitor's language. */
export function say(locale: Locale, key: string, facts?: Record<string, string | number>): string {
  return words.getFixedT(locale)(key, { ...facts })
}

/** The best of our languages for an Accept-Language header; Turkish unless English is asked for first. */
export function preferredLocale(acceptLanguage: string | undefined): Locale {
  const first = acceptLanguage?.split(',')[0]?.trim().toLowerCase() ?? ''
  return first.startsWith('en') ? 'en' : 'tr'
}
