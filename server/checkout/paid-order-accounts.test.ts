import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Locale } from '#contract/core/visitor.ts'
import type { Statement } from '#contract/shop/statement.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { importBalances, importMovements, loadFigures, registerStatement } from '#server/statement/statement.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { Calls } from '#server/visitor/visitor.ts'
import { addColleague } from '#testing/store-rows.ts'
import { actor, fill, order, pool, product, set, store, useTestCheckout } from './test-checkout.ts'
import { driver, paid, started, usePaidCarts } from './test-paid-carts.ts'

useTestCheckout()
usePaidCarts()

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const today = dayInTurkey(new Date())
const dealer = () => actor.dealer ?? expect.fail('a dealer')
const movements = () =>
  pool.query(
    `SELECT kind, debit, credit, unpaid, currency, document_no, description, reference FROM account_movements
      WHERE dealer_id = $1 ORDER BY id`,
    [dealer().id],
  )
const balance = async () => (await loadFigures(pool, dealer().id, today))[0]?.balance ?? 0

async function bring(what: typeof importMovements, text: string) {
  const path = join(folder.path, 'dosya')
  await writeFile(path, text)
  const result = await what(pool, { file: { path, name: 'dosya' }, today, dryRun: false })
  if (!result.ok) throw new Error(JSON.stringify(result))
  const { added, changed, unchanged, issues } = result.summary
  return { added, changed, unchanged, issues }
}
/** Rows of the dealer: reference, document number, kind, debit, credit. */
const bringMovements = (...rows: string[]) =>
  bring(
    importMovements,
    `Cari Kodu;Tarih;Referans;Belge No;Tür;Borç;Alacak\n${rows.map((row) => `${dealer().code};${today};${row}`).join('\n')}\n`,
  )
const bringBalance = (amount: number) => bring(importBalances, `Cari Kodu;Bakiye\n${dealer().code};${amount}\n`)

type Paid = Awaited<ReturnType<typeof payOrder>>

/** Pays an order of 240 by card. */
async function payOrder() {
  const { unitId } = await product({ price: 100, taxRate: 20 })
  await fill({ [unitId]: 2 })
  const { payment, order: made } = await paid()
  const row = await pool.one<{ reference: string }>('SELECT reference FROM payments WHERE id = $1', [payment.id])
  return { id: payment.id, orderId: made.id, orderNo: made.orderNo, reference: row?.reference ?? '' }
}

describe('the account entry of an order paid by card', () => {
  test('is a credit with the payment’s reference and the order number; the ERP’s invoice is the debit', async () => {
    const { orderNo, reference } = await payOrder()
    expect(await movements()).toEqual([
      {
        kind: 'payment',
        debit: '0.00',
        credit: '240.00',
        unpaid: '0.00',
        currency: 'TRY',
        document_no: reference,
        description: `Kartla ödeme, sipariş ${orderNo}`,
        reference: `KART-${reference}`,
      },
    ])
    expect(await balance()).toBe(-240)
    await bringMovements(`ERP-1;FTR1;Fatura;240;`)
    expect(await balance()).toBe(0)
    expect(await movements()).toMatchObject([{}, { debit: '240.00', unpaid: '0.00' }])
  })

  test('is shown in English to a user who reads English, with its refund', async () => {
    const { id, orderNo } = await payOrder()
    await driver.refund(id, '40.00')
    const calls = new Calls()
    registerStatement(calls, { pool, store })
    const call = calls.find('GET', '/api/account/statement') ?? expect.fail('the statement')
    const shown = async (locale: Locale) => {
      const { body } = (await call.run({ query: {} }, testContext({ actor, locale }))) as { body: Statement }
      return body.items.map(({ description }) => description).toSorted()
    }
    expect(await shown('en')).toEqual([`Card payment, order ${orderNo}`, `Refund of a card payment, order ${orderNo}`])
    expect(await shown('tr')).toEqual([`Kart ödemesi iadesi, sipariş ${orderNo}`, `Kartla ödeme, sipariş ${orderNo}`])
  })

  test('is reversed by refunds, whole and in parts, also when the ERP has the order', async () => {
    const { id, orderId, orderNo, reference } = await payOrder()
    await driver.refund(id, '40.00')
    expect(await balance()).toBe(-200)
    await pool.execute('UPDATE orders SET sent_to_erp_at = now() WHERE id = $1', [orderId])
    await driver.refund(id, '200.00')
    expect(await balance()).toBe(0)
    const refund = { kind: 'debit', document_no: reference, description: `Kart ödemesi iadesi, sipariş ${orderNo}` }
    expect((await movements()).slice(1)).toMatchObject([
      { debit: '40.00', ...refund },
      { debit: '200.00', ...refund },
    ])
  })

  test.each([
    ['its reference', (paid: Paid) => `KART-${paid.reference};;Tahsilat;;240`],
    ['its reference and another amount', (paid: Paid) => `KART-${paid.reference};;Tahsilat;;235,20`],
    ['the payment’s reference', (paid: Paid) => `${paid.reference};;;;240`],
    ['the payment’s reference as document number', (paid: Paid) => `ERP-9;${paid.reference};;;240`],
    ['the order number as document number', (paid: Paid) => `ERP-9;${paid.orderNo};Tahsilat;;240`],
    ['the order number', (paid: Paid) => `${paid.orderNo};TH-1;Kredi Kartı;;240`],
  ])('is not doubled or changed by an import with %s', async (_, rowOf) => {
    const paidOrder = await payOrder()
    const before = await movements()
    for (let time = 0; time < 2; time += 1) {
      expect(await bringMovements(rowOf(paidOrder))).toEqual({ added: 0, changed: 0, unchanged: 1, issues: [] })
      expect(await movements()).toEqual(before)
    }
    expect(await balance()).toBe(-240)
  })

  test.each([
    ['an invoice', 'Fatura;240;', 0],
    ['a debit without a kind', ';240;', 0],
    ['a returned invoice', 'İade Faturası;;240', -480],
    ['a payment of another amount', 'Tahsilat;;100', -340],
  ])('%s with the order number is imported', async (_, row, expected) => {
    const { orderNo } = await payOrder()
    expect(await bringMovements(`ERP-9;${orderNo};${row}`)).toMatchObject({ added: 1 })
    expect(await balance()).toBe(expected)
  })

  test('a refund is not doubled by an import either', async () => {
    const { id, reference } = await payOrder()
    await driver.refund(id, '40.00')
    expect(await bringMovements(`ERP-8;${reference};;40;`)).toMatchObject({ added: 0, unchanged: 1 })
    expect(await balance()).toBe(-200)
  })

  test('money that is returned because the order was placed on account makes no entry', async () => {
    const { unitId } = await product()
    await fill({ [unitId]: 1 })
    const payment = await started()
    expect(await order()).toMatchObject({ ok: true })
    expect(await driver.capture(payment.id)).toMatchObject({ kind: 'return' })
    expect(await movements()).toEqual([])
  })

  test('a payment captured by an earlier version has none, and its refund makes none', async () => {
    const { id } = await payOrder()
    await pool.execute('UPDATE payments SET movement_id = NULL WHERE id = $1', [id])
    await pool.execute('DELETE FROM account_movements WHERE dealer_id = $1', [dealer().id])
    expect(await driver.refund(id, '240.00')).toBeNull()
    expect(await movements()).toEqual([])
    await pool.execute("UPDATE payments SET state = 'voided', order_id = NULL WHERE id = $1", [id])
  })

  test('figures that the ERP gave contain neither the order nor its payment until it gives them again', async () => {
    await bringBalance(5_000)
    const { id } = await payOrder()
    expect(await balance()).toBe(5_000)
    await driver.refund(id, '240.00')
    expect(await balance()).toBe(5_000)
    expect(await movements()).toMatchObject([{ credit: '240.00' }, { debit: '240.00' }])
  })
})

