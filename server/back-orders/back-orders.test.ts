import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminBackOrder } from '#contract/admin/back-orders.ts'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { BackOrder, StockWatch } from '#contract/shop/back-orders.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import { moveTo } from '#server/shipping/test-shipping.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague, addWarehouse, setStock, stockMismatches, stockOf } from '#testing/store-rows.ts'
import { followStock, sendStockMail, stockMailJob } from './back-orders.ts'

let shop: TestShop
let staff: TestVisitor
let buyer: Buyer

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
  buyer = await addBuyer(shop)
  await shop.setSetting('cartStockControl', '1')
})
afterAll(async () => {
  expect(await stockMismatches(shop.database.pool)).toEqual([])
  await shop.close()
})

type Goods = Awaited<ReturnType<typeof product>>
type List = { items: AdminBackOrder[]; total: number; readyCount: number }
type OwnList = { lines: BackOrder[]; watches: StockWatch[] }

const listOf = async (query = '') => (await staff.send('GET', `/yonetim/back-orders${query}`)).body as List
const ofProduct = async ({ code }: Goods) => (await listOf(`?q=${code}`)).items
const ownList = async (who: TestVisitor = buyer) => (await who.send('GET', '/api/catalog/back-orders')).body as OwnList
const orderOf = async ({ id }: Placed) => (await staff.send('GET', `/yonetim/orders/${id}`)).body as AdminOrder
const fill = (lines: { orderId: number; lineNo: number }[] | null) =>
  staff.send('POST', '/yonetim/back-orders/fill', { body: { lines } })
const lineOf = ({ id }: Placed, lineNo = 1) => ({ orderId: id, lineNo })

async function confirmed(lines: Record<number, number>): Promise<Placed> {
  const order = await placeOrder(shop, buyer, lines)
  await moveTo(staff, order, 'received', 'confirmed')
  return order
}

