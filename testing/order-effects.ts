import type { DeliveryChoices } from '#contract/shop/delivery.ts'
import type { SettingKey } from '#contract/shop/settings.ts'
import { moveOrders } from '#server/orders/life/move-orders.ts'
import { enqueueStepMails, sendOrderMail } from '#server/orders/orders.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import { addDays, type Day, dayInTurkey, daysBetween } from '#domain/text/calendar-day.ts'
import { followStock } from '#server/back-orders/back-orders.ts'
import { addAdmin, addProduct } from './store-rows.ts'
import { codeOf } from './shop.ts'
import type { EffectsShop, SettingEffect } from './effects-shop.ts'
import type { RateCalendar } from '#contract/admin/currencies.ts'
import type { OfferList } from '#contract/shop/offers.ts'
import { nextWorkday } from '#domain/text/public-holidays.ts'

/** The reasons for approval of a new order of two drills, at 240 lira with tax. Their cost is 180. */
async function reasonsOf(test: EffectsShop, limit = 0): Promise<string[]> {
  const { pool } = test.shop.database
  await pool.execute(
    "UPDATE orders SET state = 'cancelled', is_cancel = true, cancelled_at = now() WHERE state = 'received'",
  )
  await pool.execute('UPDATE dealers SET risk_limit = $1', [limit])
  await pool.execute(
    `INSERT INTO product_costs (product_id, cost, currency) VALUES ($1, 90, 'TRY')
     ON CONFLICT (product_id) DO UPDATE SET cost = 90`,
    [test.drill.id],
  )
  await test.dealer.send('DELETE', '/api/catalog/cart')
  await test.add(2)
  const placed = await test.dealer.send('POST', '/api/catalog/cart', { body: {} })
  await pool.execute('UPDATE dealers SET risk_limit = 0')
  if (placed.status !== 200) return [codeOf(placed) ?? '']
  const { id, orderNo } = placed.body as { id: number; orderNo: string }
  const order = await test.dealer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)
  await test.dealer.send('PATCH', `/api/catalog/order/${id}`, { body: { cancel: true } })
  return (order.body as { approvalReasons: string[] }).approvalReasons
}

/** How many days a new order on a plan that is due at once waits for its transfer; null: it does not wait. */
async function transferDaysOf(test: EffectsShop): Promise<number | null> {
  const { pool } = test.shop.database
  const plan = await pool.one<{ key: string; due_days: number | null }>(
    `SELECT key, due_days FROM payment_plans WHERE is_enabled AND NOT is_virtual ORDER BY is_default DESC, key LIMIT 1`,
  )
  await pool.execute('UPDATE payment_plans SET due_days = 0 WHERE key = $1', [plan?.key])
  await test.dealer.send('DELETE', '/api/catalog/cart')
  await test.add(2)
  const placed = await test.dealer.send('POST', '/api/catalog/cart', { body: { advencePrice: plan?.key } })
  await pool.execute('UPDATE payment_plans SET due_days = $2 WHERE key = $1', [plan?.key, plan?.due_days])
  const { id, orderNo } = placed.body as { id: number; orderNo: string }
  const order = await test.dealer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)
  await test.dealer.send('PATCH', `/api/catalog/order/${id}`, { body: { cancel: true } })
  const { transfer } = order.body as { transfer: { dueOn: Day } | null }
  return transfer === null ? null : daysBetween(dayInTurkey(new Date()), transfer.dueOn)
}

/** The number of emails about a step of an order in this state. */
async function mailsOf(test: EffectsShop, from: OrderState, to: OrderState): Promise<number> {
  const { pool } = test.shop.database
  const order = await pool.one<{ id: number; user_id: number }>(
    `INSERT INTO orders (order_no, dealer_id, user_id, state, description, currency, rates, subtotal, tax, total, total_try)
     SELECT 'S2020' || nextval('order_number'), dealer_id, id, $2, '-', 'TRY', '{"TRY": "1"}', 0, 0, 0, 0
       FROM users WHERE email = $1 RETURNING id, user_id`,
    [test.username, from],
  )
  if (order === undefined) throw new Error('The order was not inserted.')
  const moved = await moveOrders(pool, [order.id], { to, actor: { kind: 'staff', userId: order.user_id } })
  await enqueueStepMails(pool, moved)
  const job = await pool.one<{ data: object }>(`DELETE FROM outbox WHERE data ->> 'orderId' = $1 RETURNING data`, [
    String(order.id),
  ])
  let sent = 0
  const mailer = { send: async () => void (sent += 1), close: () => {} }
  await sendOrderMail({ pool, mailer, publicUrl: '' }, job?.data ?? {}, 'key')
  return sent
}

