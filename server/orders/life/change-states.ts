import { moveOrderStates } from '#contract/admin/orders.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { chosenStates } from '#domain/orders/order-life.ts'
import type { Author } from '#server/audit/audit.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { allowBelowFloors, type BelowFloor } from '#server/pricing/pricing.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { lockOrders, type MarkedRow } from '#server/orders/administration-queries.ts'
import type { Actor } from '#server/visitor/visitor.ts'
import { moveChosen } from './move-chosen.ts'

/**
 * Moves orders to a state that staff may choose, in one transaction. An order is moved only if it is still in the state
 * that was on screen; the others are returned with their state of now.
 */
export async function changeStates(
  pool: Pool,
  { locale, ...author }: Author & { actor: Approver; locale: Locale },
  { orders, to, reason: raw = '' }: Input<typeof moveOrderStates>['body'],
): Promise<Reply<typeof moveOrderStates> | Refusal> {
  const reason = cleanText(raw)
  if (to === 'rejected' && reason === '') return refuse('order_reason_missing')
  const shown = new Map(orders.map(({ id, from }) => [id, from]))
  return transaction(pool, async (db) => {
    const rows = await lockOrders(db, [...shown.keys()])
    const isMoved = (row: (typeof rows)[number]) =>
      shown.get(row.id) === row.state && chosenStates(row.state).includes(to)
    const moving = rows.filter(isMoved)
    const unapproved = to === 'confirmed' ? moving.filter((row) => !mayApprove(author.actor, row)) : []
    if (unapproved.length > 0) {
      return refuse('order_needs_sales_approval', { orders: unapproved.map(({ order_no }) => order_no).join(', ') })
    }
    const below = to === 'confirmed' ? moving.filter(({ below_floor }) => below_floor.length > 0) : []
    if (below.length > 0 && !author.actor.permissions.has('prices:belowFloor')) {
      return refuse('order_below_floor', { orders: below.map(({ order_no }) => order_no).join(', ') })
    }
    for (const { order_no: id, below_floor } of below) {
      const setter = { author, permissions: author.actor.permissions, locale }
      await allowBelowFloors(db, setter, { noun: 'order', id }, below_floor.map(belowFloorOf))
    }
    const ids = moving.map(({ id }) => id)
    const actor = { kind: 'staff' as const, userId: author.actor.userId }
    await moveChosen(db, ids, { to, actor, reason, author })
    return {
      moved: ids,
      refused: rows.filter((row) => !isMoved(row)).map(({ order_no: orderNo, state }) => ({ orderNo, state })),
    }
  })
}

const belowFloorOf = ({ code, unit, price, lowest, currency }: MarkedRow['below_floor'][number]): BelowFloor => ({
  code,
  unit,
  price: { value: price, currency },
  lowest: { value: lowest, currency },
})

type Approver = Pick<Actor, 'userId' | 'permissions'>

/**
 * A discount beyond the authority of its representative is approved with the right `sales:write`, and never by the one
 * who gave it.
 */
const mayApprove = ({ userId, permissions }: Approver, { needs_sales, representative_id }: MarkedRow): boolean =>
  !needs_sales || (permissions.has('sales:write') && representative_id !== userId)
