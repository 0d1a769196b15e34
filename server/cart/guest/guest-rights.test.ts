import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addAdmin, addProduct, setStock } from '#testing/store-rows.ts'
import { addPeople, type People, visitorOf } from '#testing/people.ts'
import { requests } from '#testing/requests.ts'
import { addTo, guestOf, type GuestShop, linesOf, openGuestShop } from '#testing/guest-carts.ts'
import { codeOf, type Method, sentenceOf } from '#testing/shop.ts'

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

describe('a guest’s cart without the right to see prices and stock', () => {
  test('contains neither prices nor totals nor stock', async () => {
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

  test('contains them where the store shows them to guests', async () => {
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

describe('a store with guest carts', () => {
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
    'PATCH /api/catalog/cart',
    'POST /api/catalog/cart',
    'POST /api/catalog/cart/offer',
    'POST /checkout/cart',
    'GET /api/catalog/checkout/refusal',
    'POST /api/payment/start',
    'GET /api/catalog/installments',
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

  test('requires sign-in to order, make an offer or pay', async () => {
    expect(await statusesOf(forGuests, 'guest')).toEqual(forGuests.map(() => 200))
    expect(await statusesOf(forDealers, 'guest')).toEqual(forDealers.map(() => 401))
  })

  test('refuses administrators', async () => {
    expect(await statusesOf(forGuests, 'admin')).toEqual(forGuests.map(() => 403))
  })

  test('closes every cart to guests when guest carts are switched off', async () => {
    const { shop, pliers } = opened
    const guest = await guestOf(shop)
    await addTo(guest, pliers)
    await shop.setSetting('guestCarts', '0')
    expect((await guest.send('GET', '/api/catalog/cart')).status).toBe(401)
    const refused = await addTo(guest, pliers)
    expect([refused.status, codeOf(refused)]).toEqual([401, 'not_signed_in'])
    expect((await guest.send('GET', '/api/visitor')).body).toMatchObject({ cartLineCount: 0 })
  })

  test('shows guest carts live to administrators, titled “Misafir Kullanıcı”', async () => {
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
