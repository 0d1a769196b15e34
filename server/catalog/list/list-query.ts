import { attributeFilter, type ListParams, listViews, pageSize, pageSizeMax } from '#contract/shop/catalog.ts'
import { type SortField, sortFields } from '#contract/core/sort-fields.ts'

/** The parsed query of a list. Invalid values are ignored (decisions, "Catalog and search"). */
export type ListQuery = {
  page: number
  limit: number
  sort: SortField | null
  view: (typeof listViews)[number] | null
  q: string
  isExact: boolean
  brands: string[]
  models: number[]
  categories: number[]
  /** What is typed for each attribute, by its key. */
  attributes: ReadonlyMap<string, readonly string[]>
  /** Bounds in the visitor's currency; null = open. */
  price: { min: number | null; max: number | null } | null
  inStockOnly: boolean
}

const maxQueryLength = 200
const maxValues = 100
const maxAttributes = 20
const maxPage = 1_000_000

export function parseListQuery(query: ListParams): ListQuery {
  const filters = parseFilters(query.filters ?? '')
  const values = (key: string) => (filters.get(key) ?? []).slice(0, maxValues)
  return {
    page: Math.min(maxPage, parseWholeNumber(query.page) || 1),
    limit: Math.min(pageSizeMax, parseWholeNumber(query.limit) || pageSize),
    sort: parseSort(query.sort),
    view: listViews.find((view) => view === query.view) ?? null,
    q: (query.q ?? '').trim().slice(0, maxQueryLength),
    isExact: query.exact === '1',
    brands: [...new Set([...(query.brand ? [query.brand] : []), ...values('brand')])],
    models: parseIds(values('model')),
    categories: parseIds(values('category')),
    attributes: parseAttributes(filters),
    price: parsePriceRange(values('price')[0]),
    inStockOnly: values('stock').includes('1'),
  }
}

export function parseSort(text: string | undefined): SortField | null {
  return sortFields.find((field) => field === text) ?? null
}

/** `key:value[,value][;key:value…]` */
function parseFilters(text: string): Map<string, string[]> {
  const filters = new Map<string, string[]>()
  for (const part of text.slice(0, 8_000).split(';')) {
    const colon = part.indexOf(':')
    if (colon < 1) continue
    const key = part.slice(0, colon)
    const values = part
      .slice(colon + 1)
      .split(',')
      .filter((value) => value !== '')
    filters.set(key, [...(filters.get(key) ?? []), ...values])
  }
  return filters
}

function parseAttributes(filters: Map<string, string[]>): Map<string, string[]> {
  const chosen = [...filters].flatMap(([key, values]): [string, string[]][] =>
    key.startsWith(attributeFilter) && values.length > 0
      ? [[key.slice(attributeFilter.length), values.slice(0, maxValues)]]
      : [],
  )
  return new Map(chosen.slice(0, maxAttributes))
}

/** `100-500`, `100-` or `-500`; swapped bounds are corrected. */
function parsePriceRange(text: string | undefined): ListQuery['price'] {
  const match = /^(\d{1,12}(?:\.\d{1,4})?)?-(\d{1,12}(?:\.\d{1,4})?)?$/.exec(text ?? '')
  if (match === null || text === '-') return null
  const [min, max] = [match[1], match[2]].map((side) => (side === undefined ? null : Number(side)))
  if (min === undefined || max === undefined) return null
  return min !== null && max !== null && min > max ? { min: max, max: min } : { min, max }
}

function parseIds(values: string[]): number[] {
  return values.filter((value) => /^\d{1,9}$/.test(value)).map(Number)
}

/** Returns 0 for anything else. */
function parseWholeNumber(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0
}
