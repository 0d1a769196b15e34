import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'

type Facts = Record<string, string | number>

/** The program's texts as shown on screen: `t('cart.title')`. */
export const words =
  (locale: Locale) =>
  (key: string, facts?: Facts): string => {
    const text = translate(locale, key, facts)
    if (text === key) throw new Error(`There is no text ${key}.`)
    return text
  }

export const t = words('tr')

/** Matches a text with any values in its placeholders. */
export function pattern(key: string, locale: Locale = 'tr'): RegExp {
  const text = words(locale)(key).replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${text.replace(/\{\{\w+\}\}/g, '.+')}$`)
}
