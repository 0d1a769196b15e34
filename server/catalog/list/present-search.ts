import type { Product } from '#contract/shop/product.ts'
import type { SearchReport } from '#domain/search/search-report.ts'
import { fold, squeezeCode } from '#domain/text/text.ts'

/**
 * The report as the page shows it: the index has folded words and codes without separators, the shown products have
 * them as written. null = the products match as typed.
 */
export function presentSearch(
  search: SearchReport | undefined,
  products: readonly Pick<Product, 'name' | 'code'>[],
): SearchReport | null {
  if (search === undefined) return null
  const words = new Map<string, string>()
  for (const { name, code } of products) {
    for (const word of name.match(/[\p{L}\p{N}]+/gu) ?? []) {
      const folded = fold(word)
      if (!words.has(folded)) words.set(folded, word.toLocaleLowerCase('tr'))
    }
    words.set(squeezeCode(code), code)
  }
  const asWritten = (used: string) =>
    words.get(used) ??
    used
      .split(' ')
      .map((word) => words.get(word) ?? word)
      .join(' ')
  return { ...search, corrections: search.corrections.map(({ typed, used }) => ({ typed, used: asWritten(used) })) }
}
