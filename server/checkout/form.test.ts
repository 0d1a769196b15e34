import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDealer, addProduct, fillCart, setStock, type TestProduct } from '#testing/store-rows.ts'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import type { Actor } from '#server/visitor/visitor.ts'

let shop: TestShop
let visitor: TestVisitor
let actor: Actor
let product: TestProduct

beforeAll(async () => {
  shop = await openTestShop()
  await shop.database.pool.execute(
    `INSERT INTO payment_plans (key, name, is_enabled, is_virtual)
     VALUES ('advencePrice1', '30 gün', true, false), ('advencePrice2', 'Kart', true, true)`,
  )
  product = await addProduct(shop.database.pool, { code: 'PENSE', price: 100, taxRate: 20 })
  await shop.setSetting('storeName', 'Deneme')
})
afterAll(() => shop.close())
beforeEach(async () => {
  await setStock(shop.database.pool, product.id, 50)
  actor = await addDealer(shop.database.pool)
  visitor = await shop.signedIn(actor)
  await fillCart(shop.database.pool, actor, [{ unitId: product.unitId, quantity: 2 }])
})

const page = { accept: 'text/html', 'x-requested-with': undefined, 'x-csrf-token': undefined }

/** Posts the form as a browser without scripts does, and returns the redirect. */
async function post(fields: Record<string, string>, headers: Record<string, string | undefined> = page) {
  const body = new URLSearchParams({ _token: visitor.token, _key: 'key-of-the-form', ...fields }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await visitor.send('POST', '/checkout/cart', { body, headers: { ...type, ...headers } })
  return { ...answer, location: (answer.headers['location'] as string | undefined) ?? '' }
}
async function refusalAt(location: string, locale = 'tr') {
  const refused = new URL(location, 'http://shop').searchParams.get('refused') ?? ''
  const url = `/api/catalog/checkout/refusal?refused=${encodeURIComponent(refused)}`
  const headers = { 'accept-language': locale, 'x-requested-with': 'XMLHttpRequest' }
  return visitor.send('GET', url, { headers })
}
const orders = () =>
  shop.database.pool.query<{
    order_no: string
    description: string
    plan_key: string | null
    branch_id: number | null
  }>('SELECT order_no, description, plan_key, branch_id FROM orders WHERE user_id = $1 ORDER BY id', [actor.userId])

describe('the order form', () => {
  test('places the order and redirects to the summary; the same key returns the same order', async () => {
    const first = await post({ description: ' Acele ', advencePrice: 'advencePrice1' })
    const [order, ...others] = await orders()
    expect([first.status, first.location]).toEqual([303, `/checkout/summary?order=${order?.order_no}`])
    expect(order).toMatchObject({ description: 'Acele', plan_key: 'advencePrice1', branch_id: null })
    expect(others).toEqual([])
    const again = await post({ description: ' Acele ', advencePrice: 'advencePrice1' })
    expect([again.status, again.location]).toEqual([303, first.location])
    expect(await orders()).toHaveLength(1)
  })

  test('redirects to the cart and orders nothing when the total differs from the form’s', async () => {
    const { location } = await post({ total: '200.00' })
    expect(location).toMatch(/^\/sepet\?refused=/)
    const { body } = await refusalAt(location)
    expect(body).toMatchObject({ code: 'total_changed' })
    expect((body as { message: string }).message).toContain('₺240,00')
    expect(await orders()).toEqual([])
    expect((await post({ total: '240.00' })).location).toMatch(/^\/checkout\/summary/)
  })

  test('sent ten times at once places one order', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => post({ description: '' })))
    expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
    expect(await orders()).toMatchObject([{ description: 'Sipariş notu yok', plan_key: null }])
  })

  test('returns the address to a script', async () => {
    const answer = await post({}, { accept: 'application/json' })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ location: expect.stringMatching(/^\/checkout\/summary\?order=S\d{10}$/) as string })
  })

  test('accepts a branch for this order, but none of another dealer', async () => {
    const { pool } = shop.database
    const other = await addDealer(pool)
    const add = (dealerId: number | undefined) =>
      pool.one<{ id: number }>("INSERT INTO branches (dealer_id, name) VALUES ($1, 'Şube') RETURNING id", [dealerId])
    const [own, foreign] = [await add(actor.dealer?.id), await add(other.dealer?.id)]
    await shop.setSetting('storePhone', `0850 ${actor.userId}`)
    for (const branch of [String(foreign?.id), 'x', '-1', '999999999', '0']) {
      const refused = await post({ branch, _key: `key-of-branch-${branch}` })
      expect(await refusalAt(refused.location)).toMatchObject({ body: { code: 'branch_unknown' } })
    }
    await post({ branch: String(own?.id) })
    expect(await orders()).toMatchObject([{ branch_id: own?.id }])
  })
})

