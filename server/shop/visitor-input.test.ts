import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingKeys } from '#contract/shop/settings.ts'
import { choiceKeys } from '#contract/core/visitor.ts'
import { addDealer } from '#testing/store-rows.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let visitor: TestVisitor
let userId: number

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  const actor = await addDealer(shop.database.pool)
  userId = actor.userId
  visitor = await shop.signedIn(actor)
})

describe('the product list', () => {
  const list = async (query: string) => (await visitor.send('GET', `/api/catalog/products${query}`)).body
  test.each([
    ['?page=0', { page: 1 }],
    ['?page=-3', { page: 1 }],
    ['?page=abc', { page: 1 }],
    ['?page=999999', { page: 999_999, items: [] }],
    ['?page=1e9', { page: 1 }],
    ['?limit=1000000', { limit: 96 }],
    ['?limit=0', { limit: 24 }],
    ['?sort=nonsense', { sort: null, page: 1 }],
    ['?sort=name;DROP TABLE products', { sort: null }],
    ['?view=table', { page: 1 }],
    ["?q=' OR 1=1 --", { total: 0 }],
    ['?q=%_%25', { page: 1 }],
    ['?brand=yok', { page: 1 }],
    ['?filters=brand:;;:x;model:abc;price:9-1', { page: 1 }],
  ])('ignores invalid parameters: %s', async (query, expected) => {
    expect(await list(query)).toMatchObject(expected)
  })

  test('rejects a repeated parameter or uses one of its values, and never fails', async () => {
    for (const query of ['?page=1&page=2', '?sort=name&sort=-name', '?q=a&q=b', '?filters=a&filters=b', '?page[]=1']) {
      expect([200, 422]).toContain((await visitor.send('GET', `/api/catalog/products${query}`)).status)
    }
  })

  test('a body that is nested ten thousand levels deep is refused, not a failure', async () => {
    const headers = { 'content-type': 'application/json' }
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const body = `{"key":"locale","value":${open.repeat(10_000)}1${close.repeat(10_000)}}`
      const answer = await (await shop.guest()).send('POST', '/api/catalog/settings', { body, headers })
      expect([answer.status, codeOf(answer)]).toEqual([400, 'bad_request'])
    }
  })

  test('handles ten thousand parameters and ten thousand characters', async () => {
    const many = Array.from({ length: 2000 }, (_, i) => `a${i}=1`).join('&')
    expect([200, 400, 414, 431]).toContain((await visitor.send('GET', `/api/catalog/products?${many}`)).status)
    expect((await visitor.send('GET', `/api/catalog/products?q=${'a'.repeat(10_000)}`)).status).toBe(200)
    expect((await visitor.send('GET', `/autocomplete?q=${'ş '.repeat(3000)}`)).status).toBe(200)
  })

  test.each(['/yok', '/yok/yok', '/de/yok/yok', '/a/b/c/d', '/..%2f..%2fetc%2fpasswd', '/%00'])(
    'returns 404 for the path %s',
    async (path) => {
      expect((await visitor.send('GET', `/api/catalog/products${path}`)).status).toBe(404)
    },
  )
})

describe('the settings call', () => {
  test('accepts the visitor’s five choices and no setting of the store', async () => {
    const foreign = settingKeys.filter((key) => !(choiceKeys as readonly string[]).includes(key))
    const more = [
      'role',
      'risk_limit',
      'can_order',
      'b2b_risk_limit_islem',
      'installmentLimit',
      'discount',
      '__proto__',
      '',
    ]
    for (const key of [...foreign, ...more]) {
      const answer = await visitor.send('POST', '/api/catalog/settings', { body: { key, value: '1' } })
      expect({ key, status: answer.status, code: codeOf(answer) }).toEqual({
        key,
        status: 422,
        code: 'setting_unknown',
      })
    }
    expect(await shop.database.pool.query('SELECT * FROM settings')).toEqual([])
  })

  test('accepts nothing besides key and value', async () => {
    const body = { key: 'productListView', value: 'grid', role: 'admin', dealer_id: 1 }
    await visitor.send('POST', '/api/catalog/settings', { body })
    const row = await shop.database.pool.one('SELECT role, choices FROM users WHERE id = $1', [userId])
    expect(row).toEqual({ role: 'dealer', choices: { productListView: 'grid' } })
  })
})

describe('signing in', () => {
  test('does not reveal which users exist', async () => {
    const guest = await shop.guest()
    const known = await addDealer(shop.database.pool, {
      passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaA',
    })
    const attempt = (username: unknown, word: unknown = 'wrong') =>
      guest.send('POST', '/api/account/login', { body: { username, password: word } })
    const [wrong, unknown] = [await attempt(known.email), await attempt('nobody@example.com')]
    expect(wrong.status).toBe(401)
    expect(wrong.text).toBe(unknown.text)
    expect((await attempt({ $ne: 1 })).status).toBe(422)
    expect((await attempt("' OR 1=1 --")).status).toBe(401)
    expect((await attempt('a\u0000b')).status).toBe(401)
    expect((await attempt('')).status).toBe(422)
    expect((await attempt('a'.repeat(201))).status).toBe(422)
  })

  test('limits repeated attempts and returns the time to wait', async () => {
    const guest = await shop.guest()
    const attempt = () =>
      guest.send('POST', '/api/account/login', {
        body: { username: 'many@example.com', password: 'wrong' },
        address: '203.0.113.9',
      })
    for (let i = 0; i < 5; i += 1) expect((await attempt()).status).toBe(401)
    const refused = await attempt()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(800)
    expect(sentenceOf(refused)).toMatch(/^Çok fazla hatalı deneme/)
  })
})
