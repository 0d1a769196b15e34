import { createTranslate, type Translate, type Words } from '#contract/core/words.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Translation } from '#web/ui/translation.ts'

export function createTranslation(language: string, words: Words): Translation {
  return { language, t: createTranslate(language, words), ...formatsOf(language) }
}

let current: Translation | undefined
let translatePageWords: Translate | undefined

/** Loads the texts of the page's language, without those of `addPageWords`. In the browser only. */
export async function startWords(language: string): Promise<Translation> {
  const words = language === 'en' ? await import('#locales/en.json') : await import('#locales/tr.json')
  const translate = createTranslate(language, words.default)
  current = {
    ...formatsOf(language),
    language,
    t(key, facts) {
      const text = translate(key, facts)
      return text === key && translatePageWords !== undefined ? translatePageWords(key, facts) : text
    },
  }
  return current
}

/**
 * Loads the texts of pages that few visitors open. In the browser only; a page waits for them by importing
 * `page-words.ts`.
 */
export async function addPageWords(): Promise<void> {
  // Checked here, next to the imports, so that the server bundle leaves them out.
  if (import.meta.env.SSR) return
  const language = document.documentElement.lang
  const words = language === 'en' ? await import('#locales/en.json?pages') : await import('#locales/tr.json?pages')
  translatePageWords = createTranslate(language, words.default)
}

/** Translates outside of components. In the browser only: the server has one language per request. */
export const t: Translation['t'] = (key, facts) => current?.t(key, facts) ?? key

/** The page's language, texts and notation outside of components, once they are loaded. In the browser only. */
export const pageTranslation = (): Translation => current ?? createTranslation('tr', {})
