import { describe, expect, test } from 'vitest'
import { addDealer, stockOf } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { fill, order, pool, product, useTestCheckout } from './test-checkout.ts'

useTestCheckout()

describe('many concurrent buyers', () => {
  async function buyers(count: number, lines: (i: number) => Record<number, number>): Promise<Actor[]> {
    return Promise.all(
      Array.from({ length: count }, async (_, i) => {
        const who = await addDealer(pool)
        await fill(lines(i), who)
        return who
      }),
    )
  }

  test('200 buyers order the last unit: one gets it', async () => {
    const { id, unitId } = await product({ stock: 1 })
    const people = await buyers(200, () => ({ [unitId]: 1 }))
    const answers = await Promise.all(people.map((who) => order(who)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = answers.filter((answer) => !answer.ok && answer.code === 'insufficient_stock')
    expect(refused).toHaveLength(199)
    expect(await stockOf(pool, id)).toBe(0)
  })

  test('100 buyers order units and packs of 37 in stock: never more than the stock is sold', async () => {
    const { id, unitId, units } = await product({ stock: 37, units: { PAKET: 3 } })
    const pack = units['PAKET'] ?? 0
    const people = await buyers(100, (i) => (i % 3 === 0 ? { [pack]: 1, [unitId]: 1 } : { [i % 2 ? pack : unitId]: 1 }))
    await Promise.all(people.map((who) => order(who)))
    const sold = await pool.one<{ sold: number }>(
      'SELECT sum(quantity * multiplier)::int AS sold FROM order_lines WHERE product_id = $1',
      [id],
    )
    expect(sold?.sold).toBe(37)
    expect(await stockOf(pool, id)).toBe(0)
  })

  test('overlapping carts in any order never deadlock', async () => {
    const products = await Promise.all(Array.from({ length: 12 }, () => product({ stock: 10_000 })))
    const people = await buyers(60, (i) =>
      Object.fromEntries(
        products
          .toSorted((a, b) => ((a.id * 7 + i * 13) % 11) - ((b.id * 5 + i * 3) % 13))
          .slice(0, 6)
          .map((each) => [each.unitId, 1 + (i % 5)]),
      ),
    )
    const answers = await Promise.all(people.map((who) => order(who)))
    expect(answers.every(({ ok }) => ok)).toBe(true)
  })
})
