import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seenMax, stripMax } from '#contract/shop/product-strips.ts'
import type { Product } from '#contract/shop/product.ts'
import { addBuyer, type Buyer, placeOrder } from '#server/orders/test-orders.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addColleague, addProduct, fillCart, setStock, type TestProduct } from '#testing/store-rows.ts'
import { computeBoughtTogether } from './lists.ts'

let shop: TestShop
let buyers: Buyer[]
const db = () => shop.database.pool
const buyer = (at = 0) => buyers[at] ?? expect.fail('a buyer')

beforeAll(async () => {
  shop = await openTestShop()
  buyers = []
  for (let i = 0; i < 4; i += 1) buyers.push(await addBuyer(shop))
})
afterAll(() => shop.close())

const codes = ({ body }: { body: unknown }) => (body as { items: Product[] }).items.map(({ code }) => code)

describe('products seen before', () => {
  const see = (who: TestVisitor, { id }: { id: number }, seen: number[] = []) =>
    who.send('POST', '/api/catalog/seen', { body: { productId: id, seen } })
  const last = async (who: TestVisitor) => codes(await who.send('GET', '/api/catalog/seen'))
  let drill: TestProduct
  let saw: TestProduct
  beforeEach(async () => {
    await db().execute('DELETE FROM seen_products')
    drill = await addProduct(db(), { stock: 5 })
    saw = await addProduct(db(), { stock: 5 })
    await shop.settle()
  })

  test('are the user’s own, the latest first, without the one on screen', async () => {
    const dealer = buyer().actor.dealer ?? expect.fail()
    const colleague = await shop.signedIn(await addColleague(db(), dealer))
    expect(codes(await see(buyer(), drill))).toEqual([])
    expect(codes(await see(buyer(), saw))).toEqual([drill.code])
    expect(codes(await see(buyer(), drill))).toEqual([saw.code])
    expect(await last(buyer())).toEqual([drill.code, saw.code])
    expect(await last(colleague)).toEqual([])
    expect(await last(buyer(1))).toEqual([])
    await buyer().send('DELETE', '/api/catalog/seen')
    expect(await last(buyer())).toEqual([])
  })

  test('have one variant of a product, the last one', async () => {
    const parent = await addProduct(db(), { variantNames: ['Renk'] })
    const [red, blue] = [
      await addProduct(db(), { parentId: parent.id, variantValues: ['Kırmızı'], stock: 3 }),
      await addProduct(db(), { parentId: parent.id, variantValues: ['Mavi'], stock: 3 }),
    ]
    await see(buyer(), drill)
    for (const product of [parent, red, blue]) expect(codes(await see(buyer(), product))).toEqual([drill.code])
    expect(await last(buyer())).toEqual([blue.code, drill.code])
  })

  test('are bounded, and leave out what is off sale', async () => {
    const many = await Promise.all(Array.from({ length: seenMax + 3 }, () => addProduct(db(), { stock: 1 })))
    for (const product of many) await see(buyer(), product)
    const count = await db().one<{ count: number }>('SELECT count(*)::integer AS count FROM seen_products')
    expect(count?.count).toBe(seenMax)
    const newest = many.map(({ code }) => code).toReversed()
    expect(await last(buyer())).toEqual(newest.slice(0, stripMax))
    await db().execute('UPDATE products SET is_active = false WHERE code = $1', [newest[0]])
    expect(await last(buyer())).toEqual(newest.slice(1, stripMax + 1))
  })

  test('of others than dealers’ users are not stored: the request names them', async () => {
    const guest = await shop.guest()
    expect(codes(await see(guest, drill, [saw.id, drill.id, 999_999]))).toEqual([saw.code])
    expect(JSON.stringify((await see(guest, drill, [saw.id])).body)).not.toContain('defaultPrice')
    expect(await db().query('SELECT * FROM seen_products')).toEqual([])
    expect((await guest.send('GET', '/api/catalog/seen')).status).toBe(401)
    const tooMany = Array.from({ length: seenMax + 1 }, (_, i) => i + 1)
    expect((await see(guest, drill, tooMany)).status).toBe(422)
  })

  test('of an unknown product or one off sale are none', async () => {
    await db().execute('UPDATE products SET is_active = false WHERE id = $1', [saw.id])
    for (const id of [saw.id, 999_999]) expect((await see(buyer(), { id })).status).toBe(200)
    expect(await last(buyer())).toEqual([])
  })
})

