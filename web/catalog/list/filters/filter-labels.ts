import type { Facets, ProductList } from '#contract/shop/catalog.ts'
import { decimal } from '#domain/money/money.ts'
import type { Formats } from '#domain/text/format.ts'
import { type FilterKey, type Filters, inStock } from '#web/app/list-address.ts'

export type FilterChip = { key: FilterKey; value: string }

/** The filters as chips, one per value. */
export function chipsOf(filters: Filters): FilterChip[] {
  return Object.entries(filters).flatMap(([key, values = []]) =>
    values.map((value) => ({ key: key as FilterKey, value })),
  )
}

/**
 * Whether a filter narrows the list: invalid prices are ignored, and the toggle already covers stock. An unknown
 * name is ignored beside existing ones; alone it is why the list is empty.
 */
export function isActiveFilter(
  { key, value }: FilterChip,
  { facets, isPreparing, showNotInStocks, total }: ProductList,
): boolean {
  if (key === 'price') return value !== '-' && /^(\d+(\.\d+)?)?-(\d+(\.\d+)?)?$/.test(value)
  if (key === 'stock') return value === inStock && showNotInStocks === '1'
  return isPreparing === true || total === 0 || nameOfValue({ key, value }, facets) !== undefined
}

/** Name of a brand, a model, a category, or a value of an attribute in the facets. */
export function nameOfValue({ key, value }: FilterChip, facets: Facets): string | undefined {
  if (key === 'brand') return facets.brand.find((brand) => brand.code === value)?.name
  if (key === 'model') return modelOptions(facets).find((model) => model.value === value)?.name
  if (key === 'category') return facets.category.find((category) => String(category.id) === value)?.name
  return attributeOf(key, facets)?.values.find((option) => option.value === value)?.name
}

const attributeOf = (key: string, { attributes }: Facets) => attributes?.find((known) => `a.${known.key}` === key)

/** Name of a technical attribute, its key if no listed product has it; undefined for other filters. */
export const attributeName = (key: string, facets: Facets): string | undefined =>
  key.startsWith('a.') ? (attributeOf(key, facets)?.name ?? key.slice(2)) : undefined

/** Models of several brands often share a name ('Pro Serisi'): then the label starts with the brand. */
export function modelOptions({
  brand: brands,
  model: models,
}: Facets): { value: string; name: string; count: number }[] {
  const chosen = brands.filter(({ selected }) => selected).map(({ name }) => name)
  const hasBrands = new Set([...chosen, ...models.map(({ brand }) => brand)]).size > 1
  return models.map(({ id, name, brand, count }) => {
    return { value: String(id), name: hasBrands && brand !== null ? `${brand} ${name}` : name, count }
  })
}

export type RangeWords = { from: string | null; to: string | null }

/** Both ends of a price range as money; null = open. */
export function rangeWords(value: string, currency: string, { formatMoney }: Pick<Formats, 'formatMoney'>): RangeWords {
  const [from = '', to = ''] = value.split('-')
  const text = (side: string) => (/^\d+(\.\d+)?$/.test(side) ? formatMoney(decimal(side), currency) : null)
  return { from: text(from), to: text(to) }
}
