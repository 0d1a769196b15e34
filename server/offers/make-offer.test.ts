import { describe, expect, test } from 'vitest'
import { fillCart, setPrice, stockOf } from '#testing/store-rows.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import { codeOf } from '#testing/shop.ts'
import {
  actor,
  cable,
  cartOf,
  dealer,
  drill,
  fill,
  listOf,
  madeOffer,
  make,
  shop,
  totals,
  useTestOffers,
} from './test-offers.ts'

useTestOffers()

describe('making an offer', () => {
  test('copies the cart’s lines, empties the cart and leaves the stock', async () => {
    await fill()
    const answer = await make({ description: ' Şantiye <b>için</b> ' })
    expect(answer).toMatchObject({ status: 200, body: { success: true, orderNo: expect.stringMatching(/^T\d{10}$/) } })
    expect(await cartOf(dealer)).toEqual([])
    expect(await stockOf(shop.database.pool, drill.id)).toBe(100)
    const { items, total, page, pages, customer } = await listOf(dealer)
    expect({ total, page, pages, customer }).toEqual({
      total: 1,
      page: 1,
      pages: 1,
      customer: { code: actor.dealer?.code, name: actor.dealer?.name },
    })
    expect(items).toMatchObject([
      {
        description: 'Şantiye <b>için</b>',
        creator: actor.name,
        isCancel: false,
        currency: 'TRY',
        // 300 + 2 × 33.34, with 20 percent tax of the first and 10 of the second: 60 + 6.67.
        subtotal: 366.68,
        tax: 66.67,
        total: 433.35,
        offerItems: [
          { order: 1, code: drill.code, quantity: 3, unit: 'ADET', price: { value: 100 }, profit: 0, taxRate: 20 },
          { order: 2, code: cable.code, quantity: 2, price: { value: 33.335 }, profit: 0, taxRate: 10 },
        ],
      },
    ])
    await setPrice(shop.database.pool, drill.unitId, 999)
    expect(await totals()).toEqual({ subtotal: 366.68, tax: 66.67, total: 433.35 })
  })

  test('gives the lines back to the cart under the key of the request, once, also after a repeated request', async () => {
    await fill()
    const before = await cartOf(dealer)
    const undo = 'ab'.repeat(16)
    const headers = { 'idempotency-key': undo }
    const first = await make({ undo }, headers)
    expect((await make({ undo }, headers)).body).toEqual(first.body)
    expect(await cartOf(dealer)).toEqual([])
    const restore = () => dealer.send('POST', '/api/catalog/cart/restore', { body: { undo } })
    expect((await restore()).status).toBe(200)
    expect(await cartOf(dealer)).toEqual(before)
    expect(codeOf(await restore())).toBe('removal_not_found')
    expect((await listOf(dealer)).items[0]).toMatchObject({ isCancel: false, total: 433.35 })
  })

  test('uses ascending, unique numbers', async () => {
    const numbers: string[] = []
    for (let i = 0; i < 3; i += 1) numbers.push((await madeOffer()).orderNo)
    expect(numbers).toEqual([...new Set(numbers)].toSorted())
  })

  test('is refused for an empty cart, and where the store makes no offers', async () => {
    expect(codeOf(await make())).toBe('cart_empty')
    await fill()
    await shop.setSetting('b2b_teklif_ver_durum', '0')
    const refused = await make()
    await shop.setSetting('b2b_teklif_ver_durum', '1')
    await shop.setSetting('showPriceStatus', '0')
    const unseen = await make()
    await shop.setSetting('showPriceStatus', '1')
    for (const answer of [refused, unseen]) expect([answer.status, codeOf(answer)]).toEqual([403, 'forbidden'])
    expect(await cartOf(dealer)).toHaveLength(2)
  })

  test('uses the default plan if it names none, even if plan prices are hidden', async () => {
    const { pool } = shop.database
    await pool.execute(
      `INSERT INTO payment_plans (key, name, is_enabled, is_default) VALUES ('advencePrice4', '90 gün', true, true)`,
    )
    await pool.execute("UPDATE unit_prices SET plan4_value = 200, plan4_currency = 'TRY' WHERE unit_id = $1", [
      drill.unitId,
    ])
    try {
      await shop.setSetting('showPaymentPlanPrice', '0')
      expect((await madeOffer()).offerItems[0]).toMatchObject({ code: drill.code, price: { value: 200 } })
    } finally {
      await shop.setSetting('showPaymentPlanPrice', '1')
      await pool.execute('UPDATE payment_plans SET is_default = false, is_enabled = false')
      await pool.execute('UPDATE unit_prices SET plan4_value = NULL, plan4_currency = NULL')
    }
  })

  test('is refused for a cart other than the one on screen', async () => {
    await fill()
    expect(codeOf(await make({ cart: cartFingerprint([{ unitId: cable.unitId, quantity: 1 }]) }))).toBe(
      'cart_not_as_shown',
    )
    expect(await cartOf(dealer)).toHaveLength(2)
  })

  test('is refused for a line without a price or off sale', async () => {
    await fill()
    await setPrice(shop.database.pool, cable.unitId, 0)
    expect(codeOf(await make())).toBe('price_unknown')
    await setPrice(shop.database.pool, cable.unitId, 5)
    await shop.database.pool.execute('UPDATE products SET is_active = false WHERE id = $1', [cable.id])
    expect(codeOf(await make())).toBe('cart_changed')
    expect((await listOf(dealer)).total).toBe(0)
  })

  test('is refused when the total exceeds what the money columns hold', async () => {
    await shop.setSetting('cartStockControl', '1')
    await fillCart(shop.database.pool, actor, [{ unitId: drill.unitId, quantity: 1_000_000 }])
    await setPrice(shop.database.pool, drill.unitId, 99_999_999_999)
    expect(codeOf(await make())).toBe('quantity_invalid')
    await shop.setSetting('cartStockControl', '0')
  })

  test('happens once per key: the same body returns the same number, another body is refused', async () => {
    await fill()
    const key = { 'idempotency-key': 'teklif-anahtari-1' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => make({ description: 'a' }, key)))
    expect(new Set(answers.map(({ body }) => (body as { orderNo: string }).orderNo)).size).toBe(1)
    expect(codeOf(await make({ description: 'b' }, key))).toBe('idempotency_mismatch')
    expect(codeOf(await make({ description: 'a', cart: 'another' }, key))).toBe('idempotency_mismatch')
    const order = await dealer.send('POST', '/api/catalog/cart', { body: { description: 'a' }, headers: key })
    expect(codeOf(order)).toBe('idempotency_mismatch')
    expect((await listOf(dealer)).total).toBe(1)
  })
})

describe('an invalid offer', () => {
  test.each([
    ['a plan that is not offered', { advencePrice: 'advencePrice2' }, 'plan_unknown'],
    ['an invalid plan', { advencePrice: '__proto__' }, 'validation_failed'],
    ['a note of 501 characters', { description: 'x'.repeat(501) }, 'validation_failed'],
    ['a note of 100 kB', { description: '<b>ş</b>'.repeat(12_500) }, 'validation_failed'],
  ])('with %s is refused, and the cart remains', async (_what, body, code) => {
    await fill()
    const answer = await make(body)
    expect([answer.status, codeOf(answer)]).toEqual([422, code])
    expect(await cartOf(dealer)).toHaveLength(2)
    expect((await listOf(dealer)).total).toBe(0)
  })

  test('one of two tabs with the same cart makes the offer, the other finds the cart empty', async () => {
    await fill()
    const keys = ['first-tab', 'second-tab', undefined, undefined]
    const answers = await Promise.all(keys.map((key) => make({}, { 'idempotency-key': key })))
    const refused = answers.map(codeOf).filter((code) => code !== undefined)
    expect(refused).toEqual(['cart_empty', 'cart_empty', 'cart_empty'])
    expect((await listOf(dealer)).total).toBe(1)
  })
})
