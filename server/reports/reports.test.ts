import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { getReport } from '#contract/admin/reports.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { decimal, roundMoney } from '#domain/money/money.ts'
import { addBuyer, type Buyer, placeOrder, product } from '#server/orders/test-orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, setStock } from '#testing/store-rows.ts'

type Report = Reply<typeof getReport>
let shop: TestShop
let pool: Pool
let staff: TestVisitor
let buyer: Buyer
let other: Buyer

beforeAll(async () => {
  shop = await openTestShop()
  pool = shop.database.pool
  staff = await shop.signedIn(await addAdmin(pool))
  buyer = await addBuyer(shop)
  other = await addBuyer(shop)
  await pool.execute("UPDATE dealers SET region = 'Ege', representative = 'Deniz Aksoy' WHERE id = $1", [
    buyer.actor.dealer?.id,
  ])
})
beforeEach(async () => {
  await pool.execute('DELETE FROM orders')
  await pool.execute('DELETE FROM product_costs')
})
afterAll(() => shop.close())

const reportOf = async (name: string, query = '') => {
  const { status, body } = await staff.send('GET', `/yonetim/reports/${name}?${query}`)
  expect(status).toBe(200)
  return body as Report
}

/** The rows of a report as objects by column. */
const rowsOf = ({ columns, items }: Report) =>
  items.map(({ name, code, cells }) => ({
    name,
    code,
    ...Object.fromEntries(columns.map((column, at) => [column.name, cells[at]])),
  }))
const sumsOf = ({ columns, sums }: Report) => Object.fromEntries(columns.map(({ name }, at) => [name, sums[at]]))

/** An order of one line that was placed at this moment in Turkey; the amount before tax in the order's currency. */
async function sold(
  moment: string,
  amount: number,
  { who = buyer, goods, quantity = 1, currency = 'TRY', rates = {} }: Sold = {},
): Promise<number> {
  const item = goods ?? (await product(shop, { stock: 1000 }))
  const { id } = await placeOrder(shop, who, { [item.unitId]: quantity })
  await pool.execute(
    `UPDATE orders SET created_at = $2::timestamptz, currency = $3, rates = $4, total_try = $5 WHERE id = $1`,
    [id, `${moment}+03`, currency, JSON.stringify(rates), amount * 1.2 * Number(rates[currency] ?? 1)],
  )
  await pool.execute('UPDATE order_lines SET amount = $2 WHERE order_id = $1', [id, amount])
  return id
}
type Sold = {
  who?: Buyer
  goods?: Awaited<ReturnType<typeof product>>
  quantity?: number
  currency?: string
  rates?: Record<string, string>
}

