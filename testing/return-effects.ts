import type { SettingKey } from '#contract/shop/settings.ts'
import type { ReturnState } from '#domain/after-sales/goods-return.ts'
import { sendReturnMail } from '#server/returns/returns.ts'
import type { EffectsShop, SettingEffect } from './effects-shop.ts'

/** An order of the dealer of which two drills were shipped 20 days ago. */
async function shippedOrder(test: EffectsShop): Promise<{ id: number; orderNo: string; userId: number }> {
  const { pool } = test.shop.database
  const order = await pool.one<{ id: number; orderNo: string; userId: number; dealerId: number }>(
    `INSERT INTO orders (order_no, dealer_id, user_id, state, description, currency, rates, subtotal, tax, total, total_try)
     SELECT 'S2022' || nextval('order_number'), dealer_id, id, 'shipped', '-', 'TRY', '{"TRY": "1"}', 0, 0, 0, 0
       FROM users WHERE email = $1 RETURNING id, order_no AS "orderNo", user_id AS "userId", dealer_id AS "dealerId"`,
    [test.username],
  )
  if (order === undefined) throw new Error('The order was not inserted.')
  await pool.execute(
    `INSERT INTO order_lines (order_id, line_no, product_id, code, name, unit_id, unit, multiplier, quantity, confirmed,
                              shipped, price_value, price_currency, tax_rate, amount)
     VALUES ($1, 1, $2, $3, $3, $4, 'ADET', 1, 2, 2, 2, 10, 'TRY', 20, 20)`,
    [order.id, test.drill.id, test.drill.code, test.drill.unitId],
  )
  await pool.execute(
    `WITH sent AS (
       INSERT INTO shipments (shipment_no, dealer_id, carrier, created_at, shipped_on)
       VALUES ('SV2022' || nextval('shipment_number'), $2, 'own', now() - interval '20 days', now()::date - 20) RETURNING id)
     INSERT INTO shipment_lines (shipment_id, order_id, line_no, quantity) SELECT id, $1, 1, 2 FROM sent`,
    [order.id, order.dealerId],
  )
  return order
}

/** How much of goods that were shipped 20 days ago can be returned. */
async function returnable(test: EffectsShop): Promise<unknown> {
  const { orderNo } = await shippedOrder(test)
  const { body } = await test.dealer.send('GET', `/api/catalog/return-draft?order=${orderNo}`)
  return (body as { lines: { returnable: number }[] }).lines.map((line) => line.returnable)
}

/** The number of emails to the dealer about a return that came to this state. */
async function mailsOf(test: EffectsShop, state: ReturnState): Promise<number> {
  const { pool } = test.shop.database
  const { id, userId } = await shippedOrder(test)
  const event = await pool.one<{ id: number }>(
    `WITH made AS (
       INSERT INTO returns (return_no, order_id, dealer_id, user_id, state, reason, locale)
       SELECT 'R2022' || nextval('return_number'), id, dealer_id, user_id, $2, 'damaged', 'tr' FROM orders WHERE id = $1
       RETURNING id),
     line AS (INSERT INTO return_lines (return_id, order_id, line_no, quantity) SELECT id, $1, 1, 1 FROM made)
     INSERT INTO return_events (return_id, state, user_id) SELECT id, $2, $3 FROM made RETURNING id`,
    [id, state, userId],
  )
  let sent = 0
  const mailer = { send: async () => void (sent += 1), close: () => {} }
  await sendReturnMail({ pool, mailer, publicUrl: '' }, { eventId: event?.id, reader: 'dealer' }, 'key')
  return sent
}

/** Settings that decide what can be returned, and which steps of a return are mailed. */
export const returnEffects = (test: EffectsShop) =>
  ({
    returnDays: { value: 30, read: () => returnable(test), before: [0], after: [2] },
    returnMailDecided: { value: '0', read: () => mailsOf(test, 'accepted'), before: 1, after: 0 },
    returnMailReceived: { value: '0', read: () => mailsOf(test, 'received'), before: 1, after: 0 },
    returnMailClosed: { value: '1', read: () => mailsOf(test, 'closed'), before: 0, after: 1 },
  }) satisfies Partial<Record<SettingKey, SettingEffect>>
