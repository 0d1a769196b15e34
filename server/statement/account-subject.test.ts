import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { addAdmin, addColleague } from '#testing/store-rows.ts'
import { temporaryFolder } from '#server/platform/db/embedded/test-process.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { paymentSubjects } from '#server/shop/payment-subjects.ts'
import { loadFigures } from './figures.ts'
import { importBalances } from '#server/statement/import/import-balances.ts'
import { importMovements } from '#server/statement/import/import-movements.ts'
import { postMovement } from './post-movement.ts'
import { recalculateBalances } from './recalculate-balances.ts'
import {
  actor,
  dealerId,
  driver,
  moment,
  pay,
  pool,
  start,
  store,
  today,
  usePaidAccounts,
  withFee,
} from './test-paid-accounts.ts'

usePaidAccounts()

let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(() => folder.remove())

const figures = async () => (await loadFigures(pool, dealerId(), dayInTurkey(moment)))[0]
const movements = () =>
  pool.query(
    'SELECT kind, debit, credit, unpaid, currency, posted_on FROM account_movements WHERE dealer_id = $1 ORDER BY id',
    [dealerId()],
  )

async function bringFile(what: typeof importMovements, text: string) {
  const path = join(folder.path, 'dosya')
  await writeFile(path, text)
  const result = await what(pool, { file: { path, name: 'dosya' }, today, dryRun: false })
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result
}
const bring = (rows: string) => bringFile(importMovements, `Cari Kodu;Tarih;Vade;Referans;Borç;Alacak\n${rows}`)
const bringBalance = (row: string) => bringFile(importBalances, `Cari Kodu;Bakiye;Vadesi Geçen;Gecikme Günü\n${row}`)

describe('the amount of a payment on account', () => {
  test.each([
    ['1.234,56', '1234.56'],
    ['1,234.56', '1234.56'],
    ['1234,5', '1234.50'],
    ['₺ 1.234', '1234.00'],
    ['0,01', '0.01'],
    ['9999999999,99', '9999999999.99'],
  ])('accepts %s as %s', async (typed, amount) => {
    expect(await start(typed)).toMatchObject({ ok: true, amount, intent: `account:${actor.userId}` })
  })

  test.each([
    [null, 'amount_missing'],
    ['', 'amount_missing'],
    ['  ', 'amount_missing'],
    ['0', 'amount_missing'],
    ['0,00', 'amount_missing'],
    ['-5', 'amount_invalid'],
    ['beş', 'amount_invalid'],
    ['1e3', 'amount_invalid'],
    ['0,001', 'amount_invalid'],
    ['10000000000', 'amount_invalid'],
    ['NaN', 'amount_invalid'],
  ])('rejects %s: %s', async (typed, code) => {
    expect(await start(typed)).toEqual({ ok: false, code })
  })

  test('is accepted from all users of a dealer, also without the right to order', async () => {
    const colleague = await addColleague(pool, actor.dealer as NonNullable<Actor['dealer']>, {
      canOrder: false,
    })
    expect(await start('10', null)).toMatchObject({ code: 'not_signed_in' })
    expect(await start('10', colleague)).toMatchObject({ ok: true })
    expect(await start('10', await addAdmin(pool))).toMatchObject({ code: 'admin_not_allowed' })
    expect(await start('10', actor, 'x'.repeat(501))).toMatchObject({ code: 'note_too_long' })
  })
})

