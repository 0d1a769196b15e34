import { t } from '#web/app/i18n.ts'
import { addToCart } from '#contract/shop/cart.ts'
import { pages } from '#contract/core/pages.ts'
import type { Product, Unit } from '#contract/shop/product.ts'
import type { PublicSettings } from '#contract/shop/settings.ts'
import { formatQuantity } from '#domain/text/format.ts'
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
const successShown = 1250

type Wanted = { product: Product; unit: Unit; quantity: number }
export type AddTools = { cache: QueryCache; goTo(path: string): void; settings: PublicSettings }

/** Adds on their way, the latest of each product; another quantity or unit waits for the one before it. */
const pending = new Map<number, { unitId: number; quantity: number; outcome: Promise<CallError | null> }>()
const successTimers = new Map<number, ReturnType<typeof setTimeout>>()

function endAdd(productId: number): void {
  changeActivity(({ adds }) => ({ adds: without(adds, productId) }))
}

function showAdded({ product, unit, quantity }: Wanted, { goTo, settings }: AddTools): void {
  notify.success(t('cart.added.title'), {
    id: 'cart-added',
    place: 'top-center',
    description: `${formatQuantity(quantity)} ${unit.value} × ${shortenCode(shownCodeOf(product, settings, unit))}`,
    action: { label: t('cart.goToCart'), run: () => goTo(pages.cart) },
  })
}

/** Whole units that still fit, where the server told it. */
export function fitsOf(error: CallError): number | null {
  const fits = Number(error.facts['fits'])
  return error.code === 'insufficient_stock' && Number.isInteger(fits) && fits >= 0 ? fits : null
}

/** What stock lets be added: whole units of the wanted one, else of the unit that stock is counted in. */
function insteadOf(
  { facts }: CallError,
  { product, unit }: Wanted,
  fits: number,
): Pick<Wanted, 'unit' | 'quantity'> | null {
  if (fits > 0) return { unit, quantity: fits }
  const base = product.units.find(({ multiplier }) => multiplier === 1)
  const left = Number(facts['left'] ?? 0)
  return base === undefined || left < 1 ? null : { unit: base, quantity: left }
}

/** Says why nothing was added and offers the way out (catalogue, section 8). Resolves with what to add instead, if anything. */
async function showAddFailure(
  error: CallError,
  wanted: Wanted,
  { settings }: AddTools,
): Promise<Pick<Wanted, 'unit' | 'quantity'> | null> {
  const { product, unit, quantity } = wanted
  const code = shownCodeOf(product, settings, unit)
  if (error.status === 401) {
    redirectToSignIn(code)
    return null
  }
  if (error.status === 403) {
    notify.error(error.message, { place: 'top-center' })
    return null
  }
  const fits = fitsOf(error)
  const holdsSome = Number(error.facts['amount']) > decimal(unit.multiplier).times(quantity).toNumber()
  const left = holdsSome ? 'cart.alert.leftBesideCart' : 'cart.alert.left'
  const instead = fits === null ? null : insteadOf(error, wanted, fits)
  const most = instead ?? { unit, quantity: fits ?? 0 }
  const facts = { fits: formatQuantity(most.quantity), unit: most.unit.value }
  const actions = []
  if (instead !== null) actions.push({ label: t('cart.alert.addFits', facts), value: 'fits' })
  if (error.code === 'network') actions.push({ label: t('ui.retry'), value: 'again' })
  const answer = await showAlert({
    title: t(error.code === 'insufficient_stock' ? 'cart.alert.stock' : 'cart.alert.notAdded'),
    text: error.message,
    facts: fits === null ? code : `${code} · ${t(left, facts)}`,
    actions,
  })
  return answer === 'fits' ? instead : answer === 'again' ? wanted : null
}

/** Sends it and shows the state on the product's button. Resolves with why it was refused, if it was. */
async function sendAdd(tools: AddTools, wanted: Wanted): Promise<CallError | null> {
  const { product, unit, quantity } = wanted
  clearTimeout(successTimers.get(product.id))
  changeActivity(({ adds }) => ({
    adds: { ...adds, [product.id]: 'adding' },
    fetching: { id: product.id, operation: 'add' },
  }))
  try {
    const line = await call(addToCart, {
      params: { productId: String(product.id) },
      body: { quantity, productValue: unit.id },
    })
    changeCart(tools.cache, (items) => withLine(items, line))
    endAttempt()
    changeActivity(({ adds }) => ({
      adds: { ...adds, [product.id]: 'added' },
      fetching: { id: null, operation: null },
    }))
    successTimers.set(
      product.id,
      setTimeout(() => endAdd(product.id), successShown),
    )
    showAdded(wanted, tools)
    return null
  } catch (error) {
    endAdd(product.id)
    changeActivity(() => ({ fetching: { id: product.id, operation: 'addError' } }))
    if (!(error instanceof CallError)) throw error
    return error
  }
}

/**
 * Adds to the cart and shows the outcome on the product's button; the same once more while it is on its way is ignored.
 * Resolves with whether it was added.
 */
export async function addProduct(tools: AddTools, wanted: Wanted): Promise<boolean> {
  const { product, unit, quantity } = wanted
  const before = pending.get(product.id)
  if (before?.unitId === unit.id && before.quantity === quantity) return false
  const outcome = before ? before.outcome.then(() => sendAdd(tools, wanted)) : sendAdd(tools, wanted)
  const own = { unitId: unit.id, quantity, outcome }
  pending.set(product.id, own)
  const end = () => pending.get(product.id) === own && pending.delete(product.id)
  const error = await outcome.finally(end)
  if (error === null) return true
  const instead = await showAddFailure(error, wanted, tools)
  return instead === null ? false : addProduct(tools, { ...wanted, ...instead })
}
