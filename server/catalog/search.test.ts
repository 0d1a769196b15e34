import { describe, expect, test } from 'vitest'
import { fold } from '#domain/text.ts'
import { all, codes, openTestShop } from './test-shop.ts'

const shop = openTestShop()

describe('searching', () => {
  test.each([
    ['cekic', ['06A 905-115', 'EŞ-42']],
    ['ISIKLI çekiç', ['06A 905-115']],
    ['500 ışıklı', ['06A 905-115']],
    ['06a905115', ['06A 905-115']],
    ['6A 905', ['06A 905-115']],
    ['905-115', ['06A 905-115']],
    ['BOSCH', ['06A 905-115']],
    ['eş 1', ['06A 905-115', 'EŞ-42']],
    ['mavi', ['TSHIRT']],
    ['TS-K', ['TSHIRT']],
    ['çekiç yokböyle', []],
    ['%_%_', []],
    ['🔨', []],
    ['   ', all],
    ['x'.repeat(10_000), []],
    ['‮‏\u001b', []],
  ])('%s', async (q, expected) => {
    expect(codes(await shop.list('search', { q })).toSorted()).toEqual(expected.toSorted())
  })

  test('an exact code comes first', async () => {
    expect(codes(await shop.list('search', { q: 'eş-42' }))[0]).toBe('EŞ-42')
  })

  test('suggestions are at most ten, and follow the visitor’s stock choice', async () => {
    await shop.catalog.catchUp()
    expect(await shop.suggest('cekic isikli')).toEqual([
      {
        id: shop.hammer.id,
        name: 'ÇEKİÇ Işıklı 500 gr',
        code: '06A 905-115',
        image: '/images/a%20b.svg',
        url: '/06a 905-115',
        path: `/06a 905-115-p-${shop.hammer.id}`,
      },
    ])
    expect(await shop.suggest('EŞ-42', { choices: { showNotInStocks: '0' } })).toEqual([])
    expect(await shop.suggest('  ')).toEqual([])
  })

  test('the database folds like the program', async () => {
    const texts = [
      'İSTANBUL ıstanbul',
      'ÇEKİÇ Şğü',
      'Kâğıt hâlâ',
      'ÂÎÛ Ñandú',
      'I i İ ı',
      '06A-905 (ÜÖ)',
      'Ø 12 × 3½"',
      'ÿ ý',
    ]
    const rows = await shop.database.pool.query<{ folded: string }>(
      'SELECT fold(text) AS folded FROM unnest($1::text[]) text',
      [texts],
    )
    expect(rows.map(({ folded }) => folded)).toEqual(texts.map(fold))
  })
})
