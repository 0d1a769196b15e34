import type { CartItem } from '#contract/shop/cart.ts'
import { findQuantityProblem } from '#domain/pricing/order-quantity.ts'
import type { LineProblem } from '#web/cart/cart-lines.ts'

/** The rules of quantity that lines break, by line id. */
export function findRuleProblems(items: readonly CartItem[]): Map<number, LineProblem> {
  const problems = new Map<number, LineProblem>()
  for (const own of Map.groupBy(items, ({ product }) => product.id).values()) {
    if (own.every(({ productUnit }) => productUnit.terms === undefined)) continue
    const lines = own.map(({ productUnit: { value, multiplier, terms = {} }, quantity }) => {
      return { unit: value, multiplier, quantity, terms }
    })
    for (const [at, { id, product }] of own.entries()) {
      const base = product.units.find((unit) => unit.id === product.defaultUnit)
      const problem = findQuantityProblem(lines, at, base?.multiplier ?? 1)
      if (problem !== null) problems.set(id, { kind: 'rule', problem })
    }
  }
  return problems
}