describe('what is bought together', () => {
  let anchor: TestProduct
  let screw: TestProduct
  let glue: TestProduct
  beforeEach(async () => {
    await db().execute('DELETE FROM bought_together')
    await db().execute("UPDATE orders SET created_at = created_at - interval '400 days'")
    anchor = await addProduct(db(), { stock: 1000, price: 10 })
    screw = await addProduct(db(), { stock: 1000, price: 10 })
    glue = await addProduct(db(), { stock: 1000, price: 10 })
    await shop.settle()
  })

  const order = async (products: TestProduct[], dealers: number[]) => {
    for (const at of dealers) {
      await placeOrder(shop, buyer(at), Object.fromEntries(products.map(({ unitId }) => [unitId, 1])))
    }
  }
  const together = async ({ id }: TestProduct, who: TestVisitor = buyer()) =>
    codes(await who.send('GET', `/api/catalog/together/${id}`))

  test('needs three dealers: what one or two buy stays theirs, however often', async () => {
    await order([anchor, glue], [0, 0, 0, 0, 1])
    await order([anchor, screw], [0, 1, 2])
    await computeBoughtTogether(db())
    expect(await together(anchor)).toEqual([screw.code])
    expect(await together(glue)).toEqual([])
    await order([anchor, glue], [2])
    await computeBoughtTogether(db())
    expect((await together(anchor)).toSorted()).toEqual([screw.code, glue.code].toSorted())
  })

  test('counts neither cancelled orders, nor cancelled or returned lines, nor old ones', async () => {
    await order([anchor, screw], [0, 1, 2])
    await computeBoughtTogether(db())
    expect(await together(anchor)).toEqual([screw.code])
    const without = async (change: string, back: string) => {
      await db().execute(change, [screw.id])
      await computeBoughtTogether(db())
      expect([change, await together(anchor)]).toEqual([change, []])
      await db().execute(back, [screw.id])
    }
    const ofScrew = 'WHERE id = (SELECT max(order_id) FROM order_lines WHERE product_id = $1)'
    await without(
      `UPDATE orders SET is_cancel = true, cancelled_at = now(), state = 'cancelled' ${ofScrew}`,
      `UPDATE orders SET is_cancel = false, cancelled_at = NULL, state = 'received' ${ofScrew}`,
    )
    await without(
      'UPDATE order_lines SET cancelled = quantity WHERE product_id = $1',
      'UPDATE order_lines SET cancelled = 0 WHERE product_id = $1',
    )
    await without(
      `UPDATE orders SET created_at = now() - interval '366 days' ${ofScrew}`,
      `UPDATE orders SET created_at = now() ${ofScrew}`,
    )
  })

  test('leaves out what the visitor cannot order, and shows no prices to those who see none', async () => {
    await order([anchor, screw, glue], [0, 1, 2])
    await computeBoughtTogether(db())
    await setStock(db(), screw.id, 0)
    await db().execute('UPDATE products SET is_active = false WHERE id = $1', [glue.id])
    expect(await together(anchor)).toEqual([])
    await shop.setSetting('cartStockControl', '1')
    expect(await together(anchor)).toEqual([screw.code])
    await shop.setSetting('cartStockControl', '0')
    await setStock(db(), screw.id, 10)
    const guest = await shop.guest()
    const { body } = await guest.send('GET', `/api/catalog/together/${anchor.id}`)
    expect(codes({ body })).toEqual([screw.code])
    expect(JSON.stringify(body)).not.toMatch(/(sale|default)Price"|"quantity"/)
    await db().execute('UPDATE products SET is_active = true WHERE id = $1', [glue.id])
  })

  test('of a parent is that of its variants, with one variant of another product', async () => {
    const parent = await addProduct(db(), { variantNames: ['Boy'] })
    const variant = (value: string, of = parent) =>
      addProduct(db(), { parentId: of.id, variantValues: [value], stock: 100, price: 5 })
    const [short, long] = [await variant('Kısa'), await variant('Uzun')]
    const other = await addProduct(db(), { variantNames: ['Boy'] })
    const [thin, thick] = [await variant('İnce', other), await variant('Kalın', other)]
    await order([short, long, thin, thick], [0, 1, 2])
    await computeBoughtTogether(db())
    expect(await together(parent)).toHaveLength(1)
    expect([thin.code, thick.code]).toContain((await together(parent))[0])
    // Variants of one product are no companions.
    expect(await together(short)).not.toContain(long.code)
  })

  test('in the cart leaves out what it has, and is the cart’s own', async () => {
    await order([anchor, screw, glue], [0, 1, 2])
    await computeBoughtTogether(db())
    const ofCart = async (who: TestVisitor) => codes(await who.send('GET', '/api/catalog/cart/together'))
    await fillCart(db(), buyer().actor, [
      { unitId: anchor.unitId, quantity: 1 },
      { unitId: glue.unitId, quantity: 1 },
    ])
    expect(await ofCart(buyer())).toEqual([screw.code])
    expect(await ofCart(buyer(1))).toEqual([])
  })

  test('is computed once at a time', async () => {
    await order([anchor, screw], [0, 1, 2])
    await Promise.all([computeBoughtTogether(db()), computeBoughtTogether(db())])
    expect(await together(anchor)).toEqual([screw.code])
  })
})
