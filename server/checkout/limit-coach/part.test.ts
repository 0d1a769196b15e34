import { describe, expect, test } from 'vitest'
import { cartFingerprint } from '#domain/cart/cart-fingerprint.ts'
import { testContext } from '#server/visitor/test-context.ts'
import { addPromotion } from '#testing/promotions.ts'
import { addColleague, addDealer, setPrice, setStock } from '#testing/store-rows.ts'
import {
  actor,
  fill,
  getSummary,
  linesLeft,
  ordersOf,
  pool,
  product,
  run,
  set,
  store,
  useTestCheckout,
} from '#server/checkout/test-checkout.ts'
import { advice, cartLines, orderPart, setTerms } from './test-coach.ts'

useTestCheckout()

/** Goods without tax, so that a price is what it counts. */
const goods = (price: number, parts: object = {}) => product({ price, taxRate: 0, stock: 100, ...parts })

describe('the part that fits', () => {
  test('is worth most, and says what stays', async () => {
    const [dear, cheap] = [await goods(700), await goods(500)]
    await setTerms({ limit: 1000 })
    await fill({ [dear.unitId]: 1, [cheap.unitId]: 3 })
    const { part } = await advice()
    expect(part).toMatchObject({
      lines: [
        { unitId: dear.unitId, quantity: 0, rest: 1 },
        { unitId: cheap.unitId, quantity: 2, rest: 1 },
      ],
      total: { value: 1000, currency: 'TRY' },
      totalTry: 1000,
      isLargest: true,
    })
  })

  test('respects stock, goods that are not on sale, and the dealer’s categories', async () => {
    const [scarce, gone, usual] = [await goods(100, { stock: 2 }), await goods(100), await goods(100)]
    await pool.execute('UPDATE products SET is_active = false WHERE id = $1', [gone.id])
    await setTerms({ limit: 450 })
    await fill({ [scarce.unitId]: 3, [gone.unitId]: 1, [usual.unitId]: 3 })
    const { part, ask, sums } = await advice()
    expect(part?.lines.map(({ quantity }) => quantity)).toEqual([2, 0, 2])
    // The whole cart cannot be ordered whatever is paid or approved.
    expect([ask, sums]).toEqual([null, []])
    expect(await orderPart(part)).toMatchObject({ ok: true })
  })

  test('never has another price than the cart: a line that would lose its tier is taken whole or not at all', async () => {
    const [tiered, other] = [await goods(100), await goods(30)]
    await pool.execute(
      `INSERT INTO price_rules (name, kind, product_id, chain, min_quantity) VALUES ('Kademe', 'tier', $1, '50', 10)`,
      [tiered.id],
    )
    await store.refresh()
    await fill({ [tiered.unitId]: 10, [other.unitId]: 10 })
    // Nine pieces would cost 900 in place of 450.
    await setTerms({ limit: 480 })
    const { part } = await advice()
    expect(part?.lines.map(({ quantity }) => quantity)).toEqual([0, 10])
    expect(part).toMatchObject({ totalTry: 300, isLargest: false })
    await setTerms({ limit: 560 })
    expect((await advice()).part?.lines.map(({ quantity }) => quantity)).toEqual([10, 2])
  })

  test('keeps to the rules of quantity', async () => {
    const { id, unitId } = await goods(100)
    await pool.execute(
      `INSERT INTO price_rules (name, kind, product_id, quantity) VALUES ('Beşli paket', 'multiple', $1, 5)`,
      [id],
    )
    await store.refresh()
    await fill({ [unitId]: 15 })
    // Twelve would fit.
    await setTerms({ limit: 1200 })
    const { part } = await advice()
    expect(part).toMatchObject({ lines: [{ quantity: 10, rest: 5 }], totalTry: 1000 })
    expect(await orderPart(part)).toMatchObject({ ok: true })
    await setTerms({ limit: 400 })
    expect((await advice()).part).toBeNull()
  })

  test.each<[string, object]>([
    ['nothing fits', { limit: 50 }],
    ['nothing is left of the limit', { limit: 1000, debts: { TRY: { balance: 2000, overdue: 2000 } } }],
    ['the account is closed for orders', { limit: 1 }],
  ])('is not proposed where %s', async (_, terms) => {
    await setTerms({ limit: 1000, ...terms })
    const { unitId } = await goods(100)
    await fill({ [unitId]: 20 })
    expect((await advice()).part).toBeNull()
  })

  test('says which promotions of the whole cart it loses, and what they take off', async () => {
    await addPromotion(pool, {
      kind: 'basket_step',
      name: 'Bin liraya yüzde on',
      steps: [{ amount: '1000', percent: '10' }],
    })
    await addPromotion(pool, {
      kind: 'basket_step',
      combines: true,
      name: 'Yüz lira',
      priority: -1,
      steps: [{ amount: '100', percent: '5' }],
    })
    await store.refresh()
    await setTerms({ limit: 500 })
    const { unitId } = await goods(100)
    await fill({ [unitId]: 10 })
    expect((await advice()).part?.lost).toEqual({
      names: 'Bin liraya yüzde on',
      saved: { value: 100, currency: 'TRY' },
      savedInPart: { value: 25, currency: 'TRY' },
    })
    await pool.execute("DELETE FROM promotions WHERE name LIKE 'Bin%'")
    await store.refresh()
    expect((await advice()).part?.lost).toBeNull()
    await pool.execute('DELETE FROM promotions')
    await store.refresh()
  })

  test('stays within the own limit of the user, with what the month has used', async () => {
    await setTerms({ limit: 10_000 })
    await pool.execute('INSERT INTO purchase_limits (user_id, per_order, per_month) VALUES ($1, 500, 600)', [
      actor.userId,
    ])
    const { unitId } = await goods(100)
    await fill({ [unitId]: 8 })
    const first = await advice()
    expect(first).toMatchObject({ limit: null, part: { totalTry: 500 } })
    expect(await orderPart(first.part)).toMatchObject({ ok: true, body: { orderNo: expect.any(String) } })
    expect((await advice()).part).toMatchObject({ totalTry: 100 })
  })

  test('is not shown to users who do not see prices', async () => {
    await setTerms({ limit: 250, debts: { TRY: { balance: 100, overdue: 100 } } })
    await set('showPriceStatus', '0')
    const { unitId } = await goods(100)
    await fill({ [unitId]: 8 })
    expect(await advice()).toEqual({
      limit: { isBlocked: false, mode: 'order' },
      sums: [],
      canPay: false,
      part: null,
      ask: 'store',
      approval: null,
    })
  })
})

