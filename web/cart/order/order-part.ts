import { type FittingPart, orderPart as orderPartCall } from '#contract/shop/limit-coach.ts'
import { pages } from '#contract/core/pages.ts'
import { call } from '#web/app/data/call.ts'
import { type OrderForm, sendOrder } from './order-cart.ts'

/** Orders a part of the cart, at the total that was shown for it; the rest stays. Resolves and throws like `orderCart`. */
export async function orderPart(form: OrderForm, part: FittingPart): Promise<string> {
  const lines = part.lines.flatMap(({ unitId, quantity }) => (quantity > 0 ? [{ unitId, quantity }] : []))
  const page = await sendOrder(
    form,
    ({ body, key }) =>
      call(orderPartCall, {
        body: { ...body, lines, total: part.total.value.toFixed(2) },
        headers: { 'idempotency-key': key },
      }),
    lines,
  )
  return page.startsWith(pages.checkoutSummary) ? `${page}&part=1` : page
}
