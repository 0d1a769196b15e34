import { type Refusal, refuse } from '#contract/core/errors.ts'
import { addToCart, type CartChange } from '#domain/cart/cart-changes.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import type { CartOwner } from './cart-owner.ts'
import { cartProduct, priceToShow, stockRuleOf, unitPrices } from './change-cart.ts'
import { cartFull, countRemainingLines, withoutHiddenStock } from '#server/cart/guest/guest-rules.ts'
import { type ChangedProductRow, loadChangedProducts } from './changed-product-rows.ts'
import { lockCart, type SavedLine, saveAddedLines } from './saved-lines.ts'
import { recordShortages, type Shortage, shortageOf } from './stock-shortages.ts'

export type RequestedLine = { productId: number | null; unitId: number | null; quantity: number }

/**
 * Adds many lines to a cart in the open transaction, each by the rules of adding. Returns one entry per line: null if
 * it was added, otherwise why not. The number of statements does not depend on the number of lines.
 */
export async function addLinesToCart(
  db: Db,
  owner: CartOwner,
  requested: readonly RequestedLine[],
  view: View,
  { isLimited = typeof owner !== 'number' } = {},
): Promise<(Refusal | null)[]> {
  const cartId = await lockCart(db, owner)
  let remainingLines = isLimited ? await countRemainingLines(db, owner, cartId) : Number.POSITIVE_INFINITY
  const saved = new Map<number, SavedLine>()
  const shortages: Shortage[] = []
  const outcomes = await decideLines(db, cartId, requested, view, {
    onShortage: (shortage) => shortages.push(shortage),
    add(row, change) {
      if (change.lineId === undefined && remainingLines-- <= 0) return cartFull()
      const shownPrice = priceToShow(row, change, view)
      const { unitId, quantity } = change
      saved.set(unitId, { cartId, productId: row.id, unitId, quantity, shownPrice })
      return null
    },
  })
  await saveAddedLines(db, cartId, [...saved.values()])
  await recordShortages(db, owner, shortages)
  return outcomes
}

/** Id of no cart. */
const noCart = 0

/** What adding these lines to an empty cart would return. Changes nothing, and locks nothing. */
export function tryLines(db: Db, requested: readonly RequestedLine[], view: View): Promise<(Refusal | null)[]> {
  return decideLines(db, noCart, requested, view, { add: () => null, onShortage: () => {} })
}

type Effects = {
  /** Receives each change that the rules allow; may refuse it. */
  add(row: ChangedProductRow, change: CartChange): Refusal | null
  onShortage(shortage: Shortage): void
}

/** Applies the rules of adding to each line, after the lines before it. */
async function decideLines(
  db: Db,
  cartId: number,
  requested: readonly RequestedLine[],
  view: View,
  { add, onShortage }: Effects,
): Promise<(Refusal | null)[]> {
  const productIds = [...new Set(requested.flatMap(({ productId }) => productId ?? []))]
  const rows = await loadChangedProducts(db, { ...view, cartId, productIds })
  const products = new Map(rows.map((row) => [row.id, row]))
  return requested.map(({ productId, unitId, quantity }) => {
    const row = products.get(productId ?? 0)
    if (row === undefined || !row.is_active) return refuse('product_not_found')
    const prices = unitPrices(row, view)
    const change = addToCart(cartProduct(row, prices), { unitId: unitId ?? 0, quantity }, stockRuleOf(view))
    if (!change.ok) {
      const shortage = shortageOf(row.id, row.stock, change)
      if (shortage !== null) onShortage(shortage)
      return withoutHiddenStock(change, view)
    }
    const refusal = add(row, change)
    if (refusal === null) updateLoadedLine(row, change)
    return refusal
  })
}

/** Updates the loaded row, so that the next line of the same product is checked against it. */
function updateLoadedLine(row: ChangedProductRow, { unitId, quantity }: CartChange): void {
  const existing = row.lines.find((line) => line.unit_id === unitId)
  if (existing !== undefined) existing.quantity = quantity
  else {
    const multiplier = row.units.find(({ id }) => id === unitId)?.multiplier ?? '1'
    // Ids of unwritten lines only need to be unique.
    row.lines.push({ id: -unitId, unit_id: unitId, quantity, multiplier })
  }
}
