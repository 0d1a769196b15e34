import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/core/errors.ts'
import { orderTextMax } from '#domain/cart/order-text/parse-order-text.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer, addProduct } from '#testing/store-rows.ts'

let shop: TestShop
let dealer: TestVisitor

beforeAll(async () => {
  shop = await openTestShop()
  await addProduct(shop.database.pool, { code: 'KVR-1', stock: 10, price: 5 })
  await shop.settle()
  dealer = await shop.signedIn(await addDealer(shop.database.pool))
})
afterAll(() => shop.close())

const send = (text: unknown) => dealer.send('POST', '/api/catalog/order-text', { body: { text } })
const errorOf = ({ body }: { body: unknown }) => (body as ErrorBody).error

test('a text of the greatest length is read, whatever its characters take on the wire', async () => {
  const text = `5 ad KVR-1\n${'ş"'.repeat(orderTextMax)}`.slice(0, orderTextMax)
  const answer = await send(text)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ lines: [{ confidence: 'sure', choices: [{ code: 'KVR-1', quantity: 5 }] }] })
})

test('longer texts and more lines are refused with the limit', async () => {
  const long = await send('a'.repeat(orderTextMax + 1))
  expect([long.status, errorOf(long).code, errorOf(long).facts]).toEqual([
    422,
    'order_text_too_long',
    { max: orderTextMax },
  ])
  const many = await send('5 ad KVR-1\n'.repeat(10_000))
  expect([many.status, errorOf(many).code]).toEqual([422, 'order_text_too_many_lines'])
  expect(errorOf(many).messages.type).toContain('2.000')
})

test('an empty text has no lines; a body without one is refused', async () => {
  expect((await send('')).body).toEqual({ lines: [], asides: [] })
  expect((await send(null)).status).toBe(422)
})
