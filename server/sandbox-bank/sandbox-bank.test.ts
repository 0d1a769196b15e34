import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ledger } from './ledger.ts'
import { card, form, openTestBank, type TestBank, valueOf } from './test-merchant.ts'
import { payAtBank } from './test-payer.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

test('closing the shop does not wait for a silent bank', async () => {
  const silent = await openTestBank({ slow: 600_000, silent: 600_000 })
  const back = await payAtBank(silent.app, form({ pan: card('1202') }))
  const pending = silent.provision(back).catch(() => 'cut')
  await expect.poll(async () => (await silent.orderOf(valueOf(back, 'oid') ?? ''))?.balance).toBe('100.25')
  await silent.close()
  expect(await pending).toBe('cut')
})

test('the bank stores no card number and no security code', async () => {
  const step = form({ cv2: '739' })
  const number = step.fields.find(([name]) => name === 'pan')?.[1] ?? ''
  await bank.provision(await payAtBank(bank.app, step))
  for (const table of ['sandbox_sessions', 'sandbox_transactions']) {
    const rows = await bank.pool.query<{ text: string }>(`SELECT t::text AS text FROM ${table} t`)
    const text = rows.map((row) => row.text).join('\n')
    expect(text).toContain('499990******0000')
    expect(text).not.toContain(number)
    expect(text).not.toMatch(/cv2|Ecom_Payment/i)
  }
})

test('the page of the bank’s books shows the right sums', async () => {
  const page = (await bank.app.inject('/sandbox-bank?lang=en')).body
  expect(page).toContain('Books of the sandbox bank')
  const { orders, sums } = (await bank.app.inject('/sandbox-bank/ledger')).json<Ledger>()
  const sum = (key: 'captured' | 'refunded' | 'balance') =>
    orders.reduce((total, order) => total + Math.round(Number(order[key]) * 100), 0)
  expect(sums.map(({ currency }) => currency)).toEqual(['TRY'])
  const [lira] = sums
  expect([lira?.captured, lira?.returned, lira?.balance].map((each) => Math.round(Number(each) * 100))).toEqual([
    sum('captured'),
    sum('refunded'),
    sum('balance'),
  ])
})
