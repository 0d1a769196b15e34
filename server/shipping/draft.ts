import { type getShipmentDraft, shippedOrdersMax } from '#contract/admin/shipments.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { shippableStates } from '#domain/orders/order-life.ts'
import { loadShippedLines } from '#server/orders/orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { loadLastPicked } from './picking/picking-rows.ts'
import { proposeLines } from './propose-lines.ts'
import { findRecipient, loadDraftOrders } from './queries.ts'

/** What can be shipped of the chosen orders, and of others of the same dealer. */
export async function presentDraft(pool: Pool, text: string): Promise<Reply<typeof getShipmentDraft> | Refusal> {
  const chosen = text.split(',').flatMap((part) => (/^\d{1,15}$/.test(part) ? [Number(part)] : []))
  const heads = await loadDraftOrders(pool, chosen, shippedOrdersMax)
  const [first] = heads
  if (first === undefined) return refuse('order_not_found')
  if (heads.some(({ dealer_id: dealer }) => dealer !== first.dealer_id)) return refuse('shipment_dealers_differ')
  const ids = heads.map(({ id }) => id)
  const [rows, picked, recipient] = await Promise.all([
    loadShippedLines(pool, ids),
    loadLastPicked(pool, ids),
    findRecipient(pool, first.dealer_id, chosen),
  ])
  const shippable = heads.flatMap(({ id, order_no: orderNo, created_at, state, branch, delivery, ...head }) => {
    if (!shippableStates.includes(state)) return []
    const own = rows.filter(({ order_id: order }) => order === id)
    const lines = proposeLines(own, picked)
    const isWhole = own.every(({ shipped, back_ordered: waiting }) => shipped === 0 && waiting === 0)
    if (lines.length === 0) return []
    return [
      {
        id,
        orderNo,
        date: created_at.toISOString(),
        state,
        isChosen: chosen.includes(id),
        branch,
        delivery,
        carrierPayer: head.carrier_payer,
        isWhole,
        lines,
      },
    ]
  })
  if (!shippable.some(({ isChosen }) => isChosen)) return refuse('shipment_nothing_open')
  const { name, dealer, code: dealerCode, address, district, city, phone, carrier } = recipient
  return { dealer, dealerCode, recipient: name, address, district, city, phone, carrier, orders: shippable }
}
