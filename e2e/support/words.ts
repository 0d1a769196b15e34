import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'

type Facts = Record<string, string | number>

/** Texts of the program, as the screens have them: `t('cart.title')`. */
export const words =
  (locale: Locale) =>
  (key: string, facts?: Facts): string => {
    const text = translate(locale, key, facts)
    if (text === key) throw new Error(`There is no text ${key}.`)
    return text
  }

export const t = words('tr')

/** A text with anything in the places of its facts. */
export function pattern(key: string, locale: Locale = 'tr'): RegExp {
  const text = words(locale)(key).replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${text.replace(/\{\{\w+\}\}/g, '.+')}$`)
}
