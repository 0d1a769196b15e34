import type { CartItem } from '#contract/shop/cart.ts'
import type { Money } from '#contract/core/money.ts'
import type { Product } from '#contract/shop/product.ts'
import { decimal } from '#domain/money/money.ts'
import { loadProducts, type PresentOptions } from '#server/catalog/catalog.ts'
import { unlessReadOnly } from '#server/platform/db/failure.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import type { CartOwner } from './cart-owner.ts'
import { withOrdered } from './ordered-quantities.ts'
import { type LineChoice, type LineRow, loadLines, saveShownPrices } from './shown-lines.ts'

/**
 * The cart as the visitor sees it, in the order in which lines were created. A price that changed since it was last
 * shown is returned with the previous one, once; showing it to an impersonating administrator does not count. The
 * number of statements does not depend on the number of lines.
 */
export async function presentCart(
  pool: Pool,
  owner: CartOwner,
  view: View,
  { isImpersonated = false, ...choice }: LineChoice & { isImpersonated?: boolean } = {},
): Promise<CartItem[]> {
  const lines = await loadLines(pool, owner, choice)
  if (lines.length === 0) return []
  const loaded = await loadProducts(pool, [...new Set(lines.map((line) => line.product_id))], view, {
    ...cartPrices(lines),
    alsoInactive: true,
  })
  const products = typeof owner === 'number' ? await withOrdered(pool, owner, loaded) : loaded
  const items = lines.flatMap((line) => presentLine(line, products.get(line.product_id)))
  const changed = items.filter(({ item, isNewlySeen }) => isNewlySeen && item.productUnit.defaultPrice !== undefined)
  if (changed.length > 0 && !isImpersonated) {
    const prices = changed.map(({ item: { id, productUnit } }) => {
      const { value, currency } = productUnit.defaultPrice as Money
      return { lineId: id, value: String(value), currency }
    })
    // Otherwise the change is shown again next time.
    await unlessReadOnly(saveShownPrices(pool, prices), undefined)
  }
  return items.map(({ item }) => item)
}

/** The prices that lines show: of all plans, and each unit's for the quantity of its line. */
export function cartPrices(lines: readonly LineRow[]): PresentOptions {
  return { allPlans: true, quantities: new Map(lines.map((line) => [line.unit_id, line.quantity])) }
}

/** Presents one line, as responses to changes return it. */
export function presentLine(line: LineRow, product: Product | undefined): { item: CartItem; isNewlySeen: boolean }[] {
  const productUnit = product?.units.find(({ id }) => id === line.unit_id)
  if (product === undefined || productUnit === undefined) return []
  const price = productUnit.defaultPrice
  const previousPrice = price === undefined ? undefined : changedPrice(line, price)
  const isNewlySeen =
    price !== undefined && price.value > 0 && (line.seen_value === null || previousPrice !== undefined)
  const item: CartItem = { id: line.id, product, productUnit, quantity: line.quantity }
  if (previousPrice !== undefined) item.previousPrice = previousPrice
  if (!line.is_active) item.isOffSale = true
  return [{ item, isNewlySeen }]
}

/** The price last shown, if the price is now different. A line without a price is not reported as changed. */
function changedPrice(line: LineRow, price: Money): Money | undefined {
  if (line.seen_value === null || line.seen_currency === null || price.value === 0) return undefined
  const isSame = decimal(line.seen_value).equals(price.value) && line.seen_currency === price.currency
  return isSame ? undefined : { value: Number(line.seen_value), currency: line.seen_currency }
}
