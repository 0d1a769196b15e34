import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { addAdmin } from '#testing/store-rows.ts'
import { paymentFailpoints, refundFailpoints } from '#server/payments/failpoints.ts'
import { addPosAccount } from '#server/payments/pos/test-pos.ts'
import { insertTransaction } from '#server/sandbox-bank/queries.ts'
import { sandboxMerchants } from '#server/sandbox-bank/sandbox-bank.ts'
import type { BankReturn } from '#server/sandbox-bank/test-payer.ts'
import { returnToShop } from '#server/sandbox-bank/test-payer.ts'
import { recalculateBalances } from '#server/statement/recalculate-balances.ts'
import { payAtBankPage, bankOf, letTimePass, pay, paymentOf, startBody, useCardShop } from '#testing/card-shop.ts'
import { testSecret, type TestVisitor } from '#testing/shop.ts'
import { programPath } from '#testing/program.ts'

const current = useCardShop()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toptan-crash-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Sends a request to another process of the shop. False if that process was killed before it answered. */
function sendElsewhere(failpoint: string, request: InjectOptions): Promise<boolean> {
  const shop = { DATA_DIR: folder, SESSION_SECRET: testSecret, LOG_LEVEL: 'silent', NODE_ENV: 'test' }
  const env = { ...process.env, ...shop, FAILPOINT: failpoint }
  const program = programPath('testing/crashing-shop.ts')
  const args = [program, current.card.shop.database.url, current.card.clock.now.toISOString(), JSON.stringify(request)]
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { env }, (error) => {
      if (error !== null && error.signal !== 'SIGKILL') reject(error)
      else resolve(error === null)
    })
  })
}

