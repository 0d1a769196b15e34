import { beforeEach, expect, test } from 'vitest'
import { addDays, type Day } from '#domain/text/calendar-day.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { bookEarlyPayments } from './early-payment.ts'
import { loadAll } from './queries.ts'
import { recalculateBalances } from './recalculate-balances.ts'
import { translateMovements } from './shop-descriptions.ts'
import { actor, dealerId, driver, pool, today, usePaidAccounts } from './test-paid-accounts.ts'

usePaidAccounts()

const offer = [
  { days: 10, percent: '3' },
  { days: 20, percent: '1.5' },
]
let serial = 0
let orderId: number

beforeEach(async () => (orderId = await addOrder()))

async function addOrder(steps: object | null = offer, isCancel = false): Promise<number> {
  serial += 1
  const row = await pool.one<{ id: number }>(
    `WITH placed AS (
       INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try, early_payment,
                           state, is_cancel, cancelled_at)
       VALUES ($1, $2, $3, '-', 'TRY', '{"TRY": "1"}', 1000, 0, 1000, 1000, $4, CASE WHEN $5 THEN 'cancelled' ELSE 'received' END, $5,
               CASE WHEN $5 THEN now() END) RETURNING id
     ), line AS (
       INSERT INTO order_lines (order_id, line_no, code, name, unit, multiplier, quantity, cancelled, price_value, price_currency,
                                tax_rate, amount)
       SELECT id, 1, 'P', 'P', 'ADET', 1, 1, CASE WHEN $5 THEN 1 ELSE 0 END, 1000, 'TRY', 0, 1000 FROM placed)
     SELECT id FROM placed`,
    [`S2026${700_000 + serial}`, dealerId(), actor.userId, steps && JSON.stringify(steps), isCancel],
  )
  return row?.id ?? 0
}

type Movement = { amount?: number; day?: Day; due?: Day; kind?: string; credit?: number }

async function addMovement({
  amount = 0,
  credit = 0,
  day = today,
  due = day,
  kind = 'invoice',
}: Movement): Promise<number> {
  serial += 1
  const row = await pool.one<{ id: number }>(
    `INSERT INTO account_movements (dealer_id, posted_on, due_on, document_no, kind, debit, credit, currency, reference)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'TRY', $4) RETURNING id`,
    [dealerId(), day, due, `F-${serial}`, kind, amount, credit],
  )
  return row?.id ?? 0
}

type Invoice = { amount: number; order: number; side: 'debit' | 'credit'; currency: string; total: number }

/** An invoice of the order that was issued that many days ago. Returns the id of its debit. */
async function invoice(
  daysAgo: number,
  { amount = 1000, order = orderId, side = 'debit', currency = 'TRY', total }: Partial<Invoice> = {},
): Promise<number> {
  const day = addDays(today, -daysAgo)
  const id = await addMovement(side === 'debit' ? { amount, day } : { credit: amount, day, kind: 'return' })
  await pool.execute(
    `INSERT INTO invoices (dealer_id, invoice_no, side, issued_on, currency, net, tax, total, order_id, movement_id)
     VALUES ($1, $2, $3, $4, $5, $6, 0, $6, $7, $8)`,
    [dealerId(), `ABC${serial}`, side, day, currency, total ?? amount, order, id],
  )
  await recalculateBalances(pool, [dealerId()], today)
  return id
}

async function pay(amount: string, ...debts: number[]): Promise<void> {
  const started = await driver.start('account', testContext({ actor }), { amount, debts })
  if (!started.ok) throw new Error(started.code)
  await driver.confirm(started.id)
  await driver.capture(started.id)
}

const book = () => transaction(pool, (db) => bookEarlyPayments(db, [dealerId()], today))
const booked = () =>
  pool.query(
    `SELECT kind, debit, credit, description FROM account_movements
      WHERE dealer_id = $1 AND reference LIKE '%ERKEN-%' ORDER BY id`,
    [dealerId()],
  )
const unpaid = async (id: number) =>
  (await pool.one<{ unpaid: string }>('SELECT unpaid FROM account_movements WHERE id = $1', [id]))?.unpaid

test('an invoice paid in time in full has its discount as a credit, once', async () => {
  const debt = await invoice(5)
  await pay('1000.00', debt)
  const credit = { kind: 'credit', debit: '0.00', credit: '30.00' }
  expect(await booked()).toMatchObject([credit])
  expect(await booked()).toMatchObject([{ description: 'Erken ödeme iskontosu (10 gün içinde %3)' }])
  await pay('1.00')
  await book()
  expect(await booked()).toHaveLength(1)
})

test('an invoice paid up to the discount is closed by it', async () => {
  const debt = await invoice(10)
  await pay('970.00', debt)
  expect(await booked()).toMatchObject([{ credit: '30.00' }])
  expect(await unpaid(debt)).toBe('0.00')
})

