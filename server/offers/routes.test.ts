import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/cart.ts'
import type { OfferList, Quote } from '#contract/offers.ts'
import {
  addColleague,
  addDealer,
  addProduct,
  fillCart,
  setPrice,
  setStock,
  stockOf,
  type TestProduct,
} from '#db/test-store.ts'
import type { Actor } from '#server/platform/http/context.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#server/test-shop.ts'

let shop: TestShop
let actor: Actor
let dealer: TestVisitor
let other: TestVisitor
let drill: TestProduct
let cable: TestProduct

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  const { pool } = shop.database
  drill = await addProduct(pool, { stock: 100, price: 100, units: { KOLİ: 12 } })
  cable = await addProduct(pool, { stock: 100, price: 33.335, taxRate: 10 })
  actor = await addDealer(pool)
  dealer = await shop.signedIn(actor)
  other = await shop.signedIn(await addDealer(pool))
})

const fill = () =>
  fillCart(shop.database.pool, actor, [
    { unitId: drill.unitId, quantity: 3 },
    { unitId: cable.unitId, quantity: 2 },
  ])
const make = (body: object = {}, headers = {}) => dealer.send('POST', '/api/catalog/cart/offer', { body, headers })
const cartOf = async (visitor: TestVisitor) => (await visitor.send('GET', '/api/catalog/cart')).body as CartItem[]
const listOf = async (visitor: TestVisitor, query = '') =>
  (await visitor.send('GET', `/api/catalog/offers${query}`)).body as OfferList
const patch = (url: string, body?: unknown, visitor = dealer) =>
  visitor.send('PATCH', `/api/catalog/offer/${url}`, body === undefined ? {} : { body })

async function madeOffer() {
  await fill()
  await make()
  const offer = (await listOf(dealer)).items[0]
  if (offer === undefined) throw new Error('There is no offer.')
  const [first, second] = offer.offerItems
  if (first === undefined || second === undefined) throw new Error('The offer has no lines.')
  return { ...offer, first, second }
}
const totals = async () => {
  const { subtotal, tax, total } = (await listOf(dealer)).items[0] ?? {}
  return { subtotal, tax, total }
}

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

describe('the list', () => {
  test('belongs to the dealer: colleagues see it, others do not', async () => {
    await madeOffer()
    if (actor.dealer === null) throw new Error('A dealer’s user belongs to a dealer.')
    const colleague = await shop.signedIn(await addColleague(shop.database.pool, actor.dealer))
    expect([(await listOf(colleague)).total, (await listOf(other)).total]).toEqual([1, 0])
  })

  test('has pages, an order and a search; what cannot be read counts as not said', async () => {
    const numbers: string[] = []
    for (let i = 0; i < 3; i += 1) numbers.push((await madeOffer()).orderNo)
    const [first = '', second = ''] = numbers
    await patch('update/customer', { [second]: { name: 'Işıl Çağ', companyName: 'ŞİRİN İnşaat' } })
    const found = async (query: string) => (await listOf(dealer, query)).items.map(({ orderNo }) => orderNo)
    expect(await found('')).toEqual(numbers.toReversed())
    expect(await found('?sort=date')).toEqual(numbers)
    expect(await found('?sort=customer&limit=1')).toEqual([second])
    expect(await found('?sort=-date&limit=2&page=2')).toEqual([first])
    expect(await found('?q=sirin')).toEqual([second])
    expect(await found(`?q=${second}`)).toEqual([second])
    expect(await found('?q=%25')).toEqual([])
    for (const page of ['0', '-1', 'abc', '']) expect((await listOf(dealer, `?page=${page}&sort=x`)).page).toBe(1)
    expect(await found('?page=99')).toEqual([])
  })

  test('has no prices where the visitor may see none', async () => {
    await madeOffer()
    await shop.setSetting('showPriceStatus', '0')
    const text = JSON.stringify(await listOf(dealer))
    const { orderNo } = (await listOf(dealer)).items[0] ?? {}
    const print = await dealer.send('GET', `/api/catalog/offer/print/${orderNo}`)
    await shop.setSetting('showPriceStatus', '1')
    expect(text).not.toMatch(/"(price|subtotal|tax|total)":[{\d]*(33|100|366)/)
    expect(codeOf(print)).toBe('forbidden')
  })
})

describe('discounts', () => {
  test.each([
    { discount: 10, profit: -10, subtotal: 336.67 },
    { discount: '12,5', profit: -12.5, subtotal: 329.17 },
    { discount: -10, profit: 10, subtotal: 396.67 },
    { discount: 100, profit: -100, subtotal: 66.67 },
    { discount: -1000, profit: 1000, subtotal: 3366.67 },
  ])('$discount is kept as a profit of $profit', async ({ discount, profit, subtotal }) => {
    const { id, first } = await madeOffer()
    expect((await patch('update/profit', { [id]: { [first.id]: discount } })).body).toEqual({ success: true })
    const { items } = await listOf(dealer)
    expect(items[0]?.offerItems.map((item) => item.profit)).toEqual([profit, 0])
    expect(items[0]?.subtotal).toBe(subtotal)
  })

  test.each([-1001, 101, 'abc', 'NaN', '', null, true, [10], {}, '1e2', 10.0001, '<b>'])(
    '%j is none',
    async (discount) => {
      const { id, first } = await madeOffer()
      const answer = await patch('update/profit', { [id]: { [first.id]: discount === '' ? ' % ' : discount } })
      expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
      expect((await listOf(dealer)).items[0]?.offerItems[0]?.profit).toBe(0)
    },
  )

  test('are saved all or not at all: a line or an offer of somebody else is not there', async () => {
    const mine = await madeOffer()
    const second = await madeOffer()
    const foreignLine = await patch('update/profit', { [mine.id]: { [mine.first.id]: 5, [second.first.id]: 5 } })
    const mixed = await patch('update/profit', { [mine.id]: { [mine.first.id]: 5 } }, other)
    const unknown = await patch('update/profit', { [mine.id]: { [mine.first.id]: 5 }, 999999: {} })
    expect([foreignLine, mixed, unknown].map(codeOf)).toEqual(['offer_not_found', 'offer_not_found', 'offer_not_found'])
    expect(mixed.text).toBe(unknown.text)
    const profits = (await listOf(dealer)).items.flatMap(({ offerItems }) => offerItems.map(({ profit }) => profit))
    expect(profits).toEqual([0, 0, 0, 0])
  })

  test('of ten thousand keys, of odd keys and of none are refused', async () => {
    const { id, first } = await madeOffer()
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [String(i + 1), 1]))
    const bodies: unknown[] = [
      {},
      [],
      { [id]: many },
      many,
      { __proto_: {} },
      { constructor: { a: 1 } },
      { [id]: { toString: 1 } },
    ]
    for (const body of bodies) expect((await patch('update/profit', body)).status).toBe(422)
    const proto = await patch('update/profit', `{"${id}": {"${first.id}": 10, "__proto__": 5}}`)
    expect(proto.status).toBe(400)
    expect((await listOf(dealer)).items[0]?.offerItems[0]?.profit).toBe(0)
  })
})