describe('sales', () => {
  test('by day adds up lira before tax by the rates of each order, with days that have none', async () => {
    await sold('2031-05-01 00:00:00', 100)
    await sold('2031-05-03 23:59:59', 10, { currency: 'USD', rates: { USD: '40' } })
    await sold('2031-05-04 00:00:00', 999)
    const cancelled = await sold('2031-05-02 12:00:00', 5000)
    await pool.execute("UPDATE orders SET state = 'cancelled', is_cancel = true, cancelled_at = now() WHERE id = $1", [
      cancelled,
    ])
    const report = await reportOf('sales', 'range=custom&from=2031-05-01&to=2031-05-03')
    expect(rowsOf(report)).toMatchObject([
      { name: '2031-05-03', net: 400, orders: 1, total: 480 },
      { name: '2031-05-02', net: 0, orders: 0, total: 0 },
      { name: '2031-05-01', net: 100, orders: 1, total: 120 },
    ])
    expect(sumsOf(report)).toMatchObject({ net: 500, orders: 2, total: 600 })
    expect(report.chart.map(({ key, value }) => [key, value])).toEqual([
      ['2031-05-01', 100],
      ['2031-05-02', 0],
      ['2031-05-03', 400],
    ])
    const orders = (await staff.send('GET', '/yonetim/orders?from=2031-05-01&to=2031-05-03')).body
    expect(orders).toMatchObject({ totalTry: sumsOf(report)['total'] })
  })

  test('leaves out what was cancelled and returned, in amount and quantity', async () => {
    const goods = await product(shop, { stock: 1000 })
    const id = await sold('2031-06-01 12:00:00', 80, { goods, quantity: 10 })
    // Of ten, two were cancelled, eight shipped at 10 each, and three of those returned.
    await pool.execute(
      'UPDATE order_lines SET cancelled = 2, confirmed = 8, shipped = 8, returned = 3 WHERE order_id = $1',
      [id],
    )
    const report = await reportOf('sales', 'by=product&from=2031-06-01&to=2031-06-01')
    expect(rowsOf(report)).toMatchObject([{ code: goods.code, net: 50, returned: 30, quantity: 5 }])
  })

  test('groups by dealer, region, representative, brand and category, and narrows by each', async () => {
    const [brand, parent, child] = await addLabels()
    const goods = await product(shop, { stock: 1000 })
    await pool.execute('UPDATE products SET brand_id = $2, category_id = $3 WHERE id = $1', [goods.id, brand, child])
    await sold('2031-07-01 10:00:00', 60, { goods })
    await pool.execute("UPDATE order_lines SET brand = 'Çelikel'")
    await sold('2031-07-01 11:00:00', 7, { who: other })
    const of = (by: string, more = '') => reportOf('sales', `by=${by}&from=2031-07-01&to=2031-07-01${more}`)
    const figures = async (by: string, more?: string) =>
      rowsOf(await of(by, more)).map((row) => [row.name, (row as { net?: number }).net])
    expect(await figures('dealer')).toEqual([
      [buyer.actor.dealer?.name, 60],
      [other.actor.dealer?.name, 7],
    ])
    expect(await figures('region')).toEqual([
      ['Ege', 60],
      ['', 7],
    ])
    expect(await figures('representative')).toEqual([
      ['Deniz Aksoy', 60],
      ['', 7],
    ])
    // The user who works for a dealer counts, and not the text from the ERP.
    const { userId, name } = await addAdmin(pool)
    for (const { actor } of [buyer, other])
      await pool.execute('INSERT INTO representative_dealers (dealer_id, user_id) VALUES ($1, $2)', [
        actor.dealer?.id,
        userId,
      ])
    expect(await figures('representative')).toEqual([[name, 67]])
    await pool.execute('DELETE FROM representative_dealers WHERE user_id = $1', [userId])
    expect(await figures('brand')).toEqual([
      ['Çelikel', 60],
      ['', 7],
    ])
    expect(await figures('category')).toEqual([
      ['El aletleri › Çekiçler', 60],
      ['', 7],
    ])
    const filters = ['brand=ÇELİK', 'category=el aletleri', 'region=ege', `product=${goods.code.toLowerCase()}`]
    const narrowed = await Promise.all(filters.map((filter) => figures('dealer', `&${filter}`)))
    expect(narrowed).toEqual(filters.map(() => [[buyer.actor.dealer?.name, 60]]))
    expect(await figures('brand', `&dealer=${other.actor.dealer?.code}`)).toEqual([['', 7]])
    // Part of an order has no total with tax.
    expect((await of('dealer', '&brand=çelikel')).columns.map(({ name }) => name)).not.toContain('total')
    expect(parent).toBeGreaterThan(0)
  })

  test('shows the margin of the products whose cost is known, by the rates of the order', async () => {
    const costed = await product(shop, { stock: 1000 })
    await pool.execute("INSERT INTO product_costs (product_id, cost, currency) VALUES ($1, 1.5, 'USD')", [costed.id])
    await sold('2031-08-01 10:00:00', 100, { goods: costed, rates: { USD: '40' } })
    await sold('2031-08-01 11:00:00', 30)
    const report = await reportOf('sales', 'from=2031-08-01&to=2031-08-01')
    expect(rowsOf(report)).toMatchObject([{ net: 130, margin: 40, marginRate: 40, uncosted: 30 }])
    expect(sumsOf(report)).toMatchObject({ margin: 40, marginRate: 40, uncosted: 30 })
  })

  test('without any cost there is no margin, and invalid filters give the default', async () => {
    await sold('2031-08-05 10:00:00', 30)
    const report = await reportOf('sales', 'from=2031-08-05&to=2031-08-05')
    expect(report.columns.map(({ name }) => name)).toEqual(['net', 'orders', 'returned', 'total'])
    const odd = await reportOf('sales', 'by=x&range=soon&from=31.02.2031&sort=--drop&page=0&limit=-1')
    expect(odd).toMatchObject({ by: 'day', range: 'month', sort: '-name', page: 1 })
    expect((await staff.send('GET', '/yonetim/reports/x')).status).toBe(404)
  })
})

async function addLabels(): Promise<[number, number, number]> {
  const id = async (sql: string, params: unknown[]) => (await pool.one<{ id: number }>(sql, params))?.id ?? 0
  const brand = await id("INSERT INTO brands (code, name, slug) VALUES ('CEL', 'Çelikel', 'celikel') RETURNING id", [])
  const insert = 'INSERT INTO categories (parent_id, name, slug) VALUES ($1, $2, $3) RETURNING id'
  const parent = await id(insert, [null, 'El aletleri', 'el-aletleri'])
  return [brand, parent, await id(insert, [parent, 'Çekiçler', 'cekicler'])]
}

