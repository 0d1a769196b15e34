import i18next, { createInstance, type i18n } from 'i18next'
import { initReactI18next } from 'react-i18next'

type Words = Record<string, unknown>

const options = (locale: string, words: Words) => ({
  lng: locale,
  resources: { [locale]: { translation: words } },
  interpolation: { escapeValue: false },
  initAsync: false,
})

/** One instance per language on the server. */
export function createWords(locale: string, words: Words): i18n {
  const instance = createInstance()
  void instance.use(initReactI18next).init(options(locale, words))
  return instance
}

/** The browser's only instance; the words of the page's language alone are loaded. */
export async function startWords(locale: string): Promise<i18n> {
  const words = locale === 'en' ? await import('#locales/en.json') : await import('#locales/tr.json')
  await i18next.use(initReactI18next).init(options(locale, words.default as Words))
  return i18next
}
