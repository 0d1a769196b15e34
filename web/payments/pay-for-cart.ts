import { pages } from '#contract/core/pages.ts'
import { formFormats } from '#domain/text/format.ts'

const backName = 'back'
const toCart = 'cart'

/** The payment page with an amount in lira, which leads back to the cart after the payment. */
export function payForCartPath(amount: number): string {
  const query = new URLSearchParams({ amount: formFormats.formatNumber(amount, 2), [backName]: toCart })
  return `${pages.payment}?${query}`
}

/** Whether the payment of this address is made for the cart. */
export const isForCart = (query: URLSearchParams): boolean => query.get(backName) === toCart

/** What the address of the payment page carries on for it. */
export const forCart: Readonly<Record<string, string>> = { [backName]: toCart }

/** The cart after a payment that was made for it. */
export const paidCartPath = (reference: string): string => `${pages.cart}?paid=${encodeURIComponent(reference)}`
