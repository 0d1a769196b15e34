import { describe, expect, test } from 'vitest'
import type { Quote } from '#contract/offers.ts'
import { fillCart, setPrice, setStock, stockOf } from '#db/test-store.ts'
import { cartMark } from '#domain/cart-mark.ts'
import { codeOf, sentenceOf } from '#server/test-shop.ts'
import { quoteDocument } from './quote-document.ts'
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
  other,
  patch,
  shop,
  totals,
  useTestOffers,
} from './test-offers.ts'

useTestOffers()

describe('an offer', () => {
  test('is a copy of the cart’s lines, whose place it takes; stock stays', async () => {
    await fill()
    const answer = await make({ description: ' Şantiye <b>için</b> ' })
    expect(answer).toMatchObject({ status: 200, body: { success: true, orderNo: expect.stringMatching(/^T\d{10}$/) } })
    expect(await cartOf(dealer)).toEqual([])
    expect(await stockOf(shop.database.pool, drill.id)).toBe(100)
    const { items, total, page, pages, customer } = await listOf(dealer)
    expect({ total, page, pages, customer }).toEqual({
      ...{ total: 1, page: 1, pages: 1 },
      customer: { code: actor.dealer?.code, name: actor.dealer?.name },
    })
    expect(items).toMatchObject([
      {
        description: 'Şantiye <b>için</b>',
        creator: actor.name,
        isCancel: false,
        currency: 'TRY',
        // 300 + 66.67, and 20 percent of the one and 10 of the other: 60 + 6.667.
        ...{ subtotal: 366.67, tax: 66.67, total: 433.34 },
        offerItems: [
          { order: 1, code: drill.code, quantity: 3, unit: 'ADET', price: { value: 100 }, profit: 0, taxRate: 20 },
          { order: 2, code: cable.code, quantity: 2, price: { value: 33.335 }, profit: 0, taxRate: 10 },
        ],
      },
    ])
    await setPrice(shop.database.pool, drill.unitId, 999)
    expect(await totals()).toEqual({ subtotal: 366.67, tax: 66.67, total: 433.34 })
  })

  test('has a number that rises, and none is there twice', async () => {
    const numbers: string[] = []
    for (let i = 0; i < 3; i += 1) numbers.push((await madeOffer()).orderNo)
    expect(numbers).toEqual([...new Set(numbers)].toSorted())
  })

  test('is not made of an empty cart, nor where the store makes none', async () => {
    expect(codeOf(await make())).toBe('cart_empty')
    await fill()
    await shop.setSetting('b2b_teklif_ver_durum', '0')
    const refused = await make()
    await shop.setSetting('b2b_teklif_ver_durum', '1')
    expect([refused.status, codeOf(refused)]).toEqual([403, 'forbidden'])
    expect(await cartOf(dealer)).toHaveLength(2)
  })

  test('is not made of another cart than was on screen', async () => {
    await fill()
    expect(codeOf(await make({ cart: cartMark([{ unitId: cable.unitId, quantity: 1 }]) }))).toBe('cart_not_as_shown')
    expect(await cartOf(dealer)).toHaveLength(2)
  })

  test('is not made with a line that has no price or is off sale', async () => {
    await fill()
    await setPrice(shop.database.pool, cable.unitId, 0)
    expect(codeOf(await make())).toBe('price_unknown')
    await setPrice(shop.database.pool, cable.unitId, 5)
    await shop.database.pool.execute('UPDATE products SET is_active = false WHERE id = $1', [cable.id])
    expect(codeOf(await make())).toBe('cart_changed')
    expect((await listOf(dealer)).total).toBe(0)
  })

  test('is made once for a key: the same body gives the same number, another one is refused', async () => {
    await fill()
    const key = { 'idempotency-key': 'teklif-anahtari-1' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => make({ description: 'a' }, key)))
    expect(new Set(answers.map(({ body }) => (body as { orderNo: string }).orderNo)).size).toBe(1)
    expect(codeOf(await make({ description: 'b' }, key))).toBe('idempotency_mismatch')
    const order = await dealer.send('POST', '/api/catalog/cart', { body: { description: 'a' }, headers: key })
    expect(codeOf(order)).toBe('idempotency_mismatch')
    expect((await listOf(dealer)).total).toBe(1)
  })
})

