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

/** Everything sent so far is in the log when a last search is. */
let turn = 0
async function waitForLog(): Promise<void> {
  const last = `MARK last ${(turn += 1)}`
  await guest.send('GET', `${list}?q=${encodeURIComponent(last)}`)
  await vi.waitFor(
    async () => {
      const found = await shop.database.pool.query('SELECT id FROM searches WHERE query = $1', [last])
      expect(found).toHaveLength(1)
    },
    { timeout: 60_000 },
  )
}

describe('what counts as a search', () => {
  beforeEach(() => shop.database.pool.execute('DELETE FROM searches').then(() => undefined))

  test('the first page of a list, by whom and with how many results', async () => {
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

  test('neither another page, a sorted or narrowed list, a list without words, nor what is being typed', async () => {
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

  test('a suggestion that was chosen, with all that a list would have found', async () => {
    await guest.send('POST', '/api/catalog/searches', { body: { q: ' çek ' } })
    expect((await guest.send('POST', '/api/catalog/searches', { body: { q: ' ' } })).status).toBe(422)
    expect((await guest.send('POST', '/api/catalog/searches', { body: { q: 'x'.repeat(201) } })).status).toBe(422)
    await waitForLog()
    expect(await logged()).toEqual([{ user_id: null, query: 'çek', result_count: 2 }])
  })

  test('not what an administrator looks for', async () => {
    const { admin } = await addPeople(shop)
    await (await shop.signedIn(admin)).send('GET', `${list}?q=cekic`)
    await waitForLog()
    expect(await logged()).toEqual([])
  })
})

describe('queries that nobody would ask', () => {
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
  ])('%s', async (_what, q) => {
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
