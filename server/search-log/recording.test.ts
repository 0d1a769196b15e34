import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { addDealer, addProduct } from '#testing/store-rows.ts'
import { addPeople } from '#testing/people.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let guest: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  await addProduct(shop.database.pool, { code: 'ÇEKİÇ-1', stock: 5 })
  await addProduct(shop.database.pool, { code: 'ÇEKİÇ-2', stock: 0 })
  await shop.settle()
})
beforeEach(async () => {
  guest = await shop.guest()
})
afterAll(() => shop.close())

const list = '/api/catalog/products/search'
const logged = () =>
  shop.database.pool.query<{ user_id: number | null; query: string; result_count: number }>(
    "SELECT user_id, query, result_count FROM searches WHERE query NOT LIKE 'MARK%' ORDER BY id",
  )

/** Waits until a final search is in the log; everything sent before is then written too. */
let markerCount = 0
async function waitForLog(): Promise<void> {
  const last = `MARK last ${(markerCount += 1)}`
  await guest.send('GET', `${list}?q=${encodeURIComponent(last)}`)
  await vi.waitFor(
    async () => {
      const found = await shop.database.pool.query('SELECT id FROM searches WHERE query = $1', [last])
      expect(found).toHaveLength(1)
    },
    { timeout: 60_000 },
  )
}

describe('recording searches', () => {
  beforeEach(() => shop.database.pool.execute('DELETE FROM searches').then(() => undefined))

  test('records the first page of a list with the user and the number of results', async () => {
    const dealer = await addDealer(shop.database.pool)
    const signedIn = await shop.signedIn(dealer)
    await signedIn.send('GET', `${list}?q=${encodeURIComponent('  çekiç ')}`)
    await signedIn.send('GET', `${list}?q=cekic&page=1&view=grid`)
    await guest.send('GET', `${list}?q=yokboyle`)
    await waitForLog()
    expect(await logged()).toEqual([
      { user_id: dealer.userId, query: 'çekiç', result_count: 2 },
      { user_id: null, query: 'yokboyle', result_count: 0 },
    ])
  })

  test('does not record other pages, sorted or filtered lists, lists without a query, or suggestions', async () => {
    for (const query of [
      'q=cekic&page=2',
      'q=cekic&sort=name',
      'q=cekic&filters=stock:1',
      'q=cekic&brand=B',
      'q=',
      '',
    ]) {
      await guest.send('GET', `${list}?${query}`)
    }
    for (const typed of ['c', 'ce', 'cek']) await guest.send('GET', `/autocomplete?q=${typed}`)
    await waitForLog()
    expect(await logged()).toEqual([])
  })

  test('records a chosen suggestion with the number of results of the full list', async () => {
    await guest.send('POST', '/api/catalog/searches', { body: { q: ' çek ' } })
    expect((await guest.send('POST', '/api/catalog/searches', { body: { q: ' ' } })).status).toBe(422)
    expect((await guest.send('POST', '/api/catalog/searches', { body: { q: 'x'.repeat(201) } })).status).toBe(422)
    await waitForLog()
    expect(await logged()).toEqual([{ user_id: null, query: 'çek', result_count: 2 }])
  })

  test('does not record searches by administrators', async () => {
    const { admin } = await addPeople(shop)
    await (await shop.signedIn(admin)).send('GET', `${list}?q=cekic`)
    await waitForLog()
    expect(await logged()).toEqual([])
  })
})

describe('recording unusual queries', () => {
  test.each([
    ['10 kB', 'x'.repeat(10_000)],
    ['10 kB of words', 'vida '.repeat(2_000)],
    ['ten thousand words', 'a '.repeat(5_000)],
    ['different words', Array.from({ length: 300 }, (_, i) => `w${i}x`).join(' ')],
    ['patterns', '%_%_'],
    ['a quote', `'; DROP TABLE products; --`],
    ['only spaces', ' \t\n '.repeat(50)],
    ['emoji', '🔨🔧👩‍🔧'],
    ['right to left', '\u202eمطرقة\u202c'],
    ['control characters', '\u0000\u0007\u001b[31m'],
    ['lone surrogates', '\ud83d \udd28'],
    ['combining marks', `e${'\u0301'.repeat(2_000)}`],
    ['one that looks like code', 'constructor __proto__ toString'],
  ])('handles %s', async (_what, q) => {
    const query = new URLSearchParams({ q }).toString()
    for (const url of [`${list}?${query}`, `/autocomplete?${query}`]) {
      const { status, body } = await guest.send('GET', url)
      expect(status).toBe(200)
      expect(body).toBeTypeOf('object')
    }
    expect((await guest.send('POST', '/api/catalog/searches', { body: { q } })).status).toBeLessThan(500)
    await waitForLog()
  })
})
