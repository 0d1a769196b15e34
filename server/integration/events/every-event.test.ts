import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventType, eventTypes } from '#contract/integration/event-types.ts'
import { addBuyer, type Buyer, placeOrder, product } from '#server/orders/test-orders.ts'
import { moveOrders } from '#server/orders/orders.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { addCardPayment } from '#testing/payments.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { addAdmin, addDealer, fillCart, setStock, type TestProduct } from '#testing/store-rows.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { acknowledgeIn } from './acknowledge.ts'

let shop: TestShop
let buyer: Buyer
let drill: TestProduct

beforeAll(async () => {
  shop = await openTestShop()
  buyer = await addBuyer(shop)
  drill = await product(shop, { stock: 1000 })
})
afterAll(() => shop.close())

const order = () => placeOrder(shop, buyer, { [drill.unitId]: 1 })
async function offer(): Promise<number> {
  await fillCart(shop.database.pool, buyer.actor, [{ unitId: drill.unitId, quantity: 1 }])
  return ((await buyer.send('POST', '/api/catalog/cart/offer', { body: {} })).body as { id: number }).id
}
async function faultReport(): Promise<number> {
  const contact = { contactName: 'Ali', contactPhone: '0212 000 00 00', contactEmail: '' }
  const body = { productCode: drill.code, description: 'Çalışmıyor', ...contact, serialNo: '', photos: [] }
  await buyer.send('POST', '/api/catalog/fault-reports', { body })
  return idOf('SELECT max(id) AS id FROM fault_reports')
}
const dealerId = () => buyer.actor.dealer?.id ?? 0
const payment = () => addCardPayment(shop.database.pool, dealerId())
async function idOf(sql: string, params: unknown[] = []): Promise<number> {
  return (await shop.database.pool.one<{ id: number }>(sql, params))?.id ?? 0
}

type Cause = { subject: number; change(db: Db): Promise<unknown> }

