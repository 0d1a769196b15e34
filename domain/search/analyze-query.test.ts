import { expect, test } from 'vitest'
import { analyzeQuery } from './analyze-query.ts'

const shape = (query: string) => analyzeQuery(query).terms.map(({ kind, typed }) => `${kind} ${typed}`)
const core = (query: string) => analyzeQuery(query).core.map(({ typed }) => typed)

test.each([
  ['18v matkap fiyatı', ['size 18v', 'word matkap', 'filler fiyatı']],
  ['VLT-B3C25 10 adet', ['code VLT-B3C25', 'quantity 10 adet']],
  ['Toptan SİGORTA 3 x 2,5 mm²', ['filler Toptan', 'word SİGORTA', 'size 3 x 2,5 mm²']],
  ['yarım parmak vana', ['size yarım parmak', 'word vana']],
  ['06A 905-115', ['size 06A', 'code 905-115']],
])('splits %s into terms', (query, terms) => {
  expect(shape(query)).toEqual(terms)
})

test('fillers and quantities are not in the core', () => {
  expect(core('en ucuz siyah bant var mı')).toEqual(['siyah', 'bant'])
  expect(core('12 koli peçete')).toEqual(['peçete'])
})

test('a query of fillers only is searched as words', () => {
  expect(core('toptan fiyat')).toEqual(['toptan', 'fiyat'])
})

test.each(['', '   ', '!!! -- ,,', '🔨🔨'])('the query "%s" has no terms', (query) => {
  expect(analyzeQuery(query).terms).toEqual([])
})

test.each(['mat\u200bkap', '\ufeffmatkap', 'mat\u00adkap\u200d', '\u200b\u200b\u200bm\u2060atkap'])(
  'invisible letters do not count: %j',
  (query) => {
    expect(analyzeQuery(query).terms.map(({ words }) => words)).toEqual([['matkap']])
  },
)

test('a query of invisible letters only has no terms', () => {
  expect(analyzeQuery('\u200b'.repeat(10_000))).toMatchObject({ folded: '', terms: [] })
})

test('ten words and two hundred characters count', () => {
  expect(analyzeQuery('vida '.repeat(200)).terms).toHaveLength(10)
  expect(analyzeQuery('x'.repeat(10_000)).terms[0]?.words[0]).toHaveLength(200)
})
