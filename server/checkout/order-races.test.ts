import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDealer, addProduct, fillCart, stockOf } from '#testing/store-rows.ts'
import { findBroken } from '#faults/invariants.ts'
import { type Answer, codeOf, openTestShop, sentenceOf, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(async () => {
  expect(await findBroken(shop.database.pool)).toEqual([])
  await shop.close()
})

type Line = { unitId: number; quantity: number }

/** Signed-in dealers with these lines in their carts. */
async function buyers(count: number, linesOf: (i: number) => Line[]): Promise<TestVisitor[]> {
  const { pool } = shop.database
  const visitors: TestVisitor[] = []
  for (let i = 0; i < count; i += 1) {
    const actor = await addDealer(pool)
    await fillCart(pool, actor, linesOf(i))
    visitors.push(await shop.signedIn(actor))
  }
  return visitors
}

/** Orders like a browser: repeats the request while it is asked to come back later. */
async function order(visitor: TestVisitor, key?: string): Promise<Answer> {
  const headers = key === undefined ? {} : { 'idempotency-key': key }
  for (;;) {
    const answer = await visitor.send('POST', '/api/catalog/cart', { body: { description: '' }, headers })
    if (answer.status !== 503) return answer
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  }
}

const placed = (answers: Answer[]) => answers.filter(({ status }) => status === 200)

test('when 200 dealers order the last unit at once, one gets it', async () => {
  const product = await addProduct(shop.database.pool, { stock: 1 })
  const visitors = await buyers(200, () => [{ unitId: product.unitId, quantity: 1 }])
  const answers = await Promise.all(visitors.map((visitor, i) => order(visitor, `last-unit-${i}`)))
  expect(placed(answers)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(codeOf))).toEqual(new Set(['insufficient_stock']))
  expect(new Set(refused.map(sentenceOf))).toEqual(new Set(['Bu üründen 1 adet bulunmamaktadır!']))
  expect(await stockOf(shop.database.pool, product.id)).toBe(0)
})

test('of 37 units ordered in packs and pieces, exactly what fits is sold', async () => {
  const product = await addProduct(shop.database.pool, { stock: 37, units: { PAKET: 5 } })
  const sizes = [product.units['PAKET'] ?? 0, product.unitId]
  const visitors = await buyers(40, (i) => [{ unitId: sizes[i % 2] ?? 0, quantity: 1 }])
  const answers = await Promise.all(visitors.map((visitor) => order(visitor)))
  const sold = answers.reduce((sum, { status }, i) => sum + (status === 200 ? (i % 2 === 0 ? 5 : 1) : 0), 0)
  const left = 37 - sold
  expect(await stockOf(shop.database.pool, product.id)).toBe(left)
  // No refusal was unnecessary: pieces are sold until stock is 0, or every buyer of a piece has one.
  const refusedPieces = answers.filter(({ status }, i) => i % 2 === 1 && status !== 200)
  expect(left === 0 || refusedPieces.length === 0).toBe(true)
  expect(left).toBeGreaterThanOrEqual(0)
})

test('the same order sent 50 times at once is one order with one response', async () => {
  const product = await addProduct(shop.database.pool, { stock: 100 })
  const [visitor] = await buyers(1, () => [{ unitId: product.unitId, quantity: 2 }])
  if (visitor === undefined) throw new Error('There is no buyer.')
  const answers = await Promise.all(Array.from({ length: 50 }, () => order(visitor, 'the-same-order')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(await stockOf(shop.database.pool, product.id)).toBe(98)
  expect((await order(visitor, 'another-order')).body).toMatchObject({ error: { code: 'cart_empty' } })
})

test('a double click with two keys is one order too', async () => {
  const product = await addProduct(shop.database.pool, { stock: 100 })
  const [visitor] = await buyers(1, () => [{ unitId: product.unitId, quantity: 1 }])
  if (visitor === undefined) throw new Error('There is no buyer.')
  const answers = await Promise.all([order(visitor, 'first-click'), order(visitor, 'second-click')])
  expect(new Set(answers.map(codeOf))).toEqual(new Set([undefined, 'cart_empty']))
  expect(await stockOf(shop.database.pool, product.id)).toBe(99)
})

test('overlapping carts in any order neither deadlock nor lose stock', async () => {
  const products = await Promise.all(Array.from({ length: 6 }, () => addProduct(shop.database.pool, { stock: 30 })))
  const linesOf = (i: number) => {
    const turned = [...products.slice(i % 6), ...products.slice(0, i % 6)]
    return (i % 2 === 0 ? turned : turned.toReversed()).slice(0, 4).map(({ unitId }) => ({ unitId, quantity: 1 }))
  }
  const visitors = await buyers(40, linesOf)
  const answers = await Promise.all(visitors.map((visitor) => order(visitor)))
  expect(answers.map(codeOf).filter((code) => code !== undefined)).toEqual([])
  const left = await Promise.all(products.map(({ id }) => stockOf(shop.database.pool, id)))
  expect(left.reduce((sum, quantity) => sum + quantity, 0)).toBe(6 * 30 - 40 * 4)
})

test('order numbers are unique and ascending', async () => {
  const rows = await shop.database.pool.query<{ order_no: string }>('SELECT order_no FROM orders ORDER BY id')
  const numbers = rows.map(({ order_no }) => order_no)
  const year = new Date().getFullYear()
  for (const number of numbers) expect(number).toMatch(new RegExp(`^S(${year - 1}|${year}|${year + 1})\\d{6}$`))
  expect(new Set(numbers).size).toBe(numbers.length)
})
