import { type Comparison, comparedMax } from '#contract/shop/catalog.ts'
import type { CatalogContext } from '#server/catalog/open-catalog.ts'
import { type AttributeLine, loadAttributeLines } from '#server/catalog/attributes/product-attributes.ts'
import { presentProduct } from './present-product.ts'
import { loadProductRows } from './product-rows.ts'

/** Products side by side, as the visitor may see them. Invalid ids are left out. */
export async function compareProducts(
  { db, view }: Pick<CatalogContext, 'db' | 'view'>,
  text: string,
): Promise<Comparison> {
  const typed = text.split(',').filter((part) => /^[1-9]\d{0,8}$/.test(part))
  const requested = [...new Set(typed.map(Number))]
  const ids = requested.slice(0, comparedMax)
  const items = (await loadProductRows(db, ids, view)).map((row) => presentProduct(row, view))
  const found = items.map(({ id }) => id)
  const lines = await loadAttributeLines(db, found, view.locale)
  return {
    items,
    gone: ids.length - items.length,
    extra: requested.length - ids.length,
    rows: rowsOf(found.map((id) => lines.get(id) ?? [])),
  }
}

/** A row for each attribute or label of any of the products: attributes in their order, then the labels of the first product. */
export function rowsOf(products: readonly (readonly AttributeLine[])[]): Comparison['rows'] {
  const first = new Map<string, AttributeLine>()
  for (const line of products.flat()) if (!first.has(line.label)) first.set(line.label, line)
  const named = [...first.values()].toSorted((a, b) => (a.order === b.order ? 0 : a.order - b.order))
  return named.map(({ label, name, group }) => {
    const values = products.map((lines) => lines.find((line) => line.label === label)?.value ?? null)
    return {
      name,
      group,
      values,
      isShared: values.filter((value) => value !== null).length > 1,
      isDifferent: new Set(values).size > 1,
    }
  })
}
