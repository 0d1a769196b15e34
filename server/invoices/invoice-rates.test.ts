import { describe, expect, test } from 'vitest'
import type { Invoice } from '#contract/shop/invoices.ts'
import { addDays } from '#domain/text/calendar-day.ts'
import { codeOf } from '#testing/shop.ts'
import { addProduct, fillCart } from '#testing/store-rows.ts'
import { actor, addInvoice, admin, dealer, dealerId, pool, today, useTestInvoices } from './test-invoices.ts'

useTestInvoices()

/** The rate of the dollar on a day, from a bulletin. */
async function bulletin(day: string, rate: string): Promise<void> {
  await pool.execute(
    `INSERT INTO exchange_rates (currency_id, rate, source, valid_from)
     SELECT id, $2, 'tcmb', ($1::date + time '15:30') AT TIME ZONE 'Europe/Istanbul' FROM currencies WHERE code = 'USD'
     ON CONFLICT (currency_id, valid_from) DO UPDATE SET rate = excluded.rate, source = excluded.source`,
    [day, rate],
  )
}

async function agreeOnInvoiceDay(): Promise<void> {
  await pool.execute("UPDATE dealers SET rate_policy = 'invoice_day' WHERE id = $1", [dealerId()])
  await pool.execute('DELETE FROM exchange_rates')
  await pool.execute("UPDATE currencies SET exchange_rate = 40 WHERE code = 'USD'")
}

const movementRows = () =>
  pool.query<{ debit: string; currency: string; description: string }>(
    'SELECT debit, currency, description FROM account_movements WHERE dealer_id = $1 ORDER BY id',
    [dealerId()],
  )
const open = async (id: number) => (await dealer.send('GET', `/api/account/invoices/${id}`)).body as Invoice

describe('an invoice in dollars of a dealer with the rate of the invoice day', () => {
  test('is posted in lira at the last rate of its day or before, which the account states', async () => {
    await agreeOnInvoiceDay()
    const day = addDays(today, -10)
    await bulletin(addDays(day, -1), '41.2345')
    await bulletin(addDays(day, 1), '50')
    const { id } = await addInvoice({ currency: 'USD', rate: '43.1', day }, '1')
    const [movement] = await movementRows()
    // 2.400 dollars.
    expect([movement?.debit, movement?.currency]).toEqual(['98962.80', 'TRY'])
    const shown = addDays(day, -1).split('-').toReversed().join('.')
    expect(movement?.description).toBe(`Satış faturası · $2.400,00 · 1 USD = 41,2345 TL (TCMB, ${shown})`)
    expect(await open(id)).toMatchObject({
      currency: 'USD',
      openAmount: 98962.8,
      openCurrency: 'TRY',
      rateNotes: [{ currency: 'USD', rate: '41.2345', source: 'tcmb', day: addDays(day, -1) }],
    })
  })

  test('is refused without a rate of its day, and posted once there is one', async () => {
    await agreeOnInvoiceDay()
    const { id } = await addInvoice({ currency: 'USD', rate: '43.1' })
    const refused = await admin.send('POST', `/yonetim/invoices/${id}/post`)
    expect([refused.status, codeOf(refused)]).toEqual([409, 'invoice_rate_missing'])
    expect(await movementRows()).toEqual([])
    // A bulletin that is too old is none.
    await bulletin(addDays(today, -60), '38')
    expect(codeOf(await admin.send('POST', `/yonetim/invoices/${id}/post`))).toBe('invoice_rate_missing')
    await bulletin(addDays(today, -10), '41')
    expect((await admin.send('POST', `/yonetim/invoices/${id}/post`)).status).toBe(200)
    expect((await movementRows())[0]?.debit).toBe('98400.00')
    // The rate of an invoice that was converted stays.
    await bulletin(addDays(today, -10), '60')
    expect((await open(id)).rateNotes).toMatchObject([{ rate: '41' }])
  })
})

test('the order of an invoice is converted at the rate of its day, also when it is linked later', async () => {
  await agreeOnInvoiceDay()
  await bulletin(addDays(today, -10), '42')
  const cable = await addProduct(pool, { stock: 10, price: 10, currency: 'USD', taxRate: 20 })
  const lamp = await addProduct(pool, { stock: 10, price: 100, taxRate: 20 })
  await fillCart(pool, actor, [
    { unitId: cable.unitId, quantity: 2 },
    { unitId: lamp.unitId, quantity: 1 },
  ])
  const placed = await dealer.send('POST', '/api/catalog/cart', { body: {} })
  const { orderNo } = placed.body as { orderNo: string }
  const order = await pool.one<{ rate_policy: string; total: string; usd: string }>(
    "SELECT rate_policy, total, rates ->> 'USD' AS usd FROM orders WHERE order_no = $1",
    [orderNo],
  )
  expect(order).toEqual({
    rate_policy: 'invoice_day',
    total: ((20 * Number(order?.usd) + 100) * 1.2).toFixed(2),
    usd: order?.usd,
  })
  const { id } = await addInvoice()
  expect((await open(id)).orderAtInvoice).toBeNull()
  expect((await admin.send('PATCH', `/yonetim/invoices/${id}`, { body: { orderNo } })).status).toBe(200)
  const invoice = await open(id)
  // 20 dollars at 42 and 100 lira, plus 20 %.
  expect(invoice.orderAtInvoice).toEqual({ orderNo, currency: 'TRY', preliminary: Number(order?.total), total: 1128 })
  expect(invoice.rateNotes).toMatchObject([{ currency: 'USD', rate: '42' }])
})

test('an order whose rate was final stays as it is', async () => {
  await pool.execute("UPDATE dealers SET rate_policy = 'order_day' WHERE id = $1", [dealerId()])
  await bulletin(addDays(today, -10), '42')
  const { id } = await addInvoice({ currency: 'USD', rate: '43.1' })
  expect(codeOf(await admin.send('POST', `/yonetim/invoices/${id}/post`))).toBe('invoice_currency_unposted')
  expect((await open(id)).orderAtInvoice).toBeNull()
})
