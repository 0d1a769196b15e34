import { describe, expect, test } from 'vitest'
import { fold } from '#domain/text/text.ts'
import { addProduct } from '#testing/store-rows.ts'
import { all, codes, dealer, guest, openTestShop } from '#server/catalog/test-shop.ts'

const shop = openTestShop()

describe('product search', () => {
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
    // Without the word that no product has.
    ['çekiç yokböyle', ['06A 905-115', 'EŞ-42']],
    ['yokböyle qwxz', []],
    ['%_%_', []],
    ['🔨', []],
    ['   ', all],
    ['x'.repeat(10_000), []],
    ['"çekiç" ‘ışıklı’', ['06A 905-115']],
    ['çek\u200biç ışık\u00adlı', ['06A 905-115']],
    ["'; DROP TABLE products; --", []],
    ['‮‏\u001b', []],
  ])('finds the expected products for %s', async (q, expected) => {
    expect(codes(await shop.list('search', { q })).toSorted()).toEqual(expected.toSorted())
  })

  test.each([
    // One letter missing, one too many, one wrong, two swapped; also the first letter.
    ['cekc', ['06A 905-115', 'EŞ-42']],
    ['çekkiç ışıklı', ['06A 905-115']],
    // Two mistakes in a short word are too many: shown without it.
    ['ışıklı çikeç', ['06A 905-115']],
    ['ekiç ışıklı', ['06A 905-115']],
    ['ışıkıl çekic', ['06A 905-115']],
    ['500 ışıkli çwkiç', ['06A 905-115']],
    // A word that is still being typed.
    ['ışlık', ['06A 905-115']],
    ['ısık çek', ['06A 905-115']],
    ['ışkl', ['06A 905-115']],
    // Words joined or split.
    ['çekiçışıklı', ['06A 905-115']],
    ['çe kiç ışıklı', ['06A 905-115']],
    // A brand, and a category.
    ['bocsh', ['06A 905-115']],
    // Different numbers mean different products, so they match only when nothing else does.
    ['çekiç 600', ['06A 905-115']],
    ['06A 905-116', ['06A 905-115']],
    ['06A 95-115', ['06A 905-115']],
    ['TSHRT', ['TSHIRT']],
  ])('corrects the mistake in %s', async (q, expected) => {
    expect(codes(await shop.list('search', { q })).toSorted()).toEqual(expected.toSorted())
  })

  test('finds a product by its equivalent code, its variants’ codes and any barcode from five digits on', async () => {
    await shop.database.pool.execute("UPDATE product_units SET barcode = '8690123456789' WHERE id = $1", [
      shop.hammer.pack,
    ])
    const find = async (q: string) => codes(await shop.list('search', { q }))
    expect(await find('8690123456789')).toEqual(['06A 905-115'])
    expect(await find('23456')).toEqual(['06A 905-115'])
    expect(await find('2345')).toEqual([])
    expect(await find('EŞ1')).toEqual(['06A 905-115', 'EŞ-42'])
    expect(await find('ts-m')).toEqual(['TSHIRT'])
  })

  test('ranks exact matches before corrected ones, and corrected names before corrected codes', async () => {
    const { pool } = shop.database
    const add = async (code: string, name: string, stock: number) => {
      const { id } = await addProduct(pool, { code, stock })
      await pool.execute('UPDATE products SET name = $2 WHERE id = $1', [id, name])
      return id
    }
    const ids = [
      await add('R-1', 'Kalem ucu', 0),
      await add('R-2', 'Kalem', 5),
      await add('R-3', 'Kalemlik', 5),
      await add('R-4', 'Kalam', 5),
      await add('KALEM-5', 'Defter', 5),
      await add('X-KALEM-6', 'Defter', 5),
      await add('XKALEM-7', 'Defter', 5),
      await add('KALE', 'Silgi', 5),
    ]
    const find = async (q: string) => codes(await shop.list('search', { q }))
    // Code up to a separator; prefix of a code; names, in stock first; prefixes of names; part of a code; substring of
    // a code.
    expect(await find('kalem')).toEqual(['KALEM-5', 'R-2', 'R-1', 'R-3', 'X-KALEM-6', 'XKALEM-7'])
    expect(await find('kale')).toEqual(['KALE', 'KALEM-5', 'R-2', 'R-3', 'R-1', 'X-KALEM-6', 'XKALEM-7'])
    expect(await find('kaelm')).toEqual(['R-2', 'R-1', 'R-3'])
    // A word that some name contains is not treated as a mistake.
    expect(await find('kalam')).toEqual(['R-4'])
    await pool.execute('DELETE FROM products WHERE id = ANY ($1)', [ids])
  })

  test('reports corrections as written in the catalog and missing words as typed, and nothing for a match as typed', async () => {
    const report = async (q: string) => (await shop.list('search', { q })).search
    expect(await report('ışıklı çekiç')).toBeNull()
    expect(await report('')).toBeNull()
    expect(await report('ışıklı çkeiç')).toEqual({ corrections: [{ typed: 'çkeiç', used: 'çekiç' }], without: [] })
    expect(await report('Toptan çekiç Yokböyle')).toEqual({ corrections: [], without: ['Toptan', 'Yokböyle'] })
    expect(await report('06A 905-115 10 adet')).toEqual({ corrections: [], without: ['10 adet'] })
    expect(await report('çekiçler ışıklısı')).toBeNull()
  })

  test('of 200 words reads the first ten, whatever the others are', async () => {
    const words = (first: string) => [first, ...Array.from({ length: 198 }, (_, i) => `yokböyle${i}`)].join(' ')
    expect(codes(await shop.list('search', { q: words('ışıklı çekiç') }))).toEqual(['06A 905-115'])
    expect(await shop.list('search', { q: Array(200).fill('qwxz').join(' ') })).toMatchObject({ items: [], total: 0 })
  })

  test('of fillers alone finds the products that have them in their names, otherwise nothing', async () => {
    expect(await shop.list('search', { q: 'toptan ucuz fiyat adet' })).toMatchObject({ total: 0, search: null })
    const { pool } = shop.database
    const { id } = await addProduct(pool, { code: 'TPT-9', stock: 5 })
    await pool.execute("UPDATE products SET name = 'Ucuz Toptan Paket' WHERE id = $1", [id])
    expect(codes(await shop.list('search', { q: 'toptan ucuz' }))).toEqual(['TPT-9'])
    await pool.execute('DELETE FROM products WHERE id = $1', [id])
  })

  test('searches only as typed on request', async () => {
    for (const q of ['ışıklı çkeiç', 'toptan ışıklı çekiç', 'ışıklısı', '0,5 kilo çekiçler yokböyle']) {
      expect(codes(await shop.list('search', { q }))).toContain('06A 905-115')
      expect(await shop.list('search', { q, exact: '1' })).toMatchObject({ items: [], total: 0, search: null })
    }
    expect(codes(await shop.list('search', { q: 'ışıklı', exact: '1' }))).toEqual(['06A 905-115'])
  })

  test.each([
    ['0,5 kg çekiç', '06A 905-115'],
    ['500GR ışıklı', '06A 905-115'],
    ['06A 905-115 matkap', '06A 905-115'],
    ['12 ad. EŞ-42', 'EŞ-42'],
    ['ışıklısı uygun çekiçlerin fiyatları', '06A 905-115'],
  ])('finds %s', async (q, expected) => {
    expect(codes(await shop.list('search', { q }))[0]).toBe(expected)
  })

  test('products changed after the build match sizes, endings and corrections by the same rules', async () => {
    const { pool } = shop.database
    const names = {
      'S-1': 'Kablo NYM 3x2,5',
      'S-2': 'Kablo NYM 3x25',
      'S-3': 'Porselen Tabak 500 gr',
      'S-4': 'Kontaktör 9A',
    }
    const ids: number[] = []
    for (const [code, name] of Object.entries(names)) {
      const { id } = await addProduct(pool, { code, stock: 1 })
      await pool.execute('UPDATE products SET name = $2 WHERE id = $1', [id, name])
      ids.push(id)
    }
    const find = async (q: string) => codes(await shop.list('search', { q }))
    expect(await find('nym 3 X 2.5 mm²')).toEqual(['S-1'])
    expect(await find('nym 3*25')).toEqual(['S-2'])
    expect(await find('porselen tabağı')).toEqual(['S-3'])
    expect(await find('tbk porselen')).toEqual(['S-3'])
    expect(await find('konttaktro')).toEqual(['S-4'])
    expect(await find('nym 3x4')).toEqual(['S-1', 'S-2'])
    await pool.execute('DELETE FROM products WHERE id = ANY ($1)', [ids])
  })

  test.each([
    ['x '.repeat(5_000)],
    ['vida '.repeat(200)],
    ['fiyat toptan adet'],
    ['🔨 🔧 ✅'],
    ['!!! -- ,,, ..'],
    ['1x'.repeat(100)],
    ["' OR '1'='1' --"],
    ['\u0000%_\\'],
  ])('answers %j without an error', async (q) => {
    expect((await shop.list('search', { q })).total).toBeGreaterThanOrEqual(0)
  })

  test('ranks an exact code first', async () => {
    expect(codes(await shop.list('search', { q: 'eş-42' }))[0]).toBe('EŞ-42')
  })

  test('returns at most ten suggestions that follow the visitor’s stock choice', async () => {
    await shop.catalog.catchUp()
    expect(await shop.suggest('cekic isikli')).toEqual([
      {
        id: shop.hammer.id,
        name: 'ÇEKİÇ Işıklı 500 gr',
        code: '06A 905-115',
        image: '/images/a%20b.svg',
        url: '/06a 905-115',
        path: `/06a 905-115-p-${shop.hammer.id}`,
        unit: null,
      },
    ])
    expect(await shop.suggest('EŞ-42', { choices: { showNotInStocks: '0' } })).toEqual([])
    expect(await shop.suggest('  ')).toEqual([])
  })

  test('suggests the unit whose barcode was searched, unless it is the default one', async () => {
    const { pool } = shop.database
    const { id, unit, pack } = shop.hammer
    await pool.execute("UPDATE product_units SET barcode = '8690504015833' WHERE id = $1", [unit])
    await pool.execute("UPDATE product_units SET barcode = '4006381333931' WHERE id = $1", [pack])
    await shop.catalog.catchUp()
    const path = `/06a 905-115-p-${id}`
    expect(await shop.suggest(' 4006381333931 ')).toMatchObject([
      { id, unit: 'PAKET (12)', path: `${path}?unit=${pack}` },
    ])
    expect(await shop.suggest('8690504015833')).toMatchObject([{ id, unit: null, path }])
    expect(await shop.suggest('400638133393')).toMatchObject([{ id, unit: null, path }])
    await pool.execute('UPDATE product_units SET barcode = NULL WHERE id = ANY ($1)', [[unit, pack]])
  })

  test('leads from the barcode of a variant’s carton to the variant with this unit, in the list and in suggestions', async () => {
    const { pool } = shop.database
    const { id, blue } = shop.shirt
    const [pack] = await pool.query<{ id: number }>(
      `INSERT INTO product_units (product_id, name, multiplier, barcode, position)
       VALUES ($1, 'KOLİ', 10, '4006381333931', 9) RETURNING id`,
      [blue],
    )
    const unitId = pack?.id ?? 0
    await shop.catalog.catchUp()
    const path = expect.stringMatching(new RegExp(`-p-${blue}\\?unit=${unitId}$`)) as string
    for (const who of [guest, dealer]) {
      expect((await shop.list('search', { q: '4006381333931' }, who)).items).toMatchObject([{ id, url: path }])
      expect(await shop.suggest(' 4006381333931 ', who)).toMatchObject([{ id, unit: 'KOLİ (10)', path }])
    }
    const own = expect.stringMatching(new RegExp(`-p-${id}$`)) as string
    expect((await shop.list('search', { q: '400638133393' })).items).toMatchObject([{ id, url: own }])
    expect(await shop.suggest('400638133393')).toMatchObject([{ id, unit: null, path: own }])
    await pool.execute('DELETE FROM product_units WHERE id = $1', [unitId])
    await shop.catalog.catchUp()
  })

  test('suggests products despite a mistake in the text typed so far', async () => {
    const codesOf = async (q: string) => (await shop.suggest(q)).map(({ code }) => code)
    await shop.catalog.catchUp()
    expect(await codesOf('çekkiç ışı')).toEqual(['06A 905-115'])
    expect(await codesOf('ışkl')).toEqual(['06A 905-115'])
    expect(await codesOf('06a9o5')).toEqual([])
  })

  test('folds text in the database as in the program', async () => {
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
