import { describe, expect, test } from 'vitest'
import { stampHeader } from '#contract/visitor.ts'
import { addDealer, fillCart } from '#db/test-store.ts'
import { codeOf } from './test-shop.ts'
import {
  add,
  cartOf,
  choose,
  codes,
  dollar,
  knows,
  list,
  priced,
  product,
  setRates,
  shop,
  useTestPrices,
  visitorOf,
} from './test-prices.ts'

useTestPrices()

describe('the visitor’s currency', () => {
  test('is a guest’s too, and ranges are in it', async () => {
    await shop.setSetting('guestPrices', '1')
    const guest = await shop.guest()
    expect((await visitorOf(guest)).currencies.map(({ code }) => code)).toEqual(['TRY', 'USD', 'EUR'])
    await choose(guest, 'USD')
    expect((await visitorOf(guest)).currency.code).toBe('USD')
    expect(await codes(guest, '?filters=price:2.5-2.5')).toEqual(['LIRA'])
    expect(await codes(guest, '?filters=price:10-10')).toEqual(['DOLAR'])
  })

  test('is that of the order, with every rate it used and the total in lira', async () => {
    const buyer = await shop.signedIn(await addDealer(shop.database.pool))
    await choose(buyer, 'EUR')
    await add(buyer, priced, 3)
    await add(buyer, dollar, 5)
    await buyer.send('POST', '/api/catalog/cart', { body: {} })
    const { body } = await buyer.send('GET', '/api/catalog/orders/summary')
    // 300 lira and 50 dollars in euro: 6 + 40; tax 1.2 + 4.
    expect(body).toMatchObject({
      ...{ currency: 'EUR', subtotal: 46, tax: 5.2, total: 51.2, totalTry: 2560 },
      rates: { EUR: 50, USD: 40, TRY: 1 },
    })
  })

  test('each answer says of which state it is: a page that stays open sees that its own is old', async () => {
    const dealer = await shop.signedIn(await addDealer(shop.database.pool))
    // Once the program knows this change it knows all before it, and nothing moves by itself any more.
    await shop.setSetting('storeHours', 'Hafta içi')
    const stampOf = async () => (await dealer.send('GET', '/api/catalog/cart')).headers[stampHeader]
    const before = await stampOf()
    expect((await visitorOf(dealer)).stamp).toBe(before)
    await choose(dealer, 'USD')
    const chosen = await stampOf()
    expect(chosen).not.toBe(before)
    await setRates({ USD: '40.5' })
    expect(await stampOf()).not.toBe(chosen)
    expect((await visitorOf(dealer)).stamp).toBe(await stampOf())
    await setRates({ USD: '40' })
  })
})

describe('a rate that changes', () => {
  test('reprices lists, ranges, order of lists and carts; an order keeps the rate it was made with', async () => {
    const buyer = await shop.signedIn(await addDealer(shop.database.pool))
    await add(buyer, dollar)
    await buyer.send('POST', '/api/catalog/cart', { body: {} })
    await add(buyer, dollar)
    await setRates({ USD: '8' })
    await shop.settle()
    expect((await list(buyer, '?sort=price')).items.map(({ code }) => code)).toEqual(['DOLAR', 'LIRA', 'SORUNUZ'])
    expect(await codes(buyer, '?filters=price:80-80')).toEqual(['DOLAR'])
    const { body: kept } = await buyer.send('GET', '/api/catalog/orders/summary')
    expect(kept).toMatchObject({ rates: { USD: 40 }, subtotal: 400, totalTry: 440 })
    await buyer.send('POST', '/api/catalog/cart', { body: {} })
    const { body: now } = await buyer.send('GET', '/api/catalog/orders/summary')
    expect(now).toMatchObject({ rates: { USD: 8 }, subtotal: 80, totalTry: 88 })
    await setRates({ USD: '40' })
    await shop.settle()
  })

  test.each([['NULL'], ['0']])('to %s: the price is to be asked for, and nothing can be ordered', async (rate) => {
    const { pool } = shop.database
    const actor = await addDealer(pool)
    const buyer = await shop.signedIn(actor)
    await choose(buyer, 'USD')
    await fillCart(pool, actor, [{ unitId: dollar.unitId, quantity: 1 }])
    expect((await cartOf(buyer))[0]?.productUnit.defaultPrice).toEqual({ value: 10, currency: 'USD' })
    await pool.execute(`UPDATE currencies SET exchange_rate = ${rate} WHERE code = 'USD'`)
    await knows(({ currencies }) => currencies.every(({ code }) => code !== 'USD'))
    await shop.settle()
    // The chosen currency is no longer offered: the store's own takes its place.
    expect((await visitorOf(buyer)).currency.code).toBe('TRY')
    expect((await product(buyer, dollar)).salePrice).toEqual({ value: 0, currency: 'USD' })
    expect((await product(buyer, priced)).advencePrice2).toEqual({ value: 0, currency: 'USD' })
    const [line] = await cartOf(buyer)
    expect(line?.productUnit.defaultPrice).toEqual({ value: 0, currency: 'USD' })
    expect(line?.previousPrice).toBeUndefined()
    expect(codeOf(await add(buyer, dollar))).toBe('price_unknown')
    expect(codeOf(await buyer.send('POST', '/api/catalog/cart', { body: {} }))).toBe('price_unknown')
    expect(await codes(buyer, '?filters=price:0-100000')).toEqual(['LIRA'])
    expect(await codes(buyer, '?sort=price')).toEqual(['LIRA', 'DOLAR', 'SORUNUZ'])
    await setRates({ USD: '40' })
    await shop.settle()
    // Back again it is the price that was seen before: nothing to tell.
    expect((await cartOf(buyer))[0]?.previousPrice).toBeUndefined()
  })

  test('does not keep orders waiting', async () => {
    const { pool } = shop.database
    const buyer = await shop.signedIn(await addDealer(pool))
    await pool.withClient(async (client) => {
      await client.query('BEGIN')
      await client.query("UPDATE currencies SET exchange_rate = 41 WHERE code = 'USD'")
      expect((await add(buyer, dollar)).status).toBe(200)
      expect((await buyer.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(200)
      await client.query('ROLLBACK')
    })
  })
})
