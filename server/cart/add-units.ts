import type { UnitRefusal } from '#contract/shop/variants.ts'
import type { Refusal } from '#contract/core/errors.ts'
import type { Product } from '#contract/shop/product.ts'
import { attemptOf, claimAttempt, completeAttempt } from '#server/account/account.ts'
import { loadProducts } from '#server/catalog/catalog.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { errorBody } from '#server/platform/http/errors.ts'
import type { View } from '#server/settings/settings.ts'
import { addLinesToCart, type RequestedLine } from './add-lines.ts'
import { withUnitNames } from './add-rows.ts'
import type { CartOwner } from './cart-owner.ts'
import { withOrdered } from './ordered-quantities.ts'
import { lockCart } from './saved-lines.ts'
import { findRuleNotes, type RuleNote } from './rule-notes.ts'

type UnitLine = { productId: number; unitId: number; quantity: number }

/** Rolls the addition back. */
class RefusedLines extends Error {
  readonly refusals: (UnitRefusal | null)[]
  constructor(refusals: (UnitRefusal | null)[]) {
    super('A line was refused.')
    this.refusals = refusals
  }
}

/**
 * Adds lines to a cart, all or none, by the rules of adding and those of quantity. Returns an entry per line: null, or why it
 * refuses them all. A user's request with a key that was used adds nothing more and returns the same. The number of statements
 * does not depend on the number of lines.
 */
export async function addUnits(
  pool: Pool,
  owner: CartOwner,
  { lines, key }: { lines: readonly UnitLine[]; key: string | undefined },
  view: View,
): Promise<(UnitRefusal | null)[] | Refusal> {
  try {
    return await transactionOrRefusal(pool, async (db) => {
      const attempt = typeof owner === 'number' ? attemptOf(owner, key, ['cart-units', lines]) : null
      // A key is stored with a successful addition only.
      if ((await claimAttempt(db, attempt, 'cart')) !== null) return lines.map(() => null)
      const cartId = await lockCart(db, owner)
      const ids = [...new Set(lines.map(({ productId }) => productId))]
      const loaded = await loadProducts(db, ids, view)
      const products = typeof owner === 'number' ? await withOrdered(db, owner, loaded) : loaded
      // Before the lines are in the cart, which the rules count, too.
      const notes = await findRuleNotes(
        db,
        owner,
        lines.map((line) => namedLine(line, products)),
        view.locale,
      )
      const outcomes = await addLinesToCart(db, owner, lines satisfies readonly RequestedLine[], view)
      const refusals = lines.map((line, at) =>
        refusalOf(outcomes[at] ?? null, notes[at] ?? null, namedLine(line, products), view),
      )
      if (refusals.some((refusal) => refusal !== null)) throw new RefusedLines(refusals)
      await completeAttempt(db, attempt, 'cart', cartId)
      return refusals
    })
  } catch (error) {
    if (error instanceof RefusedLines) return error.refusals
    throw error
  }
}

function namedLine({ productId, unitId, quantity }: UnitLine, products: ReadonlyMap<number, Product>) {
  const product = products.get(productId)
  const unit = product?.units.find(({ id }) => id === unitId)
  return product === undefined || unit === undefined ? null : { product, unit, quantity }
}

function refusalOf(
  outcome: Refusal | null,
  note: RuleNote | null,
  line: ReturnType<typeof namedLine>,
  { locale }: View,
): UnitRefusal | null {
  if (outcome === null) return note && { code: 'quantity_rule', text: note.text, fits: note.fits }
  const refusal = withUnitNames(outcome, line?.product, line?.unit, locale)
  const fits = Number(refusal.facts?.['fits'] ?? 0)
  return { code: refusal.code, text: errorBody(refusal, locale).error.messages.type, fits: fits > 0 ? [fits] : [] }
}
