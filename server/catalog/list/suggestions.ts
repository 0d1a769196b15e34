import type { Suggestion } from '#contract/shop/catalog.ts'
import { productPath } from '#contract/core/pages.ts'
import { unitTitle } from '#domain/cart/unit-title.ts'
import type { View } from '#server/settings/settings.ts'
import { priceTermsOf } from './price-ranges.ts'
import type { CatalogContext } from '#server/catalog/open-catalog.ts'
import { type Filter, noFilter } from '#server/catalog/index/filter.ts'
import { imagePath } from '#server/catalog/product/present-product.ts'
import type { AddressRow } from '#server/catalog/product/detail-rows.ts'
import { codeIsTaken } from '#server/catalog/product/product-rows.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadScannedVariants } from './scanned-variants.ts'

const maxSuggestions = 10

/** The best matches for the text typed so far: exact codes first, then codes with this prefix. */
export async function suggestProducts({ db, finder, view }: CatalogContext, q: string): Promise<Suggestion[]> {
  const text = q.trim()
  if (text === '') return []
  const { ids } = await finder.find({
    filter: suggestionFilter(text, view),
    prices: priceTermsOf(view),
    offset: 0,
    limit: maxSuggestions,
  })
  const [rows, variants] = await Promise.all([loadSuggestions(db, ids, text), loadScannedVariants(db, ids, text)])
  return rows.map((row) => {
    const { id, seo, name, code, barcode, image } = row
    const { path, unit } = variants.get(id) ?? { path: pathOf(row), unit: row.unit }
    return {
      id,
      name,
      code: view.settings.stockNumberType === 'Barcode' ? (barcode ?? code) : code,
      image: image === null ? null : imagePath(image),
      url: `/${seo}`,
      path,
      unit: unit && unitTitle({ value: unit[1], multiplier: unit[2] }, view.locale),
    }
  })
}

function pathOf({ id, seo, ozelkod2, is_code_taken, unit }: SuggestionRow): string {
  return productPath({ id, seo, ozelkod2: is_code_taken ? null : ozelkod2 }) + (unit === null ? '' : `?unit=${unit[0]}`)
}

/** The filter of the visitor's list, with the same choice about products out of stock. */
export function suggestionFilter(text: string, { showNotInStocks }: Pick<View, 'showNotInStocks'>): Filter {
  return { ...noFilter, text, inStockOnly: showNotInStocks === '0' }
}

/** The columns that a suggestion shows. */
type SuggestionRow = AddressRow & {
  name: string
  code: string
  /** Barcode of the default unit. */
  barcode: string | null
  image: string | null
  /** The unit with the searched barcode, if it is not the default one. */
  unit: [id: number, name: string, multiplier: number] | null
}

function loadSuggestions(db: Db, ids: readonly number[], text: string): Promise<SuggestionRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db.query<SuggestionRow>(
    `SELECT p.id, p.seo, p.ozelkod2, p.name, p.code, p.images[1] AS image, ${codeIsTaken('p')} AS is_code_taken,
            (SELECT u.barcode FROM product_units u WHERE u.id = p.default_unit_id) AS barcode,
            (SELECT json_build_array(u.id, u.name, u.multiplier) FROM product_units u
              WHERE u.product_id = p.id AND u.barcode = $2 AND u.id IS DISTINCT FROM p.default_unit_id LIMIT 1) AS unit
       FROM unnest($1::integer[]) WITH ORDINALITY wanted (id, place) JOIN products p ON p.id = wanted.id
      WHERE p.is_active
      ORDER BY wanted.place`,
    [ids, text.replaceAll('\0', '')],
    'suggestions',
  )
}
