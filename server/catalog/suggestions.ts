import type { Suggestion } from '#contract/catalog.ts'
import { productPath } from '#contract/pages.ts'
import type { CatalogContext } from './context.ts'
import { findProducts } from './index/catalog-index.ts'
import { noFilter } from './index/filter.ts'
import { imagePath } from './present-product.ts'
import { loadSuggestions } from './queries.ts'

const most = 10

/** The best finds for what is typed so far: exact codes first, then codes that begin so. */
export async function suggestProducts({ db, index, view }: CatalogContext, q: string): Promise<Suggestion[]> {
  const text = q.trim()
  if (text === '') return []
  const filter = { ...noFilter, text, inStockOnly: view.showNotInStocks === '0' }
  const { ids } = findProducts(index, { filter, priceListId: view.priceListId, offset: 0, limit: most })
  const rows = await loadSuggestions(db, ids)
  return rows.map(({ id, seo, ozelkod2, is_code_taken, name, code, image }) => ({
    id,
    name,
    code,
    image: image === null ? null : imagePath(image),
    url: `/${seo}`,
    path: productPath({ id, seo, ozelkod2: is_code_taken ? null : ozelkod2 }),
  }))
}
