import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Visitor } from '#contract/core/visitor.ts'
import { addAdmin, addDealer } from '#testing/store-rows.ts'
import { decimal } from '#domain/money/money.ts'
import { loadFigures } from './figures.ts'
import { loadStatement } from './queries.ts'
import { account, actor, ago, type Line, pool, post, shop, today, useTestStatement } from './test-statement.ts'

useTestStatement()

test('figures, ages and balances equal those of a straightforward calculation', async () => {
  const line = fc.record({
    posted: fc.integer({ min: 0, max: 200 }),
    term: fc.option(fc.integer({ min: -5, max: 120 })),
    cents: fc.integer({ min: 1, max: 1_000_000 }),
    isDebit: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 25 }), async (lines) => {
      const who = await addDealer(pool)
      const drawn = lines.map(
        ({ posted, term, cents, isDebit }): Required<Pick<Line, 'on' | 'debit' | 'credit'>> & Line => ({
          on: ago(posted),
          ...(term === null ? {} : { due: ago(posted - term) }),
          debit: isDebit ? cents / 100 : 0,
          credit: isDebit ? 0 : cents / 100,
        }),
      )
      await post(drawn, who)
      const [figures] = await loadFigures(pool, who.dealer?.id ?? 0, today)
      expect(figures).toMatchObject(expected(drawn))
      const filter = { dealerId: who.dealer?.id ?? 0, currency: 'TRY', from: null, to: null, q: '' }
      const { items } = await loadStatement(pool, filter, { limit: 9, offset: 4 })
      expect(items.map(({ balance }) => Number(balance))).toEqual(runningBalances(drawn).slice(4, 13))
    }),
    { numRuns: 40 },
  )
})

/** Newest first; within a day, the one written last comes first. */
function runningBalances(lines: readonly Line[]): number[] {
  let sum = decimal(0)
  const balances = lines
    .toSorted((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0))
    .map(({ debit = 0, credit = 0 }) => {
      sum = sum.plus(debit).minus(credit)
      return sum.toNumber()
    })
  return balances.toReversed()
}

/** The same figures, calculated step by step. */
function expected(lines: readonly Line[]) {
  let money = lines.reduce((sum, { credit = 0 }) => sum.plus(credit), decimal(0))
  const sums = [0, 0, 0, 0, 0].map(() => decimal(0))
  let oldest = 0
  const debits = lines.filter(({ debit = 0 }) => debit > 0)
  for (const { on, due = on, debit = 0 } of debits.toSorted((a, b) => ((a.due ?? a.on) < (b.due ?? b.on) ? -1 : 1))) {
    const paid = money.lessThan(debit) ? money : decimal(debit)
    money = money.minus(paid)
    const unpaid = decimal(debit).minus(paid)
    const late = Math.round((Date.parse(today) - Date.parse(due)) / 86_400_000)
    const at = late <= 0 ? 0 : late <= 30 ? 1 : late <= 60 ? 2 : late <= 90 ? 3 : 4
    sums[at] = (sums[at] ?? decimal(0)).plus(unpaid)
    if (unpaid.greaterThan(0) && late > oldest) oldest = late
  }
  const [notDue, days30, days60, days90, older] = sums.map((sum) => sum.toNumber())
  const balance = lines.reduce((sum, { debit = 0, credit = 0 }) => sum.plus(debit).minus(credit), decimal(0)).toNumber()
  const overdue = sums
    .slice(1)
    .reduce((sum, each) => sum.plus(each), decimal(0))
    .toNumber()
  return {
    balance,
    overdueBalance: overdue,
    overdueBalanceExpiryDay: oldest,
    ageing: { notDue, days30, days60, days90, older },
  }
}

describe('the overdue banner and the limit', () => {
  const late: Line[] = [{ on: ago(64), due: ago(34), debit: 62_310.75 }]

  test('list each overdue currency with its days', async () => {
    await post([
      ...late,
      { on: ago(9), due: ago(3), debit: 5, currency: 'USD' },
      { on: ago(1), due: today, debit: 9, currency: 'EUR' },
    ])
    expect((await account())?.overdueDebts).toEqual([
      { overdueBalance: 62_310.75, overdueBalanceExpiryDay: 34, currency: 'TRY' },
      { overdueBalance: 5, overdueBalanceExpiryDay: 3, currency: 'USD' },
    ])
  })

  test('show the banner from exactly the configured amount', async () => {
    await post(late)
    await shop.setSetting('storeHours', '1')
    await pool.execute(`INSERT INTO settings (key, value) VALUES ('overdueDebtInfoLimit', '62310.75')`)
    await shop.setSetting('storeHours', '2')
    expect((await account())?.overdueDebts).toHaveLength(1)
    await pool.execute(`UPDATE settings SET value = '62310.76' WHERE key = 'overdueDebtInfoLimit'`)
    await shop.setSetting('storeHours', '3')
    expect((await account())?.overdueDebts).toHaveLength(0)
    await pool.execute(`DELETE FROM settings WHERE key = 'overdueDebtInfoLimit'`)
    await shop.setSetting('storeHours', '4')
  })

  test('are not shown to guests and administrators', async () => {
    await post(late)
    for (const visitor of [await shop.guest(), await shop.signedIn(await addAdmin(pool))]) {
      const answer = await visitor.send('GET', '/api/visitor')
      expect((answer.body as Visitor).account).toBeNull()
      expect(answer.text).not.toMatch(/62310|overdueBalance/)
    }
  })

  test('update the available limit with movements and days', async () => {
    await pool.execute('UPDATE dealers SET risk_limit = 70000 WHERE id = $1', [actor.dealer?.id])
    await pool.execute(`INSERT INTO settings (key, value) VALUES ('b2b_risk_limit_islem', '"1"')`)
    await shop.setSetting('storeHours', '5')
    expect(await account()).toMatchObject({ availableLimit: 70_000, limitMode: 'order', isOrderBlocked: false })
    await post(late)
    expect(await account()).toMatchObject({ availableLimit: 7_689.25 })
    await pool.execute("UPDATE dealers SET risk_mode = 'balance' WHERE id = $1", [actor.dealer?.id])
    expect(await account()).toMatchObject({ limitMode: 'balance' })
    await pool.execute("UPDATE dealers SET risk_mode = 'order' WHERE id = $1", [actor.dealer?.id])
    await pool.execute('UPDATE dealers SET risk_limit = 1 WHERE id = $1', [actor.dealer?.id])
    expect(await account()).toMatchObject({ availableLimit: 0, isOrderBlocked: true })
    await pool.execute('UPDATE dealers SET risk_limit = 0 WHERE id = $1', [actor.dealer?.id])
    expect(await account()).toMatchObject({ availableLimit: null, isOrderBlocked: false })
    await pool.execute(`DELETE FROM settings WHERE key = 'b2b_risk_limit_islem'`)
    await shop.setSetting('storeHours', '6')
  })
})
