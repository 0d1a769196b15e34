import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDealer, addProduct, setStock, stockOf, type TestProduct } from '#testing/store-rows.ts'
import { findBroken } from '#faults/invariants.ts'
import { codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let visitor: TestVisitor
let userId: number
let product: TestProduct
let other: TestProduct

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  product = await addProduct(pool, { code: 'PENSE', stock: 10, units: { KOLİ: 4 }, price: 100 })
  other = await addProduct(pool, { code: 'ÇEKİÇ', stock: 10 })
  await shop.settle()
})
afterAll(async () => {
  expect(await findBroken(shop.database.pool)).toEqual([])
  await shop.close()
})
beforeEach(async () => {
  const actor = await addDealer(shop.database.pool)
  userId = actor.userId
  visitor = await shop.signedIn(actor)
})

const add = (body: unknown, id: number | string = product.id) =>
  visitor.send('POST', `/api/catalog/cart/${id}`, { body })
const change = (body: unknown, id: number | string = product.id) =>
  visitor.send('PATCH', `/api/catalog/cart/${id}`, { body })
const order = (body: unknown = {}, headers: Record<string, string> = {}) =>
  visitor.send('POST', '/api/catalog/cart', { body, headers })
const cart = async () => (await visitor.send('GET', '/api/catalog/cart')).body as { quantity: number }[]
const orderCount = async () =>
  (await shop.database.pool.one<{ n: number }>('SELECT count(*)::int AS n FROM orders WHERE user_id = $1', [userId]))?.n

describe('input of adding to the cart', () => {
  test.each([
    0,
    -1,
    0.5,
    1e9,
    2 ** 53,
    '1,5',
    '1.5',
    '0',
    '-1',
    '1e3',
    '',
    ' 1',
    'bir',
    null,
    true,
    [1],
    {},
    undefined,
  ])('rejects the quantity %j and returns its limits', async (quantity) => {
    const answer = await add({ quantity, productValue: product.unitId })
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 422, code: 'quantity_invalid' })
    expect(sentenceOf(answer)).toBe('Miktar 1 ile 1.000.000 arasında bir tam sayı olmalıdır.')
    expect(await cart()).toEqual([])
  })

  test('rejects a number that JSON cannot represent', async () => {
    expect(codeOf(await add('{"quantity": NaN, "productValue": 1}'))).toBe('bad_request')
    expect(codeOf(await add(`{"quantity": 1e309, "productValue": ${product.unitId}}`))).toBe('quantity_invalid')
  })

  test.each(['999999', '0', '-1', 'abc', '1e2', '99999999999999999999', '1;DROP TABLE orders', '%00', '١'])(
    'returns 404 for the product %s',
    async (id) => {
      const answer = await add({ quantity: 1, productValue: product.unitId }, id)
      expect(answer.status).toBe(404)
    },
  )

  test('rejects a unit of another product, an unknown unit and a missing unit', async () => {
    expect(codeOf(await add({ quantity: 1, productValue: other.unitId }))).toBe('unit_not_found')
    expect(codeOf(await add({ quantity: 1, productValue: 999_999 }))).toBe('unit_not_found')
    expect(codeOf(await add({ quantity: 1 }))).toBe('validation_failed')
    expect(codeOf(await add({ quantity: 1, productValue: 'ADET' }))).toBe('validation_failed')
    expect(await cart()).toEqual([])
  })

  test('rejects a product without a default unit or a price, and one whose variant is not chosen', async () => {
    const { pool } = shop.database
    const unitless = await addProduct(pool, { hasDefaultUnit: false })
    expect(codeOf(await add({ quantity: 1, productValue: unitless.unitId }, unitless.id))).toBe('no_default_unit')
    const priceless = await addProduct(pool, { price: null, stock: 5 })
    expect(codeOf(await add({ quantity: 1, productValue: priceless.unitId }, priceless.id))).toBe('price_unknown')
    const rateless = await addProduct(pool, { currency: 'EUR', stock: 5 })
    expect(codeOf(await add({ quantity: 1, productValue: rateless.unitId }, rateless.id))).toBe('price_unknown')
    const parent = await addProduct(pool, { variantNames: ['Renk'] })
    const answer = await add({ quantity: 1, productValue: parent.unitId }, parent.id)
    expect(answer.status).toBe(422)
    expect(sentenceOf(answer)).toBe('Varyant Seçiniz!')
  })

  test('rejects more than the stock of both units together, in the specified words', async () => {
    const refused = await add({ quantity: 11, productValue: product.unitId })
    expect(refused.status).toBe(409)
    expect(sentenceOf(refused)).toBe('Bu üründen 11 adet bulunmamaktadır!')
    expect((await add({ quantity: 2, productValue: product.units['KOLİ'] })).status).toBe(200)
    expect((await add({ quantity: 2, productValue: product.unitId })).status).toBe(200)
    expect(sentenceOf(await add({ quantity: 1, productValue: product.unitId }))).toBe(
      'Bu üründen 11 adet bulunmamaktadır!',
    )
    expect((await cart()).map(({ quantity }) => quantity)).toEqual([2, 2])
  })

  test('ignores fields other than quantity and unit', async () => {
    const { status } = await add({
      quantity: 1,
      productValue: product.unitId,
      price: 0.01,
      salePrice: 1,
      profit: -100,
      tax: 0,
    })
    expect(status).toBe(200)
    expect((await order({ description: '', total: 1 })).status).toBe(409)
    const placed = await order({ description: '', subtotal: 1, discount: 100, userId: 1, dealerId: 1 })
    expect(placed.status).toBe(200)
    const stored = await shop.database.pool.one('SELECT user_id, subtotal FROM orders WHERE user_id = $1', [userId])
    expect(stored).toEqual({ user_id: userId, subtotal: '100.00' })
    await setStock(shop.database.pool, product.id, 10)
  })

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'accepts a form as %s',
    async (type) => {
      const fields = { quantity: '3', productValue: String(product.unitId) }
      const parts = Object.entries(fields).map(
        ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      const body = type.startsWith('multipart') ? `${parts.join('')}--x--\r\n` : new URLSearchParams(fields).toString()
      const headers = { 'content-type': type }
      const answer = await visitor.send('POST', `/api/catalog/cart/${product.id}`, { body, headers })
      expect(answer).toMatchObject({ status: 200, body: { quantity: 3, productUnit: { value: 'ADET' } } })
    },
  )
})