/** Who pays the carrier of a new order of two drills; it is cancelled afterwards. */
async function carrierPayerOf(test: EffectsShop): Promise<string | null> {
  await test.dealer.send('DELETE', '/api/catalog/cart')
  await test.add(2)
  const placed = await test.dealer.send('POST', '/api/catalog/cart', { body: {} })
  const { id, orderNo } = placed.body as { id: number; orderNo: string }
  const order = await test.dealer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)
  await test.dealer.send('PATCH', `/api/catalog/order/${id}`, { body: { cancel: true } })
  return (order.body as { carrierPayer: string | null }).carrierPayer
}

/** How many days ago the newest of the late orders may have been placed. */
async function lateAfter({ shop }: EffectsShop): Promise<number> {
  const staff = await shop.signedIn(await addAdmin(shop.database.pool))
  const { body } = await staff.send('GET', '/yonetim/board')
  return daysBetween((body as { lateUntil: string }).lateUntil, dayInTurkey(new Date()))
}

/** An order of two drills with one taken away by staff; cancelled afterwards. */
async function changeOrder(test: EffectsShop): Promise<{ id: number; until: string | null }> {
  await test.dealer.send('DELETE', '/api/catalog/cart')
  await test.add(2)
  const { body } = await test.dealer.send('POST', '/api/catalog/cart', { body: {} })
  const { id, orderNo } = body as { id: number; orderNo: string }
  const staff = await test.shop.signedIn(await addAdmin(test.shop.database.pool))
  await staff.send('POST', `/yonetim/orders/${id}/lines`, {
    body: { state: 'received', reason: 'Stokta yok', lines: [{ lineNo: 1, quantity: 1 }] },
  })
  const order = await test.dealer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)
  await test.dealer.send('PATCH', `/api/catalog/order/${id}`, { body: { cancel: true } })
  return { id, until: (order.body as { objectionUntil: string | null }).objectionUntil }
}

async function hoursToRefuse(test: EffectsShop): Promise<number> {
  const { until } = await changeOrder(test)
  return Math.round((Date.parse(until ?? '') - Date.now()) / 3_600_000)
}

/** What an order of two still waits for after stock for both has arrived, and the emails about it. */
async function afterArrival(test: EffectsShop): Promise<{ waiting: number; mails: number }> {
  const { pool } = test.shop.database
  const product = await addProduct(pool, { stock: 2 })
  const order = await pool.one<{ id: number }>(
    `INSERT INTO orders (order_no, dealer_id, user_id, state, description, currency, rates, subtotal, tax, total, total_try)
     SELECT 'S2021' || nextval('order_number'), dealer_id, id, 'confirmed', '-', 'TRY', '{"TRY": "1"}', 0, 0, 0, 0
       FROM users WHERE email = $1 RETURNING id`,
    [test.username],
  )
  await pool.execute(
    `INSERT INTO order_lines (order_id, line_no, product_id, code, name, unit_id, unit, multiplier, quantity, back_order,
                              price_value, price_currency, tax_rate, amount)
     VALUES ($1, 1, $2, $3, $3, $4, 'ADET', 1, 2, 2, 10, 'TRY', 20, 20)`,
    [order?.id, product.id, product.code, product.unitId],
  )
  await followStock(pool)
  const row = await pool.one<{ back_ordered: number }>('SELECT back_ordered FROM order_lines WHERE order_id = $1', [
    order?.id,
  ])
  return { waiting: row?.back_ordered ?? 0, mails: await sendStepMails(test, order?.id ?? 0) }
}

async function changeMailsOf(test: EffectsShop): Promise<number> {
  return sendStepMails(test, (await changeOrder(test)).id)
}

/** Sends the emails about steps of an order; returns their number. */
async function sendStepMails({ shop }: EffectsShop, id: number): Promise<number> {
  const { pool } = shop.database
  const jobs = await pool.query<{ data: object }>(
    `DELETE FROM outbox WHERE data ->> 'orderId' = $1 AND data ? 'stepId' RETURNING data`,
    [String(id)],
  )
  let sent = 0
  const mailer = { send: async () => void (sent += 1), close: () => {} }
  for (const { data } of jobs) await sendOrderMail({ pool, mailer, publicUrl: '' }, data, 'key')
  return sent
}

