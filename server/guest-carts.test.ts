import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addAdmin, addProduct, setStock } from '#db/test-store.ts'
import type { OpenedCart } from '#contract/cart.ts'
import { purgeStale } from './housekeeping.ts'
import { visitorOf, addPeople, type People } from './test-people.ts'
import { requests } from './test-requests.ts'
import { addTo, cartCookie, countCarts, type GuestShop, guestOf, linesOf, openGuestShop } from './test-guest-carts.ts'
import { codeOf, type Method, sentenceOf } from './test-shop.ts'

let opened: GuestShop
let people: People
beforeAll(async () => {
  opened = await openGuestShop()
  people = await addPeople(opened.shop)
  await opened.shop.settle()
})
afterAll(() => opened.shop.close())
afterEach(async () => {
  const { pool } = opened.shop.database
  await pool.execute('DELETE FROM carts WHERE guest_hash IS NOT NULL')
  await opened.shop.setSetting('guestPrices', '0')
  await opened.shop.setSetting('showStokInfo', '0')
  await opened.shop.setSetting('guestCarts', '1')
})

describe('a guest’s cart', () => {
  test('takes what a guest adds, changes, counts, removes and clears', async () => {
    const { shop, pliers, hammer } = opened
    const guest = await guestOf(shop)
    expect((await addTo(guest, pliers, 2)).status).toBe(200)
    await addTo(guest, pliers, 1)
    const second = await addTo(guest, hammer, 4)
    expect(second.body).toMatchObject({ quantity: 4, cart: { lineCount: 2 } })
    expect(await linesOf(guest)).toMatchObject([
      { code: 'PENSE', quantity: 3 },
      { code: 'ÇEKİÇ', quantity: 4 },
    ])
    expect((await guest.send('GET', '/api/visitor')).body).toMatchObject({ cartLineCount: 2, user: null })
    expect((await guest.send('GET', '/api/catalog/cart/page')).body).toMatchObject({
      cart: { lineCount: 2 },
      orderKey: '',
      left: [],
    })
    const path = `/api/catalog/cart/${pliers.id}`
    await guest.send('PATCH', path, { body: { quantity: 2 } })
    const boxed = await guest.send('PATCH', path, { body: { unit: pliers.units['KOLİ'] } })
    expect(boxed.body).toMatchObject({ quantity: 2, productUnit: { value: 'KOLİ' } })
    expect((await guest.send('DELETE', path)).body).toMatchObject({ lineCount: 1 })
    const byCode = { body: { lines: [{ code: 'PENSE', quantity: 1 }] } }
    expect((await guest.send('POST', '/api/catalog/cart/lines', byCode)).body).toMatchObject({ addedCount: 1 })
    expect(await linesOf(guest)).toHaveLength(2)
    expect((await guest.send('DELETE', '/api/catalog/cart')).body).toEqual([])
    expect(await linesOf(guest)).toEqual([])
    expect(await countCarts(shop)).toBe(0)
  })

  test('keeps and marks what is no longer on sale, until it is removed', async () => {
    const { shop, pliers, hammer } = opened
    const guest = await guestOf(shop)
    await addTo(guest, pliers)
    await addTo(guest, hammer)
    const sell = 'UPDATE products SET is_active = $2 WHERE id = $1'
    await shop.database.pool.execute(sell, [pliers.id, false])
    const { items } = (await guest.send('GET', '/api/catalog/cart/page')).body as OpenedCart
    expect(items.map(({ product, isOffSale }) => [product.id, isOffSale])).toEqual([
      [pliers.id, true],
      [hammer.id, undefined],
    ])
    const { body } = await guest.send('DELETE', `/api/catalog/cart/${pliers.id}`)
    expect(body).toMatchObject({ lineCount: 1 })
    await shop.database.pool.execute(sell, [pliers.id, true])
  })

  test('is the browser’s alone, by a token of 128 bits or more of which the database has a hash', async () => {
    const { shop, pliers } = opened
    const [guest, stranger] = [await guestOf(shop), await guestOf(shop)]
    const { cookies } = await addTo(guest, pliers)
    const cookie = cookies.find(({ name }) => name === cartCookie)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 24 * 60 * 60 })
    expect(cookie?.value).toMatch(/^[\w-]{22,}$/)
    const kept = await shop.database.pool.one<{ all: string }>("SELECT string_agg(c::text, ' ') AS all FROM carts c")
    expect(kept?.all).not.toContain(cookie?.value)
    expect(await linesOf(stranger)).toEqual([])
    stranger.cookies[cartCookie] = 'a-token-that-nobody-was-given-a-token'
    expect(await linesOf(stranger)).toEqual([])
    // A token of somebody's making never becomes that of a cart.
    const own = await addTo(stranger, pliers)
    expect(own.cookies.find(({ name }) => name === cartCookie)?.value).not.toMatch(/^a-token/)
    expect(await linesOf(guest)).toEqual([{ code: 'PENSE', quantity: 1, price: undefined }])
  })

  test('is there from the first add on: looking, refused adds and trials make none', async () => {
    const { shop, pliers } = opened
    const guest = await guestOf(shop)
    const looks = ['/api/visitor', '/api/catalog/products', '/api/catalog/cart', '/api/catalog/cart/page']
    for (const url of looks) expect((await guest.send('GET', url)).status).toBe(200)
    const lines = [{ code: 'PENSE', quantity: 1 }]
    await guest.send('POST', '/api/catalog/cart/lines', { body: { lines, isTrial: true } })
    await guest.send('POST', '/api/catalog/cart/lines', { body: { lines: [{ code: 'YOK', quantity: 1 }] } })
    expect((await addTo(guest, pliers, 11)).status).toBe(409)
    expect((await guest.send('PATCH', `/api/catalog/cart/${pliers.id}`, { body: { quantity: 1 } })).status).toBe(404)
    expect((await guest.send('DELETE', `/api/catalog/cart/${pliers.id}`)).status).toBe(404)
    expect((await guest.send('DELETE', '/api/catalog/cart')).status).toBe(200)
    const unmarked = { body: {}, headers: { 'x-csrf-token': undefined } }
    expect((await guest.send('POST', `/api/catalog/cart/${pliers.id}`, unmarked)).status).toBe(403)
    expect(await countCarts(shop)).toBe(0)
    expect(guest.cookies).not.toHaveProperty(cartCookie)
  })

  test('is one, however many adds go off at once', async () => {
    const { shop, pliers, hammer } = opened
    const guest = await guestOf(shop)
    await Promise.all([addTo(guest, pliers), addTo(guest, hammer), addTo(guest, pliers)])
    expect(await countCarts(shop)).toBe(1)
    expect((await linesOf(guest)).toSorted((a, b) => a.quantity - b.quantity)).toMatchObject([
      { code: 'ÇEKİÇ', quantity: 1 },
      { code: 'PENSE', quantity: 2 },
    ])
  })

  test('takes a hundred lines and no more', async () => {
    const { shop, pliers } = opened
    const { pool } = shop.database
    const products = await Promise.all(Array.from({ length: 100 }, () => addProduct(pool, { stock: 5 })))
    const guest = await guestOf(shop)
    const lines = [...products, pliers].map(({ code }) => ({ code, quantity: 1 }))
    const { body } = await guest.send('POST', '/api/catalog/cart/lines', { body: { lines } })
    expect(body).toMatchObject({ addedCount: 100, cart: { lineCount: 100 } })
    const refused = await addTo(guest, pliers)
    expect([refused.status, codeOf(refused)]).toEqual([422, 'guest_cart_full'])
    expect(sentenceOf(refused)).toContain('100')
    // A line that is there may grow.
    expect((await addTo(guest, products[0] ?? pliers)).status).toBe(200)
  })

  test('cannot be made without end from one address', async () => {
    const { shop, pliers } = opened
    const answers = []
    for (let i = 0; i < 62; i += 1) {
      const guest = await guestOf(shop)
      answers.push((await addTo(guest, pliers, 1, { address: `2001:db8:1:2::${i}` })).status)
    }
    expect(answers.slice(0, 60)).toEqual(Array(60).fill(200))
    expect(answers.slice(60)).toEqual([429, 429])
    const elsewhere = await guestOf(shop)
    expect((await addTo(elsewhere, pliers, 1, { address: '2001:db8:1:3::1' })).status).toBe(200)
  })

  test('goes when nobody has changed it for the setting’s days', async () => {
    const { shop, pliers } = opened
    const { pool } = shop.database
    const [old, fresh] = [await guestOf(shop), await guestOf(shop)]
    await addTo(old, pliers)
    await pool.execute("UPDATE carts SET updated_at = now() - interval '31 days' WHERE guest_hash IS NOT NULL")
    await addTo(fresh, pliers)
    await pool.execute(
      "UPDATE carts SET updated_at = now() - interval '29 days' WHERE guest_hash IS NOT NULL AND updated_at > now() - interval '1 day'",
    )
    await purgeStale(pool)
    expect(await linesOf(old)).toEqual([])
    expect(await linesOf(fresh)).toHaveLength(1)
  })
})