const addPiece = (unitId: number) =>
  pool.execute('UPDATE cart_lines SET quantity = quantity + 1 WHERE unit_id = $1', [unitId])

describe('ordering the part', () => {
  test('leaves the rest in the cart, each line in its place with its price', async () => {
    const [first, second, third] = [await goods(300), await goods(10), await goods(500)]
    await setTerms({ limit: 320 })
    await fill({ [first.unitId]: 1, [second.unitId]: 5, [third.unitId]: 1 })
    const before = await pool.query<{ id: number }>(
      `UPDATE cart_lines l SET seen_value = 9, seen_currency = 'TRY' FROM carts c
        WHERE c.id = l.cart_id AND c.user_id = $1 RETURNING l.id, l.unit_id, l.created_at`,
      [actor.userId],
    )
    const { part } = await advice()
    expect(part?.lines.map(({ quantity }) => quantity)).toEqual([1, 2, 0])
    expect(await orderPart(part)).toMatchObject({ ok: true })
    const after = await pool.query(
      `SELECT l.id, l.unit_id, l.created_at, l.quantity, l.seen_value::int AS seen FROM cart_lines l
         JOIN carts c ON c.id = l.cart_id WHERE c.user_id = $1 ORDER BY l.id`,
      [actor.userId],
    )
    expect(after).toEqual([
      { ...before[1], quantity: 3, seen: 9 },
      { ...before[2], quantity: 1, seen: 9 },
    ])
    expect((await getSummary(actor)) as object).toMatchObject({ body: { total: 320 } })
  })

  test('is done once for a key, however often it is sent', async () => {
    await setTerms({ limit: 250 })
    const { unitId } = await goods(100)
    await fill({ [unitId]: 5 })
    const { part } = await advice()
    const sent = { key: 'parca-anahtari-1', cart: undefined }
    const answers = await Promise.all([orderPart(part, sent), orderPart(part, sent)])
    expect(answers.filter(({ ok }) => ok).length).toBeGreaterThan(0)
    expect([await ordersOf(), await cartLines()]).toEqual([1, [{ unitId, quantity: 3 }]])
  })

  test.each<[string, (unitId: number, id: number) => Promise<unknown>, string]>([
    ['the cart changed', (unitId) => addPiece(unitId), 'cart_not_as_shown'],
    ['a price changed', (unitId) => setPrice(pool, unitId, 90), 'total_changed'],
    ['the limit was lowered', () => setTerms({ limit: 150 }), 'risk_limit_exceeded'],
    ['it was sold out', (_unitId, id) => setStock(pool, id, 1), 'insufficient_stock'],
  ])('is refused when %s since the advice; nothing changes', async (_, change, code) => {
    await setTerms({ limit: 250 })
    const { id, unitId } = await goods(100)
    await fill({ [unitId]: 5 })
    const { part } = await advice()
    const cart = cartFingerprint(await cartLines())
    await change(unitId, id)
    const before = await cartLines()
    expect(await orderPart(part, { cart })).toMatchObject({ ok: false, code })
    expect([await ordersOf(), await cartLines()]).toEqual([0, before])
  })

  test.each([
    ['more than the cart has', [{ quantity: 6 }]],
    ['a line twice', [{ quantity: 1 }, { quantity: 1 }]],
    ['a unit that the cart has not', [{ unitId: 999_999, quantity: 1 }]],
  ])('refuses %s', async (_, lines) => {
    await setTerms({ limit: 1000 })
    const { unitId } = await goods(100)
    await fill({ [unitId]: 5 })
    const body = { lines: lines.map((line) => ({ unitId, ...line })) }
    expect(await run('POST', '/api/catalog/cart-part', { body }, testContext({ actor }))).toMatchObject({
      code: 'cart_not_as_shown',
    })
    expect(await linesLeft()).toBe(1)
  })

  test('two buyers of a dealer never exceed its limit together', async () => {
    await setTerms({ limit: 1000, mode: 'balance' })
    const { unitId } = await product({ price: 100, taxRate: 0, stock: 1000 })
    const people = [actor, await addColleague(pool, actor.dealer ?? expect.fail('a dealer'))]
    for (const who of people) await fill({ [unitId]: 15 }, who)
    const parts = await Promise.all(people.map((who) => advice(who)))
    expect(parts.map(({ part }) => part?.totalTry)).toEqual([1000, 1000])
    const answers = await Promise.all(people.map((who, at) => orderPart(parts[at]?.part ?? null, { who })))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    // The advice of the other one is fresh.
    const loser = people[answers.findIndex(({ ok }) => !ok)] ?? expect.fail('a loser')
    expect(await advice(loser)).toMatchObject({ part: null, sums: [{ value: 1500, currency: 'TRY' }], ask: 'store' })
  })

  test('in two windows orders the goods once', async () => {
    await setTerms({ limit: 250 })
    const { unitId } = await goods(100)
    await fill({ [unitId]: 5 })
    const { part } = await advice()
    const cart = cartFingerprint(await cartLines())
    const answers = await Promise.all([orderPart(part, { cart }), orderPart(part, { cart })])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ code: 'cart_not_as_shown' })
  })

  test('is for the own cart: another dealer’s lines are not in it', async () => {
    await setTerms({ limit: 250 })
    const { unitId } = await goods(100)
    await fill({ [unitId]: 5 })
    const { part } = await advice()
    const other = await addDealer(pool)
    expect(await orderPart(part, { who: other })).toMatchObject({ ok: false })
    expect(await cartLines()).toEqual([{ unitId, quantity: 5 }])
  })
})