describe('input of changing a cart line', () => {
  beforeEach(() => add({ quantity: 2, productValue: product.unitId }))

  test.each([{}, { quantity: 1, addQuantity: 1 }, { amount: 1 }, [], 'x', null, { unit: 'KOLİ' }])(
    'rejects the change %j',
    async (body) => {
      const answer = await change(body)
      expect([400, 422]).toContain(answer.status)
      expect(await cart()).toMatchObject([{ quantity: 2 }])
    },
  )

  test.each([{ quantity: 0 }, { quantity: -1 }, { quantity: 1.5 }, { quantity: 1e9 }, { addQuantity: -1 }])(
    'rejects the quantity %j',
    async (body) => {
      expect((await change(body)).status).toBe(422)
      expect(await cart()).toMatchObject([{ quantity: 2 }])
    },
  )

  test('returns 404 for a missing line, and needs the unit when there are two lines', async () => {
    expect(codeOf(await change({ quantity: 1 }, other.id))).toBe('line_not_found')
    await add({ quantity: 1, productValue: product.units['KOLİ'] })
    const answer = await change({ quantity: 1 })
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 409, code: 'line_ambiguous' })
    expect(codeOf(await change({ unit: other.unitId }, `${product.id}?unit=${product.unitId}`))).toBe('unit_not_found')
    expect(codeOf(await visitor.send('DELETE', `/api/catalog/cart/${other.id}`))).toBe('line_not_found')
    expect(await cart()).toHaveLength(2)
  })
})

describe('input of ordering', () => {
  test('rejects an empty cart', async () => {
    const answer = await order()
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 422, code: 'cart_empty' })
  })

  test('rejects an order whose stock was sold after adding, and keeps the cart', async () => {
    await add({ quantity: 3, productValue: product.unitId })
    await setStock(shop.database.pool, product.id, 2)
    const answer = await order({ description: 'Acele' })
    expect(answer.status).toBe(409)
    expect(sentenceOf(answer)).toBe('Bu üründen 3 adet bulunmamaktadır!')
    expect(await cart()).toMatchObject([{ quantity: 3 }])
    expect(await orderCount()).toBe(0)
    expect(await stockOf(shop.database.pool, product.id)).toBe(2)
    await setStock(shop.database.pool, product.id, 10)
  })

  test('finds an empty cart with a second key, and rejects a used key with another body', async () => {
    await add({ quantity: 1, productValue: product.unitId })
    const first = await order({ description: 'bir' }, { 'idempotency-key': 'attempt-one' })
    expect(first.status).toBe(200)
    expect(codeOf(await order({ description: 'bir' }, { 'idempotency-key': 'attempt-two' }))).toBe('cart_empty')
    const changed = await order({ description: 'iki' }, { 'idempotency-key': 'attempt-one' })
    expect({ status: changed.status, code: codeOf(changed) }).toEqual({ status: 422, code: 'idempotency_mismatch' })
    expect((await order({ description: 'bir' }, { 'idempotency-key': 'attempt-one' })).body).toEqual(first.body)
    expect(await orderCount()).toBe(1)
  })

  test.each(['short', 'a'.repeat(101), 'with space in it', 'türkçe-anahtar'])(
    'rejects the malformed key %s',
    async (key) => {
      await add({ quantity: 1, productValue: product.unitId })
      expect((await order({}, { 'idempotency-key': key })).status).toBe(400)
      expect(await orderCount()).toBe(0)
    },
  )

  test('rejects a plan that is not offered and a note that is too long', async () => {
    await add({ quantity: 1, productValue: product.unitId })
    expect(codeOf(await order({ advencePrice: 'advencePrice1' }))).toBe('plan_unknown')
    expect(codeOf(await order({ advencePrice: 'salePrice' }))).toBe('validation_failed')
    expect(codeOf(await order({ description: 'a'.repeat(501) }))).toBe('validation_failed')
    expect(await orderCount()).toBe(0)
  })
})
