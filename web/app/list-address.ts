/** Keys of the `filters` parameter: `key:value[,value][;key:value…]` (decisions, "Catalog and search"). */
export const filterKeys = ['category', 'brand', 'model', 'price', 'stock'] as const
/** `a.` begins the keys of technical attributes. */
export type FilterKey = (typeof filterKeys)[number] | `a.${string}`
/** The only value of `stock`: products in stock. */
export const inStock = '1'
export type Filters = Partial<Record<FilterKey, readonly string[]>>

const isFilterKey = (key: string): key is FilterKey => key.startsWith('a.') || filterKeys.some((known) => known === key)

/** The filters of an address, including the brand of `brand=`. Unknown keys are left out. */
export function filtersOf(search: URLSearchParams): Filters {
  const filters: Partial<Record<FilterKey, string[]>> = {}
  for (const part of (search.get('filters') ?? '').split(';')) {
    const at = part.indexOf(':')
    const key = part.slice(0, at)
    if (at > 0 && isFilterKey(key)) {
      filters[key] = [
        ...(filters[key] ?? []),
        ...part
          .slice(at + 1)
          .split(',')
          .filter((value) => value !== ''),
      ]
    }
  }
  const brand = search.get('brand')
  if (brand) filters.brand = [...new Set([brand, ...(filters.brand ?? [])])]
  return filters
}

/** The same address with these filters, restarted at page 1. */
export function withFilters(search: URLSearchParams, filters: Filters): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const key of ['page', 'brand', 'filters']) next.delete(key)
  const parts = [...new Set([...filterKeys, ...(Object.keys(filters) as FilterKey[])])]
    .filter((key) => (filters[key]?.length ?? 0) > 0)
    .map((key) => `${key}:${filters[key]?.join(',')}`)
  if (parts.length > 0) next.set('filters', parts.join(';'))
  return next
}

/** Filters with one value added or removed. */
export function toggled(filters: Filters, key: FilterKey, value: string): Filters {
  const values = filters[key] ?? []
  return { ...filters, [key]: values.includes(value) ? values.filter((other) => other !== value) : [...values, value] }
}

/** The same address at another page; page 1 needs no parameter. */
export function withPage(search: URLSearchParams, page: number): URLSearchParams {
  const next = new URLSearchParams(search)
  if (page > 1) next.set('page', String(page))
  else next.delete('page')
  return next
}

/** The same address with one parameter set, or removed by '', restarted at page 1. */
export function withChoice(search: URLSearchParams, key: 'sort' | 'view' | 'limit', value: string): URLSearchParams {
  const next = withPage(search, 1)
  if (value === '') next.delete(key)
  else next.set(key, value)
  return next
}

/**
 * A link for a query: `:`, `,` and `;` are allowed in a query string and stay unescaped, so that filters are readable.
 */
export function addressOf(path: string, search: URLSearchParams): string {
  const query = search.toString().replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%3B', ';')
  return query === '' ? path : `${path}?${query}`
}

export type PriceRange = { from: string; to: string }

/** `100-500`, `100-` or `-500`, in the visitor's currency. */
export function priceRangeOf(filters: Filters): PriceRange {
  const [from = '', to = ''] = (filters.price?.[0] ?? '').split('-')
  return { from, to }
}

/**
 * The range as a filter value, lower end first. A comma counts as a decimal point; null when an end is not a number or
 * both are empty.
 */
export function priceFilter(from: string, to: string): string | null {
  const [low, high] = [from, to].map((text) => text.trim().replace(',', '.'))
  if ([low, high].some((text) => text !== '' && !/^\d{1,12}(\.\d{1,4})?$/.test(text ?? ''))) return null
  if (low === '' && high === '') return null
  return low !== '' && high !== '' && Number(low) > Number(high) ? `${high}-${low}` : `${low}-${high}`
}
