import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortFields } from '#contract/core/sort-fields.ts'
import { buildIndex } from '#server/catalog/index/live/build.ts'
import {
  type CatalogIndex,
  countAttributeValues,
  countFacets,
  findProducts as findWithReport,
  type ListRequest,
  replaceLabels,
} from './catalog-index.ts'
import { ancestorsOf } from './category-tree.ts'
import { type Filter, noFilter, withoutAttribute, withoutGroup } from './filter.ts'
import type { LabelRows } from './labels.ts'
import type { IndexedProductRow } from '#server/catalog/index/live/load.ts'
import { dbOf, findNaively, matchesFilter } from '#server/catalog/index/testing/naive-catalog.ts'
import type { NaiveCatalog } from '#server/catalog/index/testing/searched-texts.ts'
import {
  fullCatalog,
  labels,
  randomCatalog,
  randomRequest,
  randomRow,
} from '#server/catalog/index/testing/random-catalog.ts'
import { applyChanges, sweep } from '#server/catalog/index/live/update.ts'

/** Without the report on the search. */
function findProducts(index: CatalogIndex, request: ListRequest): { ids: number[]; total: number } {
  const { ids, total } = findWithReport(index, request)
  return { ids, total }
}

function expectSameFacets(index: CatalogIndex, naive: NaiveCatalog, filter: Filter): void {
  const facets = countFacets(index, filter)
  const under = (group: 'brand' | 'model' | 'category') =>
    naive.rows.filter((product) => matchesFilter(naive, product, withoutGroup(filter, group)))
  const countBy = (rows: IndexedProductRow[], key: 'brand_id' | 'model_id', base: number) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(rows, (product) => String(product[key] === null ? 0 : product[key] - base + 1)))
        .filter(([ordinal]) => ordinal !== '0')
        .map(([ordinal, members]) => [ordinal, members?.length]),
    )
  const asObject = (counts: { ordinal: number; count: number }[]) =>
    Object.fromEntries(counts.map(({ ordinal, count }) => [String(ordinal), count]))
  expect(asObject(facets.brand)).toEqual(countBy(under('brand'), 'brand_id', 10))
  expect(asObject(facets.model)).toEqual(countBy(under('model'), 'model_id', 20))
  for (const attribute of [undefined, 1, 2]) {
    const counts = countAttributeValues(index, filter, attribute)
    const counted = naive.rows.filter((product) =>
      matchesFilter(naive, product, attribute === undefined ? filter : withoutAttribute(filter, attribute)),
    )
    const expected = naive.labels.values.map(({ id }) => counted.filter(({ values }) => values?.includes(id)).length)
    expect([...counts].slice(1)).toEqual(expected)
  }
  const inCategory = under('category')
  for (const ordinal of [1, 2, 3, 4]) {
    const below = inCategory.filter(({ category_id }) => {
      const direct = category_id === null ? 0 : category_id - 29
      return direct === ordinal || ancestorsOf(index.labels.tree, direct).includes(ordinal)
    })
    expect(facets.category[ordinal]).toBe(below.length)
  }
}

test('finds, sorts and counts the same products as the naive search', async () => {
  await fc.assert(
    fc.asyncProperty(
      randomCatalog,
      fc.array(randomRequest, { minLength: 1, maxLength: 12 }),
      async (naive, requests) => {
        const { index } = await buildIndex(dbOf(naive))
        for (const filter of requests) {
          expect(findProducts(index, filter)).toEqual(findNaively(naive, filter))
          expectSameFacets(index, naive, filter.filter)
        }
      },
    ),
    { numRuns: 300 },
  )
})

const change = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), row: fc.integer({ min: 1, max: 80 }).chain(randomRow) }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.integer({ min: 1, max: 80 }) }),
)

test('applying changes gives the same index as rebuilding it', async () => {
  const rounds = fc.array(fc.tuple(fc.array(change, { maxLength: 4 }), fc.boolean(), randomRequest), {
    minLength: 1,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(fullCatalog, rounds, async (start, steps) => {
      const naive = { ...start }
      const db = dbOf(naive)
      const { index } = await buildIndex(db)
      for (const [changes, sweeps, filter] of steps) {
        for (const sort of sortFields) findProducts(index, { ...filter, sort })
        const ids = changes.map((made) => (made.kind === 'write' ? made.row.id : made.id))
        for (const [i, made] of changes.entries()) {
          naive.rows = naive.rows.filter(({ id }) => id !== ids[i])
          if (made.kind === 'write') naive.rows.push(made.row)
        }
        if (sweeps) expect(await sweep(db, index, 'all', 0)).toBeNull()
        else
          await applyChanges(db, index, { ids: { all: ids, price: [], stock: [] }, labelsVersion: 1, defaultListId: 1 })
        expect(findProducts(index, filter)).toEqual(findNaively(naive, filter))
        expectSameFacets(index, naive, filter.filter)
        for (const sort of sortFields) {
          const whole = { ...filter, filter: noFilter, sort, offset: 0, limit: 100 }
          expect(findProducts(index, whole)).toEqual(findNaively(naive, whole))
        }
        const { index: rebuilt } = await buildIndex(db)
        expect(findProducts(rebuilt, filter)).toEqual(findProducts(index, filter))
      }
    }),
    { numRuns: 60 },
  )
})

test('applies renamed, moved and new labels without reading the products', async () => {
  const rows = fc.sample(fc.tuple(...Array.from({ length: 40 }, (_, i) => randomRow(i + 1))), 1)[0]
  const naive: NaiveCatalog = { rows: rows ?? [], labels }
  const { index } = await buildIndex(dbOf(naive))
  const filter = {
    prices: { listId: 1, withTax: false, defaultTaxRate: 20 },
    offset: 0,
    limit: 50,
    filter: { brands: [], models: [], categories: [1], inStockOnly: false, text: '' },
  }
  findProducts(index, { ...filter, sort: 'brand' })
  const changed: LabelRows = {
    ...labels,
    version: 2,
    brands: labels.brands.map((brand) => ({ ...brand, name: `${9 - brand.id} ${brand.name}` })),
    models: [...labels.models, { id: 5, name: 'Yeni', brand_id: null }],
    categories: labels.categories.map((category) => (category.id === 33 ? { ...category, parent_id: 32 } : category)),
  }
  naive.labels = changed
  replaceLabels(index, changed)
  for (const sort of sortFields)
    expect(findProducts(index, { ...filter, sort })).toEqual(findNaively(naive, { ...filter, sort }))
  const text = { ...filter, filter: { ...filter.filter, categories: [], text: 'elektrik' } }
  expect(findProducts(index, text)).toEqual(findNaively(naive, text))
})
