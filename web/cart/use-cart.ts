import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { type CartItem, type CartSums, placeOrder } from '#contract/shop/cart.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import type { CartTotals } from '#domain/cart/cart.ts'
import { type Decimal, decimal, lira } from '#domain/money/money.ts'
import type { QueryCache } from '#web/app/data/query-cache.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { useQuery, useQueryCache } from '#web/app/data/use-query.ts'
import { usePriceView } from '#web/app/visitor/use-price-view.ts'
import { useVisitor } from '#web/app/visitor/use-visitor.ts'
import { addProduct } from './add-product.ts'
import { type CartActivity, changeActivity, useActivity } from './cart-activity.ts'
import { type CartPrices, offSaleLines, totalsOfLines } from './cart-lines.ts'
import { cartKey, emptyCachedCart, fetchCart, type CachedCart, cachedCart } from './cart-query.ts'
import { choosePlan } from '#web/cart/order/choose-plan.ts'
import { changeUnit, emptyCart, removeLine, setQuantity } from './change-lines.ts'
import { allJobsDone } from './latest-job.ts'
import { attemptKey, endAttempt } from '#web/cart/order/order-attempt.ts'

/** `cart`: mark of the cart on the screen. `total`: what it says by then that the order comes to; undefined where prices are hidden. */
export type OrderForm = {
  description: string
  advencePrice: PlanKey | null
  cart: string
  total(cached?: CachedCart): Decimal | undefined
}

/** Whether this visitor has a cart: a dealer's user, and a guest where the store lets guests have one. */
export function useHasCart(): boolean {
  const { user, settings } = useVisitor()
  return user === null ? settings.guestCarts === '1' : user.role === 'dealer'
}

/** The cart, or what `select` makes of it; undefined while it is not known. Shared by all that ask. */
export function useCachedCart<T = CachedCart>(select?: (cached: CachedCart) => T): T | undefined {
  const enabled = useHasCart()
  return useQuery(cartKey, enabled ? fetchCart : null, { select })
}

/** What `select` makes of the cart's lines. */
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

/** How the cart's prices are seen. */
export function useCartPrices(): CartPrices {
  const plan = useCartPlan()
  const { currency, rates } = usePriceView()
  return useMemo(() => ({ plan, currency, rates }), [plan, currency, rates])
}

/** What the cart holds of a product, by unit, e.g. [{unit: 'ADET', quantity: 2}]. */
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

/** Base units of a product that the cart holds. */
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

const countLines = ({ items, whole }: CachedCart) => whole?.lineCount ?? items.length

/** Number of lines in the cart; until it is loaded, the count that the page was sent with. */
export function useLineCount(): number {
  const { cartLineCount } = useVisitor()
  return useCachedCart(countLines) ?? cartLineCount
}

/** Lines whose products are no longer on sale: while there are any, the cart cannot be ordered. */
export function useOffSaleLines(): CartItem[] {
  return useCartItems(offSaleLines) ?? []
}

/** Orders the cart; resolves with the order's number. Throws CallError. */
async function order(cache: QueryCache, form: OrderForm): Promise<string> {
  await allJobsDone()
  changeActivity(() => ({ fetching: { id: null, operation: 'saveOrder' } }))
  const { description, cart } = form
  const body = { description, cart, advencePrice: form.advencePrice ?? ('' as const) }
  const total = form.total(cachedCart(cache))?.toFixed(2)
  try {
    const { orderNo } = await call(placeOrder, {
      body: total === undefined ? body : { ...body, total },
      headers: { 'idempotency-key': attemptKey(JSON.stringify(body)) },
    })
    endAttempt()
    cache.write(cartKey, emptyCachedCart)
    changeActivity(() => ({ plan: undefined }))
    return orderNo
  } catch (error) {
    const isKnown =
      error instanceof CallError && error.status >= 400 && error.status < 500 && error.code !== 'in_progress'
    if (isKnown) endAttempt()
    throw error
  } finally {
    changeActivity(() => ({ fetching: { id: null, operation: null } }))
  }
}

export function useCartActions() {
  const cache = useQueryCache()
  const goTo = useNavigate()
  const { settings } = useVisitor()
  return useMemo(
    () => ({
      add: (product: Product, unit: Unit, quantity: number) =>
        addProduct({ cache, goTo, settings }, { product, unit, quantity }),
      setQuantity: (line: CartItem, quantity: number) => setQuantity(cache, line, quantity),
      changeUnit: (line: CartItem, unitId: number) => changeUnit(cache, line, unitId),
      remove: (line: CartItem) => removeLine(cache, line),
      clear: () => emptyCart(cache),
      choosePlan: (plan: PlanKey | null) => choosePlan(cache, plan),
      order: (form: OrderForm) => order(cache, form),
      reload: () => cache.refresh(cartKey),
    }),
    [cache, goTo, settings],
  )
}

export type Cart = {
  /** The first lines only, until it is whole. */
  items: CartItem[]
  lineCount: number
  isWhole: boolean
  isLoaded: boolean
  totals: CartTotals
  fetching: CartActivity['fetching']
} & ReturnType<typeof useCartActions>

/** Figures as they came from the server. */
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

/** What the cart comes to: by its lines, or as the server says while some are still to come. */
export function totalsOfCached({ items, whole }: CachedCart, prices: CartPrices): CartTotals {
  return whole === null ? totalsOfLines(items, prices) : totalsOf(whole)
}

/** The whole cart with its totals in the visitor's currency. Components that need less take the smaller hooks. */
export function useCart(): Cart {
  const prices = useCartPrices()
  const cached = useCachedCart()
  const { items, whole } = cached ?? emptyCachedCart
  const totals = useMemo(() => totalsOfCached({ items, whole }, prices), [items, whole, prices])
  const fetching = useActivity((activity) => activity.fetching)
  const lineCount = whole?.lineCount ?? items.length
  return {
    items,
    lineCount,
    isWhole: whole === null,
    isLoaded: cached !== undefined,
    totals,
    fetching,
    ...useCartActions(),
  }
}
