import { formatsOf } from '#domain/text/format.ts'

/**
 * The texts of one language, nested by feature. `key_one` and `key_other` are the plural forms of `key` for a `count`.
 */
export type Words = { readonly [key: string]: string | Words }
export type Facts = Readonly<Record<string, string | number | undefined>>
/**
 * Returns the text of a dotted key, e.g. `cart.lines`, with its `{{facts}}` filled in, or the key if there is no text.
 */
export type Translate = (key: string, facts?: Facts) => string

function flatten(words: Words, prefix: string, texts: Map<string, string>): Map<string, string> {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') texts.set(prefix + key, value)
    else flatten(value, `${prefix}${key}.`, texts)
  }
  return texts
}

/**
 * Translates in the same way on the server and in the browser. Numbers among the facts are written in the notation of the
 * language. Facts are not escaped: that is left to the output.
 */
export function createTranslate(locale: string, words: Words): Translate {
  const texts = flatten(words, '', new Map())
  const plural = new Intl.PluralRules(locale)
  const formOf = (key: string, count: unknown) =>
    typeof count === 'number' ? texts.get(`${key}_${plural.select(count)}`) : undefined
  const { formatQuantity } = formatsOf(locale)
  const shown = (fact: string | number) => (typeof fact === 'number' ? formatQuantity(fact) : fact)
  return (key, facts) => {
    const text = (facts && formOf(key, facts['count'])) ?? texts.get(key) ?? key
    return facts === undefined ? text : text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => shown(facts[name] ?? ''))
  }
}