/** What must exist before, and the change that causes each event, in the transaction that it is given. */
const causes: Record<EventType, () => Promise<Cause>> = {
  'order.created': async () => {
    const { id } = await order()
    const copy = `INSERT INTO orders OVERRIDING SYSTEM VALUE
                  SELECT (jsonb_populate_record(NULL::orders, to_jsonb(o) || '{"id": 900001, "order_no": "X1"}')).*
                    FROM orders o WHERE o.id = $1`
    return { subject: 900_001, change: (db) => db.execute(copy, [id]) }
  },
  'order.cancelled': async () => {
    const { id } = await order()
    const cancel = "UPDATE orders SET is_cancel = true, cancelled_at = now(), state = 'cancelled' WHERE id = $1"
    return { subject: id, change: (db) => db.execute(cancel, [id]) }
  },
  'order.acknowledged': async () => {
    const { id } = await order()
    return { subject: id, change: (db) => acknowledgeIn(db, 'order', id, { documentNo: 'SIP-1', keyId: null }) }
  },
  'order.changed': async () => {
    const { id } = await order()
    return { subject: id, change: (db) => moveOrders(db, [id], { to: 'confirmed', actor: { kind: 'system' } }) }
  },
  'payment.captured': async () => {
    const { id } = await payment()
    await shop.database.pool.execute("UPDATE payments SET state = 'unknown' WHERE id = $1", [id])
    return { subject: id, change: (db) => db.execute("UPDATE payments SET state = 'captured' WHERE id = $1", [id]) }
  },
  'payment.unknown': async () => {
    const { id } = await payment()
    return {
      subject: id,
      async change(db) {
        await db.execute("UPDATE payments SET state = 'unknown' WHERE id = $1", [id])
        // Another payment of this account can be under way.
        await db.execute("UPDATE payments SET state = 'cancelled' WHERE id = $1", [id])
      },
    }
  },
  'payment.refunded': async () => {
    const { id } = await payment()
    const insert = `INSERT INTO payment_refunds (payment_id, request_key, kind, amount) VALUES ($1, 'iade', 'refund', 5) RETURNING id`
    const refund = await idOf(insert, [id])
    const done = "UPDATE payment_refunds SET state = 'done', ended_at = now() WHERE id = $1"
    return { subject: refund, change: (db) => db.execute(done, [refund]) }
  },
  'offer.created': async () => {
    const id = await offer()
    const copy = `INSERT INTO offers (id, offer_no, dealer_id, user_id, description, currency, rates) OVERRIDING SYSTEM VALUE
                  SELECT 900001, 'X1', dealer_id, user_id, description, currency, rates FROM offers WHERE id = $1`
    return { subject: 900_001, change: (db) => db.execute(copy, [id]) }
  },
  'offer.accepted': async () => {
    const id = await offer()
    return { subject: id, change: (db) => db.execute('UPDATE offers SET accepted_at = now() WHERE id = $1', [id]) }
  },
  'offer.cancelled': async () => {
    const id = await offer()
    const cancel = 'UPDATE offers SET is_cancel = true, cancelled_at = now() WHERE id = $1'
    return { subject: id, change: (db) => db.execute(cancel, [id]) }
  },
  'dealer.created': () => {
    const insert = "INSERT INTO dealers (id, code, name) OVERRIDING SYSTEM VALUE VALUES (900001, 'YENI', 'Yeni')"
    return Promise.resolve({ subject: 900_001, change: (db) => db.execute(insert) })
  },
  'dealer.changed': async () => {
    const id = (await addDealer(shop.database.pool)).dealer?.id ?? 0
    return { subject: id, change: (db) => db.execute("UPDATE dealers SET city = 'İzmir' WHERE id = $1", [id]) }
  },
  'fault_report.created': async () => {
    const id = await faultReport()
    const copy = `INSERT INTO fault_reports (id, report_no, dealer_id, user_id, product_code, product_name, description,
                    contact_name, contact_phone, locale) OVERRIDING SYSTEM VALUE
                  SELECT 900001, 'X1', dealer_id, user_id, product_code, product_name, description, contact_name,
                    contact_phone, locale FROM fault_reports WHERE id = $1`
    return { subject: 900_001, change: (db) => db.execute(copy, [id]) }
  },
  'fault_report.changed': async () => {
    const id = await faultReport()
    return { subject: id, change: (db) => db.execute("UPDATE fault_reports SET note = 'Bakıldı' WHERE id = $1", [id]) }
  },
  'stock.below_zero': async () => {
    const { id } = await product(shop, { stock: 1 })
    await setStock(shop.database.pool, id, 1)
    const lower = 'UPDATE inventory SET quantity = -1 WHERE product_id = $1'
    return { subject: id, change: (db) => db.execute(lower, [id]) }
  },
  'import.finished': async () => {
    const { userId } = await addAdmin(shop.database.pool)
    const insert = `INSERT INTO imports (created_by, asked_by, files, options, state) VALUES ($1, $1, '[]', '{}', 'applying') RETURNING id`
    const id = await idOf(insert, [userId])
    return { subject: id, change: (db) => db.execute("UPDATE imports SET state = 'failed' WHERE id = $1", [id]) }
  },
}

class Undone extends Error {}

test.each(eventTypes)('%s is recorded once, in the transaction of its change and with it alone', async (type) => {
  const { pool } = shop.database
  const { subject, change } = await causes[type]()
  await pool.execute('DELETE FROM events')
  const recorded = () => pool.query('SELECT type, subject_id FROM events WHERE type = $1', [type])
  const undone = transaction(pool, async (db) => {
    await change(db)
    throw new Undone()
  })
  await expect(undone).rejects.toThrow(Undone)
  expect(await recorded()).toEqual([])
  await transaction(pool, change)
  expect(await recorded()).toEqual([{ type, subject_id: subject }])
})
