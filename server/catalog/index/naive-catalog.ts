import type { Db } from '#server/platform/db/pool.ts'
import { compareTurkish, fold, squeezeCode } from '#domain/text.ts'
import type { ListRequest } from './catalog-index.ts'
import { chunksOf, wordsOf } from './document.ts'
import type { Filter } from './filter.ts'
import type { LabelRows } from './labels.ts'
import type { ProductRow } from './load.ts'

/** A catalog as plain rows, for tests: what the index must answer, computed in the most obvious way. */
export type NaiveCatalog = { rows: ProductRow[]; labels: LabelRows }

const defaultListId = 1

/** Answers the index's own queries from the rows. */
export function dbOf(catalog: NaiveCatalog): Db {
  const answer = (sql: string, params: readonly unknown[] = [], name = ''): object[] => {
    const sorted = catalog.rows.toSorted((a, b) => a.id - b.id)
    if (name === 'index_products_after') {
      return sorted.filter(({ id }) => id > Number(params[0])).slice(0, Number(params[1]))
    }
    if (name === 'index_products') return sorted.filter(({ id }) => (params[0] as number[]).includes(id))
    if (sql.includes('pg_snapshot_xmin')) {
      return [{ floor: '1', products: catalog.rows.length, default_list_id: defaultListId }]
    }
    return [catalog.labels]
  }
  return {
    query: async <Row extends object>(sql: string, params?: readonly unknown[], name?: string) =>
      answer(sql, params, name) as Row[],
    one: async <Row extends object>(sql: string, params?: readonly unknown[], name?: string) =>
      answer(sql, params, name)[0] as Row | undefined,
    execute: async () => 0,
  }
}

/** Filters by ids here; ordinals are the places of the labels' rows, from 1. */
export function findNaively(catalog: NaiveCatalog, request: ListRequest): { ids: number[]; total: number } {
  const found = catalog.rows
    .filter((row) => passes(catalog, row, request.filter))
    .toSorted((a, b) => order(catalog, request, a, b) || a.id - b.id)
  const page = found.slice(request.offset, request.offset + request.limit)
  return { ids: page.map(({ id }) => id), total: found.length }
}

export function passes(catalog: NaiveCatalog, row: ProductRow, filter: Filter): boolean {
  const { brands, models, categories } = catalog.labels
  const brand = brands.findIndex(({ id }) => id === row.brand_id) + 1
  const model = models.findIndex(({ id }) => id === row.model_id) + 1
  const path = categoryPath(catalog, row.category_id).map((id) => categories.findIndex((c) => c.id === id) + 1)
  const net = filter.price && priceOf(row, filter.price.listId)
  const tax = filter.price?.withTax ? Number(row.tax_rate ?? filter.price.defaultTaxRate) : 0
  const price = net == null ? null : (net * (100 + tax)) / 100
  return (
    (filter.placeBrand === undefined || brand === filter.placeBrand) &&
    (filter.placeCategory === undefined || path.includes(filter.placeCategory)) &&
    (filter.brands.length === 0 || filter.brands.includes(brand)) &&
    (filter.models.length === 0 || filter.models.includes(model)) &&
    (filter.categories.length === 0 || filter.categories.some((ordinal) => path.includes(ordinal))) &&
    (filter.price === undefined || (price !== null && price >= filter.price.min && price < filter.price.max)) &&
    (!filter.inStockOnly || row.quantity > 0) &&
    (filter.text.trim() === '' || rankOf(catalog, row, filter.text) < 9)
  )
}

function order(
  catalog: NaiveCatalog,
  { sort, priceListId, filter }: ListRequest,
  a: ProductRow,
  b: ProductRow,
): number {
  const sign = sort?.startsWith('-') ? -1 : 1
  const brandName = (row: ProductRow) => catalog.labels.brands.find(({ id }) => id === row.brand_id)?.name
  switch (sort?.replace('-', '')) {
    case 'name':
      return sign * new Intl.Collator('tr', { sensitivity: 'base' }).compare(a.name, b.name)
    case 'brand':
      return lastIfNone(brandName(a), brandName(b), (left, right) => sign * compareTurkish(left, right))
    case 'price': {
      const [left, right] = [priceOf(a, priceListId), priceOf(b, priceListId)]
      return lastIfNone(left, right, (one, other) => sign * (one - other))
    }
    case 'quantity':
      return sign * (a.quantity - b.quantity)
    default:
      return filter.text.trim() === '' ? 0 : rankOf(catalog, a, filter.text) - rankOf(catalog, b, filter.text)
  }
}

