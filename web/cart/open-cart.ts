import { openCart, type OpenedCart } from '#contract/shop/cart.ts'
import { getRefusal } from '#contract/shop/checkout.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { ServerCall } from '#web/app/data/call-context.ts'

/** Why the posted order form was refused, and what it contained. */
export type RefusedForm = Reply<typeof getRefusal>
export type OpenedPage = { opened: OpenedCart; refused: RefusedForm | null }

/** Loads the data of the cart and checkout pages for an address. */
export async function openCartPage(api: ServerCall, url: string): Promise<OpenedPage> {
  const query = new URL(url).searchParams
  const [refused, plan] = [query.get('refused'), query.get('advencePrice')]
  const [opened, refusal] = await Promise.all([
    api(openCart, { query: plan === null ? {} : { advencePrice: plan } }),
    // The refusal of an old address has expired.
    refused === null ? null : api(getRefusal, { query: { refused } }).catch(() => null),
  ])
  return { opened, refused: refusal }
}
