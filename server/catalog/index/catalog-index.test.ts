import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sortFields } from '#contract/sort-fields.ts'
import { buildIndex } from './build.ts'
import { type CatalogIndex, countFacets, findProducts, type ListRequest, replaceLabels } from './catalog-index.ts'
import { ancestorsOf } from './category-tree.ts'
import { type Filter, noFilter, withoutGroup } from './filter.ts'
import type { LabelRows } from './labels.ts'
import type { ProductRow } from './load.ts'
import { dbOf, findNaively, type NaiveCatalog, passes } from './naive-catalog.ts'
import { applyChanges, sweep } from './update.ts'

const words = [
  'ÇEKİÇ',
  'çelik',
  'Cıvata',
  'civa',
  'ışık',
  'IŞILDAK',
  'İzole',
  'M8x40',
  '3x2,5',
  'şarj',
  'Ö-ring',
  'kâğıt',
  'a',
]
const codes = ['ABC-001', '06A 905-115', 'abc', 'X1', '12', 'TPT 100.200', 'ŞÇ-77', '8690001', 'AB-12-X', 'q']
const queries = [
  ...words,
  ...codes,
  ...['cekic', 'isik', '905', '06a905115', 'ab 12', '3x25', 'civ', 'bos', 'el alet', '%_%', '🔧'],
]

const labels: LabelRows = {
  version: 1,
  brands: ['Bosch', 'Çelik-İş', 'Zımpara', 'Bosch Pro'].map((name, i) => ({
    id: i + 10,
    code: `B${i}`,
    name,
    slug: `b${i}`,
  })),
  models: ['Alfa', 'Beta 5'].map((name, i) => ({ id: i + 20, name })),
  categories: [
    { id: 30, parent_id: null, name: 'El Aletleri', slug: 'el', shown: 2 },
    { id: 31, parent_id: 30, name: 'Çekiçler', slug: 'cekic', shown: 3 },
    { id: 32, parent_id: null, name: 'Elektrik', slug: 'elektrik', shown: 1 },
    { id: 33, parent_id: 31, name: 'Ağır', slug: 'agir', shown: 4 },
  ],
}

const idOf = (from: number, count: number) => fc.option(fc.integer({ min: from, max: from + count - 1 }))
const some = (values: string[], most: number) => fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: most })

const row = (id: number): fc.Arbitrary<ProductRow> =>
  fc.record({
    id: fc.constant(id),
    brand_id: idOf(10, 4),
    model_id: idOf(20, 2),
    category_id: idOf(30, 4),
    tax_rate: fc.constantFrom(null, '10', '20'),
    quantity: fc.constantFrom(-5, 0, 0.5, 1, 7, 300),
    prices: fc.constantFrom(null, '1:10', '1:10.5 2:8', '2:99.99', '1:0.0001', '1:250 2:250'),
    name: some(words, 4).map((parts) => parts.join(' ')),
    child_names: fc.option(some(words, 3).map((parts) => parts.join(' '))),
    codes: some(codes, 3).map((parts) => parts.join('\n')),
    barcodes: fc.option(some(['8690001112223', '8690001', '4005900'], 2).map((parts) => parts.join('\n'))),
  })

const catalogOf = (ids: fc.Arbitrary<number[]>): fc.Arbitrary<NaiveCatalog> =>
  ids.chain((chosen) => fc.tuple(...chosen.map(row))).map((rows) => ({ rows, labels }))
const catalog = catalogOf(fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 70 }))
const fullCatalog = catalogOf(fc.uniqueArray(fc.integer({ min: 1, max: 80 }), { minLength: 40, maxLength: 70 }))

const ordinals = (count: number) => fc.uniqueArray(fc.integer({ min: 1, max: count }), { maxLength: 2 })
const filter: fc.Arbitrary<Filter> = fc.record(
  {
    placeBrand: fc.integer({ min: 1, max: 4 }),
    placeCategory: fc.integer({ min: 1, max: 4 }),
    brands: ordinals(4),
    models: ordinals(2),
    categories: ordinals(4),
    price: fc.record({
      listId: fc.constantFrom(1, 2, 3),
      min: fc.constantFrom(0, 9, 10),
      max: fc.constantFrom(10.5, 100, Number.POSITIVE_INFINITY),
      withTax: fc.constant(false),
      defaultTaxRate: fc.constant(20),
    }),
    inStockOnly: fc.boolean(),
    text: fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      { weight: 3, arbitrary: some(queries, 2).map((parts) => parts.join(' ')) },
    ),
  },
  { requiredKeys: ['brands', 'models', 'categories', 'inStockOnly', 'text'] },
)
const request: fc.Arbitrary<ListRequest> = fc.record(
  {
    filter,
    sort: fc.constantFrom(...sortFields),
    priceListId: fc.constantFrom(1, 2, 3),
    offset: fc.integer({ min: 0, max: 60 }),
    limit: fc.integer({ min: 1, max: 30 }),
  },
  { requiredKeys: ['filter', 'priceListId', 'offset', 'limit'] },
)

