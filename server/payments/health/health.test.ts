import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { getPaymentsBoard, PosStanding } from '#contract/admin/payments-board.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { PaymentDeps } from '#server/payments/deps.ts'
import type { Gateway } from '#server/payments/gateways/gateway.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { plansOfCard } from '#server/payments/pos/pos-accounts.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { followBanks, purgeBankCalls, sendBankAlertMail } from './alerts.ts'
import { recordCalls } from './record-calls.ts'

let shop: TestShop
let pool: Pool
let staff: TestVisitor
let dealer: Awaited<ReturnType<typeof addDealer>>
let posAccountId: number
const now = new Date()
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

beforeAll(async () => {
  shop = await openTestShop()
  pool = shop.database.pool
  staff = await shop.signedIn(await addAdmin(pool))
  dealer = await addDealer(pool)
})
beforeEach(async () => {
  await pool.execute('DELETE FROM payments')
  await pool.execute('DELETE FROM pos_accounts')
  const row = await pool.one<{ id: number }>(
    `INSERT INTO pos_accounts (code, name, adapter, mode, environment) VALUES ('banka', 'Banka', 'nestpay', 'hosted', 'test') RETURNING id`,
  )
  posAccountId = row?.id ?? 0
})
afterAll(() => shop.close())

let serial = 0
/** Adds payments in a state. `code`: the bank's. */
async function addPayments(count: number, state: string, at: Date, code: string | null = null): Promise<void> {
  serial += 1
  await pool.execute(
    `INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment, base_amount, fee, amount,
                           created_at, captured_at, attention, attention_settled_at, result_code)
     SELECT 'DURUM' || lpad(($6::integer * 1000 + n)::text, 15, '0'), 'account', 'durum-' || $6 || '-' || n, $1::text, $2, $3, $4, 1,
            100, 5, 105, $5::timestamptz, CASE WHEN $1 = 'captured' THEN $5 END, 'difference', $5, $7 FROM generate_series(1, $8::integer) n`,
    [state, dealer.dealer?.id, dealer.userId, posAccountId, at, serial, code, count],
  )
}

async function boardOf(days = 1): Promise<PosStanding> {
  const { body } = await staff.send('GET', `/yonetim/payments-board?days=${days}`)
  const { accounts } = body as Reply<typeof getPaymentsBoard>
  const [account] = accounts
  if (account === undefined) throw new Error('The account is missing.')
  return account
}

const results = {
  none: { kind: 'none' },
  silent: { kind: 'pending', text: 'timeout' },
  busy: { kind: 'pending', text: 'İşlem devam ediyor' },
} as const
type Answer = keyof typeof results

/** A gateway whose inquiries get these answers, one after the other. */
function recorded(answers: Answer[], at = now): Gateway {
  const inquire = () => Promise.resolve(results[answers.shift() ?? 'none'])
  const capture = () => Promise.reject(new Error('cut'))
  return recordCalls({ inquire, capture } as unknown as Gateway, {
    db: pool,
    posAccountId,
    now: () => at,
    warn: () => {},
  })
}
const charge = {} as Parameters<Gateway['inquire']>[0]
async function call(answers: Answer[], at = now): Promise<void> {
  const count = answers.length
  const gateway = recorded([...answers], at)
  const before = await countCalls()
  // One after the other, so that the order of the answers is known.
  for (let i = 0; i < count; i += 1) {
    await gateway.inquire(charge, null)
    await expect.poll(countCalls).toBe(before + i + 1)
  }
}
/** The process, whose bank gives these answers when it is asked whether it answers again. */
const deps = (answers: Answer[] = ['silent']): PaymentDeps =>
  ({
    pool,
    now: () => now,
    publicUrl: 'https://bayi.example.com',
    gatewayOf: () => Promise.resolve(recorded([...answers])),
  }) as unknown as PaymentDeps
const countCalls = async () =>
  (await pool.one<{ count: number }>('SELECT coalesce(sum(calls), 0)::integer AS count FROM pos_calls'))?.count ?? 0
