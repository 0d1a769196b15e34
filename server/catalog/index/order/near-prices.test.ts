import { beforeAll, describe, expect, test } from 'vitest'
import type { PriceRule } from '#domain/pricing/price-rule.ts'
import { createRuleBook } from '#domain/pricing/rule-book.ts'
import { makeRule } from '#testing/price-oracle/make-rule.ts'
import { eachBit } from '#server/catalog/index/bitset.ts'
import { type CatalogIndex, findProducts } from '#server/catalog/index/catalog-index.ts'
import { countRanges } from '#server/catalog/index/facets/price-counts.ts'
import { noFilter } from '#server/catalog/index/filter.ts'
import { buildIndex } from '#server/catalog/index/live/build.ts'
import type { IndexedProductRow } from '#server/catalog/index/live/load.ts'
import { matchFilter } from '#server/catalog/index/match.ts'
import { ruledPrices } from '#server/catalog/index/ruled-prices.ts'
import { shownPriceReader, type ShownPriceTerms } from '#server/catalog/index/shown-prices.ts'
import { dbOf } from '#server/catalog/index/testing/naive-catalog.ts'
import { labels } from '#server/catalog/index/testing/random-catalog.ts'
import { selectNearPrices } from './near-prices.ts'

/** Enough products that a page by price is not found by sorting all of them. */
const productCount = 9_000
/** The default list; one with few prices of its own, and one with many. */
const [base, few, many] = [1, 2, 3]

function rowOf(n: number): IndexedProductRow {
  const price = n % 31 === 0 ? 0 : ((n * 7919) % 100_003) / 100
  const own = ((n * 104_729) % 100_003) / 100
  const prices = [
    `${base}:${price}`,
    ...(n % 150 === 0 ? [`${few}:${own}`] : []),
    ...(n % 3 === 0 ? [`${many}:${own}`] : []),
  ]
  return {
    id: n,
    brand_id: n % 5 === 0 ? null : (labels.brands[n % labels.brands.length]?.id ?? null),
    model_id: null,
    category_id: n % 7 === 0 ? null : (labels.categories[n % labels.categories.length]?.id ?? null),
    values: null,
    tax_rate: n % 4 === 0 ? '20' : n % 4 === 1 ? '1' : null,
    quantity: 5,
    prices: n % 37 === 0 ? null : prices.join(' '),
    campaign: n % 11 === 0 ? '35' : null,
    cost: n % 3 === 0 ? null : [String((price * (60 + (n % 50))) / 100), n % 2 === 0 ? 'USD' : 'TRY'],
    variants:
      n % 500 === 0
        ? [
            [100_000 + n, `${base}:${price + 1}`, ['0.9', 'TRY']],
            [200_000 + n, `${base}:${price + 2} ${few}:${own}`, null],
          ]
        : null,
    name: `Ürün ${n}`,
    child_names: null,
    codes: `U${n}`,
    barcodes: null,
  }
}

const brandId = labels.brands[0]?.id ?? 0
const categoryId = labels.categories[0]?.id ?? 0
let version = 0
const rules = (fields: Partial<PriceRule>[]) =>
  ruledPrices(
    createRuleBook(
      fields.map((field, i) => makeRule({ kind: 'agreement', chain: '10', id: i + 1, ...field })),
      new Map(),
      ++version,
    ).of(null, '2026-03-15'),
    '5',
    { USD: '40' },
  )

const ruled = {
  'no rules': null,
  'a chain for all': rules([{ kind: 'chain' }]),
  'agreements for a brand and a category': rules([
    { brandId, chain: '40+10' },
    { categoryId, chain: '3', keepsDiscount: true },
  ]),
  'rules that stop before campaigns': rules([{ kind: 'chain', brandId, chain: '20', stops: true }]),
  'prices of products and variants': rules([
    { productId: 17, fixed: { value: '1.5', currency: 'TRY' }, chain: null },
    { productId: 33, fixed: { value: '24.5', currency: 'USD' }, chain: null },
    { productId: 1234, chain: '99' },
    { productId: 200_500, fixed: { value: '2', currency: 'TRY' }, chain: null },
    { productId: 101_000, fixed: { value: '999', currency: 'TRY' }, chain: null },
  ]),
  'one price for a brand': rules([{ brandId, fixed: { value: '77', currency: 'TRY' }, chain: null }]),
  floors: rules([
    { chain: '70' },
    { kind: 'floor', brandId, chain: '20' },
    { kind: 'floor', categoryId, fixed: { value: '300', currency: 'TRY' }, chain: null },
  ]),
  'floors from cost': rules([{ chain: '70' }, { kind: 'floor', aboveCost: '10' }]),
}

