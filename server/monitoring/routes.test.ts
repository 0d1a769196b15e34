import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addAdmin, addDealer, addProduct, fillCart } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let admin: TestVisitor
let dealer: Actor
let other: Actor

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  admin = await shop.signedIn(await addAdmin(pool))
  dealer = await addDealer(pool)
  other = await addDealer(pool)
  await pool.execute("UPDATE users SET name = 'Ayşe Işık' WHERE id = $1", [dealer.userId])
})
afterAll(() => shop.close())

const nameOf = (actor: Actor, person = actor.name) =>
  actor.dealer?.name === person ? person : `${actor.dealer?.name} · ${person}`
const search = (query: string, actor: Actor | null, at = '2026-11-21 09:58+03', times = 1) =>
  shop.database.pool.execute(
    `INSERT INTO searches (user_id, query, folded, result_count, created_at)
     SELECT $1, $2, fold($2), 3, $3 FROM generate_series(1, $4)`,
    [actor?.userId ?? null, query, at, times],
  )
const ask = async (query: string, type?: string) => {
  const params = new URLSearchParams({ query, ...(type !== undefined && { type }) })
  return admin.send('GET', `/yonetim/search_queries?${params}`)
}

describe('monitoring searches', () => {
  beforeEach(async () => {
    await shop.database.pool.execute('DELETE FROM searches')
    await search('Akülü Matkap', dealer, '2026-11-20 17:05+03', 3)
    await search('matkap', dealer, '2026-11-21 09:00+03', 2)
    await search('matkap', null, '2026-11-21 09:58+03', 4)
    await search('vida', other, '2026-11-19 08:00+03')
  })

  test('returns the dashboard’s three tables with exactly the specified fields', async () => {
    const { status, body } = await admin.send('GET', '/yonetim/top-queries')
    expect(status).toBe(200)
    const ayse = nameOf(dealer, 'Ayşe Işık')
    expect(body).toEqual({
      topQueries: [
        {
          query: 'matkap',
          count: 6,
          formattedCreatedAt: '21.11.2026 09:58',
          detail: [
            { userName: 'Misafir Kullanıcı', totalCount: 4 },
            { userName: ayse, totalCount: 2 },
          ],
        },
        {
          query: 'Akülü Matkap',
          count: 3,
          formattedCreatedAt: '20.11.2026 17:05',
          detail: [{ userName: ayse, totalCount: 3 }],
        },
        {
          query: 'vida',
          count: 1,
          formattedCreatedAt: '19.11.2026 08:00',
          detail: [{ userName: nameOf(other), totalCount: 1 }],
        },
      ],
      topUsers: [
        {
          name: ayse,
          count: 5,
          detail: [
            { searchQuery: 'Akülü Matkap', searchCount: 3, formattedCreatedAt: '20.11.2026 17:05' },
            { searchQuery: 'matkap', searchCount: 2, formattedCreatedAt: '21.11.2026 09:00' },
          ],
        },
        {
          name: nameOf(other),
          count: 1,
          detail: [{ searchQuery: 'vida', searchCount: 1, formattedCreatedAt: '19.11.2026 08:00' }],
        },
      ],
      lastQueries: expect.arrayContaining([
        { name: 'Misafir Kullanıcı', query: 'matkap', formattedCreatedAt: '21.11.2026 09:58' },
      ]),
    })
    expect((body as { lastQueries: object[] }).lastQueries).toHaveLength(10)
  })

  test('finds searches by word: one word matches anywhere, several match the whole search; case and accents are ignored', async () => {
    const ayse = nameOf(dealer, 'Ayşe Işık')
    expect((await ask('MATKAP')).body).toEqual({
      success: true,
      searchQuery: 'MATKAP',
      searchResult: [
        { userName: ayse, totalCount: 5, formattedCreatedAt: '21.11.2026 09:00' },
        { userName: 'Misafir Kullanıcı', totalCount: 4, formattedCreatedAt: '21.11.2026 09:58' },
      ],
    })
    expect((await ask(' akulu   matkap ', 'kelime')).body).toMatchObject({
      searchResult: [{ userName: ayse, totalCount: 3 }],
    })
    expect((await ask('matkap akülü', 'kelime')).body).toMatchObject({ success: true, searchResult: [] })
  })

  test.each(['NFC', 'NFD'])('finds searches by user, with the type written as %s', async (form) => {
    const { body } = await ask('ayse isik', 'kullanıcı'.normalize(form))
    expect(body).toEqual({
      success: true,
      searchQuery: 'ayse isik',
      searchResult: [
        { searchQuery: 'Akülü Matkap', searchCount: 3, formattedCreatedAt: '20.11.2026 17:05' },
        { searchQuery: 'matkap', searchCount: 2, formattedCreatedAt: '21.11.2026 09:00' },
      ],
    })
    expect((await ask('Misafir', 'kullanıcı'.normalize(form))).body).toMatchObject({
      searchResult: [{ searchQuery: 'matkap', searchCount: 4 }],
    })
    expect((await ask(dealer.dealer?.code ?? '', 'kullanıcı')).body).toMatchObject({
      searchResult: [{ searchCount: 3 }, { searchCount: 2 }],
    })
  })

  test.each([
    ['', 'kelime'],
    ['  \u200b ', 'kelime'],
    ['x', 'user'],
    ['x', 'kullanici'],
    ['x'.repeat(201), 'kelime'],
    ['x'.repeat(10_000), 'kelime'],
  ])('rejects “%.10s” by %s', async (query, type) => {
    expect((await ask(query, type)).status).toBe(422)
  })

  test.each(["'; DROP TABLE searches; --", '%', '_', '%_%_', '\\', '<script>alert(1)</script>'])(
    'returns search text as text: %s',
    async (text) => {
      await search(text, other)
      expect((await ask(text)).body).toMatchObject({
        searchResult: [{ userName: nameOf(other), totalCount: 1 }],
      })
      expect((await ask(text, 'kullanıcı')).body).toMatchObject({ success: true, searchResult: [] })
    },
  )

  test('updates the sums when searches are purged and users are removed', async () => {
    const { pool } = shop.database
    const wrong = () =>
      pool.query(
        `SELECT term, is_word, user_key, searches FROM search_terms
         EXCEPT ALL
         SELECT term, is_word, key, count(*) FROM (
           SELECT folded AS term, false AS is_word, coalesce(user_id, 0) AS key FROM searches
           UNION ALL SELECT word, true, coalesce(user_id, 0) FROM searches, search_words_of(folded) AS word) each
          GROUP BY term, is_word, key`,
      )
    const leaver = await addDealer(pool)
    await search('vida (vida) somun,', leaver)
    expect((await ask('Somun!')).body).toMatchObject({ searchResult: [{ totalCount: 1 }] })
    await search('vida somun', other, '2020-01-01 00:00+03')
    expect(await wrong()).toEqual([])
    await pool.execute("DELETE FROM searches WHERE created_at < '2026-01-01'")
    expect(await wrong()).toEqual([])
    await pool.execute('DELETE FROM users WHERE id = $1', [leaver.userId])
    expect(await wrong()).toEqual([])
    expect((await ask('somun')).body).toMatchObject({ searchResult: [] })
  })
})

