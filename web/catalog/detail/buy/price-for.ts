import type { Money } from '#contract/core/money.ts'
import type { Unit } from '#contract/shop/product.ts'
import { chargedPrice } from '#web/product/charged-price.ts'

/** What the cart charges for one unit in a line of this quantity: the price of the highest tier that it reaches. */
export function priceFor(unit: Unit, quantity: number): Money | undefined {
  return unit.tiers?.findLast((tier) => tier.quantity <= quantity)?.price ?? chargedPrice(unit)
}
