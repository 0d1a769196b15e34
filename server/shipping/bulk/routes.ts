import { getOrderSlips, listOrderChoice, shipOrders } from '#contract/admin/order-bulk.ts'
import { ordersAtOnce } from '#contract/admin/orders.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { isRefusal } from '#contract/core/errors.ts'
import { emptyNote } from '#domain/orders/order.ts'
import { findChoice } from '#server/orders/orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { errorBody } from '#server/platform/http/errors.ts'
import { shipByNumber } from '#server/shipping/ship-by-number.ts'
import { type Calls, handle, type UserContext } from '#server/visitor/visitor.ts'
import { loadOrderNumbers, loadSlips } from './bulk-rows.ts'

/** What staff does with many orders at once. */
export function registerBulk(calls: Calls, { pool }: { pool: Pool }): void {
  handle(calls, listOrderChoice, ({ query }) => findChoice(pool, query, ordersAtOnce))

  handle(calls, shipOrders, ({ body }, context) => shipAll(pool, body, context))

  handle(calls, getOrderSlips, async ({ query }) => {
    const ids = [...new Set(query.orders.split(',').flatMap((part) => (/^\d{1,15}$/.test(part) ? [Number(part)] : [])))]
    const rows = await loadSlips(pool, ids.slice(0, ordersAtOnce))
    const slips = rows.map(({ order_no: orderNo, dealer_code: dealerCode, created_at, description, ...row }) => {
      const note = description === emptyNote ? '' : description
      return { ...row, orderNo, dealerCode, carrierPayer: row.carrier_payer, date: created_at.toISOString(), note }
    })
    return { slips, requested: ids.length }
  })
}

/** Ships one order after the other, each in a transaction of its own. */
async function shipAll(
  pool: Pool,
  { key, orders, carrier, deliveryNoteNo }: Input<typeof shipOrders>['body'],
  context: UserContext,
): Promise<Reply<typeof shipOrders>> {
  const { actor, locale } = context
  const numbers = await loadOrderNumbers(
    pool,
    orders.map(({ id }) => id),
  )
  const unused = {
    trackingNo: '',
    trackingUrl: '',
    recipient: '',
    address: '',
    district: '',
    city: '',
    phone: '',
    note: '',
  }
  const reply: Reply<typeof shipOrders> = { shipped: [], refused: [] }
  for (const { id, from } of orders) {
    const orderNo = numbers.get(id) ?? String(id)
    const result = await shipByNumber(pool, {
      key: `list ${actor.userId} ${key} ${id}`,
      typed: { ...unused, carrier, deliveryNoteNo, weights: [''] },
      goods: { orderNos: [orderNo] },
      shownState: from,
      actor: { kind: 'staff', userId: actor.userId },
      author: context,
    })
    if (isRefusal(result)) reply.refused.push({ orderNo, message: errorBody(result, locale).error.messages.type })
    else reply.shipped.push({ orderNo, shipmentNo: result.shipmentNo })
  }
  return reply
}