describe('the limit of a dealer that pays orders by card, in the second mode', () => {
  /** The largest order on account that would pass, of at most 1,000. */
  async function available(): Promise<number> {
    const { unitId } = await product({ price: 100_000, taxRate: 0 })
    await fill({ [unitId]: 1 })
    const answer = await order()
    await pool.execute('DELETE FROM cart_lines WHERE unit_id = $1', [unitId])
    return Number(answer.ok ? expect.fail('over the limit') : answer.facts?.['largest'])
  }
  async function limitTo(limit: number): Promise<void> {
    await set('b2b_risk_limit_islem', '1')
    await pool.execute("UPDATE dealers SET risk_limit = $2, risk_mode = 'balance' WHERE id = $1", [dealer().id, limit])
  }
  const handOver = () =>
    pool.execute('UPDATE orders SET sent_to_erp_at = now() WHERE dealer_id = $1 AND sent_to_erp_at IS NULL', [
      dealer().id,
    ])

  test('is the same before the payment, after it, at the ERP and after the invoice', async () => {
    await limitTo(1_000)
    await bringMovements('ERP-0;F0;Fatura;400;')
    expect(await available()).toBe(600)
    await payOrder()
    expect(await available()).toBe(600)
    await handOver()
    expect(await available()).toBe(600)
    await bringMovements('ERP-1;F1;Fatura;240;')
    expect(await available()).toBe(600)
  })

  test('does not grow in a store whose ERP sends no movements', async () => {
    await limitTo(1_000)
    for (let times = 0; times < 3; times += 1) {
      await payOrder()
      await handOver()
    }
    expect(await balance()).toBe(-720)
    expect(await available()).toBe(1_000)
  })

  test('is the same with figures that the ERP gave, before and after it gives them again', async () => {
    await limitTo(1_000)
    await bringBalance(300)
    expect(await available()).toBe(700)
    await payOrder()
    expect(await available()).toBe(700)
    await bringBalance(300)
    expect(await available()).toBe(700)
  })

  test('counts what a partial refund leaves to be invoiced', async () => {
    await limitTo(1_000)
    const { id } = await payOrder()
    await driver.refund(id, '100.00')
    expect(await available()).toBe(900)
    await driver.refund(id, '140.00')
    expect(await available()).toBe(1_000)
  })
})

test('captures and orders on account of one dealer and product do not deadlock', async () => {
  await set('b2b_risk_limit_islem', '1')
  await pool.execute("UPDATE dealers SET risk_limit = 1000000, risk_mode = 'balance' WHERE id = $1", [dealer().id])
  const { unitId } = await product({ price: 10, stock: 1_000 })
  const users = await Promise.all(Array.from({ length: 16 }, () => addColleague(pool, dealer())))
  for (const who of users) await fill({ [unitId]: 1 }, who)
  const payments = await Promise.all(users.slice(0, 8).map((who) => started({ who })))
  // Late money: the stock was released, so that each capture locks it again.
  for (const { id } of payments) await driver.end(id, 'expired')
  const outcomes = await Promise.all([
    ...payments.map(({ id }) => driver.capture(id)),
    ...users.slice(8).map((who) => order(who)),
  ])
  expect(outcomes.slice(0, 8).every((settled) => 'kind' in settled && settled.kind === 'order')).toBe(true)
  expect(outcomes.slice(8).every((answer) => 'ok' in answer && answer.ok)).toBe(true)
  expect(await movements()).toHaveLength(8)
})