/** Waits until the database has noticed the death of a process and released its locks. */
async function afterDeath(): Promise<void> {
  await expect
    .poll(async () => {
      const rows = await current.card.pool.query(
        `SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
      )
      return rows.length
    })
    .toBe(0)
}

function call(visitor: TestVisitor, url: string, body: object): InjectOptions {
  const headers = { 'x-csrf-token': visitor.token, 'x-requested-with': 'XMLHttpRequest' }
  return { method: 'POST', url, cookies: visitor.cookies, headers, payload: body }
}

function callbackOf({ url, fields }: BankReturn): InjectOptions {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return { method: 'POST', url: new URL(url).pathname, headers, payload: new URLSearchParams(fields).toString() }
}

const starting = paymentFailpoints.slice(0, paymentFailpoints.indexOf('payment.after_authenticated'))
const returning = paymentFailpoints.slice(starting.length)

test('without a failpoint the other process starts, captures and refunds', async () => {
  expect(await sendElsewhere('none', call(current.buyer.visitor, '/api/payment/start', startBody()))).toBe(true)
  const { reference, back } = await payAtBankPage(current.card, current.buyer)
  expect(await sendElsewhere('none', callbackOf(back))).toBe(true)
  expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'captured' })
})

test.each(starting)('kill -9 at %s of a start does not block the next attempt', async (point) => {
  expect(await sendElsewhere(point, call(current.buyer.visitor, '/api/payment/start', startBody()))).toBe(false)
  await afterDeath()
  const reference = await pay(current.card, current.buyer)
  expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'captured', stock_state: 'used' })
  const rows = await current.card.pool.query("SELECT FROM payments WHERE user_id = $1 AND state <> 'captured'", [
    current.buyer.actor.userId,
  ])
  expect(rows.length).toBe(point === 'payment.before_start' || point === 'payment.after_insert' ? 0 : 1)
})

const taken = new Set<string>([
  'payment.after_bank_capture',
  'payment.after_settle',
  'payment.before_commit',
  'payment.after_commit',
])

test.each(returning)('kill -9 at %s of a callback leads to one order or none, as the bank answers', async (point) => {
  const { reference, back } = await payAtBankPage(current.card, current.buyer)
  expect(await sendElsewhere(point, callbackOf(back))).toBe(false)
  await afterDeath()
  await letTimePass(current.card, 3 * 3600)
  const isTaken = taken.has(point)
  expect(await paymentOf(current.card, reference)).toMatchObject({
    state: isTaken ? 'captured' : 'expired',
    stock_state: isTaken ? 'used' : 'released',
  })
  expect(await bankOf(current.card, reference)).toEqual({
    sales: isTaken ? 1 : 0,
    balance: isTaken ? '100.00' : '0.00',
  })
})

test.each(returning)('kill -9 at %s, followed by the same callback, captures once', async (point) => {
  const { reference, back } = await payAtBankPage(current.card, current.buyer)
  await sendElsewhere(point, callbackOf(back))
  await afterDeath()
  await returnToShop(current.card.app, back)
  await letTimePass(current.card, 3 * 3600)
  // Once the capture is recorded, only the bank's answer ends the payment.
  const isExpired = point === 'payment.after_capturing'
  expect(await paymentOf(current.card, reference)).toMatchObject({ state: isExpired ? 'expired' : 'captured' })
  expect((await bankOf(current.card, reference)).sales).toBe(isExpired ? 0 : 1)
})

test.each(['payment.after_settle', 'payment.before_commit'])(
  'kill -9 at %s of a payment for a chosen debt books it against that debt once',
  async (point) => {
    const { pool, clock } = current.card
    const dealerId = current.buyer.actor.dealer?.id ?? 0
    const post = async (documentNo: string, due: number) => {
      const day = dayInTurkey(clock.now)
      const row = await pool.one<{ id: number }>(
        `INSERT INTO account_movements (dealer_id, posted_on, due_on, document_no, kind, debit, currency, reference)
         VALUES ($1, $2, $3, $4, 'invoice', 100, 'TRY', $4) RETURNING id`,
        [dealerId, addDays(day, -60), addDays(day, due), documentNo],
      )
      await recalculateBalances(pool, [dealerId], day)
      return row?.id ?? 0
    }
    const [older, chosen] = [await post(`${point} 1`, -30), await post(`${point} 2`, 0)]
    const paid = { body: { type: 'pay', debts: [chosen] } }
    const { reference, back } = await payAtBankPage(current.card, current.buyer, paid)
    expect(await sendElsewhere(point, callbackOf(back))).toBe(false)
    await afterDeath()
    const booked = async () => [
      await pool.query('SELECT debit_id, amount FROM account_allocations WHERE debit_id = ANY ($1)', [[older, chosen]]),
      await pool.query('SELECT unpaid FROM account_movements WHERE id = ANY ($1) ORDER BY id', [[older, chosen]]),
    ]
    expect(await booked()).toEqual([[], [{ unpaid: '100.00' }, { unpaid: '100.00' }]])
    await letTimePass(current.card, 3 * 3600)
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'captured' })
    expect(await booked()).toEqual([
      [{ debit_id: chosen, amount: '100.00' }],
      [{ unpaid: '100.00' }, { unpaid: '0.00' }],
    ])
  },
)

test.each(refundFailpoints)('kill -9 at %s of a refund leads to the bank’s outcome', async (point) => {
  const staff = await current.card.shop.signedIn(await addAdmin(current.card.pool))
  const reference = await pay(current.card, current.buyer)
  const { id } = await paymentOf(current.card, reference)
  const body = { key: 'refund-of-a-dying-shop', amount: '40.00' }
  expect(await sendElsewhere(point, call(staff, `/yonetim/payments/${id}/refund`, body))).toBe(false)
  await afterDeath()
  await letTimePass(current.card, 3 * 3600)
  // A refund recorded as sending that never reached the bank is not done, and staff are notified.
  const isBack = point !== 'refund.after_sending'
  expect(await bankOf(current.card, reference)).toEqual({ sales: 1, balance: isBack ? '60.00' : '100.00' })
  expect(await paymentOf(current.card, reference)).toMatchObject({ refunded: isBack ? '40.00' : '0.00' })
})

test('kill -9 between the findings of a bank’s list and their email loses neither and doubles none', async () => {
  const { pool, clock } = current.card
  const { clientId, password, storeKey } = sandboxMerchants.arti
  await addPosAccount(pool, {
    code: 'listeli',
    adapter: 'paytr',
    mode: 'hosted',
    environment: 'sandbox',
    plans: [],
    settings: { merchantId: clientId, api: '/sandbox-bank' },
    secrets: { secret: testSecret, keys: { merchantKey: password, merchantSalt: storeKey } },
  })
  const made = {
    client_id: clientId,
    oid: 'PANEL-1',
    kind: 'sale',
    approved: true,
    currency: 'TRY',
    installment: 1,
    code: '00',
  } as const
  await insertTransaction(pool, { ...made, amount: '250.00', card: '555555******5555', at: clock.now })
  clock.pass(86_400)
  const counts = async () => {
    const row = await pool.one<{ findings: number; mails: number }>(
      `SELECT (SELECT count(*) FROM bank_findings)::int AS findings,
              (SELECT count(*) FROM outbox WHERE name = 'bank-finding-mail')::int AS mails`,
    )
    return row
  }
  expect(await sendElsewhere('reconcile.before_mail', { url: 'reconcile' })).toBe(false)
  await afterDeath()
  expect(await counts()).toEqual({ findings: 1, mails: 0 })
  expect(await sendElsewhere('none', { url: 'reconcile' })).toBe(true)
  expect(await sendElsewhere('none', { url: 'reconcile' })).toBe(true)
  expect(await counts()).toEqual({ findings: 1, mails: 1 })
})
