import { pageTranslation, t } from '#web/app/i18n.ts'
import { addToCart } from '#contract/shop/cart.ts'
import { pages } from '#contract/core/pages.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import type { PublicSettings } from '#contract/shop/settings.ts'
import { decimal } from '#domain/money/money.ts'
import { shortenCode } from '#domain/text/text.ts'
import type { QueryCache } from '#web/app/data/query-cache.ts'
import { CallError, call } from '#web/app/data/call.ts'
import { shownCodeOf } from '#web/product/product-code.ts'
import { showAlert } from '#web/ui/overlay/alert.tsx'
import { notify } from '#web/ui/overlay/toast.tsx'
import { changeActivity, without } from './cart-activity.ts'
import { withLine } from './cart-lines.ts'
import { changeCart } from './cart-query.ts'
import { endAttempt } from '#web/cart/order/order-attempt.ts'
import { redirectToSignIn } from '#web/app/data/sign-in-redirect.ts'

/** How long the button shows that the product was added, in milliseconds (catalogue, section 9). */
const successDuration = 1250

type AddRequest = { product: Product; unit: Unit; quantity: number }
export type AddContext = { cache: QueryCache; goTo(path: string): void; settings: PublicSettings }

/** The latest pending add of each product; an add with another quantity or unit waits for the one before it. */
const pendingAdds = new Map<number, { unitId: number; quantity: number; outcome: Promise<CallError | null> }>()
const successTimers = new Map<number, ReturnType<typeof setTimeout>>()

declare global {
  /** The router's list of pages. */
  var __reactRouterManifest: { routes: Record<string, { module: string }> } | undefined
}

/** Most open the cart after an addition: its scripts load meanwhile. Without them nothing is lost. */
function preloadCart(): void {
  const file = globalThis.__reactRouterManifest?.routes['cart/page/cart-page']?.module
  if (file !== undefined) import(/* @vite-ignore */ file).catch(() => {})
}

function clearAddState(productId: number): void {
  changeActivity(({ adds }) => ({ adds: without(adds, productId) }))
}

function showAdded({ product, unit, quantity }: AddRequest, { goTo, settings }: AddContext): void {
  const { formatQuantity } = pageTranslation()
  notify.success(t('cart.added.title'), {
    id: 'cart-added',
    position: 'top-center',
    description: `${formatQuantity(quantity)} ${unit.value} × ${shortenCode(shownCodeOf(product, settings, unit))}`,
    action: { label: t('cart.goToCart'), run: () => goTo(pages.cart) },
  })
}

/** Whole units that stock still covers, if the error carries them. */
function remainingUnits(error: CallError): number | null {
  const fits = Number(error.facts['fits'])
  return error.code === 'insufficient_stock' && Number.isInteger(fits) && fits >= 0 ? fits : null
}

/** The largest quantity that stock covers: in whole units of the requested one, else in the base unit. */
function alternativeTo(
  { facts }: CallError,
  { product, unit }: AddRequest,
  fits: number,
): Pick<AddRequest, 'unit' | 'quantity'> | null {
  if (fits > 0) return { unit, quantity: fits }
  const base = product.units.find(({ multiplier }) => multiplier === 1)
  const baseUnits = Number(facts['left'] ?? 0)
  return base === undefined || baseUnits < 1 ? null : { unit: base, quantity: baseUnits }
}

/**
 * Shows why nothing was added and offers an alternative (catalogue, section 8). Resolves with what to add next: a smaller
 * quantity, the same request as a retry, or nothing.
 */
async function showAddFailure(
  error: CallError,
  request: AddRequest,
  { settings }: AddContext,
): Promise<Pick<AddRequest, 'unit' | 'quantity'> | null> {
  const { product, unit, quantity } = request
  const code = shownCodeOf(product, settings, unit)
  if (error.status === 401) {
    redirectToSignIn(code)
    return null
  }
  if (error.status === 403) {
    notify.error(error.message, { position: 'top-center' })
    return null
  }
  const fits = remainingUnits(error)
  const isPartlyInCart = Number(error.facts['amount']) > decimal(unit.multiplier).times(quantity).toNumber()
  const remainingText = isPartlyInCart ? 'cart.alert.leftBesideCart' : 'cart.alert.left'
  const alternative = fits === null ? null : alternativeTo(error, request, fits)
  const max = alternative ?? { unit, quantity: fits ?? 0 }
  const facts = { fits: pageTranslation().formatQuantity(max.quantity), unit: max.unit.value }
  const actions = []
  if (alternative !== null) actions.push({ label: t('cart.alert.addFits', facts), value: 'fits' })
  if (error.code === 'network') actions.push({ label: t('ui.retry'), value: 'again' })
  const answer = await showAlert({
    title: t(error.code === 'insufficient_stock' ? 'cart.alert.stock' : 'cart.alert.notAdded'),
    text: error.message,
    facts: fits === null ? code : `${code} · ${t(remainingText, facts)}`,
    actions,
  })
  return answer === 'fits' ? alternative : answer === 'again' ? request : null
}

/** Sends the request and shows its state on the product's button. Resolves with the error, or null on success. */
async function sendAdd(context: AddContext, request: AddRequest): Promise<CallError | null> {
  const { product, unit, quantity } = request
  clearTimeout(successTimers.get(product.id))
  preloadCart()
  changeActivity(({ adds }) => ({
    adds: { ...adds, [product.id]: 'adding' },
    fetching: { id: product.id, operation: 'add' },
  }))
  try {
    const line = await call(
      addToCart,
      { params: { productId: String(product.id) }, body: { quantity, productValue: unit.id } },
      { answer: globalThis.earlyAnswer },
    )
    changeCart(context.cache, (items) => withLine(items, line), line.cart)
    endAttempt()
    changeActivity(({ adds }) => ({
      adds: { ...adds, [product.id]: 'added' },
      fetching: { id: null, operation: null },
    }))
    successTimers.set(
      product.id,
      setTimeout(() => clearAddState(product.id), successDuration),
    )
    showAdded(request, context)
    return null
  } catch (error) {
    clearAddState(product.id)
    changeActivity(() => ({ fetching: { id: product.id, operation: 'addError' } }))
    if (!(error instanceof CallError)) throw error
    return error
  }
}

/**
 * Adds to the cart and shows the outcome on the product's button. A second identical request is ignored while the first is
 * pending. Resolves with whether the product was added.
 */
export async function addProduct(context: AddContext, request: AddRequest): Promise<boolean> {
  const { product, unit, quantity } = request
  const previous = pendingAdds.get(product.id)
  if (previous?.unitId === unit.id && previous.quantity === quantity) return false
  const outcome = previous ? previous.outcome.then(() => sendAdd(context, request)) : sendAdd(context, request)
  const current = { unitId: unit.id, quantity, outcome }
  pendingAdds.set(product.id, current)
  const end = () => pendingAdds.get(product.id) === current && pendingAdds.delete(product.id)
  const error = await outcome.finally(end)
  if (error === null) return true
  const next = await showAddFailure(error, request, context)
  return next === null ? false : addProduct(context, { ...request, ...next })
}
