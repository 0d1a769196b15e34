import type { PlanKey } from '#contract/core/money.ts'
import { ownAddress } from '#contract/shop/delivery.ts'
import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import { type CodedLine, orderCart } from '#server/cart/cart.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { findCoupon, limitCouponTries } from '#server/promotions/promotions.ts'
import { translate } from '#server/platform/http/words.ts'
import { type Store, viewOf } from '#server/settings/settings.ts'
import { branchesFor } from '#server/settings/settings.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import type { Placed } from './place-order.ts'
import { type DeliveryRequest, offersCarriers } from './delivery.ts'
import { orderOnAccount } from './routes.ts'

export type LineOrder = {
  lines: readonly CodedLine[]
  note?: string | undefined
  /** The name of a branch that the dealer may order for. */
  branch?: string | undefined
  plan?: PlanKey | undefined
  ownOrderNo?: string | undefined
  /** A coupon code. */
  coupon?: string | undefined
  /** If it differs from the order's total, nothing is ordered. */
  total?: string | undefined
  /** The ERP code or the id of a delivery address, or `own`. */
  address?: string | number | undefined
  /** An address for this order only. */
  deliveryAddress?:
    | (Record<'recipient' | 'phone' | 'address' | 'district' | 'city', string> & { postalCode?: string | undefined })
    | undefined
  deliveryDate?: string | undefined
  partDelivery?: boolean | undefined
  carrier?: string | undefined
  /** An order that needs the approval of a colleague is sent for approval. */
  sendForApproval?: boolean | undefined
}

/**
 * Orders lines on account by the rules of the cart, in place of the user's cart, which stays as it is. Nothing is ordered if
 * a line is refused. An order that needs the approval of a colleague becomes a request if the program asks for that. The
 * context's idempotency key is required.
 */
export async function orderLines(
  { pool, store }: { pool: Pool; store: Store },
  order: LineOrder,
  context: DealerContext,
): Promise<Placed | Refusal> {
  if (context.idempotencyKey === undefined) return refuse('idempotency_key_missing')
  const facts = store.facts()
  const branch =
    order.branch === undefined ? undefined : branchesFor(context, facts).find((each) => each.name === order.branch)
  if (order.branch !== undefined && branch === undefined) return refuse('branch_unknown')
  const named = { ...context, choices: branch === undefined ? {} : { branch: branch.id } }
  const view = viewOf(named, facts)
  const { fill: fillCart, remove } = orderCart(order.lines, view)
  const { coupon } = order
  const tooMany = coupon === undefined ? null : limitCouponTries(pool, context.actor.dealer.id)
  if (tooMany !== null) return tooMany
  const couponIds: number[] = []
  // Only a new order reads the coupon: a repeated request gets the response of the first.
  const fill = async (db: Db) => {
    const found = coupon === undefined ? null : await findCoupon(db, coupon, view.promotions)
    if (isRefusal(found)) return found
    couponIds.splice(0, couponIds.length, ...(found === null ? [] : [found.id]))
    return fillCart(db)
  }
  const { ownOrderNo, note, sendForApproval: mayWait = false } = order
  const numbered =
    ownOrderNo === undefined ? [] : [translate(context.locale, 'orders.ownNumber', { number: ownOrderNo })]
  const form = {
    description: [...numbered, ...(note === undefined || note === '' ? [] : [note])].join(' · '),
    advencePrice: order.plan,
    total: order.total,
    cart: undefined,
  }
  const identity = [
    order.lines,
    ownOrderNo ?? null,
    ...(mayWait ? ['approval'] : []),
    ...(coupon === undefined ? [] : [{ coupon }]),
  ]
  const lines = { identity, fill, remove }
  const delivery = deliveryOfLines(order, context, store)
  const own = { lines, mayWait, dealerOrderNo: ownOrderNo, delivery, couponIds }
  return orderOnAccount(pool, store, form, named, own)
}

/** What the user has chosen on screen does not change where the orders of programs go. */
function deliveryOfLines(order: LineOrder, context: DealerContext, store: Store): DeliveryRequest {
  const { address, deliveryAddress, deliveryDate = '', partDelivery = true, carrier = '' } = order
  return {
    scope: context.actor.addresses,
    remembered: undefined,
    wanted: wantedOf(address, deliveryAddress),
    requestedOn: deliveryDate.trim(),
    partDelivery,
    carrier: carrier.trim(),
    offersCarriers: offersCarriers(store),
  }
}

function wantedOf(address: LineOrder['address'], typed: LineOrder['deliveryAddress']): DeliveryRequest['wanted'] {
  if (typed !== undefined)
    return { kind: 'typed', typed: { ...typed, postalCode: typed.postalCode ?? '' }, store: null }
  if (address === undefined || address === '') return { kind: 'any' }
  if (typeof address === 'number') return { kind: 'stored', id: address }
  return address === ownAddress ? { kind: 'own' } : { kind: 'erp', code: address.trim() }
}
