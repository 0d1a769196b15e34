import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SearchTerms } from '#domain/search/search-terms.ts'
import { findProducts, type ListRequest } from '#server/catalog/index/catalog-index.ts'
import { noFilter } from '#server/catalog/index/filter.ts'
import { buildIndex } from '#server/catalog/index/live/build.ts'
import { dbOf } from '#server/catalog/index/testing/naive-catalog.ts'
import { labels, randomCatalog } from '#server/catalog/index/testing/random-catalog.ts'

const prices = { listId: 1, withTax: false, defaultTaxRate: 20 }
const rowOf = (id: number, name: string, codes = `KOD-${id}00`) => ({
  id,
  brand_id: null,
  model_id: null,
  category_id: null,
  tax_rate: null,
  quantity: 1,
  prices: null,
  campaign: null,
  cost: null,
  variants: null,
  values: null,
  name,
  child_names: null,
  codes,
  barcodes: null,
})

/** Finds all names, best first, and the report. */
async function openSearch(names: readonly string[], searchTerms?: SearchTerms) {
  const rows = names.map((name, i) => rowOf(i + 1, name))
  const { index } = await buildIndex(dbOf({ rows, labels }), { searchTerms: searchTerms && (() => searchTerms) })
  const search = (text: string, more = {}, page: Partial<ListRequest> = {}) =>
    findProducts(index, { filter: { ...noFilter, text, ...more }, prices, offset: 0, limit: 100, ...page })
  return {
    find: (text: string) => search(text).ids.map((id) => names[id - 1]),
    report: (text: string) => search(text).search,
    search,
  }
}

describe('a search without a full match', () => {
  test('ranks by the weights of the words that match, rare words first, and leaves out much weaker products', async () => {
    const { find, report } = await openSearch([
      'Matkap Bosch',
      'Matkap Mavi',
      'Matkap',
      'Vida',
      'Matkap Uç',
      'Matkap Set',
    ])
    expect(find('bosch matkap yokböyle')).toEqual(['Matkap Bosch'])
    expect(report('bosch matkap yokböyle')).toEqual({ corrections: [], without: ['yokböyle'] })
    expect(find('bosch mavi yokböyle')).toEqual(['Matkap Bosch', 'Matkap Mavi'])
  })

  test('finds the products with the highest number of words, also where a rare word is one that nobody meant', async () => {
    const meant = Array.from({ length: 20 }, (_, i) => `Su Altı Feneri ${i}x`)
    const { find, report } = await openSearch(['Usta Testere', ...meant, 'Su Terazisi'])
    expect(find('usta su altı')).toEqual(meant)
    expect(report('usta su altı')).toEqual({ corrections: [], without: ['usta'] })
  })

  test('takes a word for two words of a name before it takes it for one with two mistakes', async () => {
    const { find, report } = await openSearch(['Vida 35 mm Beyaz', 'Priz Beyaz', 'Çay ve Kahve', 'Kahve'])
    expect(find('mmbeyaz')).toEqual(['Vida 35 mm Beyaz'])
    expect(report('mmbeyaz')).toEqual({ corrections: [{ typed: 'mmbeyaz', used: 'mm beyaz' }], without: [] })
    expect(find('vekahve')).toEqual(['Çay ve Kahve'])
    // No name has two such words.
    expect(find('xxbeyaz')).toEqual(['Vida 35 mm Beyaz', 'Priz Beyaz'])
  })

  test('begins with products of each choice of words to leave out, and keeps its order on later pages', async () => {
    const [blue, others] = [
      ['Mavi Ofis', 'Mavi Ofis Eski', 'Mavi Ofis Yeni'],
      ['Kalem Mavi', 'Kalem Ofis'],
    ]
    const names = [...blue, ...others, ...Array.from({ length: 9 }, (_, i) => `Kalem ${i}x`)]
    const { find, report, search } = await openSearch(names)
    const found = ['Mavi Ofis', 'Mavi Ofis Eski', 'Kalem Ofis', 'Kalem Mavi', 'Mavi Ofis Yeni']
    expect(find('kalem ofis mavi')).toEqual(found)
    expect(report('kalem ofis mavi')).toEqual({ corrections: [], without: ['kalem'], orWithout: [['mavi'], ['ofis']] })
    expect(report('toptan kalem ofis mavi')?.orWithout).toEqual([['mavi'], ['ofis']])
    const byPage = found.map((_, offset) => search('kalem ofis mavi', {}, { offset, limit: 1 }).ids[0])
    expect(byPage.map((id) => names[id! - 1])).toEqual(found)
    expect(search('kalem ofis mavi', {}, { sort: 'name' }).ids.map((id) => names[id - 1])).toEqual(found.toSorted())
  })

  test('does not change several words that names have into other words', async () => {
    const { find, report } = await openSearch([
      'Kart Seti',
      'Parti Yetişkin Üstü',
      'Usta Makası',
      'Tutucu Terlik',
      'Kutu',
    ])
    expect(find('kart seti usta')[0]).toBe('Kart Seti')
    expect(report('kart seti usta')).toEqual({ corrections: [], without: ['usta'] })
    expect(report('kutu yerli')).toEqual({ corrections: [], without: ['yerli'] })
  })

  test('does not correct or drop fillers that a product has', async () => {
    const { find, report } = await openSearch(['Toptan Poşet', 'Poşet', 'Kaptan Poşet'])
    expect(find('toptan poşet')[0]).toBe('Toptan Poşet')
    expect(report('toptan poşet')).toBeUndefined()
    expect(report('ucuz poşet')).toEqual({ corrections: [], without: ['ucuz'] })
  })

  test('finds the product of an exact code before products of any other word', async () => {
    const { find, report } = await openSearch(['Matkap', 'Poşet', 'Vida'])
    expect(find('kod-100 poşet')).toEqual(['Matkap'])
    expect(report('kod-100 poşet')).toEqual({ corrections: [], without: ['poşet'] })
  })

  test('finds nothing for nonsense', async () => {
    const { find, report } = await openSearch(['Matkap', 'Vida'])
    expect(find('qwxz wxqq')).toEqual([])
    expect(report('qwxz wxqq')).toBeUndefined()
  })
})