describe('an offer that cannot be', () => {
  test.each([
    ['a plan that is not offered', { advencePrice: 'advencePrice2' }, 'plan_unknown'],
    ['a plan that is none', { advencePrice: '__proto__' }, 'validation_failed'],
    ['a note of 501 letters', { description: 'x'.repeat(501) }, 'validation_failed'],
    ['a note of 100 kB', { description: '<b>ş</b>'.repeat(12_500) }, 'validation_failed'],
  ])('with %s is not made, and the cart stays', async (_what, body, code) => {
    await fill()
    const answer = await make(body)
    expect([answer.status, codeOf(answer)]).toEqual([422, code])
    expect(await cartOf(dealer)).toHaveLength(2)
    expect((await listOf(dealer)).total).toBe(0)
  })

  test('of two tabs with the same cart one makes it, the other finds the cart empty', async () => {
    await fill()
    const keys = ['first-tab', 'second-tab', undefined, undefined]
    const answers = await Promise.all(keys.map((key) => make({}, { 'idempotency-key': key })))
    const refused = answers.map(codeOf).filter((code) => code !== undefined)
    expect(refused).toEqual(['cart_empty', 'cart_empty', 'cart_empty'])
    expect((await listOf(dealer)).total).toBe(1)
  })
})

describe('a cancelled offer', () => {
  test('stays as it is: it is not cancelled, changed, sent or edited again', async () => {
    const { id, orderNo, first } = await madeOffer()
    expect((await patch(String(id), { cancel: true })).body).toEqual({ success: true })
    expect((await listOf(dealer)).items[0]?.isCancel).toBe(true)
    const answers = [
      await patch(String(id), { cancel: true }),
      await patch(`mail/${id}`),
      await patch(`edit/${id}`),
      await patch('update/profit', { [id]: { [first.id]: 5 } }),
      await patch('update/customer', { [orderNo]: { name: 'x' } }),
    ]
    expect(answers.map(codeOf)).toEqual(answers.map(() => 'offer_cancelled'))
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409])
    expect(await cartOf(dealer)).toEqual([])
  })

  test('is cancelled by {cancel: true} alone, and by its own dealer', async () => {
    const { id } = await madeOffer()
    for (const body of [{}, { cancel: false }, { cancel: 'true' }]) {
      expect((await patch(String(id), body)).status).toBe(422)
    }
    expect((await patch(String(id), { cancel: true }, other)).status).toBe(404)
    for (const odd of ['abc', '0', '1e3', '99999999999999999999']) {
      expect((await patch(odd, { cancel: true })).status).toBe(404)
    }
  })
})

describe('editing', () => {
  test('puts all lines back at today’s prices, merges what is in the cart, and leaves the offer', async () => {
    const { id, first } = await madeOffer()
    await patch('update/profit', { [id]: { [first.id]: -50 } })
    await fillCart(shop.database.pool, actor, [{ unitId: drill.unitId, quantity: 1 }])
    await setPrice(shop.database.pool, drill.unitId, 120)
    expect((await patch(`edit/${id}`)).body).toEqual({ success: true, moved: 2 })
    const cart = await cartOf(dealer)
    expect(cart.map(({ quantity, productUnit }) => [quantity, productUnit.defaultPrice?.value])).toEqual([
      [4, 120],
      [2, 33.335],
    ])
    expect((await listOf(dealer)).items[0]?.offerItems[0]).toMatchObject({
      quantity: 3,
      price: { value: 100 },
      profit: 50,
    })
    // The mark-up is the customer's price and never ours.
    const { orderNo } = (await dealer.send('POST', '/api/catalog/cart', { body: {} })).body as { orderNo: string }
    const order = (await dealer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)).body
    expect(order).toMatchObject({ subtotal: 546.67 })
  })

  test('names what does not fit with its reason, and puts the rest into the cart', async () => {
    const { id } = await madeOffer()
    await setStock(shop.database.pool, drill.id, 1)
    const answer = await patch(`edit/${id}`)
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: 'offer_partly_moved', facts: { moved: 1, left: 1 } }, product: { id: drill.id } },
    })
    expect(sentenceOf(answer)).toBe(
      `Teklifin 1 kalemi sepete eklendi, 1 kalemi eklenemedi: ${drill.code} ${drill.code} (Bu üründen 3 adet bulunmamaktadır!)`,
    )
    expect((await cartOf(dealer)).map(({ product }) => product.id)).toEqual([cable.id])
  })

  test('leaves the cart alone where nothing fits', async () => {
    const { id } = await madeOffer()
    await shop.database.pool.execute('DELETE FROM products WHERE id = $1', [drill.id])
    await setPrice(shop.database.pool, cable.unitId, 0)
    const answer = await patch(`edit/${id}`)
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: 'offer_not_moved' }, product: { id: cable.id } },
    })
    expect(await cartOf(dealer)).toEqual([])
    expect(codeOf(await patch(`edit/${id}`, undefined, other))).toBe('offer_not_found')
  })
})

