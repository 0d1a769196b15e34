import type { OrderState } from '#domain/orders/order-life.ts'
import { type Author, writeAuditEntries } from '#server/audit/audit.ts'
import { enqueueStepMails } from '#server/orders/send-order-email.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { returnStockOfOrders } from '#server/stock/stock.ts'
import type { OrderActor } from './history.ts'
import { moveOrders } from './move-orders.ts'

/** States that are chosen; `shipped` withdraws a delivery. */
export type ChosenState = Extract<OrderState, 'confirmed' | 'rejected' | 'delivered' | 'closed' | 'shipped'>
type ChosenMove = { to: ChosenState; actor: OrderActor; reason: string; author: Author }

/** Moves locked orders to a state that was chosen for them: stock, emails and audit log follow in the same transaction. */
export async function moveChosen(
  db: Transaction,
  ids: readonly number[],
  { to, actor, reason, author }: ChosenMove,
): Promise<void> {
  const moved = await moveOrders(db, ids, { to, actor, reason, step: to === 'shipped' ? 'delivery_withdrawn' : to })
  if (to === 'rejected') await returnStockOfOrders(db, ids)
  await enqueueStepMails(db, moved)
  await writeAuditEntries(
    db,
    author,
    moved.map(({ order_no: id, from_state: before }) => {
      const said = reason === '' ? {} : { reason }
      return { action: 'change', noun: 'order', id, before: { state: before }, after: { state: to, ...said } }
    }),
  )
}
