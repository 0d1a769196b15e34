import { changeableStates, type OrderState, orderStatesBefore } from '#domain/orders/order-life.ts'
import type { OrderStep } from '#domain/orders/order-steps.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { actorColumns, type OrderActor, type StepFacts } from './history.ts'
import { expireRequests } from './request-rows.ts'

export type OrderMove = {
  to: OrderState
  /** The states that it may come from; by default all that the table of moves allows. */
  from?: readonly OrderState[]
  actor: OrderActor
  reason?: string
  /** The name of the step in the history; by default that of the state. */
  step?: OrderStep
  facts?: StepFacts
}

export type MovedOrder = { id: number; order_no: string; from_state: OrderState; history_id: number }

/**
 * Moves orders to a state and writes their history. Orders in another state than `from` are left as they are and are
 * missing in the result: of two people who move the same order, one does. Orders are locked by ascending id.
 */
export async function moveOrders(db: Db, ids: readonly number[], move: OrderMove): Promise<MovedOrder[]> {
  const { to, actor, reason = '', step = to, facts = {} } = move
  const allowed = orderStatesBefore(to)
  const from = (move.from ?? allowed).filter((state) => allowed.includes(state))
  const moved = await db.query<MovedOrder>(
    `WITH old AS (
       SELECT id, order_no, state FROM orders WHERE id = ANY ($1::bigint[]) AND state = ANY ($3) ORDER BY id FOR UPDATE
     ), moved AS (
       UPDATE orders o SET state = $2, is_cancel = $4, cancelled_at = CASE WHEN $4 THEN now() END,
              cancelled_by = CASE WHEN $4 THEN $7::integer END, cancel_reason = CASE WHEN $4 THEN $5 ELSE '' END
         FROM old WHERE o.id = old.id
     ), written AS (
       INSERT INTO order_history (order_id, step, from_state, to_state, reason, actor, user_id, key_id, facts)
       SELECT id, $9, state, $2, $5, $6, $7, $8, $10 FROM old RETURNING id, order_id
     )
     SELECT old.id, old.order_no, old.state AS from_state, written.id AS history_id
       FROM old JOIN written ON written.order_id = old.id ORDER BY old.id`,
    [ids, to, from, isCancelled(to), reason, ...actorColumns(actor), step, JSON.stringify(facts)],
    'orders_move',
  )
  if (moved.length > 0) await followWithLines(db, moved, to)
  if (moved.length > 0 && !changeableStates.includes(to)) {
    await expireRequests(
      db,
      moved.map(({ id }) => id),
    )
  }
  return moved
}

const isCancelled = (state: OrderState) => state === 'cancelled' || state === 'rejected'

/** Lines are confirmed with their order, and cancelled with it. */
async function followWithLines(db: Db, moved: readonly MovedOrder[], to: OrderState): Promise<void> {
  const ids = moved.map(({ id }) => id)
  if (to === 'confirmed') {
    await db.execute(
      'UPDATE order_lines SET confirmed = quantity - cancelled - back_ordered WHERE order_id = ANY ($1::bigint[])',
      [ids],
      'order_lines_confirm',
    )
  }
  if (isCancelled(to)) {
    await db.execute(
      `UPDATE order_lines SET cancelled = quantity - shipped, back_order = 0, confirmed = shipped
        WHERE order_id = ANY ($1::bigint[])`,
      [ids],
      'order_lines_cancel',
    )
  }
}
