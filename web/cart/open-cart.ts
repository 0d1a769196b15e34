import { openCart, type OpenedCart } from '#contract/shop/cart.ts'
import { getRefusal } from '#contract/shop/checkout.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { ServerCall } from '#web/app/data/call-context.ts'

/** Why the order form led back here, and what stood in it. */
export type RefusedForm = { code: string; message: string; description: string; advencePrice: PlanKey | null }
export type OpenedPage = { opened: OpenedCart; refused: RefusedForm | null }

/** What the pages of the cart open with, by their address. */
export async function openCartPage(call: ServerCall, url: string): Promise<OpenedPage> {
  const query = new URL(url).searchParams
  const [refused, plan] = [query.get('refused'), query.get('advencePrice')]
  const [opened, refusal] = await Promise.all([
    call(openCart, { query: plan === null ? {} : { advencePrice: plan } }),
    // An old address says nothing any more.
    refused === null ? null : call(getRefusal, { query: { refused } }).catch(() => null),
  ])
  return { opened, refused: refusal }
}