function lastIfNone<Value>(
  a: Value | null | undefined,
  b: Value | null | undefined,
  compare: (a: Value, b: Value) => number,
) {
  if (a == null || b == null) return Number(a == null) - Number(b == null)
  return compare(a, b)
}

function priceOf(row: ProductRow, listId: number): number | null {
  const prices = new Map(row.prices?.split(' ').map((pair) => pair.split(':').map(Number) as [number, number]))
  return prices.get(listId) ?? prices.get(defaultListId) ?? null
}

function categoryPath(catalog: NaiveCatalog, id: number | null): number[] {
  const row = catalog.labels.categories.find((category) => category.id === id)
  return row === undefined ? [] : [row.id, ...categoryPath(catalog, row.parent_id)]
}

/** 0 exact code, 1 beginning of a code, 2 whole words of the name, 3 begun words of the name, 4 found somehow, 9 not. */
function rankOf(catalog: NaiveCatalog, row: ProductRow, query: string): number {
  const folded = fold(query.slice(0, 200)).trim()
  const whole = squeezeCode(folded)
  const codes = row.codes.split('\n').map(squeezeCode)
  const barcodes =
    row.barcodes
      ?.split('\n')
      .map(squeezeCode)
      .filter((code) => !codes.includes(code)) ?? []
  const every = [...codes, ...barcodes]
  if (whole !== '' && every.includes(whole)) return 0
  if (whole !== '' && every.some((code) => code.startsWith(whole))) return 1
  const chunks = chunksOf(folded)
    .map(wordsOf)
    .filter((words) => words.length > 0)
  if (chunks.length === 0) return 9
  const nameWords = namesOf(row)
  const hasPiece = (word: string) =>
    (word.length >= 3 && codes.some((code) => code.includes(word))) ||
    (word.length >= 5 && barcodes.some((code) => code.includes(word))) ||
    (word.length < 3 && every.some((code) => code.startsWith(word)))
  const inLabel = (word: string) => labelWords(catalog, row).some((label) => label.startsWith(word))
  const isWhole = (word: string) => nameWords.includes(word)
  const isBegun = (word: string) => nameWords.some((name) => name.startsWith(word))
  const isFound = (word: string) => isBegun(word) || hasPiece(word) || inLabel(word)
  const chunkPasses = (test: (word: string) => boolean) =>
    chunks.every((words) => words.every(test) || (words.length > 1 && test(words.join(''))))
  if (chunkPasses(isWhole)) return 2
  if (chunkPasses(isBegun)) return 3
  const isSplit = chunks.flat().length > 1
  return chunkPasses(isFound) || (isSplit && whole.length >= 3 && hasPiece(whole)) ? 4 : 9
}

function namesOf(row: ProductRow): string[] {
  const chunks = chunksOf(fold(`${row.name} ${row.child_names ?? ''}`)).map(wordsOf)
  const joined = chunks.filter((words) => words.length > 1).map((words) => words.join(''))
  const shortCodeParts = row.codes.split('\n').flatMap((code) => wordsOf(fold(code)).filter((part) => part.length <= 2))
  return [...chunks.flat(), ...joined.filter((word) => word.length <= 20), ...shortCodeParts]
}

function labelWords(catalog: NaiveCatalog, row: ProductRow): string[] {
  const { brands, models, categories } = catalog.labels
  const path = categoryPath(catalog, row.category_id)
  const names = [
    brands.find(({ id }) => id === row.brand_id)?.name,
    models.find(({ id }) => id === row.model_id)?.name,
    ...categories.filter(({ id }) => path.includes(id)).map(({ name }) => name),
  ]
  return names.flatMap((name) => wordsOf(fold(name ?? '')))
}