describe('the customer', () => {
  test('is saved by offer number, trimmed; what is left out is emptied', async () => {
    const { orderNo } = await madeOffer()
    const customer = {
      name: ' Seda Yalçınkaya ',
      companyName: 'Yalçınkaya İnşaat',
      email: 'seda@ornek.com.tr',
      phone: '0532',
    }
    expect((await patch('update/customer', { [orderNo]: customer })).body).toEqual({ success: true })
    expect((await listOf(dealer)).items[0]).toMatchObject({
      customerName: 'Seda Yalçınkaya',
      customerCompanyName: 'Yalçınkaya İnşaat',
      customerEmail: 'seda@ornek.com.tr',
      customerPhone: '0532',
    })
    await patch('update/customer', { [orderNo]: { name: 'Seda' } })
    expect((await listOf(dealer)).items[0]).toMatchObject({ customerName: 'Seda', customerEmail: '' })
  })

  test.each(['seda', 'seda@', '@x.com', 'a@b', 'a b@x.com', 'a@x.com, b@x.com', 'a@x.com\r\nBcc: b@x.com', 'a@x..com'])(
    'does not get the address %j',
    async (email) => {
      const { orderNo } = await madeOffer()
      const answer = await patch('update/customer', { [orderNo]: { email } })
      expect([answer.status, codeOf(answer)]).toEqual([422, 'validation_failed'])
    },
  )

  test('of another dealer’s offer, or beside one, is not saved', async () => {
    const { orderNo } = await madeOffer()
    expect(codeOf(await patch('update/customer', { [orderNo]: { name: 'x' } }, other))).toBe('offer_not_found')
    const mixed = await patch('update/customer', { [orderNo]: { name: 'x' }, T2020999999: { name: 'y' } })
    expect(codeOf(mixed)).toBe('offer_not_found')
    expect((await listOf(dealer)).items[0]?.customerName).toBe('')
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

describe('sending by e-mail', () => {
  const outbox = () =>
    shop.database.pool.query<{ name: string; data: object }>("SELECT name, data FROM outbox WHERE name = 'offer-mail'")

  test('hands the letter to the outbox', async () => {
    const { id, orderNo } = await madeOffer()
    await patch('update/customer', { [orderNo]: { email: 'musteri@ornek.com' } })
    const before = (await outbox()).length
    expect((await patch(`mail/${id}`)).body).toEqual({ success: true })
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