describe('lost demand', () => {
  test('is what did not fit into carts, who waits, and what was not found when picking', async () => {
    await shop.setSetting('cartStockControl', '0')
    const goods = await product(shop, { stock: 4 })
    const price = await pool.one<{ price_try: string }>(
      'SELECT price_try FROM product_sort_prices WHERE product_id = $1',
      [goods.id],
    )
    const add = (who: TestVisitor, quantity: number) =>
      who.send('POST', `/api/catalog/cart/${goods.id}`, { body: { quantity, productValue: goods.unitId } })
    expect((await add(buyer, 10)).status).toBe(409)
    // The same user again: the largest of the day counts.
    expect((await add(buyer, 7)).status).toBe(409)
    expect((await add(other, 5)).status).toBe(409)
    await setStock(pool, goods.id, 0)
    expect(
      (await other.send('POST', '/api/catalog/stock-watches', { body: { productId: goods.id, isWatched: true } }))
        .status,
    ).toBe(200)
    const row = rowsOf(await reportOf('lost', `range=today&product=${goods.code}`))
    expect(row).toMatchObject([
      {
        code: goods.code,
        dealers: 2,
        missing: 7,
        watchers: 1,
        unpicked: 0,
        value: roundMoney(decimal(price?.price_try ?? 0).times(8)).toNumber(),
      },
    ])
  })

  test('counts searches without a find at the average line', async () => {
    await sold('2031-09-01 10:00:00', 50)
    await sold('2031-09-01 11:00:00', 150)
    await pool.execute(
      `INSERT INTO searches (user_id, query, folded, result_count, created_at)
       SELECT $1, 'Zımbırtı', 'zimbirti', n, '2031-09-01 12:00+03'::timestamptz + n * interval '1 hour' FROM unnest(ARRAY[0, 0, 5]) AS n`,
      [buyer.actor.userId],
    )
    const report = await reportOf('lost', 'by=search&from=2031-09-01&to=2031-09-01')
    // Two searches of one user on one day are one wish.
    expect(rowsOf(report)).toMatchObject([{ name: 'Zımbırtı', searches: 2, users: 1, value: 100 }])
  })
})

describe('stock', () => {
  test('tells dead from slow stock by what was sold in the period', async () => {
    const [dead, slow, quick] = [
      await product(shop, { stock: 40 }),
      await product(shop, { stock: 900 }),
      await product(shop, { stock: 90 }),
    ]
    await sold('2031-10-10 10:00:00', 1, { goods: slow, quantity: 10 })
    await sold('2031-10-10 10:00:00', 1, { goods: quick, quantity: 50 })
    await pool.execute("INSERT INTO product_costs (product_id, cost, currency) VALUES ($1, 2.5, 'TRY')", [dead.id])
    const of = async (by: string) => {
      const rows = rowsOf(await reportOf('stock', `by=${by}&from=2031-10-01&to=2031-10-30&limit=100`))
      return rows.filter(({ code }) => [dead, slow, quick].some((goods) => goods.code === code))
    }
    expect(await of('dead')).toMatchObject([
      { code: dead.code, stock: 40, sold: 0, cover: null, value: 100, lastSold: null },
    ])
    // 890 left; 10 sold in 30 days.
    expect(await of('slow')).toMatchObject([
      { code: slow.code, stock: 890, sold: 10, cover: 2670, lastSold: '2031-10-10' },
    ])
    expect(await of('all')).toHaveLength(3)
  })
})

describe('ageing of debts', () => {
  test('shows what each dealer owes by days overdue, in lira', async () => {
    const dealerId = buyer.actor.dealer?.id
    const debit = (days: number, amount: number, currency = 'TRY') =>
      pool.execute(
        `INSERT INTO account_movements (dealer_id, posted_on, due_on, kind, debit, unpaid, currency, reference)
         VALUES ($1, current_date - 200, (now() AT TIME ZONE 'Europe/Istanbul')::date - $2::integer, 'invoice', $3, $3, $4, $5)`,
        [dealerId, days, amount, currency, `R${days}${currency}`],
      )
    await debit(-5, 10)
    await debit(30, 20)
    await debit(31, 40)
    await debit(91, 80)
    await pool.execute(
      `INSERT INTO dealer_balances (dealer_id, currency, balance, as_of) VALUES ($1, 'TRY', 150, current_date)`,
      [dealerId],
    )
    const report = await reportOf('ageing', `dealer=${buyer.actor.dealer?.code}`)
    expect(rowsOf(report)).toMatchObject([
      { balance: 150, overdue: 140, notDue: 10, days30: 20, days60: 40, days90: 0, older: 80, late: 91 },
    ])
    expect(rowsOf(await reportOf('ageing', 'by=region&region=ege'))).toMatchObject([{ name: 'Ege', overdue: 140 }])
    expect(rowsOf(await reportOf('ageing', 'by=representative'))).toMatchObject([{ name: 'Deniz Aksoy', older: 80 }])
  })
})