describe('the quote form', () => {
  test('shows the customer’s prices and not a trace of the dealer’s', async () => {
    const { id, orderNo, first, second } = await madeOffer()
    await patch('update/profit', { [id]: { [first.id]: -25, [second.id]: -50 } })
    const answer = await dealer.send('GET', `/api/catalog/offer/print/${orderNo}`)
    const quote = answer.body as Quote
    expect(quote.lines.map(({ price, amount }) => [price, amount])).toEqual([
      [125, 375],
      [50, 100.01],
    ])
    expect(quote).toMatchObject({ subtotal: 475.01, tax: 85, total: 560.01, user_logo: null })
    expect(answer.text).not.toMatch(/profit|33[.,]335|"price":100\b|-25/)
    expect((await other.send('GET', `/api/catalog/offer/print/${orderNo}`)).status).toBe(404)
  })
})

test('a note with markup stands in the quote and in its PDF as text', async () => {
  const note = '<script>alert(1)</script> {{page}} <img src=x onerror=alert(2)>'
  await fill()
  const { orderNo } = (await make({ description: note })).body as { orderNo: string }
  const quote = (await dealer.send('GET', `/api/catalog/offer/print/${orderNo}`)).body as Quote
  expect(quote.description).toBe(note)
  const { content } = quoteDocument(quote, { locale: 'tr', logo: null })
  expect(JSON.stringify(content)).toContain(JSON.stringify(note))
})

describe('sending by e-mail', () => {
  const outbox = () =>
    shop.database.pool.query<{ name: string; data: object }>("SELECT name, data FROM outbox WHERE name = 'offer-mail'")

  test('hands the letter to the outbox', async () => {
    const { id, orderNo } = await madeOffer()
    await patch('update/customer', { [orderNo]: { email: 'musteri@ornek.com' } })
    const before = (await outbox()).length
    const letters = async () => (await listOf(dealer)).items.map(({ letter }) => letter)
    expect(await letters()).toEqual([null])
    expect((await patch(`mail/${id}`)).body).toEqual({ success: true })
    expect(await letters()).toEqual([{ date: expect.stringMatching(/T.*Z$/), to: 'musteri@ornek.com' }])
    expect((await outbox()).slice(before)).toEqual([
      { name: 'offer-mail', data: { mailId: expect.any(Number), locale: 'tr' } },
    ])
    expect((await patch(`mail/${id}`, undefined, other)).status).toBe(404)
  })

  test('needs the customer’s address', async () => {
    const { id } = await madeOffer()
    const answer = await patch(`mail/${id}`)
    expect([answer.status, codeOf(answer)]).toEqual([422, 'offer_email_missing'])
  })

  test('is limited: five letters of an offer within an hour', async () => {
    const { id, orderNo } = await madeOffer()
    await patch('update/customer', { [orderNo]: { email: 'musteri@ornek.com' } })
    const answers = await Promise.all(Array.from({ length: 8 }, () => patch(`mail/${id}`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 200, 200, 200, 429, 429, 429,
    ])
    expect(answers.find(({ status }) => status === 429)?.headers).toHaveProperty('retry-after')
  })
})
