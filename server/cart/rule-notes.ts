import type { Locale } from '#contract/core/visitor.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import { type CountedLine, findQuantityProblem } from '#domain/pricing/order-quantity.ts'
import { formatsOf } from '#domain/text/format.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { CartOwner } from './cart-owner.ts'
import { loadLines } from './shown-lines.ts'

type AddedLine = { product: Product; unit: Unit; quantity: number }

/** The rule of quantity that a line breaks, as a sentence, and the nearest quantities of the line that break none. */
export type RuleNote = { text: string; fits: number[] }

/**
 * For each line that is about to be added: the rule of quantity that it breaks together with the other lines and the cart's
 * (without an owner: the other lines alone); null: none. The cart is read only where rules apply.
 */
export async function findRuleNotes(
  db: Db,
  owner: CartOwner | null,
  added: readonly (AddedLine | null)[],
  locale: Locale,
): Promise<(RuleNote | null)[]> {
  const ruled = added.filter((line) => line?.unit.terms !== undefined)
  if (ruled.length === 0) return added.map(() => null)
  const productIds = [...new Set(ruled.flatMap((line) => line?.product.id ?? []))]
  const inCart = owner === null ? [] : await loadLines(db, owner, { productIds })
  const byProduct = Map.groupBy(
    added.flatMap((line) => line ?? []),
    ({ product }) => product.id,
  )
  return added.map((line) => {
    if (line?.unit.terms === undefined) return null
    const { product, unit } = line
    const same = byProduct.get(product.id)?.filter((other) => other !== line) ?? []
    const others = [
      ...same.map((other) => ({ unitId: other.unit.id, quantity: other.quantity })),
      ...inCart
        .filter((other) => other.product_id === product.id)
        .map((other) => {
          return { unitId: other.unit_id, quantity: other.quantity }
        }),
    ]
    const lines = [{ unitId: unit.id, quantity: line.quantity }, ...others].map(({ unitId, quantity }): CountedLine => {
      const { value, multiplier, terms = {} } = product.units.find(({ id }) => id === unitId) ?? unit
      return { unit: value, multiplier, quantity, terms }
    })
    const base = product.units.find(({ id }) => id === product.defaultUnit) ?? unit
    const problem = findQuantityProblem(lines, 0, base.multiplier)
    if (problem === null) return null
    const { kind, term, fits } = problem
    const text = translate(locale, `errors.quantity_${kind}`, {
      quantityText: formatsOf(locale).formatQuantity(term.quantity),
      unit: (term.inUnit ? unit : base).value,
      days: term.days ?? 0,
    })
    return { text, fits }
  })
}
