import { createSay, type Words } from '#contract/words.ts'
import type { Translation } from '#web/ui/translation.ts'

export function createTranslation(language: string, words: Words): Translation {
  return { language, t: createSay(language, words) }
}

let spoken: Translation | undefined

/** Loads the words of the page's language alone. Browser only. */
export async function startWords(language: string): Promise<Translation> {
  const words = language === 'en' ? await import('#locales/en.json') : await import('#locales/tr.json')
  spoken = createTranslation(language, words.default)
  return spoken
}

/** What the page says outside of components. Browser only: the server has a language per request. */
export const t: Translation['t'] = (key, facts) => spoken?.t(key, facts) ?? key
