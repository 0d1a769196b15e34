import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addProduct } from '#testing/store-rows.ts'
import type { OpenedCart } from '#contract/shop/cart.ts'
import { purgeExpiredData } from '#server/shop/jobs.ts'
import { addTo, cartCookie, countCarts, guestOf, type GuestShop, linesOf, openGuestShop } from '#testing/guest-carts.ts'
import { codeOf, sentenceOf } from '#testing/shop.ts'

let opened: GuestShop
beforeAll(async () => {
  opened = await openGuestShop()
})
afterAll(() => opened.shop.close())
afterEach(async () => {
  await opened.shop.database.pool.execute('DELETE FROM carts WHERE guest_hash IS NOT NULL')
})

describe('a guest’s cart', () => {
  test('supports adding, changing, counting, removing and clearing', async () => {
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

  test('can be emptied and restored, and stores no more than two carts of removed lines', async () => {
    const { shop, pliers, hammer } = opened
    const guest = await guestOf(shop)
    await addTo(guest, pliers, 2)
    await addTo(guest, hammer, 4)
    const before = await linesOf(guest)
    const key = (number: number) => number.toString(16).padStart(32, '0')
    expect((await guest.send('DELETE', `/api/catalog/cart?undo=${key(1)}`)).body).toEqual([])
    expect(await linesOf(guest)).toEqual([])
    expect((await guest.send('POST', '/api/catalog/cart/restore', { body: { undo: key(1) } })).status).toBe(200)
    expect(await linesOf(guest)).toEqual(before)
    await shop.database.pool.execute(
      `INSERT INTO removed_cart_lines (cart_id, undo_key, line_id, product_id, unit_id, quantity, created_at)
       SELECT id, lpad(n::text, 32, '0'), n, 1, 1, 1, now() FROM carts, generate_series(1000, 3000) n
        WHERE guest_hash IS NOT NULL`,
    )
    await guest.send('DELETE', `/api/catalog/cart/${pliers.id}?undo=${key(2)}`)
    const stored = await shop.database.pool.one<{ n: number }>('SELECT count(*)::integer AS n FROM removed_cart_lines')
    expect(stored?.n).toBeLessThanOrEqual(201)
    expect((await guest.send('POST', '/api/catalog/cart/restore', { body: { undo: key(2) } })).status).toBe(200)
  })

  test('keeps and flags a product that is off sale until it is removed', async () => {
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

  test('belongs to one browser, by a token of at least 128 bits that the database stores as a hash', async () => {
    const { shop, pliers } = opened
    const [guest, stranger] = [await guestOf(shop), await guestOf(shop)]
    const { cookies } = await addTo(guest, pliers)
    const cookie = cookies.find(({ name }) => name === cartCookie)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 30 * 24 * 60 * 60 })
    expect(cookie?.value).toMatch(/^[\w-]{22,}$/)
    const storedCarts = await shop.database.pool.one<{ all: string }>(
      "SELECT string_agg(c::text, ' ') AS all FROM carts c",
    )
    expect(storedCarts?.all).not.toContain(cookie?.value)
    expect(await linesOf(stranger)).toEqual([])
    stranger.cookies[cartCookie] = 'a-token-that-nobody-was-given-a-token'
    expect(await linesOf(stranger)).toEqual([])
    // A token made up by the client never becomes that of a cart.
    const own = await addTo(stranger, pliers)
    expect(own.cookies.find(({ name }) => name === cartCookie)?.value).not.toMatch(/^a-token/)
    expect(await linesOf(guest)).toEqual([{ code: 'PENSE', quantity: 1, price: undefined }])
  })

  test('is created with the first successful add: reading, refused adds and trials create none', async () => {
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

  test('is created once, however many adds arrive at once', async () => {
    const { shop, pliers, hammer } = opened
    const guest = await guestOf(shop)
    await Promise.all([addTo(guest, pliers), addTo(guest, hammer), addTo(guest, pliers)])
    expect(await countCarts(shop)).toBe(1)
    expect((await linesOf(guest)).toSorted((a, b) => a.quantity - b.quantity)).toMatchObject([
      { code: 'ÇEKİÇ', quantity: 1 },
      { code: 'PENSE', quantity: 2 },
    ])
  })

  test('holds at most a hundred lines', async () => {
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
    // An existing line may still grow.
    expect((await addTo(guest, products[0] ?? pliers)).status).toBe(200)
  })

  test('can be created only a limited number of times from one address', async () => {
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

  test('is removed when it has not changed for the configured number of days', async () => {
    const { shop, pliers } = opened
    const { pool } = shop.database
    const [old, fresh] = [await guestOf(shop), await guestOf(shop)]
    await addTo(old, pliers)
    await pool.execute("UPDATE carts SET updated_at = now() - interval '31 days' WHERE guest_hash IS NOT NULL")
    await addTo(fresh, pliers)
    await pool.execute(
      "UPDATE carts SET updated_at = now() - interval '29 days' WHERE guest_hash IS NOT NULL AND updated_at > now() - interval '1 day'",
    )
    await purgeExpiredData(pool)
    expect(await linesOf(old)).toEqual([])
    expect(await linesOf(fresh)).toHaveLength(1)
  })
})