function expectSameFacets(index: CatalogIndex, naive: NaiveCatalog, wanted: Filter): void {
  const facets = countFacets(index, wanted)
  const under = (group: 'brand' | 'model' | 'category') =>
    naive.rows.filter((product) => passes(naive, product, withoutGroup(wanted, group)))
  const countBy = (rows: ProductRow[], key: 'brand_id' | 'model_id', base: number) =>
    Object.fromEntries(
      Object.entries(Object.groupBy(rows, (product) => String(product[key] === null ? 0 : product[key] - base + 1)))
        .filter(([ordinal]) => ordinal !== '0')
        .map(([ordinal, members]) => [ordinal, members?.length]),
    )
  const asObject = (counts: { ordinal: number; count: number }[]) =>
    Object.fromEntries(counts.map(({ ordinal, count }) => [String(ordinal), count]))
  expect(asObject(facets.brand)).toEqual(countBy(under('brand'), 'brand_id', 10))
  expect(asObject(facets.model)).toEqual(countBy(under('model'), 'model_id', 20))
  const inCategory = under('category')
  for (const ordinal of [1, 2, 3, 4]) {
    const below = inCategory.filter(({ category_id }) => {
      const own = category_id === null ? 0 : category_id - 29
      return own === ordinal || ancestorsOf(index.labels.tree, own).includes(ordinal)
    })
    expect(facets.category[ordinal]).toBe(below.length)
  }
}

test('finds, orders and counts what the obvious way finds', async () => {
  await fc.assert(
    fc.asyncProperty(catalog, fc.array(request, { minLength: 1, maxLength: 12 }), async (naive, requests) => {
      const { index } = await buildIndex(dbOf(naive))
      for (const wanted of requests) {
        expect(findProducts(index, wanted)).toEqual(findNaively(naive, wanted))
        expectSameFacets(index, naive, wanted.filter)
      }
    }),
    { numRuns: 300 },
  )
})

const change = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), row: fc.integer({ min: 1, max: 80 }).chain(row) }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.integer({ min: 1, max: 80 }) }),
)

test('changes leave the index as if it were built anew', async () => {
  const rounds = fc.array(fc.tuple(fc.array(change, { maxLength: 4 }), fc.boolean(), request), {
    minLength: 1,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(fullCatalog, rounds, async (start, steps) => {
      const naive = { ...start }
      const db = dbOf(naive)
      const { index } = await buildIndex(db)
      for (const [changes, sweeps, wanted] of steps) {
        for (const sort of sortFields) findProducts(index, { ...wanted, sort })
        const ids = changes.map((made) => (made.kind === 'write' ? made.row.id : made.id))
        for (const [i, made] of changes.entries()) {
          naive.rows = naive.rows.filter(({ id }) => id !== ids[i])
          if (made.kind === 'write') naive.rows.push(made.row)
        }
        if (sweeps) expect(await sweep(db, index, 0)).toBeNull()
        else await applyChanges(db, index, { ids, everything: false, labelsVersion: 1, defaultListId: 1 })
        expect(findProducts(index, wanted)).toEqual(findNaively(naive, wanted))
        expectSameFacets(index, naive, wanted.filter)
        for (const sort of sortFields) {
          const whole = { ...wanted, filter: noFilter, sort, offset: 0, limit: 100 }
          expect(findProducts(index, whole)).toEqual(findNaively(naive, whole))
        }
        const { index: rebuilt } = await buildIndex(db)
        expect(findProducts(rebuilt, wanted)).toEqual(findProducts(index, wanted))
      }
    }),
    { numRuns: 100 },
  )
})

test('renamed, moved and new labels are taken over without reading the products', async () => {
  const rows = await fc.sample(fc.tuple(...Array.from({ length: 40 }, (_, i) => row(i + 1))), 1)[0]
  const naive: NaiveCatalog = { rows: rows ?? [], labels }
  const { index } = await buildIndex(dbOf(naive))
  const wanted = {
    priceListId: 1,
    offset: 0,
    limit: 50,
    filter: { brands: [], models: [], categories: [1], inStockOnly: false, text: '' },
  }
  findProducts(index, { ...wanted, sort: 'brand' })
  const changed: LabelRows = {
    version: 2,
    brands: labels.brands.map((brand) => ({ ...brand, name: `${9 - brand.id} ${brand.name}` })),
    models: [...labels.models, { id: 5, name: 'Yeni' }],
    categories: labels.categories.map((category) => (category.id === 33 ? { ...category, parent_id: 32 } : category)),
  }
  naive.labels = changed
  replaceLabels(index, changed)
  for (const sort of sortFields)
    expect(findProducts(index, { ...wanted, sort })).toEqual(findNaively(naive, { ...wanted, sort }))
  const text = { ...wanted, filter: { ...wanted.filter, categories: [], text: 'elektrik' } }
  expect(findProducts(index, text)).toEqual(findNaively(naive, text))
})