test.each([
  ['a kuruş less than that', 5, '969.99', []],
  ['the second step, after the first has ended', 11, '985.00', [{ credit: '15.00' }]],
  ['the last day of the last step', 20, '1000.00', [{ credit: '15.00' }]],
  ['the day after it', 21, '1000.00', []],
])('%s: what is booked follows the day and the amount', async (_what, daysAgo, amount, expected) => {
  await pay(amount, await invoice(daysAgo))
  expect(await booked()).toMatchObject(expected)
})

test('several payments in time count together', async () => {
  const debt = await invoice(3)
  await pay('400.00', debt)
  expect(await booked()).toEqual([])
  await pay('570.00', debt)
  expect(await booked()).toMatchObject([{ credit: '30.00' }])
})

test('a bank transfer of the ERP counts by its day, also when it is imported late', async () => {
  await invoice(40)
  await addMovement({ credit: 1000, day: addDays(today, -31), kind: 'payment' })
  await recalculateBalances(pool, [dealerId()], today)
  await book()
  expect(await booked()).toMatchObject([{ credit: '30.00' }])
})

test('a transfer that is imported more than 45 days after the last step no longer counts', async () => {
  await invoice(66)
  await addMovement({ credit: 1000, day: addDays(today, -60), kind: 'payment' })
  await recalculateBalances(pool, [dealerId()], today)
  await book()
  expect(await booked()).toEqual([])
})

test('money that pays an older debt first, as the account shows it, does not pay the invoice', async () => {
  await addMovement({ amount: 500, day: addDays(today, -50) })
  await invoice(5)
  await pay('1000.00')
  expect(await booked()).toEqual([])
  await pay('470.00')
  expect(await booked()).toMatchObject([{ credit: '30.00' }])
})

test('money paid before the invoice counts', async () => {
  await pay('1000.00')
  await invoice(0)
  await book()
  expect(await booked()).toMatchObject([{ credit: '30.00' }])
})

test('each invoice of an order has its own days and discount', async () => {
  const [late, early] = [await invoice(30, { amount: 400 }), await invoice(2, { amount: 600 })]
  await pay('1000.00', late, early)
  expect(await booked()).toMatchObject([{ credit: '18.00' }])
})

test('orders without an offer and cancelled ones have none', async () => {
  const [without, cancelled] = [await addOrder(null), await addOrder(offer, true)]
  const debts = [await invoice(1, { order: without }), await invoice(1, { order: cancelled })]
  await pay('2000.00', ...debts)
  expect(await booked()).toEqual([])
})

test('the discount on returned goods is taken back once, whenever the return invoice comes', async () => {
  await pay('1000.00', await invoice(5))
  await invoice(0, { amount: 200, side: 'credit' })
  await book()
  await book()
  expect(await booked()).toMatchObject([
    { credit: '30.00' },
    { kind: 'debit', debit: '6.00', description: 'Erken ödeme iskontosu, iade edilen mal' },
  ])
})

test('the statement names both in the language of its reader', async () => {
  await pay('1000.00', await invoice(15))
  await invoice(0, { amount: 200, side: 'credit' })
  await book()
  const movements = await loadAll(pool, { dealerId: dealerId(), currency: 'TRY', from: null, to: null, q: '' })
  const descriptions = (await translateMovements(pool, 'en', movements)).map(({ description }) => description)
  expect(descriptions).toContain('Early payment discount (1.5% within 20 days)')
  expect(descriptions).toContain('Early payment discount, returned goods')
  expect(await translateMovements(pool, 'tr', movements)).toEqual(movements)
})

test('what several returns take back adds up to the discount, also when they come at different times', async () => {
  // 3 % of 1,001 is 30.03; each half is 15.015.
  await pay('1001.00', await invoice(5, { amount: 1001 }))
  await invoice(0, { amount: 500.5, side: 'credit' })
  await book()
  await invoice(0, { amount: 500.5, side: 'credit' })
  await book()
  expect(await booked()).toMatchObject([{ credit: '30.03' }, { debit: '15.02' }, { debit: '15.01' }])
})

test('invoices in dollars that are posted in lira count by their amounts in lira', async () => {
  await pay('1000.00', await invoice(5, { currency: 'USD', total: 25 }))
  await invoice(0, { amount: 200, side: 'credit', currency: 'USD', total: 5 })
  await book()
  expect(await booked()).toMatchObject([{ credit: '30.00' }, { debit: '6.00' }])
})

test('two payments at the same moment book it once', async () => {
  const debt = await invoice(5)
  await pay('900.00', debt)
  await Promise.all([book(), book(), pay('80.00', debt), book()])
  expect(await booked()).toHaveLength(1)
})