describe('a captured payment on account', () => {
  test('is one credit, which pays the oldest due debits first', async () => {
    const code = actor.dealer?.code
    await bring(`${code};01.09.2026;01.10.2026;F1;100;\n${code};01.10.2026;15.10.2026;F2;200;\n`)
    await pay('250')
    expect(await movements()).toMatchObject([
      { debit: '100.00', unpaid: '0.00' },
      { debit: '200.00', unpaid: '50.00' },
      { kind: 'payment', credit: '250.00', currency: 'TRY', posted_on: today },
    ])
    expect(await figures()).toMatchObject({ balance: 50, overdueBalance: 50, ageing: { days60: 50 } })
    const dealer = await pool.one('SELECT balance, overdue_balance FROM dealers WHERE id = $1', [dealerId()])
    expect(dealer).toEqual({ balance: '50.00', overdue_balance: '50.00' })
  })

  test('credits the amount without the fee', async () => {
    await pay('1000', withFee)
    expect(await movements()).toMatchObject([{ credit: '1000.00' }])
  })

  test('is not doubled by an import with the same movement', async () => {
    const id = await pay('250')
    const row = await pool.one<{ reference: string }>('SELECT reference FROM payments WHERE id = $1', [id])
    const result = await bring(`${actor.dealer?.code};21.11.2026;;KART-${row?.reference};;250\n`)
    expect(result).toMatchObject({ ok: true, summary: { added: 0 } })
    expect(await figures()).toMatchObject({ balance: -250 })
    expect(await figures()).not.toHaveProperty('balanceDay')
  })

  test('lowers balances given by the ERP until the ERP gives them again', async () => {
    const code = actor.dealer?.code
    await bringBalance(`${code};5000;1200;30\n`)
    await pay('1000')
    expect(await figures()).toMatchObject({ balance: 4000, overdueBalance: 200, overdueBalanceExpiryDay: 30 })
    expect(await figures()).toHaveProperty('balanceDay', dayInTurkey(moment))
    await pay('300')
    expect(await figures()).toMatchObject({ balance: 3700, overdueBalance: 0, overdueBalanceExpiryDay: 0 })
    await bringBalance(`${code};3600;0;\n`)
    expect(await figures()).toMatchObject({ balance: 3600, overdueBalance: 0 })
  })

  test('is counted once if the ERP imported it first', async () => {
    const code = actor.dealer?.code
    await bringBalance(`${code};5000;1200;30\n`)
    const started = await start('1000')
    if (!started.ok) throw new Error(started.code)
    const row = await pool.one<{ reference: string }>('SELECT reference FROM payments WHERE id = $1', [started.id])
    await bring(`${code};21.11.2026;;KART-${row?.reference};;1000\n`)
    await driver.confirm(started.id)
    expect(await driver.capture(started.id)).toMatchObject({ kind: 'movement' })
    expect(await movements()).toMatchObject([{ credit: '1000.00' }])
    expect(await figures()).toMatchObject({ balance: 5000, overdueBalance: 1200 })
  })

  test('lowers figures entered by hand; imported movements replace them', async () => {
    await pool.execute(
      "UPDATE dealers SET balance = 900, overdue_balance = 400, overdue_since = '2026-11-01' WHERE id = $1",
      [dealerId()],
    )
    await pay('500')
    expect(await figures()).toMatchObject({ balance: 400, overdueBalance: 0 })
    await pay('400')
    await pay('1')
    expect(await figures()).toMatchObject({ balance: -1 })
    await bring(`${actor.dealer?.code};01.09.2026;;F1;1000;\n`)
    expect(await figures()).toMatchObject({ balance: 99 })
  })

  test.each(['payment', 'import'] as const)(
    'concurrent with an import, the %s first: both are included',
    async (first) => {
      const code = actor.dealer?.code
      await bring(`${code};01.09.2026;01.10.2026;F1;1000;\n`)
      const posted = { dealerId: dealerId(), day: today, kind: 'payment' as const, debit: '0', credit: '100' }
      const names = { documentNo: 'X', description: '', reference: 'X' }
      const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
      const invoice = `INSERT INTO account_movements (dealer_id, posted_on, kind, debit, currency, reference)
      VALUES ($1, '2026-09-02', 'invoice', 10, 'TRY', 'F2')`
      let second: Promise<unknown> = Promise.resolve()
      await transaction(pool, async (db) => {
        if (first === 'payment') await postMovement(db, { ...posted, ...names })
        else {
          await db.execute(invoice, [dealerId()])
          await recalculateBalances(db, [dealerId()], today)
        }
        second = first === 'payment' ? bring(`${code};02.09.2026;;F2;10;\n`) : pay('100')
        await expect.poll(() => pool.query(waiting)).not.toEqual([])
      })
      await second
      expect(await figures()).toMatchObject({ balance: 910, overdueBalance: 910 })
    },
  )
})

describe('a refund on account', () => {
  test('is the opposite movement; all parts together reverse what was credited, without the fee', async () => {
    const id = await pay('1000', withFee)
    // A refund that the bank refused reverses nothing.
    await pool.execute(
      `INSERT INTO payment_refunds (payment_id, request_key, kind, amount, state)
       VALUES ($1, 'refused', 'refund', 500, 'refused')`,
      [id],
    )
    const refunds = [
      await withFee.refund(id, '100.00'),
      await withFee.refund(id, '0.01'),
      await withFee.refund(id, '949.99'),
    ]
    expect(refunds.every((movementId) => movementId !== null)).toBe(true)
    const debits = (await movements()).slice(1) as { kind: string; debit: string }[]
    // 1000 × 100 / 1050, then the kuruş, then the remainder.
    expect(debits).toMatchObject([
      { kind: 'debit', debit: '95.24' },
      { kind: 'debit', debit: '0.01' },
      { kind: 'debit', debit: '904.75' },
    ])
    expect(await figures()).toMatchObject({ balance: 0 })
  })

  test('of a payment that was never credited changes nothing', async () => {
    const started = await start('100')
    if (!started.ok) throw new Error('refused')
    const subject = paymentSubjects({ store, now: () => moment }).account
    const payment = { id: started.id, dealerId: dealerId(), baseAmount: '100', amount: '100', reference: 'X' }
    const result = await transaction(pool, (db) =>
      subject.refunded(db, payment as Parameters<typeof subject.refunded>[1], { id: 0, kind: 'refund', amount: '100' }),
    )
    expect(result).toEqual({ movementId: null })
    expect(await movements()).toEqual([])
  })
})