describe('what a guest may not see', () => {
  test('is not in the cart: neither prices nor totals nor stock', async () => {
    const { shop, hammer } = opened
    const { pool } = shop.database
    const product = await addProduct(pool, { code: 'GİZLİ', price: 87_654.32, stock: 7531 })
    const guest = await guestOf(shop)
    const answers = [
      await addTo(guest, product, 2),
      await addTo(guest, hammer),
      await guest.send('PATCH', `/api/catalog/cart/${product.id}`, { body: { quantity: 3 } }),
      await guest.send('POST', '/api/catalog/cart/lines', { body: { lines: [{ code: 'GİZLİ', quantity: 1 }] } }),
      await guest.send('GET', '/api/catalog/cart'),
      await guest.send('GET', '/api/catalog/cart/page'),
      await addTo(guest, product, 9000),
      await guest.send('POST', '/api/catalog/cart/lines', { body: { lines: [{ code: 'GİZLİ', quantity: 9000 }] } }),
      await guest.send('DELETE', `/api/catalog/cart/${hammer.id}`),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200, 409, 200, 200])
    for (const { text } of answers) {
      expect(text).not.toMatch(/"(price|defaultPrice|salePrice|listPrice|totals|previousPrice|fits|available)":/)
      expect(text).not.toMatch(/87654|7531|7527/)
    }
    await setStock(pool, product.id, 0)
  })

  test('shows where the store shows it to guests', async () => {
    const { shop, pliers } = opened
    await shop.setSetting('guestPrices', '1')
    await shop.setSetting('showStokInfo', '1')
    const guest = await guestOf(shop)
    const { body } = await addTo(guest, pliers, 2)
    expect(body).toMatchObject({ cart: { totals: { subtotal: 200, tax: 40, total: 240 } } })
    expect(body).not.toHaveProperty('previousPrice')
    expect(await linesOf(guest)).toEqual([{ code: 'PENSE', quantity: 2, price: 100 }])
    const refused = await addTo(guest, pliers, 9)
    expect(refused.body).toMatchObject({ error: { code: 'insufficient_stock', facts: { fits: 8 } } })
    expect(sentenceOf(refused)).toBe('Bu üründen 11 adet bulunmamaktadır!')
  })
})