describe('sizes', () => {
  test('match in any spelling and unit, and other sizes do not match', async () => {
    const names = [
      'Cıvata M8x40',
      'Cıvata M8x400',
      'Cıvata M 8 X 4',
      'Kablo 3x2,5',
      'Kablo 3x25',
      'Boya 500 gr',
      'Boya 5 kg',
    ]
    const { find } = await openSearch(names)
    expect(find('m8*40')).toEqual(['Cıvata M8x40'])
    expect(find('cıvata M 8 X 40')).toEqual(['Cıvata M8x40'])
    expect(find('kablo 3 x 2.5 mm²')).toEqual(['Kablo 3x2,5'])
    expect(find('3x25')).toEqual(['Kablo 3x25'])
    expect(find('boya 0,5 kg')).toEqual(['Boya 500 gr'])
  })

  test('in inches that no product has are left out, whatever other figures products have', async () => {
    const { find, report } = await openSearch(['Priz 4’lü 3 m korumalı', 'Spiral Boru 20 mm', 'Kablo 2×1,5'])
    expect(find('3/4" boru')).toEqual(['Spiral Boru 20 mm'])
    expect(report('3/4" boru')).toEqual({ corrections: [], without: ['3/4"'] })
    expect(find('1/2"')).toEqual([])
  })

  test('in inches are found without the products whose codes have the same figures', async () => {
    const rows = [rowOf(1, 'Masa Kıskacı', '12594'), rowOf(2, 'Küresel Vana 1/2 inç', 'VN-12')]
    const { index } = await buildIndex(dbOf({ rows, labels }), {})
    const filter = { ...noFilter, text: '1/2"' }
    expect(findProducts(index, { filter, prices, offset: 0, limit: 100 }).ids).toEqual([2])
  })
})

describe('endings', () => {
  test('rank behind words as typed, are not tried with enough matches, and never change brands', async () => {
    const { find } = await openSearch(['Vidalar', 'Vida Kutusu', 'Çelik', 'Bosch Matkap'])
    expect(find('vidaları')).toEqual(['Vidalar', 'Vida Kutusu'].toSorted((a) => (a === 'Vidalar' ? -1 : 1)))
    expect(find('vidalar')).toEqual(['Vidalar', 'Vida Kutusu'])
    const brand = await openSearch(['Çeliği Kutu', 'Tabağı Kutu'])
    expect(brand.find('çelik')).toEqual([])
    expect(brand.find('tabak')).toEqual(['Tabağı Kutu'])
    const many = await openSearch([...Array.from({ length: 5 }, (_, i) => `Vidalar ${i}x`), 'Vida'])
    expect(many.find('vidalar')).not.toContain('Vida')
  })
})

