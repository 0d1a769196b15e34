import { redirect } from 'react-router'
import { pages } from '#contract/core/pages.ts'
import { getVisitor } from '#contract/core/visitor.ts'
import { getDeliveryChoices } from '#contract/shop/delivery.ts'
import { type ServerCall, toSignIn } from '#web/app/data/page-loader.ts'
import { openCartPage } from '#web/cart/open-cart.ts'

/** Loads the step of the address, with the fields that a form without scripts submitted from the previous step. */
export async function openCheckout(api: ServerCall, address: string) {
  const query = new URL(address).searchParams
  const carried = {
    advencePrice: query.get('advencePrice'),
    branch: query.get('branch'),
    description: query.get('description'),
  }
  const step = query.get('step') === 'payment' ? ('payment' as const) : ('preview' as const)
  const [page, { user }] = await Promise.all([openCartPage(api, address), api(getVisitor)])
  // The discounts of a representative are in the cart.
  if (user?.isRepresentative === true) throw redirect(pages.cart)
  // A guest may have a cart but cannot order.
  if (page.opened.orderKey === '') throw toSignIn(address)
  return { ...page, step, carried, choices: await api(getDeliveryChoices) }
}
export type OpenedCheckout = Awaited<ReturnType<typeof openCheckout>>