describe('monitoring carts', () => {
  test('returns non-empty carts by key, newest change first, with names, codes, quantities and links', async () => {
    const { pool } = shop.database
    const product = await addProduct(pool, { price: 10, taxRate: 20, stock: 100, units: { KOLİ: 12 } })
    await pool.execute("UPDATE dealers SET phone = '0212 555 00 01', discount = 5 WHERE id = $1", [dealer.dealer?.id])
    await pool.execute('DELETE FROM carts')
    expect((await admin.send('GET', '/yonetim/carts')).body).toEqual({})
    const none = (await admin.send('GET', '/yonetim/carts/state')).body as { version: string }
    expect(none).toMatchObject({ total: 0, pages: 1 })

    await fillCart(pool, other, [{ unitId: product.unitId, quantity: 2 }])
    await fillCart(pool, dealer, [{ unitId: product.units['KOLİ'] ?? 0, quantity: 3 }])
    await pool.execute("UPDATE carts SET updated_at = now() - interval '1 hour' WHERE user_id = $1", [other.userId])
    const { body } = await admin.send('GET', '/yonetim/carts')
    expect(Object.values(body as object)).toEqual([
      {
        userName: nameOf(dealer, 'Ayşe Işık'),
        lineCount: 1,
        // 3 boxes of 12 at 10 lira, less 5 percent, with 20 percent tax
        total: 410.4,
        phone: '0212 555 00 01',
        updatedAt: expect.any(String),
        items: [
          {
            productName: expect.any(String),
            productCode: product.code,
            productQuantity: 3,
            unit: 'KOLİ',
            link: expect.stringMatching(new RegExp(`^/.+-p-${product.id}$`)),
          },
        ],
      },
      expect.objectContaining({ userName: nameOf(other) }),
    ])
    const filled = (await admin.send('GET', '/yonetim/carts/state')).body as { version: string }
    expect(filled).toMatchObject({ total: 2, pages: 1 })
    expect(filled.version).not.toBe(none.version)

    const key = Object.keys(body as object)[0] ?? ''
    const visitor = await shop.signedIn(dealer)
    await visitor.send('DELETE', '/api/catalog/cart')
    const emptied = (await admin.send('GET', '/yonetim/carts/state')).body as { version: string }
    expect(emptied).toMatchObject({ total: 1 })
    expect((await admin.send('GET', `/yonetim/carts?cart=${key}`)).status).toBe(404)
  })

  test('returns the first fifty lines of a long cart, all lines of a requested cart, and carts in pages', async () => {
    const { pool } = shop.database
    await pool.execute('DELETE FROM carts')
    const lines = []
    for (let i = 0; i < 60; i++) lines.push({ unitId: (await addProduct(pool, { stock: 5 })).unitId, quantity: 1 })
    await fillCart(pool, dealer, lines)
    const { body } = await admin.send('GET', '/yonetim/carts')
    const [[key, cart] = ['', undefined]] = Object.entries(
      body as Record<string, { items: object[]; lineCount: number }>,
    )
    expect(cart?.items).toHaveLength(50)
    expect(cart?.lineCount).toBe(60)
    const whole = (await admin.send('GET', `/yonetim/carts?cart=${key}`)).body as Record<string, { items: object[] }>
    expect(whole[key]?.items).toHaveLength(60)

    const [unitId = 0] = lines.map((line) => line.unitId)
    for (let i = 0; i < 24; i++) await fillCart(pool, await addDealer(pool), [{ unitId, quantity: 1 }])
    const pages = [1, 2, 3].map(async (page) =>
      Object.keys((await admin.send('GET', `/yonetim/carts?page=${page}`)).body as object),
    )
    const [first = [], second = [], third] = await Promise.all(pages)
    expect([first.length, second.length, third?.length]).toEqual([20, 5, 0])
    expect(new Set([...first, ...second]).size).toBe(25)
    expect((await admin.send('GET', '/yonetim/carts/state')).body).toMatchObject({ total: 25, pages: 2 })
  })

  test.each(['cart-', 'cart-x', '7', 'cart-999999999', '__proto__', "cart-1' OR '1"])(
    'returns no cart for %s',
    async (key) => {
      expect((await admin.send('GET', `/yonetim/carts?cart=${encodeURIComponent(key)}`)).status).toBe(404)
    },
  )

  test.each(['0', '-1', '1e9', 'x', '999999'])('accepts the page %s', async (page) => {
    expect((await admin.send('GET', `/yonetim/carts?page=${page}`)).status).toBe(200)
  })
})

test('returns the finished steps of the set-up as the data shows them', async () => {
  const done = async () => ((await admin.send('GET', '/yonetim/setup')).body as { done: string[] }).done
  const before = await done()
  expect(before).toContain('dealers')
  expect(before).not.toContain('company')
  expect(before).not.toContain('email')
  await shop.setSetting('storeName', 'Işık Elektrik')
  await shop.setSetting('storeEmail', 'magaza@example.com')
  expect(await done()).toEqual(['company', ...before])
})
