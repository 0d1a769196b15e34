import { afterEach, describe, expect, test } from 'vitest'
import { addBuyer, type Buyer, pay, paymentOf, refillCart, start, startBody, useCardShop } from '#testing/card-shop.ts'
import { codeOf } from '#testing/shop.ts'

const current = useCardShop()
afterEach(async () => {
  const { pool } = current.card
  await pool.execute('DELETE FROM pos_rules')
  await pool.execute('DELETE FROM pos_alerts')
  await pool.execute("UPDATE pos_accounts SET is_active = code IN ('demo-arti', 'demo-kule')")
})

type Target = { target?: 'ordered' | 'shares'; shareBy?: 'amount' | 'count'; to: Record<string, number | null> }

/** Adds a rule for the cards of Artı. */
async function addRule(
  { target = 'ordered', shareBy = 'count', to }: Target,
  installments: number[] = [],
): Promise<number> {
  const { pool, clock } = current.card
  const row = await pool.one<{ id: number }>(
    `INSERT INTO pos_rules (position, name, target, share_by, installments, card_families, counted_from)
     VALUES (1, 'Kural', $1, $2, $3, '{Artı}', $4) RETURNING id`,
    [target, shareBy, installments, clock.now],
  )
  for (const [code, share] of Object.entries(to)) {
    await pool.execute(
      `INSERT INTO pos_rule_accounts (rule_id, pos_account_id, position, share)
       SELECT $1, id, $3, $4 FROM pos_accounts WHERE code = $2`,
      [row?.id, code, Object.keys(to).indexOf(code), share],
    )
  }
  return row?.id ?? 0
}

const usedBy = async (reference: string) =>
  (
    await current.card.pool.one<{ code: string }>(
      'SELECT a.code FROM payments p JOIN pos_accounts a ON a.id = p.pos_account_id WHERE p.reference = $1',
      [reference],
    )
  )?.code

type Plan = { id: number; installment: number; commisionFee: number }

async function plansOf({ visitor }: Buyer): Promise<Plan[]> {
  const body = { binNumber: '49999000', type: 'order' }
  return ((await visitor.send('POST', '/api/catalog/bin-control', { body })).body as { plans: Plan[] }).plans
}

describe('payments by rules', () => {
  test('are charged by the account and the plan that the card was shown, for each number of installments', async () => {
    // The second account takes the program as well, at prices of its own.
    await current.card.pool.execute("UPDATE pos_accounts SET card_families = '{Kule,Artı}' WHERE code = 'demo-kule'")
    const rule = await addRule({ to: { 'demo-kule': null } }, [3])
    const shown = await plansOf(current.buyer)
    expect(shown.find(({ installment }) => installment === 3)?.commisionFee).toBe(3.4)
    expect(shown.find(({ installment }) => installment === 6)?.commisionFee).toBe(6.4)
    for (const [count, code] of [
      [3, 'demo-kule'],
      [6, 'demo-arti'],
    ] as const) {
      const buyer = await addBuyer(current.card)
      const { id: plan, installment, commisionFee } = shown.find((each) => each.installment === count) as Plan
      const total = (100 + commisionFee).toFixed(2)
      const reference = await pay(current.card, buyer, { body: { plan, installment, total } })
      expect(await usedBy(reference)).toBe(code)
      expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'captured', amount: total })
      const row = await current.card.pool.one('SELECT pos_rule_id FROM payments WHERE reference = $1', [reference])
      expect(row).toEqual({ pos_rule_id: count === 3 ? rule : null })
    }
    // Another price than the one that was shown is refused, whatever the browser sends.
    const other = shown.find((each) => each.installment === 6)?.id
    expect(codeOf(await start(current.buyer, { body: { plan: other, installment: 3 } }))).toBe('installment_unknown')
    await current.card.pool.execute("UPDATE pos_accounts SET card_families = '{Kule}' WHERE code = 'demo-kule'")
  })

  test('go to the next account while a bank is silent or its account is off, at the price that was shown', async () => {
    await addRule({ to: { 'demo-kule': null, 'demo-arti': null } })
    const [single] = await plansOf(current.buyer)
    const body = { plan: single?.id ?? 0, total: '100.00' }
    expect(await usedBy(await pay(current.card, current.buyer, { body }))).toBe('demo-kule')
    await current.card.pool.execute(
      `INSERT INTO pos_alerts (pos_account_id, kind, opened_at) SELECT id, 'silent', now() FROM pos_accounts WHERE code = 'demo-kule'`,
    )
    const second = await addBuyer(current.card)
    expect(await usedBy(await pay(current.card, second, { body }))).toBe('demo-arti')
    await current.card.pool.execute("UPDATE pos_accounts SET is_active = false WHERE code = 'demo-kule'")
    const third = await addBuyer(current.card)
    const { plan: _closed, ...unplanned } = body
    expect(await usedBy(await pay(current.card, third, { body: unplanned }))).toBe('demo-arti')
  })

  test('never try a second account while the outcome at the first is not known', async () => {
    await addRule({ to: { 'demo-kule': null, 'demo-arti': null } })
    // The provision’s answer is lost, and so is that of the inquiry.
    const reference = await pay(current.card, current.buyer, { last4: '1401' })
    expect(await usedBy(reference)).toBe('demo-kule')
    expect(await paymentOf(current.card, reference)).toMatchObject({ state: 'unknown' })
    await current.card.pool.execute(
      `INSERT INTO pos_alerts (pos_account_id, kind, opened_at) SELECT id, 'silent', now() FROM pos_accounts WHERE code = 'demo-kule'`,
    )
    expect(codeOf(await start(current.buyer))).toBe('payment_pending')
    const rows = await current.card.pool.query('SELECT FROM payments WHERE user_id = $1', [current.buyer.actor.userId])
    expect(rows).toHaveLength(1)
  })
})