let index: CatalogIndex
beforeAll(async () => {
  const rows = Array.from({ length: productCount }, (_, i) => rowOf(i + 1))
  index = (await buildIndex(dbOf({ rows, labels }))).index
})

const cases = Object.keys(ruled).flatMap((name) =>
  [base, few, many].flatMap((listId) => [true, false].map((withTax) => ({ name, listId, withTax }))),
)

describe.each(cases)('prices of list $listId under $name, with tax: $withTax', ({ name, listId, withTax }) => {
  const terms: ShownPriceTerms = { listId, withTax, defaultTaxRate: 10, ruled: ruled[name as keyof typeof ruled] }

  /** All products with their prices, each read alone. */
  function read(): { id: number; price: number }[] {
    const priceOf = shownPriceReader(index, terms)
    const found: { id: number; price: number }[] = []
    eachBit(index.columns.live, (slot) => found.push({ id: index.columns.ids[slot]!, price: priceOf(slot) }))
    return found
  }

  test('lists have the order of the prices', () => {
    for (const [sort, sign] of [
      ['price', 1],
      ['-price', -1],
    ] as const) {
      const keyOf = ({ price }: { price: number }) => (Number.isNaN(price) ? Number.POSITIVE_INFINITY : sign * price)
      const sorted = read().toSorted((a, b) => (keyOf(a) === keyOf(b) ? a.id - b.id : keyOf(a) - keyOf(b)))
      for (const offset of [0, 24, 480, 1_900, 8_900]) {
        const { ids } = findProducts(index, { filter: noFilter, sort, prices: terms, offset, limit: 24 })
        expect({ sort, offset, ids }).toEqual({
          sort,
          offset,
          ids: sorted.slice(offset, offset + 24).map(({ id }) => id),
        })
      }
    }
  })

  test('ranges have the products of these prices, and their number', () => {
    const ranges = [
      [0, 30],
      [30, 120.5],
      [120.5, 500],
      [500, Number.POSITIVE_INFINITY],
    ].map(([min = 0, max = 0]) => ({
      ...terms,
      min,
      max,
    }))
    const counts = countRanges(index, matchFilter(index, noFilter), ranges)
    for (const [i, range] of ranges.entries()) {
      const within = read().filter(({ price }) => price >= range.min && price < range.max)
      const request = { filter: { ...noFilter, price: range }, prices: terms, offset: 0, limit: productCount }
      expect(findProducts(index, request).ids).toEqual(within.map(({ id }) => id))
      expect(counts[i]).toBe(within.length)
    }
  })
})

test('dealers without prices of their own share the order of their list', () => {
  const page = { bits: index.columns.live, count: productCount, offset: 0, limit: 24 }
  const terms = { listId: base, withTax: false, defaultTaxRate: 10 }
  expect(selectNearPrices(index, 'price', terms, page)).toBeNull()
  expect(selectNearPrices(index, 'price', { ...terms, listId: many }, page)).toBeNull()
  expect(selectNearPrices(index, 'price', { ...terms, listId: few }, page)).toHaveLength(24)
})

test('many dealers with rules leave no orders of their own behind', () => {
  const before = index.orders.cache.size
  for (let percent = 1; percent < 60; percent++) {
    const prices = {
      listId: base,
      withTax: false,
      defaultTaxRate: 10,
      ruled: rules([{ brandId, chain: `${percent}` }]),
    }
    findProducts(index, { filter: noFilter, sort: 'price', prices, offset: 0, limit: 24 })
  }
  expect(index.orders.cache.size).toBe(before)
})
