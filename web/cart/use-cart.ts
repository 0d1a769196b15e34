import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import type { PlanKey } from '#contract/core/money.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import type { CartPromotions } from '#contract/shop/promotions.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { decimal } from '#domain/money/money.ts'
import { useQuery, useQueryCache } from '#web/app/data/use-query.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { addProduct } from './add-product.ts'
import { type CartActivity, useActivity } from './cart-activity.ts'
import { type CartPrices, offSaleLines } from './cart-lines.ts'
import { totalsOfCached } from './cart-totals.ts'
import { type CachedCart, cartKey, emptyCachedCart, fetchCart, fetchPromotedCart } from './cart-query.ts'

/** Whether this visitor has a cart: a user of a dealer, or a guest if the store allows guest carts. */
export function useHasCart(): boolean {
  const { user, settings } = useVisitor()
  return user === null ? settings.guestCarts === '1' : user.role === 'dealer'
}

/** The cached cart, or what `select` derives from it; undefined until it has loaded. */
export function useCachedCart<T = CachedCart>(select?: (cached: CachedCart) => T): T | undefined {
  const enabled = useHasCart()
  const { hasPromotions } = useVisitor()
  return useQuery(cartKey, enabled ? (hasPromotions ? fetchPromotedCart : fetchCart) : null, { select })
}

/** What `select` derives from the cart's lines. */
function useCartItems<T>(select: (items: CartItem[]) => T): T | undefined {
  const selectItems = useCallback((cached: CachedCart) => select(cached.items), [select])
  return useCachedCart(selectItems)
}

/** The payment plan of the cart; null = sale prices. */
export function useCartPlan(): PlanKey | null {
  const { cartPlan } = useVisitor()
  const chosen = useActivity((activity) => activity.plan)
  return chosen === undefined ? cartPlan : chosen
}

/** What the cart's prices depend on. */
export function useCartPrices(): CartPrices {
  const plan = useCartPlan()
  const { currency, rates } = usePriceView()
  return useMemo(() => ({ plan, currency, rates }), [plan, currency, rates])
}

/** Quantities of a product in the cart by unit, e.g. [{unit: 'ADET', quantity: 2}]. */
export function useInCart(productId: number): { unit: string; quantity: number }[] {
  const select = useCallback(
    (items: CartItem[]) =>
      items
        .filter((item) => item.product.id === productId)
        .map((item) => ({ unit: item.productUnit.value, quantity: item.quantity })),
    [productId],
  )
  return useCartItems(select) ?? []
}

/** Quantity of a product in the cart, in base units. */
export function useQuantityInCart(productId: number): number {
  const select = useCallback(
    (items: CartItem[]) =>
      items
        .filter((item) => item.product.id === productId)
        .reduce((sum, item) => sum.plus(decimal(item.productUnit.multiplier).times(item.quantity)), decimal(0))
        .toNumber(),
    [productId],
  )
  return useCartItems(select) ?? 0
}

const countLines = ({ items, sums }: CachedCart) => sums?.lineCount ?? items.length

/** Number of lines in the cart; until it has loaded, the count from the page's data. */
export function useLineCount(): number {
  const { cartLineCount } = useVisitor()
  return useCachedCart(countLines) ?? cartLineCount
}

/** Lines whose products are no longer on sale. While there are any, the cart cannot be ordered. */
export function useOffSaleLines(): CartItem[] {
  return useCartItems(offSaleLines) ?? []
}

/** What every page can do with the cart; `use-cart-changes.ts` has the rest. */
export function useCartActions() {
  const cache = useQueryCache()
  const goTo = useNavigate()
  const { settings } = useVisitor()
  return useMemo(
    () => ({
      add: (product: Product, unit: Unit, quantity: number) =>
        addProduct({ cache, goTo, settings }, { product, unit, quantity }),
      reload: () => cache.refresh(cartKey),
    }),
    [cache, goTo, settings],
  )
}

export type Cart = {
  /** The first lines only until the cart is complete. */
  items: CartItem[]
  lineCount: number
  isComplete: boolean
  isLoaded: boolean
  totals: CartTotals
  /** Null where none is in force. */
  promotions: CartPromotions | null
  fetching: CartActivity['fetching']
}

/** The whole cart with its totals in the visitor's currency. Components that need less use the smaller hooks. */
export function useCart(): Cart {
  const prices = useCartPrices()
  const cached = useCachedCart()
  const { items, sums, promoted } = cached ?? emptyCachedCart
  const totals = useMemo(() => totalsOfCached({ items, sums, promoted }, prices), [items, sums, promoted, prices])
  const fetching = useActivity((activity) => activity.fetching)
  const lineCount = sums?.lineCount ?? items.length
  return {
    items,
    lineCount,
    isComplete: sums === null,
    isLoaded: cached !== undefined,
    totals,
    promotions: promoted?.promotions ?? null,
    fetching,
  }
}
