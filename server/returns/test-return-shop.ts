import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import type { AdminOrder } from '#contract/admin/orders.ts'
import { addBuyer, type Buyer, type Placed, placeOrder, product } from '#server/orders/test-orders.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { moveTo, sent, shipped } from '#server/shipping/test-shipping.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addWarehouse, stockMismatches } from '#testing/store-rows.ts'
import { returnMailJob, sendReturnMail } from './returns.ts'
import { find, line, requested } from './test-returns.ts'

export let shop: TestShop
export let staff: TestVisitor
export let colleague: TestVisitor
export let buyer: Buyer
export let warehouse: number
export let drill: Awaited<ReturnType<typeof product>>
export let order: Placed

/** Opens a shop for the file's tests; each test has an order of ten drills that is confirmed. */
export function useTestReturns(): void {
  beforeAll(async () => {
    shop = await openTestShop()
    const { pool } = shop.database
    staff = await shop.signedIn(await addAdmin(pool))
    colleague = await shop.signedIn(await addAdmin(pool))
    buyer = await addBuyer(shop)
    warehouse = await addWarehouse(pool, 'İade deposu')
    await shop.setSetting('storeEmail', 'satis@example.com')
  })
  beforeEach(async () => {
    await shop.database.pool.execute('DELETE FROM outbox')
    drill = await product(shop, { stock: 50 })
    order = await placeOrder(shop, buyer, { [drill.unitId]: 10 })
    await moveTo(staff, order, 'received', 'confirmed')
  })
  afterAll(async () => {
    expect(await stockMismatches(shop.database.pool)).toEqual([])
    await shop.close()
  })
}

export const pageOf = async ({ id }: Placed) => (await staff.send('GET', `/yonetim/orders/${id}`)).body as AdminOrder
export const dealersPage = async (returnNo: string, visitor: TestVisitor = buyer) =>
  visitor.send('GET', `/api/catalog/returns/${returnNo}`)
export const returnedOf = async () => (await pageOf(order)).orderItems[0]?.returned

/** A return of four of ten shipped drills. */
export async function four(): Promise<number> {
  await shipped(staff, [sent(order, 10)])
  return (await find(staff, await requested(buyer, order, [line(4)]))).id
}

/** Makes the order's shipments older. */
export const age = (days: number) =>
  shop.database.pool.execute(
    `UPDATE shipments SET created_at = now() - make_interval(days => $2),
            shipped_on = (now() AT TIME ZONE 'Europe/Istanbul')::date - $2::integer
      WHERE id IN (SELECT shipment_id FROM shipment_lines WHERE order_id = $1)`,
    [order.id, days],
  )

export async function emails(): Promise<Mail[]> {
  const { pool } = shop.database
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail) }
  const rows = await pool.query<{ data: object }>('DELETE FROM outbox WHERE name = $1 RETURNING data', [returnMailJob])
  for (const { data } of rows) await sendReturnMail({ pool, mailer, publicUrl: 'https://bayi.example.com' }, data, 'k')
  return mails
}