describe('stock that arrives', () => {
  test('is suggested by age, and assigned with one request', async () => {
    const { pool } = shop.database
    const goods = await product(shop, { stock: 2 })
    const [old, young] = [await confirmed({ [goods.unitId]: 5 }), await confirmed({ [goods.unitId]: 4 })]
    expect(await ofProduct(goods)).toMatchObject([
      { orderNo: old.orderNo, waiting: 3, stock: 0, ready: 0 },
      { orderNo: young.orderNo, waiting: 4, stock: 0, ready: 0 },
    ])
    await setStock(pool, goods.id, 5)
    expect(await ofProduct(goods)).toMatchObject([{ ready: 3 }, { ready: 2 }])
    expect((await fill(null)).body).toEqual({ filled: 2, orders: 2, isMore: false })
    expect(await stockOf(pool, goods.id)).toBe(0)
    expect(await orderOf(old)).toMatchObject({ orderItems: [{ confirmed: 5, backOrder: 0 }] })
    expect(await orderOf(young)).toMatchObject({ orderItems: [{ confirmed: 2, backOrder: 2 }] })
    const step = (await orderOf(young)).history.at(-1)
    expect(step).toMatchObject({ step: 'back_order_filled', lines: [{ quantity: { before: 0, after: 2 } }] })
    expect(codeOf(await fill(null))).toBe('back_orders_nothing')
  })

  test('goes to the lines that staff choose, whoever is older', async () => {
    const { pool } = shop.database
    const goods = await product(shop, { stock: 0 })
    const [old, young] = [await confirmed({ [goods.unitId]: 3 }), await confirmed({ [goods.unitId]: 3 })]
    await setStock(pool, goods.id, 3)
    expect((await fill([lineOf(young)])).body).toMatchObject({ filled: 1 })
    expect(await ofProduct(goods)).toMatchObject([{ orderNo: old.orderNo, ready: 0 }])
  })

  test('completes whole boxes only, and is taken from the warehouse of the branch first', async () => {
    const { pool } = shop.database
    const goods = await product(shop, { stock: 0, units: { KOLİ: 12 } })
    const order = await confirmed({ [goods.units['KOLİ'] ?? 0]: 2 })
    await setStock(pool, goods.id, 11)
    expect(await ofProduct(goods)).toMatchObject([{ waiting: 2, unit: 'KOLİ', stock: 11, ready: 0 }])
    expect(codeOf(await fill([lineOf(order)]))).toBe('back_orders_nothing')
    const depot = await addWarehouse(pool, 'DEPO-BEKLEYEN')
    await setStock(pool, goods.id, 12, 'DEPO-BEKLEYEN')
    const branch = await pool.one<{ id: number }>("INSERT INTO branches (name) VALUES ('Bekleyen') RETURNING id")
    await pool.execute('INSERT INTO branch_warehouses (branch_id, warehouse_id, position) VALUES ($1, $2, 1)', [
      branch?.id,
      depot,
    ])
    await pool.execute('UPDATE orders SET branch_id = $2 WHERE id = $1', [order.id, branch?.id])
    await fill([lineOf(order)])
    expect(
      await pool.query('SELECT quantity FROM inventory WHERE product_id = $1 ORDER BY quantity', [goods.id]),
    ).toEqual([{ quantity: '0.000' }, { quantity: '11.000' }])
  })

  test('is assigned once, whoever presses at the same time, and never twice with a new order', async () => {
    const { pool } = shop.database
    const goods = await product(shop, { stock: 0 })
    const order = await confirmed({ [goods.unitId]: 5 })
    await setStock(pool, goods.id, 5)
    const [, ...replies] = await Promise.all([
      placeOrder(shop, await addBuyer(shop), { [goods.unitId]: 2 }),
      ...Array.from({ length: 5 }, () => fill([lineOf(order)])),
    ])
    expect(replies.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
    expect(await stockOf(pool, goods.id)).toBe(0)
    const rows = await pool.query<{ taken: string }>(
      `SELECT sum(quantity - cancelled - back_ordered) AS taken FROM order_lines WHERE product_id = $1`,
      [goods.id],
    )
    expect(rows).toEqual([{ taken: 5 }])
  })

  test('waits while the order is being picked, and leaves an order that was cancelled', async () => {
    const { pool } = shop.database
    const goods = await product(shop, { stock: 1 })
    const [picked, cancelled] = [
      await confirmed({ [goods.unitId]: 3 }),
      await placeOrder(shop, buyer, { [goods.unitId]: 2 }),
    ]
    await staff.send('POST', '/yonetim/pickings', { body: { key: `back-order-picking`, orders: [picked.id] } })
    await buyer.send('PATCH', `/api/catalog/order/${cancelled.id}`, { body: { cancel: true } })
    await setStock(pool, goods.id, 9)
    expect(await ofProduct(goods)).toMatchObject([{ orderNo: picked.orderNo, state: 'picking', ready: 0 }])
    expect(codeOf(await fill([lineOf(picked), lineOf(cancelled)]))).toBe('back_orders_nothing')
    expect(await stockOf(pool, goods.id)).toBe(9)
  })

  test('stays unconfirmed on an order that is not confirmed yet', async () => {
    const goods = await product(shop, { stock: 0 })
    const order = await placeOrder(shop, buyer, { [goods.unitId]: 2 })
    await setStock(shop.database.pool, goods.id, 2)
    await fill([lineOf(order)])
    expect(await orderOf(order)).toMatchObject({ state: 'received', orderItems: [{ confirmed: 0, backOrder: 0 }] })
  })

  test('is listed by filter, and written to the audit log', async () => {
    const goods = await product(shop, { stock: 0 })
    const order = await confirmed({ [goods.unitId]: 2 })
    expect((await listOf(`?q=${goods.code.toLowerCase()}&ready=1`)).total).toBe(0)
    await setStock(shop.database.pool, goods.id, 1)
    expect((await listOf(`?q=${order.orderNo}&ready=1`)).items).toMatchObject([{ code: goods.code, ready: 1 }])
    expect((await listOf(`?dealer=${encodeURIComponent('böyle bayi yok')}`)).total).toBe(0)
    await fill([lineOf(order)])
    const [entry] = await shop.database.pool.query(
      "SELECT after FROM audit_log WHERE noun = 'order' AND noun_id = $1 ORDER BY id DESC LIMIT 1",
      [order.orderNo],
    )
    expect(entry).toMatchObject({ after: { backOrders: [{ code: goods.code, quantity: { before: 0, after: 1 } }] } })
  })
})

describe('the dealer’s list', () => {
  test('has the lines of the dealer’s orders only', async () => {
    const goods = await product(shop, { stock: 1 })
    const order = await placeOrder(shop, buyer, { [goods.unitId]: 4 })
    const own = (await ownList()).lines.filter(({ code }) => code === goods.code)
    expect(own).toMatchObject([
      { orderNo: order.orderNo, quantity: 4, waiting: 3, url: expect.stringContaining('-p-') },
    ])
    expect((await ownList(await addBuyer(shop))).lines).toEqual([])
  })
})

describe('a watched product', () => {
  const watch = (productId: number, isWatched = true, who: TestVisitor = buyer) =>
    who.send('POST', '/api/catalog/stock-watches', { body: { productId, isWatched } })

  async function sentMails(): Promise<Mail[]> {
    const { pool } = shop.database
    const mails: Mail[] = []
    const mailer = { send: async (mail: Mail) => void mails.push(mail) }
    const jobs = await pool.query<{ id: string; data: object }>(
      'DELETE FROM outbox WHERE name = $1 RETURNING id, data',
      [stockMailJob],
    )
    for (const { id, data } of jobs) await sendStockMail({ pool, mailer, publicUrl: 'https://b.example.com' }, data, id)
    return mails
  }

  test('is notified about once, by one email with all of them, when it really is in stock', async () => {
    const { pool } = shop.database
    const goods = [
      await product(shop, { stock: 0 }),
      await product(shop, { stock: 0 }),
      await product(shop, { stock: 0 }),
    ]
    const [first, second, third] = goods.map(({ id }) => id) as [number, number, number]
    for (const id of [first, second, third, first]) expect((await watch(id)).body).toEqual({ isWatched: true })
    await followStock(pool)
    expect(await sentMails()).toEqual([])
    await setStock(pool, first, 3)
    await setStock(pool, second, 1)
    await Promise.all([followStock(pool), followStock(pool)])
    const mails = await sentMails()
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [buyer.actor.email, 'Beklediğiniz 2 ürün stoğa girdi'],
    ])
    expect(mails[0]?.text).toContain(goods[0]?.code)
    expect(mails[0]?.text).toContain('https://b.example.com/siparis/bekleyen')
    await followStock(pool)
    expect(await sentMails()).toEqual([])
    const { watches } = await ownList()
    expect(watches.map(({ productId, arrivedAt }) => [productId, arrivedAt !== null])).toEqual(
      expect.arrayContaining([
        [first, true],
        [second, true],
        [third, false],
      ]),
    )
  })

  test('that ran out before its email was sent is watched further', async () => {
    const { pool } = shop.database
    const { id } = await product(shop, { stock: 0 })
    await watch(id)
    await setStock(pool, id, 1)
    await followStock(pool)
    await setStock(pool, id, 0)
    expect(await sentMails()).toEqual([])
    await setStock(pool, id, 1)
    await followStock(pool)
    expect(await sentMails()).toHaveLength(1)
  })

  test('does not count stock that goes to back-orders', async () => {
    const { pool } = shop.database
    await saveSetting(pool, 'fillBackOrders', '1')
    const goods = await product(shop, { stock: 0 })
    const order = await confirmed({ [goods.unitId]: 3 })
    await watch(goods.id)
    await setStock(pool, goods.id, 3)
    await followStock(pool)
    expect(await orderOf(order)).toMatchObject({ orderItems: [{ confirmed: 3, backOrder: 0 }] })
    expect((await orderOf(order)).history.at(-1)).toMatchObject({ step: 'back_order_filled', by: { kind: 'system' } })
    expect(await sentMails()).toEqual([])
    await saveSetting(pool, 'fillBackOrders', '0')
  })

  test('is refused when it is in stock, unknown or one too many, and belongs to its user', async () => {
    const { pool } = shop.database
    const { id } = await product(shop, { stock: 0 })
    expect(codeOf(await watch((await product(shop)).id))).toBe('stock_watch_in_stock')
    expect(codeOf(await watch(999_999_999))).toBe('product_not_found')
    const parent = await product(shop, { stock: 0, variantNames: ['Renk'] })
    expect(codeOf(await watch(parent.id))).toBe('product_not_found')
    const colleague = await shop.signedIn(await addColleague(pool, buyer.actor.dealer ?? expect.fail('a dealer')))
    await watch(id)
    const isWatched = async (who: TestVisitor) => (await who.send('GET', `/api/catalog/stock-watches/${id}`)).body
    expect([await isWatched(buyer), await isWatched(colleague)]).toEqual([{ isWatched: true }, { isWatched: false }])
    await watch(id, false, colleague)
    expect(await isWatched(buyer)).toEqual({ isWatched: true })
    await watch(id, false)
    expect(await isWatched(buyer)).toEqual({ isWatched: false })
    await pool.execute(
      `INSERT INTO products (code, name, seo) SELECT 'BEKLENEN-' || n, 'Beklenen', 'beklenen' FROM generate_series(1, 200) n`,
    )
    await pool.execute(
      `INSERT INTO stock_watches (user_id, product_id) SELECT $1, id FROM products WHERE code LIKE 'BEKLENEN-%'`,
      [buyer.actor.userId],
    )
    expect(codeOf(await watch(id))).toBe('stock_watches_full')
  })
})