const openAlerts = () =>
  pool.query<{ kind: string }>('SELECT kind FROM pos_alerts WHERE closed_at IS NULL ORDER BY kind')
const alertMails = () =>
  pool.query<{ data: { ids: number[] } }>("SELECT data FROM outbox WHERE name = 'bank-alert-mail' ORDER BY id")

describe('the payments board', () => {
  test('counts attempts, results and reasons of the period, and unknown payments of any time', async () => {
    await addPayments(3, 'captured', minutesAgo(30))
    await addPayments(2, 'declined', minutesAgo(20), '51')
    await addPayments(1, 'declined', minutesAgo(20), '3D-0')
    await addPayments(1, 'cancelled', minutesAgo(10))
    await addPayments(1, 'expired', minutesAgo(10))
    await addPayments(5, 'captured', minutesAgo(3 * 24 * 60))
    await addPayments(1, 'unknown', minutesAgo(9 * 24 * 60))
    expect(await boardOf()).toMatchObject({
      ...{ attempts: 8, captured: 3, declined: 3, leftEarly: 2, successPercent: 50, amount: 315, fee: 15 },
      ...{ unknown: 1, oldestUnknownAt: minutesAgo(9 * 24 * 60).toISOString() },
      declines: [
        { code: '51', group: 'limit', count: 2 },
        { code: '3D-0', group: 'authentication', count: 1 },
      ],
    })
    expect(await boardOf(7)).toMatchObject({ attempts: 13, captured: 8, successPercent: 72.7 })
    const { body } = await staff.send('GET', '/yonetim/payments-board?days=365')
    expect(body).toMatchObject({ days: 1 })
  })

  test('knows how a bank answers: by step, and when it answered last', async () => {
    expect(await boardOf()).toMatchObject({ steps: [], lastAnswerAt: null, unanswered: 0, successPercent: null })
    await call(['none', 'silent', 'none'], minutesAgo(3))
    await call(['silent', 'silent'])
    const { steps, lastAnswerAt, unanswered } = await boardOf()
    expect({ lastAnswerAt, unanswered }).toEqual({ lastAnswerAt: minutesAgo(3).toISOString(), unanswered: 2 })
    expect(steps).toEqual([
      { step: 'inquiry', calls: 5, unanswered: 3, average: expect.any(Number), slowest: expect.any(Number) },
    ])
    // A call that throws is unanswered, and still throws.
    await expect(recorded([]).capture(charge, {})).rejects.toThrow('cut')
    await expect.poll(async () => (await boardOf()).unanswered).toBe(3)
  })

  test('knows how long answers take: the average of all calls of a step in the period, and the slowest', async () => {
    await pool.execute(
      `INSERT INTO pos_calls (pos_account_id, hour, step, outcome, calls, milliseconds, slowest)
       SELECT $1, date_trunc('hour', at), 'capture', outcome, calls, milliseconds, slowest
         FROM (VALUES ($2::timestamptz, 'answered', 3, 900, 500), ($2, 'unanswered', 1, 30000, 30000),
                      ($3, 'answered', 9, 9, 1)) AS t (at, outcome, calls, milliseconds, slowest)`,
      [posAccountId, minutesAgo(60), minutesAgo(3 * 24 * 60)],
    )
    expect((await boardOf()).steps).toEqual([
      { step: 'capture', calls: 4, unanswered: 1, average: 7725, slowest: 30_000 },
    ])
    expect((await boardOf(7)).steps).toMatchObject([{ calls: 13, average: 2378 }])
  })

  test('counts the answer that a payment is still open as an answer', async () => {
    await call(['silent', 'busy'])
    expect(await boardOf()).toMatchObject({ unanswered: 0, lastAnswerAt: now.toISOString() })
  })

  test('forgets calls after ninety days', async () => {
    await call(['none'], minutesAgo(91 * 24 * 60))
    await call(['none'])
    await purgeBankCalls(pool, now)
    expect(await countCalls()).toBe(1)
  })
})

