import type { CartSums } from '#contract/shop/cart.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { decimal, lira } from '#domain/money/money.ts'
import { type CartPrices, totalsOfLines } from './cart-lines.ts'
import type { CachedCart } from './cart-query.ts'

/** Totals as the server calculated them. */
export function totalsOf({ totals }: CartSums): CartTotals {
  const { currency = lira, subtotal = 0, tax = 0, total = 0, totalTry = 0 } = totals ?? {}
  return {
    subtotal: decimal(subtotal),
    tax: decimal(tax),
    total: decimal(total),
    totalTry: decimal(totalTry),
    currency,
  }
}

/** The cart's totals: calculated from its lines, or the server's with promotions, or while some lines are still loading. */
export function totalsOfCached({ items, sums, promoted }: CachedCart, prices: CartPrices): CartTotals {
  // After a change of currency or plan they are outdated until the cart is read again.
  const isCurrent = promoted?.plan === prices.plan && promoted.totals?.currency === prices.currency
  if (promoted !== undefined && isCurrent) return totalsOf(promoted)
  return sums === null ? totalsOfLines(items, prices) : totalsOf(sums)
}