/** What buyers of screws judge: plain forms of the word first, then words that an ending makes of it. */
describe('an ending that makes another word ranks behind plain endings', () => {
  const names = ['Vidalı Halka', 'Vidasız Klemens', 'Vidalık Kutu', 'Matkap Vidası', 'Vida']

  test.each([
    ['vidaların', ['Vida', 'Matkap Vidası', 'Vidalı Halka', 'Vidasız Klemens', 'Vidalık Kutu']],
    ['vidaları', ['Vida', 'Matkap Vidası', 'Vidalı Halka', 'Vidasız Klemens', 'Vidalık Kutu']],
    ['vidasızlar', ['Vidasız Klemens']],
  ])('%s', async (query, judged) => {
    const { find } = await openSearch(names)
    expect(find(query).slice(0, judged.length)).toEqual(judged)
  })

  test.each(['vidalar kutu', 'kutu vidalar'])('also beside another word: %s', async (query) => {
    const { find } = await openSearch(['Vidalı Kutu', 'Vidasız Kutu', 'Kutu Vidası'])
    expect(find(query)).toEqual(['Kutu Vidası', 'Vidalı Kutu', 'Vidasız Kutu'])
  })

  test('also where a category of the word matches all products', async () => {
    const names = ['Vidalı Halka', 'Dübel', 'Vida', 'Vidasız Klemens', 'Klemens', 'Matkap Vidası']
    const rows = names.map((name, i) => ({ ...rowOf(i + 1, name), category_id: 1 }))
    const categories = [{ id: 1, parent_id: null, name: 'Vidalar', slug: 'vidalar', shown: 1 }]
    const { index } = await buildIndex(dbOf({ rows, labels: { ...labels, categories } }))
    const found = findProducts(index, { filter: { ...noFilter, text: 'vidalar' }, prices, offset: 0, limit: 9 })
    expect(found.total).toBe(names.length)
    expect(found.ids.slice(0, 2).map((id) => names[id - 1])).toEqual(['Vida', 'Matkap Vidası'])
  })
})

describe('a word that is too short to be corrected', () => {
  test.each(['x', 'q', 'xy'])('is reported as missing: %s', async (word) => {
    const { report } = await openSearch(['Matkap A', 'Matkap B', 'Matkap Ay'])
    expect(report(`${word} matkap`)).toEqual({ corrections: [], without: [word] })
  })
})

describe('synonyms', () => {
  const searchTerms: SearchTerms = {
    version: 1,
    alternativesOf: (words) =>
      words === 'sarjli'
        ? [
            { text: 'devirli', isTarget: true },
            { text: 'akulu', isTarget: false },
          ]
        : words === 'el arabasi'
          ? [{ text: 'vagon', isTarget: true }]
          : [],
  }

  test('of a word and of a pair of words add products behind those as typed', async () => {
    const { find, search } = await openSearch(['Akülü Matkap', 'Şarjlı Matkap', 'Vagon', 'El Feneri'], searchTerms)
    expect(find('şarjlı matkap')).toEqual(['Şarjlı Matkap', 'Akülü Matkap'])
    expect(find('el arabası')).toEqual(['Vagon'])
    expect(search('şarjlı matkap', { isExactText: true }).total).toBe(1)
  })

  test('rank before the targets of one-way rules, and both behind products as typed', async () => {
    const names = ['Devirli Matkap', 'Akülü Matkap', 'Şarjlı Matkap']
    const { find } = await openSearch(names, searchTerms)
    expect(find('şarjlı matkap')).toEqual(names.toReversed())
  })
})

const words = [
  'çekiç',
  'izole',
  'ışık',
  'tabağı',
  'toptan',
  '3x2,5',
  'M8x40',
  'yokböyle',
  'abc-001',
  'civata',
  '10 adet',
]
const query = fc.uniqueArray(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
const find = (index: Awaited<ReturnType<typeof buildIndex>>['index'], text: string, isExactText = false) =>
  findProducts(index, { filter: { ...noFilter, text, isExactText }, prices, offset: 0, limit: 1000 })

test('every product that matches as typed is found, and the order of the words does not matter', async () => {
  await fc.assert(
    fc.asyncProperty(randomCatalog, query, async (naive, parts) => {
      const { index } = await buildIndex(dbOf(naive))
      const loose = find(index, parts.join(' '))
      const exact = find(index, parts.join(' '), true)
      expect(loose.ids).toEqual(expect.arrayContaining(exact.ids))
      if (exact.total > 0) expect(loose.search).toBeUndefined()
      expect(new Set(find(index, parts.toReversed().join(' '), true).ids)).toEqual(new Set(exact.ids))
    }),
    { numRuns: 60 },
  )
})

test('one more word as typed never finds more', async () => {
  await fc.assert(
    fc.asyncProperty(randomCatalog, query, fc.constantFrom(...words), async (naive, parts, more) => {
      const { index } = await buildIndex(dbOf(naive))
      const fewer = find(index, [...parts, more].join(' '), true).ids
      expect(find(index, parts.join(' '), true).ids).toEqual(expect.arrayContaining(fewer))
    }),
    { numRuns: 60 },
  )
})