describe('where guests have carts', () => {
  const forGuests = [
    'GET /api/catalog/cart',
    'GET /api/catalog/cart/page',
    'POST /api/catalog/cart/lines',
    'POST /api/catalog/cart/:productId',
    'PATCH /api/catalog/cart/:productId',
    'DELETE /api/catalog/cart/:productId',
    'DELETE /api/catalog/cart',
  ]
  const forDealers = [
    ...['PATCH /api/catalog/cart', 'POST /api/catalog/cart', 'POST /api/catalog/cart/offer', 'POST /checkout/cart'],
    ...['GET /api/catalog/checkout/refusal', 'POST /api/payment/start', 'GET /api/catalog/installments'],
  ]
  async function statusesOf(names: readonly string[], who: 'guest' | 'admin'): Promise<number[]> {
    const { shop } = opened
    const statuses = []
    for (const name of names) {
      const visitor = who === 'guest' ? await guestOf(shop) : await visitorOf(shop, people, 'admin')
      if (who === 'guest') await addTo(visitor, people.product)
      const { url, ...sent } = requests[name]?.(people) ?? { url: '' }
      const body = name === 'POST /checkout/cart' ? { ...(sent.body as object), _token: visitor.token } : sent.body
      statuses.push((await visitor.send(name.split(' ')[0] as Method, url, { ...sent, body })).status)
    }
    return statuses
  }

  test('what makes an order, an offer or a payment asks them to sign in', async () => {
    expect(await statusesOf(forGuests, 'guest')).toEqual(forGuests.map(() => 200))
    expect(await statusesOf(forDealers, 'guest')).toEqual(forDealers.map(() => 401))
  })

  test('administrators are refused as ever', async () => {
    expect(await statusesOf(forGuests, 'admin')).toEqual(forGuests.map(() => 403))
  })

  test('switching them off closes every cart to guests', async () => {
    const { shop, pliers } = opened
    const guest = await guestOf(shop)
    await addTo(guest, pliers)
    await shop.setSetting('guestCarts', '0')
    expect((await guest.send('GET', '/api/catalog/cart')).status).toBe(401)
    const refused = await addTo(guest, pliers)
    expect([refused.status, codeOf(refused)]).toEqual([401, 'not_signed_in'])
    expect((await guest.send('GET', '/api/visitor')).body).toMatchObject({ cartLineCount: 0 })
  })

  test('administrators see them live, headed “Misafir Kullanıcı”', async () => {
    const { shop, pliers } = opened
    const admin = await shop.signedIn(await addAdmin(shop.database.pool))
    const stateOf = async () => (await admin.send('GET', '/yonetim/carts/state')).body as { version: string }
    const before = await stateOf()
    const guest = await guestOf(shop)
    await addTo(guest, pliers, 3)
    const after = await stateOf()
    expect(after.version).not.toBe(before.version)
    const { body } = await admin.send('GET', '/yonetim/carts')
    expect(Object.values(body as object)[0]).toMatchObject({
      userName: 'Misafir Kullanıcı',
      items: [{ productCode: 'PENSE', productQuantity: 3 }],
    })
    await addTo(guest, pliers, 1)
    expect((await stateOf()).version).not.toBe(after.version)
  })
})
