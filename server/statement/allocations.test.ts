import { describe, expect, test } from 'vitest'
import { addColleague, addDealer } from '#testing/store-rows.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { addDays } from '#domain/text/calendar-day.ts'
import { findOpenDebts } from './allocations.ts'
import { actor, dealerId, driver, pool, today, usePaidAccounts } from './test-paid-accounts.ts'
import { recalculateBalances } from './recalculate-balances.ts'

usePaidAccounts()

let serial = 0
/** Posts a debt that is due that many days after today, or a credit. */
async function post(amount: number, due = 0, who = dealerId()): Promise<number> {
  serial += 1
  const row = await pool.one<{ id: number }>(
    `INSERT INTO account_movements (dealer_id, posted_on, due_on, document_no, kind, debit, credit, currency, reference)
     VALUES ($1, $2, $3, $4, $5, greatest($6, 0), greatest(-$6::numeric, 0), 'TRY', $4) RETURNING id`,
    [who, addDays(today, -60), addDays(today, due), `F-${serial}`, amount > 0 ? 'invoice' : 'payment', amount],
  )
  await recalculateBalances(pool, [who], today)
  return row?.id ?? 0
}

const unpaid = async (...ids: number[]) => {
  const rows = await pool.query<{ id: number; unpaid: string }>(
    'SELECT id, unpaid FROM account_movements WHERE id = ANY ($1)',
    [ids],
  )
  return ids.map((id) => Number(rows.find((row) => row.id === id)?.unpaid))
}

const start = (amount: string, debts: number[]) => driver.start('account', testContext({ actor }), { amount, debts })

async function payFor(amount: string, ...debts: number[]): Promise<number> {
  const started = await start(amount, debts)
  if (!started.ok) throw new Error(started.code)
  await driver.confirm(started.id)
  await driver.capture(started.id)
  return started.id
}

const balance = async () =>
  Number((await pool.one<{ balance: string }>('SELECT balance FROM dealers WHERE id = $1', [dealerId()]))?.balance)

describe('a payment for chosen debts', () => {
  test('pays them, and not older ones', async () => {
    const [old, first, second] = [await post(100, -30), await post(200, -10), await post(300, 10)]
    await payFor('500.00', first, second)
    expect(await unpaid(old, first, second)).toEqual([100, 0, 0])
    expect(await balance()).toBe(100)
  })

  test('pays the oldest due of them first if it is not enough, and shows what is left', async () => {
    const [old, first, second] = [await post(100, -30), await post(200, 10), await post(300, -10)]
    await payFor('350.50', first, second)
    expect(await unpaid(old, first, second)).toEqual([100, 149.5, 0])
  })

  test('leaves earlier payments where they are: without a choice they pay the oldest due', async () => {
    const [old, late] = [await post(100, -30), await post(200, 10)]
    await post(-50)
    await payFor('200.00', late)
    expect(await unpaid(old, late)).toEqual([50, 0])
    await post(-80)
    expect(await unpaid(old, late)).toEqual([0, 0])
    const next = await post(100, 20)
    expect(await unpaid(next)).toEqual([70])
  })

  test('is refused when a debt is paid, of another dealer, in another currency, or needs less', async () => {
    const [paid, open] = [await post(100, -30), await post(200, 10)]
    await post(-100)
    const foreign = await post(50, 0, (await addDealer(pool)).dealer?.id)
    const dollars = await pool.one<{ id: number }>(
      `INSERT INTO account_movements (dealer_id, posted_on, kind, debit, currency, reference, unpaid)
       VALUES ($1, $2, 'invoice', 10, 'USD', 'USD-1', 10) RETURNING id`,
      [dealerId(), today],
    )
    for (const debts of [[paid], [open, paid], [foreign], [open, foreign], [dollars?.id ?? 0], [999_999_999]]) {
      expect(await start('50.00', debts)).toMatchObject({ ok: false, code: 'debts_changed' })
    }
    expect(await start('200.01', [open])).toMatchObject({ ok: false, code: 'debts_changed' })
    expect(await start('200.00', [open, open])).toMatchObject({ ok: true })
  })

  test('is not taken when the debt was paid since it started', async () => {
    const debt = await post(100)
    const started = await start('100.00', [debt])
    if (!started.ok) throw new Error(started.code)
    await post(-100)
    expect(await driver.confirm(started.id)).toMatchObject({ ok: false, code: 'debts_changed' })
    expect(await balance()).toBe(0)
  })

  test('becomes a credit of the account when the debt was paid at the same moment', async () => {
    const [debt, other] = [await post(100, -10), await post(40, 10)]
    const [first, second] = [await start('100.00', [debt]), await otherStart('100.00', [debt])]
    if (!first.ok || !second.ok) throw new Error('Both start.')
    for (const { id } of [first, second]) await driver.confirm(id)
    for (const { id } of [first, second]) await driver.capture(id)
    expect(await unpaid(debt, other)).toEqual([0, 0])
    expect(await balance()).toBe(-60)
  })

  test('that is refunded opens them again, the latest due first', async () => {
    const [old, first, second] = [await post(500, -30), await post(100, -10), await post(200, 10)]
    const id = await payFor('300.00', first, second)
    await driver.refund(id, '50.00')
    expect(await unpaid(old, first, second)).toEqual([500, 0, 50])
    await driver.refund(id, '250.00')
    expect(await unpaid(old, first, second)).toEqual([500, 100, 200])
  })
})