/** A day within the period of deliveries that no official holiday is on. */
const workday = nextWorkday(addDays(dayInTurkey(new Date()), 10), [])

async function missedDays(test: EffectsShop): Promise<number> {
  const staff = await test.shop.signedIn(await addAdmin(test.shop.database.pool))
  return ((await staff.send('GET', '/yonetim/rate-calendar')).body as RateCalendar).maxMissedDays
}

/** How long a new offer keeps its rates. */
async function lockedHours(test: EffectsShop): Promise<number> {
  await test.add(1)
  await test.dealer.send('POST', '/api/catalog/cart/offer', { body: {} })
  const { items } = (await test.dealer.send('GET', '/api/catalog/offers')).body as OfferList
  const { date, ratesLockedUntil } = items[0] ?? { date: '', ratesLockedUntil: '' }
  return Math.round((Date.parse(ratesLockedUntil ?? '') - Date.parse(date)) / 3_600_000)
}

/** Settings that change which orders wait, and which steps are mailed. */
export const orderEffects = (test: EffectsShop) =>
  ({
    approveAllOrders: { value: '1', read: () => reasonsOf(test), before: [], after: ['all'] },
    approveOrdersOver: { value: 239, read: () => reasonsOf(test), before: [], after: ['amount'] },
    approveOverLimit: {
      value: '1',
      read: async () => {
        await test.set('b2b_risk_limit_islem', '1')
        return reasonsOf(test, 100)
      },
      before: ['risk_limit_exceeded'],
      after: ['limit'],
    },
    approveFirstOrder: { value: '1', read: () => reasonsOf(test), before: [], after: ['first'] },
    // 200 lira before tax, of which 180 are cost.
    approveBelowMargin: { value: 10.1, read: () => reasonsOf(test), before: [], after: ['margin'] },
    carrierChoice: {
      value: '0',
      read: async () => {
        const { body } = await test.dealer.send('GET', '/api/catalog/delivery')
        return (body as DeliveryChoices).carriers.includes('aras')
      },
      before: true,
      after: false,
    },
    carrierPolicy: { value: 'sender', read: () => carrierPayerOf(test), before: 'recipient', after: 'sender' },
    // Two drills are 200 lira before tax.
    carrierSenderFrom: {
      value: 200,
      read: async () => {
        await test.set('carrierPolicy', 'sender_from')
        return carrierPayerOf(test)
      },
      before: 'recipient',
      after: 'sender',
    },
    ownHolidays: {
      value: `${workday} Sayım`,
      read: async () => {
        const { body } = await test.dealer.send('GET', '/api/catalog/delivery')
        return (body as DeliveryChoices).holidays.includes(workday)
      },
      before: false,
      after: true,
    },
    rateMaxMissedDays: { value: 9, read: () => missedDays(test), before: 5, after: 9 },
    offerRateLockHours: { value: 48, read: () => lockedHours(test), before: 24, after: 48 },
    orderChangeHours: {
      value: 48,
      read: () => hoursToRefuse(test),
      before: 24,
      after: 48,
    },
    lateAfterDays: { value: 10, read: () => lateAfter(test), before: 4, after: 11 },
    transferDays: { value: 4, read: () => transferDaysOf(test), before: null, after: 4 },
    orderMailChanged: { value: '0', read: () => changeMailsOf(test), before: 1, after: 0 },
    orderMailConfirmed: { value: '0', read: () => mailsOf(test, 'received', 'confirmed'), before: 1, after: 0 },
    orderMailRejected: { value: '0', read: () => mailsOf(test, 'awaiting_approval', 'rejected'), before: 1, after: 0 },
    orderMailShipped: { value: '0', read: () => mailsOf(test, 'confirmed', 'shipped'), before: 1, after: 0 },
    fillBackOrders: {
      value: '1',
      read: () => afterArrival(test),
      before: { waiting: 2, mails: 0 },
      after: { waiting: 0, mails: 1 },
    },
    orderMailBackOrder: {
      value: '0',
      read: async () => {
        await test.set('fillBackOrders', '1')
        return afterArrival(test)
      },
      before: { waiting: 0, mails: 1 },
      after: { waiting: 0, mails: 0 },
    },
    orderMailDelivered: { value: '1', read: () => mailsOf(test, 'shipped', 'delivered'), before: 0, after: 1 },
  }) satisfies Partial<Record<SettingKey, SettingEffect>>