describe('shares', () => {
  const countsOf = async (rule: number) => {
    const rows = await current.card.pool.query<{ code: string; count: number }>(
      `SELECT a.code, count(*)::integer AS count FROM payments p JOIN pos_accounts a ON a.id = p.pos_account_id
        WHERE p.pos_rule_id = $1 GROUP BY a.code`,
      [rule],
    )
    return Object.fromEntries(rows.map(({ code, count }) => [code, count]))
  }
  const shared: Target = { target: 'shares', to: { 'demo-arti': 75, 'demo-kule': 25 } }

  test('are kept also by payments that start at the same time: each counts those before it', async () => {
    const rule = await addRule(shared)
    const buyers: Buyer[] = []
    for (let i = 0; i < 8; i += 1) buyers.push(await addBuyer(current.card))
    const [single] = await plansOf(current.buyer)
    // All of them were shown the same plan.
    const answers = await Promise.all(buyers.map((buyer) => start(buyer, { body: { plan: single?.id ?? 0 } })))
    expect(answers.map(({ status }) => status)).toEqual(buyers.map(() => 200))
    expect(await countsOf(rule)).toEqual({ 'demo-arti': 6, 'demo-kule': 2 })
  })

  test('count neither payments without money nor those before the shares were set', async () => {
    const rule = await addRule(shared)
    const declined = await pay(current.card, current.buyer, { last4: '0051' })
    expect(await usedBy(declined)).toBe('demo-arti')
    await refillCart(current.card, current.buyer)
    for (const code of ['demo-arti', 'demo-arti', 'demo-kule', 'demo-arti']) {
      const buyer = await addBuyer(current.card)
      expect(await usedBy(await pay(current.card, buyer))).toBe(code)
    }
    const { clock, pool } = current.card
    clock.pass(1)
    await pool.execute('UPDATE pos_rules SET counted_from = $2 WHERE id = $1', [rule, clock.now])
    expect(await usedBy(await pay(current.card, await addBuyer(current.card)))).toBe('demo-arti')
  })

  test('by amount weigh payments by what they bring', async () => {
    await addRule({ ...shared, shareBy: 'amount', to: { 'demo-arti': 50, 'demo-kule': 50 } })
    const payAccount = async (amount: string) => {
      const buyer = await addBuyer(current.card)
      return usedBy(await pay(current.card, buyer, { body: { ...startBody(), type: 'pay', amount } }))
    }
    const taken = [await payAccount('300.00'), await payAccount('100.00'), await payAccount('100.00')]
    expect([...taken, await payAccount('50.00')]).toEqual(['demo-arti', 'demo-kule', 'demo-kule', 'demo-kule'])
  })
})
