import type { PlanKey } from '#contract/core/money.ts'
import type { DeliveryFields } from '#contract/shop/delivery.ts'
import { lira } from '#domain/money/money.ts'
import { type PosCurrency, posCurrencyOf } from '#domain/payments/pos-adapters.ts'
import { pages } from '#contract/core/pages.ts'
import { paidDebtsMax } from '#contract/shop/statement.ts'

/** What a card pays for: the cart with a plan, the dealer's account, or a payment link. */
export type Purpose =
  | { type: 'order'; advencePrice: PlanKey | null; delivery: DeliveryFields; promotions?: string | undefined }
  | { type: 'pay'; debts: readonly number[]; currency: PosCurrency }
  | { type: 'link'; token: string; currency: PosCurrency }

/** In which it is charged: carts are paid in lira. */
export function currencyOf(purpose: Purpose): PosCurrency {
  return purpose.type === 'order' ? lira : purpose.currency
}

/** The token of a payment link, which replaces the sign-in. */
export function linkOf(purpose: Purpose): { link?: string } {
  return purpose.type === 'link' ? { link: purpose.token } : {}
}

/** The type on the wire: a link is paid into an account. */
export function payTypeOf(purpose: Purpose): 'order' | 'pay' {
  return purpose.type === 'order' ? 'order' : 'pay'
}

/** The address of the frame, which contains only the purpose. */
export function framePath(purpose: Purpose): string {
  const debts = purpose.type === 'pay' && purpose.debts.length > 0 && { debts: purpose.debts.join(',') }
  const query = new URLSearchParams({ type: payTypeOf(purpose), ...linkOf(purpose), ...debts, ...ofAccount(purpose) })
  return `${pages.paymentStart}?${query}`
}

/** The purpose in the address of the frame. */
export function purposeOfFrame(address: string): {
  type: 'order' | 'pay'
  link?: string
  debts?: number[]
  currency?: PosCurrency
} {
  const query = new URL(address).searchParams
  const link = query.get('link')
  const debts = debtsOf(query)
  const currency = posCurrencyOf(query.get('currency') ?? '')
  return {
    type: query.get('type') === 'order' ? 'order' : 'pay',
    ...(link === null ? {} : { link }),
    ...(debts.length > 0 && { debts }),
    ...(currency !== null && { currency }),
  }
}

/** The currency of a payment into the account, if it is not lira; the server knows that of a link. */
function ofAccount(purpose: Purpose): { currency?: PosCurrency } {
  return purpose.type === 'pay' && purpose.currency !== lira ? { currency: purpose.currency } : {}
}

/** The input of the calls about plans. */
export function planQuery(purpose: Purpose, amount: string) {
  return purpose.type === 'link'
    ? { amount, link: purpose.token }
    : { type: purpose.type, amount, ...ofAccount(purpose) }
}

/** The chosen debts in an address. */
export function debtsOf(query: URLSearchParams): number[] {
  const ids = (query.get('debts') ?? '').split(',').filter((id) => /^\d{1,15}$/.test(id))
  return [...new Set(ids.map(Number))].slice(0, paidDebtsMax)
}