describe('an alert', () => {
  test('opens once when a bank stops answering, is emailed once, and closes with its next answer', async () => {
    const before = (await alertMails()).length
    await call(['none', 'silent', 'silent', 'silent', 'silent'])
    await followBanks(deps())
    expect(await openAlerts()).toEqual([])
    await call(['silent'])
    await Promise.all([followBanks(deps()), followBanks(deps())])
    await followBanks(deps())
    expect(await openAlerts()).toEqual([{ kind: 'silent' }])
    expect(await boardOf()).toMatchObject({ alerts: [{ kind: 'silent', since: now.toISOString() }] })
    const mails = await alertMails()
    expect(mails).toHaveLength(before + 1)
    const metrics = (await shop.app.inject('/metrics')).body
    expect(metrics).toContain('payment_bank_alerts{gateway="nestpay",kind="silent"} 1')

    const sent: { to: string; subject: string; text: string }[] = []
    const mailer = { send: (mail: (typeof sent)[number]) => Promise.resolve(void sent.push(mail)) }
    const send = () =>
      sendBankAlertMail({ pool, mailer, publicUrl: 'https://bayi.example.com' }, mails.at(-1)?.data ?? {}, 'k')
    await shop.setSetting('storeEmail', 'magaza@example.com')
    await send()
    expect(sent).toMatchObject([{ to: 'magaza@example.com', subject: expect.stringContaining('Banka') }])
    expect(sent[0]?.text).toContain('https://bayi.example.com/yonetim/odemeler/durum')

    await call(['none'])
    await followBanks(deps())
    expect(await openAlerts()).toEqual([])
    // What is over by then is not reported any more.
    await send()
    expect(sent).toHaveLength(1)
  })

  test('gives the cards of a silent bank to another account, until the bank answers again', async () => {
    await pool.execute(
      `INSERT INTO pos_accounts (code, name, adapter, mode, environment, position, is_default)
       VALUES ('yedek', 'Yedek', 'nestpay', 'hosted', 'test', 5, false);
       UPDATE pos_accounts SET is_default = code = 'banka';
       INSERT INTO pos_plans (pos_account_id, installment, is_default) SELECT id, 1, true FROM pos_accounts`,
    )
    const query = {
      amount: '100.00',
      currency: 'TRY' as const,
      categoryIds: [],
      today: '2026-11-29',
      installmentLimit: 0,
      hasSandbox: true,
    }
    const takenBy = async () => (await plansOfCard(pool, '49999000', query))?.account.code
    expect(await takenBy()).toBe('banka')
    await call(['silent', 'silent', 'silent', 'silent', 'silent'])
    await followBanks(deps())
    expect(await takenBy()).toBe('yedek')
    await followBanks(deps(['none']))
    await expect.poll(async () => (await boardOf()).unanswered).toBe(0)
    await followBanks(deps())
    expect(await openAlerts()).toEqual([])
    expect(await takenBy()).toBe('banka')
    // A shop with one account keeps it.
    await pool.execute("DELETE FROM pos_accounts WHERE code = 'yedek'")
    await call(['silent', 'silent', 'silent', 'silent', 'silent'])
    await followBanks(deps())
    expect(await takenBy()).toBe('banka')
  })

  test('opens when a bank declines far more than usual', async () => {
    await addPayments(27, 'captured', minutesAgo(5 * 24 * 60))
    await addPayments(3, 'declined', minutesAgo(5 * 24 * 60), '51')
    await addPayments(4, 'captured', minutesAgo(60))
    await addPayments(5, 'declined', minutesAgo(60), '51')
    await followBanks(deps())
    expect(await openAlerts()).toEqual([])
    await addPayments(1, 'declined', minutesAgo(60), '51')
    await followBanks(deps())
    expect(await openAlerts()).toEqual([{ kind: 'declining' }])
    await pool.execute('UPDATE pos_accounts SET is_active = false')
    await followBanks(deps())
    expect(await openAlerts()).toEqual([])
  })
})
