import { noteMax } from '#contract/shop/cart.ts'
import type { checkoutCart } from '#contract/shop/checkout.ts'
import { deliveryFieldNames, type DeliveryFields } from '#contract/shop/delivery.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { ErrorCode, Refusal } from '#contract/core/errors.ts'
import { errorCodes } from '#contract/errors/errors.ts'
import { type PlanKey, planKey } from '#contract/core/money.ts'
import { pages } from '#contract/core/pages.ts'
import { seal, unseal, type Secret } from '#server/platform/http/secrets.ts'

type Form = Input<typeof checkoutCart>['body']
/** A refused form: the refusal, the entered values, and the time in milliseconds. */
type RefusedForm = {
  refusal: Omit<Refusal, 'ok'>
  description: string
  advencePrice: PlanKey | null
  delivery?: DeliveryFields
  at: number
}

/** How long the address shows its refusal, in milliseconds: it may be bookmarked and opened again. */
const shownForMs = 10 * 60_000

/** Refusals that the buyer resolves in the cart. All others are resolved in checkout. */
const cartCodes = new Set<ErrorCode>([
  'cart_empty',
  'cart_changed',
  'total_changed',
  'cart_not_as_shown',
  'insufficient_stock',
  'price_unknown',
  'variant_not_chosen',
  'quantity_invalid',
  'quantity_minimum',
  'quantity_multiple',
  'quantity_maximum',
  'quantity_period_maximum',
  'order_minimum',
  'order_minimum_missed',
])

/**
 * The path of the page that shows the refusal. The refusal is sealed, so that nobody can forge a message of the shop.
 */
export function refusedPath(secret: Secret, { code, facts, fields }: Refusal, form: Form, at: number): string {
  const plan = planKey.safeParse(form.advencePrice)
  const stored: RefusedForm = {
    refusal: { code, ...(facts && { facts }), ...(fields && { fields }) },
    description: (form.description ?? '').slice(0, noteMax),
    advencePrice: plan.success ? plan.data : null,
    delivery: shortened(form),
    at,
  }
  const path = cartCodes.has(code) ? pages.cart : `${pages.checkout}?step=payment`
  return `${path}${path.includes('?') ? '&' : '?'}refused=${encodeURIComponent(seal(secret, stored))}`
}

/** The filled fields of the delivery, no longer than an address of a page can hold. */
function shortened(form: Form): DeliveryFields {
  const filled = deliveryFieldNames.flatMap((name) => {
    const value = form[name]
    return value === undefined || value === '' ? [] : [[name, typeof value === 'string' ? value.slice(0, 500) : value]]
  })
  return Object.fromEntries(filled) as DeliveryFields
}

/** Reads the refused form of an address until it expires. */
export function openRefused(secret: Secret, sealed: string, now: number): RefusedForm | null {
  const stored = unseal(secret, sealed) as Partial<RefusedForm> | null
  const code = stored?.refusal?.code
  if (code === undefined || !errorCodes.includes(code) || now - (stored?.at ?? 0) > shownForMs) return null
  return stored as RefusedForm
}
