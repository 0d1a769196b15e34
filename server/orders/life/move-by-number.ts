import { type ErrorCode, type Refusal, refuse } from '#contract/core/errors.ts'
import { chosenStates, type OrderState, type ProgramState } from '#domain/orders/order-life.ts'
import type { Author } from '#server/audit/audit.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { findIdsByNumber, lockOrders, type MarkedRow } from '#server/orders/administration-queries.ts'
import type { OrderActor } from './history.ts'
import { moveChosen } from './move-chosen.ts'

export type NumberedMove = { orderNo: string; to: ProgramState; reason: string }
/** `moved` is false if the order was in this state before. */
export type NumberedResult = { ok: true; moved: boolean } | Refusal

/**
 * Moves orders by their numbers, in one transaction and by the rules of the screen. Returns the result of each, in their
 * order. An order may be named once.
 */
export async function moveOrdersByNumber(
  pool: Pool,
  moves: readonly NumberedMove[],
  { actor, author }: { actor: OrderActor; author: Author },
): Promise<NumberedResult[]> {
  return transaction(pool, async (db) => {
    const ids = await findIdsByNumber(
      db,
      moves.map(({ orderNo }) => orderNo),
    )
    const locked = await lockOrders(db, [...ids.values()])
    const rows = new Map(locked.map((row) => [row.order_no, row]))
    const planned = moves.map((move) => {
      const row = rows.get(move.orderNo)
      return { ...move, reason: cleanText(move.reason), id: row?.id ?? 0, result: resultOf(row, move) }
    })
    const allowed = planned.filter(({ result }) => result.ok && result.moved)
    const groups = Map.groupBy(allowed, ({ to, reason }) => JSON.stringify([to, reason]))
    for (const group of groups.values()) {
      const [first] = group
      if (first === undefined) continue
      const { to, reason } = first
      const chosen = group.map(({ id }) => id)
      await moveChosen(db, chosen, { to, actor, reason, author })
    }
    return planned.map(({ result }) => result)
  })
}

function resultOf(row: MarkedRow | undefined, { to, reason }: NumberedMove): NumberedResult {
  if (row === undefined) return refuse('order_not_found')
  const { state: from } = row
  if (from === to) return { ok: true, moved: false }
  const problem = chosenStates(from).includes(to) ? null : problemOf(from)
  if (problem !== null) return refuse(problem, { from, to })
  // A program cannot approve a discount: the head of sales does.
  if (to === 'confirmed' && row.needs_sales) return refuse('order_needs_sales_approval', { orders: row.order_no })
  return to === 'rejected' && cleanText(reason) === '' ? refuse('order_reason_missing') : { ok: true, moved: true }
}

const isCancelled = (state: OrderState) => state === 'cancelled' || state === 'rejected'

const problemOf = (from: OrderState): ErrorCode =>
  isCancelled(from) ? 'order_already_cancelled' : 'order_move_refused'
