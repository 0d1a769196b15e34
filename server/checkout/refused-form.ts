import { noteMax } from '#contract/shop/cart.ts'
import type { checkoutCart } from '#contract/shop/checkout.ts'
import type { Input } from '#contract/core/endpoint.ts'
import type { ErrorCode, Refusal } from '#contract/core/errors.ts'
import { errorCodes } from '#contract/errors/errors.ts'
import { type PlanKey, planKey } from '#contract/core/money.ts'
import { pages } from '#contract/core/pages.ts'
import { seal, unseal } from '#server/platform/http/secrets.ts'

type Form = Input<typeof checkoutCart>['body']
/** A refused form: why, what stood in it, and when, in milliseconds. */
type RefusedForm = { refusal: Omit<Refusal, 'ok'>; description: string; advencePrice: PlanKey | null; at: number }

/** How long an address tells its refusal, in milliseconds: it may be kept and opened again. */
const toldFor = 10 * 60_000

/** What is wrong with a line is put right in the cart; all else in checkout. */
const cartCodes = new Set<ErrorCode>([
  'cart_empty',
  'cart_changed',
  'total_changed',
  'cart_not_as_shown',
  'insufficient_stock',
  'price_unknown',
  'variant_not_chosen',
  'quantity_invalid',
])

/** The page that shows the refusal, sealed so that nobody can put words into the shop's mouth. */
export function refusedPath(secret: string, { code, facts, fields }: Refusal, form: Form, at: number): string {
  const plan = planKey.safeParse(form.advencePrice)
  const kept: RefusedForm = {
    refusal: { code, ...(facts && { facts }), ...(fields && { fields }) },
    description: (form.description ?? '').slice(0, noteMax),
    advencePrice: plan.success ? plan.data : null,
    at,
  }
  const path = cartCodes.has(code) ? pages.cart : `${pages.checkout}?step=payment`
  return `${path}${path.includes('?') ? '&' : '?'}refused=${encodeURIComponent(seal(secret, kept))}`
}

/** The refused form of an address, while it is new. */
export function readRefused(secret: string, sealed: string, now: number): RefusedForm | null {
  const kept = unseal(secret, sealed) as Partial<RefusedForm> | null
  const code = kept?.refusal?.code
  if (code === undefined || !errorCodes.includes(code) || now - (kept?.at ?? 0) > toldFor) return null
  return kept as RefusedForm
}
