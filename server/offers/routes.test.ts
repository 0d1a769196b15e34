import { describe, expect, test } from 'vitest'
import type { Quote } from '#contract/shop/quote.ts'
import { fillCart, setPrice, setStock } from '#testing/store-rows.ts'
import { codeOf, sentenceOf } from '#testing/shop.ts'
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
  useTestOffers,
} from './test-offers.ts'

useTestOffers()

describe('a cancelled offer', () => {
  test('cannot be cancelled again, changed, sent or edited', async () => {
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

  test('requires {cancel: true} and the offer’s own dealer', async () => {
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

describe('an accepted offer', () => {
  const accepted = () =>
    shop.database.pool.query<{ type: string }>("SELECT type FROM events WHERE type = 'offer.accepted' ORDER BY id")

  test('is listed as accepted, stays as it is, and is reported once however often it is accepted', async () => {
    const { id, orderNo, first } = await madeOffer()
    const before = (await accepted()).length
    const answers = await Promise.all([patch(`accept/${id}`), patch(`accept/${id}`)])
    expect(answers.map(({ body }) => body)).toEqual([{ success: true }, { success: true }])
    const { acceptedAt } = (await listOf(dealer)).items[0] ?? {}
    expect(acceptedAt).toMatch(/^20/)
    await patch(`accept/${id}`)
    expect((await listOf(dealer)).items[0]?.acceptedAt).toBe(acceptedAt)
    expect(await accepted()).toHaveLength(before + 1)
    const refused = [
      await patch('update/profit', { [id]: { [first.id]: 5 } }),
      await patch('update/customer', { [orderNo]: { name: 'x' } }),
      await patch('update/terms', { [orderNo]: { terms: 'x' } }),
    ]
    expect(refused.map((answer) => [answer.status, codeOf(answer)])).toEqual(refused.map(() => [409, 'offer_accepted']))
    expect((await listOf(dealer, '?status=accepted')).total).toBe(1)
    expect((await listOf(dealer, '?status=open')).total).toBe(0)
  })

  test('can be ordered and cancelled; then it counts as cancelled', async () => {
    const { id } = await madeOffer()
    await patch(`accept/${id}`)
    expect((await patch(`edit/${id}`)).status).toBe(200)
    expect((await patch(String(id), { cancel: true })).status).toBe(200)
    expect((await listOf(dealer, '?status=cancelled')).total).toBe(1)
    expect((await listOf(dealer, '?status=accepted')).total).toBe(0)
    expect(codeOf(await patch(`accept/${id}`))).toBe('offer_cancelled')
  })

  test('is the dealer’s own', async () => {
    const { id } = await madeOffer()
    expect((await patch(`accept/${id}`, undefined, other)).status).toBe(404)
    expect((await listOf(dealer)).items[0]?.acceptedAt).toBeNull()
  })
})

describe('editing an offer', () => {
  test('adds all lines at today’s prices, merges them with the cart, and leaves the offer', async () => {
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
    // The mark-up applies to the customer's price, never to the dealer's.
    const { orderNo } = (await dealer.send('POST', '/api/catalog/cart', { body: {} })).body as { orderNo: string }
    const order = (await dealer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)).body
    expect(order).toMatchObject({ subtotal: 546.67 })
  })

  test('lists the lines that cannot be added with their reasons, and adds the others', async () => {
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

  test('leaves the cart unchanged when no line can be added', async () => {
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
  test('shows the customer’s prices and none of the dealer’s', async () => {
    const { id, orderNo, first, second } = await madeOffer()
    await patch('update/profit', { [id]: { [first.id]: -25, [second.id]: -50 } })
    const answer = await dealer.send('GET', `/api/catalog/offer/print/${orderNo}`)
    const quote = answer.body as Quote
    expect(quote.lines.map(({ price, amount }) => [price, amount])).toEqual([
      [125, 375],
      [50, 100],
    ])
    expect(quote).toMatchObject({ subtotal: 475, tax: 85, total: 560, user_logo: null })
    expect(answer.text).not.toMatch(/profit|33[.,]335|"price":100\b|-25/)
    expect((await other.send('GET', `/api/catalog/offer/print/${orderNo}`)).status).toBe(404)
  })
})

test('shows a note with markup as text, also in its PDF', async () => {
  const note = '<script>alert(1)</script> {{page}} <img src=x onerror=alert(2)>'
  await fill()
  const { orderNo } = (await make({ description: note })).body as { orderNo: string }
  const quote = (await dealer.send('GET', `/api/catalog/offer/print/${orderNo}`)).body as Quote
  expect(quote.description).toBe(note)
  const { content } = quoteDocument(quote, { locale: 'tr', logo: null })
  expect(JSON.stringify(content)).toContain(JSON.stringify(note))
})
