import type { Suggestion } from '#contract/shop/catalog.ts'
import { productPath } from '#contract/core/pages.ts'
import type { View } from '#server/settings/settings.ts'
import type { CatalogContext } from '#server/catalog/context.ts'
import { type Filter, noFilter } from '#server/catalog/index/filter.ts'
import { imagePath } from '#server/catalog/product/present-product.ts'
import { loadSuggestions } from '#server/catalog/queries.ts'

const most = 10

/** The best finds for what is typed so far: exact codes first, then codes that begin so. */
export async function suggestProducts({ db, finder, view }: CatalogContext, q: string): Promise<Suggestion[]> {
  const text = q.trim()
  if (text === '') return []
  const { ids } = await finder.find({
    filter: suggestionFilter(text, view),
    priceListId: view.priceListId,
    offset: 0,
    limit: most,
  })
  const rows = await loadSuggestions(db, ids)
  return rows.map(({ id, seo, ozelkod2, is_code_taken, name, code, barcode, image }) => ({
    id,
    name,
    code: view.settings.stockNumberType === 'Barcode' ? (barcode ?? code) : code,
    image: image === null ? null : imagePath(image),
    url: `/${seo}`,
    path: productPath({ id, seo, ozelkod2: is_code_taken ? null : ozelkod2 }),
  }))
}

/** All that the visitor's list would have, out of stock or not by the same choice. */
export function suggestionFilter(text: string, { showNotInStocks }: Pick<View, 'showNotInStocks'>): Filter {
  return { ...noFilter, text, inStockOnly: showNotInStocks === '0' }
}