/** By another user of the dealer. */
async function otherStart(amount: string, debts: number[]) {
  if (actor.dealer === null) throw new Error('A dealer’s user belongs to a dealer.')
  const colleague = await addColleague(pool, actor.dealer, {})
  return driver.start('account', testContext({ actor: colleague }), { amount, debts })
}

describe('allocations', () => {
  test('never exceed the credit, the debit or the account', async () => {
    const [debt, credit] = [await post(100), await post(-80)]
    const foreign = await post(100, 0, (await addDealer(pool)).dealer?.id)
    const allocate = (creditId: number, debitId: number, amount: number) =>
      pool.execute('INSERT INTO account_allocations VALUES ($1, $2, $3)', [creditId, debitId, amount])
    await expect(allocate(credit, debt, 80.01)).rejects.toThrow(/cannot pay/)
    await expect(allocate(credit, foreign, 10)).rejects.toThrow(/cannot pay/)
    await expect(allocate(debt, debt, 10)).rejects.toThrow(/cannot pay/)
    await allocate(credit, debt, 80)
    await recalculateBalances(pool, [dealerId()], today)
    expect(await unpaid(debt)).toEqual([20])
  })

  test('end when an import makes their debt smaller or removes it: the payment then pays the oldest due', async () => {
    const [old, debt] = [await post(100, -30), await post(200, 10)]
    await payFor('200.00', debt)
    await pool.execute('UPDATE account_movements SET debit = 150, unpaid = 0 WHERE id = $1', [debt])
    await recalculateBalances(pool, [dealerId()], today)
    expect(await unpaid(old, debt)).toEqual([0, 50])
    await pool.execute('DELETE FROM account_movements WHERE id = $1', [debt])
    await recalculateBalances(pool, [dealerId()], today)
    expect(await unpaid(old)).toEqual([0])
    expect(await balance()).toBe(-100)
  })

  test('are calculated for an account of 10,000 movements in one statement each', async () => {
    await pool.execute(
      `INSERT INTO account_movements (dealer_id, posted_on, kind, debit, credit, currency, reference)
       SELECT $1, $2::date - n % 900, CASE WHEN n % 2 = 0 THEN 'invoice' ELSE 'payment' END,
              CASE WHEN n % 2 = 0 THEN n ELSE 0 END, CASE WHEN n % 2 = 0 THEN 0 ELSE n END, 'TRY', 'N' || n
         FROM generate_series(1, 10000) n`,
      [dealerId(), today],
    )
    await recalculateBalances(pool, [dealerId()], today)
    const before = (await findOpenDebts(pool, dealerId(), await allIds())).reduce(
      (sum, each) => sum + Number(each.unpaid),
      0,
    )
    const [newest] = (await findOpenDebts(pool, dealerId(), await allIds())).slice(-1)
    await payFor('100.00', newest?.id ?? 0)
    const after = (await findOpenDebts(pool, dealerId(), await allIds())).reduce(
      (sum, each) => sum + Number(each.unpaid),
      0,
    )
    expect(before - after).toBeCloseTo(100, 2)
  })
})

const allIds = async () =>
  (await pool.query<{ id: number }>('SELECT id FROM account_movements WHERE dealer_id = $1', [dealerId()])).map(
    ({ id }) => id,
  )
