import { createTranslate, type Translate, type Words } from '#contract/core/words.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Translation } from '#web/ui/translation.ts'

export function createTranslation(language: string, words: Words): Translation {
  return { language, t: createTranslate(language, words), ...formatsOf(language) }
}

let current: Translation | undefined
/** Translations of the texts that were loaded after those of every page. */
const laterWords: Translate[] = []

/** Loads the texts of the page's language that every page uses. In the browser only. */
export async function startWords(language: string): Promise<Translation> {
  const words = language === 'en' ? await import('#locales/en.json') : await import('#locales/tr.json')
  const translate = createTranslate(language, words.default)
  current = {
    ...formatsOf(language),
    language,
    t(key, facts) {
      for (const find of [translate, ...laterWords]) {
        const text = find(key, facts)
        if (text !== key) return text
      }
      return key
    },
  }
  return current
}

/** Loads texts beside those of every page, from the file of the page's language. In the browser only. */
export async function addWords(load: Record<'tr' | 'en', () => Promise<{ default: Words }>>): Promise<void> {
  const language = document.documentElement.lang
  const { default: words } = await load[language === 'en' ? 'en' : 'tr']()
  laterWords.push(createTranslate(language, words))
}

/** Translates outside of components. In the browser only: the server has one language per request. */
export const t: Translation['t'] = (key, facts) => current?.t(key, facts) ?? key

/** The page's language, texts and notation outside of components, once they are loaded. In the browser only. */
export const pageTranslation = (): Translation => current ?? createTranslation('tr', {})