describe('a refused form', () => {
  test('redirects to the cart for a problem with a line, with the message and the entered values', async () => {
    await setStock(shop.database.pool, product.id, 1)
    const { status, location } = await post({ description: 'Kapıda <b>', advencePrice: 'advencePrice1' })
    expect(status).toBe(303)
    expect(location).toMatch(/^\/sepet\?refused=/)
    expect((await refusalAt(location)).body).toEqual({
      code: 'insufficient_stock',
      message: 'Bu üründen 2 adet bulunmamaktadır!',
      description: 'Kapıda <b>',
      delivery: {},
      fields: {},
      advencePrice: 'advencePrice1',
    })
    expect((await refusalAt(location, 'en')).body).toMatchObject({
      message: expect.not.stringContaining('Bu') as string,
    })
    expect(await orders()).toEqual([])
  })

  test('redirects to the cart when it differs from the one on the page', async () => {
    const { location } = await post({ _cart: cartFingerprint([{ unitId: product.unitId, quantity: 1 }]) })
    expect(location).toMatch(/^\/sepet\?refused=/)
    expect(await refusalAt(location)).toMatchObject({ body: { code: 'cart_not_as_shown' } })
    expect(await orders()).toEqual([])
    await post({ _cart: cartFingerprint([{ unitId: product.unitId, quantity: 2 }]) })
    expect(await orders()).toHaveLength(1)
  })

  test.each([
    ['a plan that is not offered', { advencePrice: 'advencePrice3' }, 'plan_unknown'],
    ['an invalid plan', { advencePrice: '__proto__' }, 'plan_unknown'],
    ['a plan that is paid by card', { advencePrice: 'advencePrice2' }, 'plan_needs_card'],
    ['a note of 501 characters', { description: 'x'.repeat(501) }, 'note_too_long'],
    ['a note of 100 kB', { description: 'ş'.repeat(100_000) }, 'note_too_long'],
    ['a key that is too short', { _key: 'short' }, 'bad_request'],
  ])('redirects to checkout for %s', async (_, fields, code) => {
    const { status, location } = await post(fields)
    expect([status, location.startsWith('/checkout?step=payment&refused=')]).toEqual([303, true])
    expect(location.length).toBeLessThan(10_000)
    expect(await refusalAt(location)).toMatchObject({ status: 200, body: { code } })
    expect(await orders()).toEqual([])
  })

  test('returns its status to clients that are not browsers', async () => {
    const answer = await post({ advencePrice: 'advencePrice2' }, { accept: 'application/json' })
    expect([answer.status, codeOf(answer)]).toEqual([422, 'plan_needs_card'])
  })

  test('redirects to the cart when the cart is empty', async () => {
    await shop.database.pool.execute('DELETE FROM carts WHERE user_id = $1', [actor.userId])
    expect(await refusalAt((await post({})).location)).toMatchObject({ body: { message: 'Sepetiniz boş.' } })
  })

  test('shows nothing that the shop did not seal', async () => {
    for (const refused of [
      '',
      'x',
      'e30.e30',
      `${Buffer.from('{"refusal":{"code":"internal"}}').toString('base64url')}.x`,
    ]) {
      const answer = await visitor.send('GET', `/api/catalog/checkout/refusal?refused=${refused}`)
      expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found'])
    }
  })
})

test('a plan that is paid by card cannot be ordered on account by the API call either', async () => {
  const answer = await visitor.send('POST', '/api/catalog/cart', { body: { advencePrice: 'advencePrice2' } })
  expect([answer.status, codeOf(answer)]).toEqual([422, 'plan_needs_card'])
})
