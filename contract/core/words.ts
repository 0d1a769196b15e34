/** Texts of one language, nested by feature. `key_one` and `key_other` are the forms of `key` for a `count`. */
export type Words = { readonly [key: string]: string | Words }
export type Facts = Readonly<Record<string, string | number | undefined>>
/** The text of a dotted key, e.g. `cart.lines`, with its `{{facts}}` filled in. A key without a text stands for itself. */
export type Translate = (key: string, facts?: Facts) => string

function flatten(words: Words, prefix: string, texts: Map<string, string>): Map<string, string> {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'string') texts.set(prefix + key, value)
    else flatten(value, `${prefix}${key}.`, texts)
  }
  return texts
}

/** Says the texts of one language the same way on both sides. Facts stand in the text as they are: whoever prints escapes. */
export function createTranslate(locale: string, words: Words): Translate {
  const texts = flatten(words, '', new Map())
  const plural = new Intl.PluralRules(locale)
  const formOf = (key: string, count: unknown) =>
    typeof count === 'number' ? texts.get(`${key}_${plural.select(count)}`) : undefined
  return (key, facts) => {
    const text = (facts && formOf(key, facts['count'])) ?? texts.get(key) ?? key
    return facts === undefined ? text : text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(facts[name] ?? ''))
  }
}
