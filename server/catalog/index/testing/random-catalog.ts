import fc from 'fast-check'
import { sortFields } from '#contract/core/sort-fields.ts'
import type { ListRequest } from '#server/catalog/index/catalog-index.ts'
import type { Filter } from '#server/catalog/index/filter.ts'
import type { LabelRows } from '#server/catalog/index/labels.ts'
import type { IndexedProductRow } from '#server/catalog/index/live/load.ts'
import type { NaiveCatalog } from './searched-texts.ts'

/** Small random catalogs and requests. They use few words and codes, so that many queries match. */

const words = [
  'ÇEKİÇ',
  'çelik',
  'Cıvata',
  'civa',
  'ışık',
  'ışıklı',
  'tabak',
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
  'cekic',
  'isik',
  '905',
  '06a905115',
  'ab 12',
  '3x25',
  'civ',
  'bos',
  'el alet',
  '%_%',
  '🔧',
  '905-115',
  'cekiic',
  'clik',
  'ivata',
  'sajr',
  'bocsh',
  'izol',
  'elketrik',
  '3x4,5',
  '86900001',
  '06A 9O5-115',
  'civatacelik',
  'isil dak',
  'civvata celk',
  'abx',
  'tpt100201',
  '8x40',
  'm8 x40',
  'm 8 X 40',
  '3 x 2.5 mm²',
  'M8x400',
  'tabağı',
  'çeliğin',
  'ışıklar',
  'izole fiyatı',
  'toptan',
  'abc-001 10 adet',
  'abc001 garaj',
  'kağıt yokböyle çelik',
  'şrj',
  'clvtaa',
  'kaciit',
]

export const labels: LabelRows = {
  version: 1,
  brands: ['Bosch', 'Çelik-İş', 'Zımpara', 'Bosch Pro'].map((name, i) => ({
    id: i + 10,
    code: `B${i}`,
    name,
    slug: `b${i}`,
  })),
  models: ['Alfa', 'Beta 5'].map((name, i) => ({ id: i + 20, name, brand_id: null })),
  categories: [
    { id: 30, parent_id: null, name: 'El Aletleri', slug: 'el', shown: 2 },
    { id: 31, parent_id: 30, name: 'Çekiçler', slug: 'cekic', shown: 3 },
    { id: 32, parent_id: null, name: 'Elektrik', slug: 'elektrik', shown: 1 },
    { id: 33, parent_id: 31, name: 'Ağır', slug: 'agir', shown: 4 },
  ],
  attributes: (['number', 'text'] as const).map((type, i) => ({
    id: i + 40,
    key: `a${i}`,
    name_tr: `A${i}`,
    name_en: '',
    type,
    unit: '',
    shown: i + 1,
    category_id: null,
  })),
  // Values 1 to 3 are of the first attribute, 4 and 5 of the second.
  values: [0.75, 2, 10, null, null].map((number, i) => ({
    id: i + 50,
    attribute_id: number === null ? 41 : 40,
    number,
    name: number === null ? `V${i}` : null,
    name_en: '',
    position: null,
  })),
}

const idOf = (from: number, count: number) => fc.option(fc.integer({ min: from, max: from + count - 1 }))
const some = (values: string[], most: number) => fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: most })

export const randomRow = (id: number): fc.Arbitrary<IndexedProductRow> =>
  fc.record({
    id: fc.constant(id),
    brand_id: idOf(10, 4),
    model_id: idOf(20, 2),
    category_id: idOf(30, 4),
    values: fc.option(fc.uniqueArray(fc.integer({ min: 50, max: 54 }), { maxLength: 3 })),
    tax_rate: fc.constantFrom(null, '10', '20'),
    quantity: fc.constantFrom(-5, 0, 0.5, 1, 7, 300),
    campaign: fc.constantFrom(null, '12.50'),
    cost: fc.constant(null),
    variants: fc.constant(null),
    prices: fc.constantFrom(null, '1:10', '1:10.5 2:8', '2:99.99', '1:0.0001', '1:250 2:250', '1:9.9', '1:9.5 2:9.6'),
    name: some(words, 4).map((parts) => parts.join(' ')),
    child_names: fc.option(some(words, 3).map((parts) => parts.join(' '))),
    codes: some(codes, 3).map((parts) => parts.join('\n')),
    barcodes: fc.option(some(['8690001112223', '8690001', '4005900'], 2).map((parts) => parts.join('\n'))),
  })

const catalogOf = (ids: fc.Arbitrary<number[]>): fc.Arbitrary<NaiveCatalog> =>
  ids.chain((chosen) => fc.tuple(...chosen.map(randomRow))).map((rows) => ({ rows, labels }))
export const randomCatalog = catalogOf(fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { maxLength: 70 }))
export const fullCatalog = catalogOf(fc.uniqueArray(fc.integer({ min: 1, max: 80 }), { minLength: 40, maxLength: 70 }))

const ordinals = (count: number) => fc.uniqueArray(fc.integer({ min: 1, max: count }), { maxLength: 2 })
const attributeFilters = fc
  .record({
    numbers: fc.uniqueArray(fc.integer({ min: 1, max: 3 }), { maxLength: 3 }),
    texts: fc.uniqueArray(fc.integer({ min: 4, max: 5 }), { maxLength: 2 }),
  })
  .map(({ numbers, texts }) => [
    ...(numbers.length > 0 ? [{ attribute: 1, values: numbers }] : []),
    ...(texts.length > 0 ? [{ attribute: 2, values: texts }] : []),
  ])
const prices = { listId: fc.constantFrom(1, 2, 3), withTax: fc.boolean(), defaultTaxRate: fc.constantFrom(1, 20) }
const filter: fc.Arbitrary<Filter> = fc.record(
  {
    placeBrand: fc.integer({ min: 1, max: 4 }),
    placeCategory: fc.integer({ min: 1, max: 4 }),
    brands: ordinals(4),
    models: ordinals(2),
    categories: ordinals(4),
    attributes: attributeFilters,
    price: fc.record({
      ...prices,
      min: fc.constantFrom(0, 9, 10),
      max: fc.constantFrom(10.5, 12, 100, Number.POSITIVE_INFINITY),
    }),
    inStockOnly: fc.boolean(),
    text: fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      { weight: 3, arbitrary: some(queries, 2).map((parts) => parts.join(' ')) },
    ),
  },
  { requiredKeys: ['brands', 'models', 'categories', 'inStockOnly', 'text'] },
)
export const randomRequest: fc.Arbitrary<ListRequest> = fc.record(
  {
    filter,
    sort: fc.constantFrom(...sortFields),
    prices: fc.record(prices),
    offset: fc.integer({ min: 0, max: 60 }),
    limit: fc.integer({ min: 1, max: 30 }),
  },
  { requiredKeys: ['filter', 'prices', 'offset', 'limit'] },
)
