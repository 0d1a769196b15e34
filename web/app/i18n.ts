import { createTranslate, type Translate, type Words } from '#contract/core/words.ts'
import type { Translation } from '#web/ui/translation.ts'

export function createTranslation(language: string, words: Words): Translation {
  return { language, t: createTranslate(language, words) }
}

let spoken: Translation | undefined
let sayPageWords: Translate | undefined

/** Loads the words of the page's language alone, without those of `addPageWords`. Browser only. */
export async function startWords(language: string): Promise<Translation> {
  const words = language === 'en' ? await import('#locales/en.json') : await import('#locales/tr.json')
  const say = createTranslate(language, words.default)
  spoken = {
    language,
    t(key, facts) {
      const text = say(key, facts)
      return text === key && sayPageWords !== undefined ? sayPageWords(key, facts) : text
    },
  }
  return spoken
}

/** Loads the words of pages that few visitors open. Browser only; a page waits for it by importing `page-words.ts`. */
export async function addPageWords(): Promise<void> {
  // Said in the file that names the words: the server's bundle must not look for them.
  if (import.meta.env.SSR) return
  const language = document.documentElement.lang
  const words = language === 'en' ? await import('#locales/en.json?pages') : await import('#locales/tr.json?pages')
  sayPageWords = createTranslate(language, words.default)
}

/** What the page says outside of components. Browser only: the server has a language per request. */
export const t: Translation['t'] = (key, facts) => spoken?.t(key, facts) ?? key
