import { canMoveReturn, type ReturnState } from '#domain/after-sales/goods-return.ts'
import type { OrderStep } from '#domain/orders/order-steps.ts'
import { recordStep } from '#server/orders/orders.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { type LockedReturn, lockReturn, moveReturn } from './queries.ts'
import { enqueueReturnMail } from './return-email.ts'

/** Locks a return that may move to one of these states. Aborts the transaction if it has moved since it was on screen. */
export async function lockForMove(db: Transaction, id: number, to: readonly ReturnState[]): Promise<LockedReturn> {
  const locked = (await lockReturn(db, id)) ?? abortTransaction('return_not_found')
  return to.some((state) => canMoveReturn(locked.state, state)) ? locked : abortTransaction('return_changed')
}

/** The step of the order's history that a move of a return is. */
const steps: Partial<Record<ReturnState, OrderStep>> = {
  accepted: 'return_accepted',
  refused: 'return_refused',
  withdrawn: 'return_withdrawn',
  received: 'returned',
}

type Move = { to: ReturnState; note: string; userId: number; kind: 'dealer' | 'staff' }

/** Moves a locked return, writes the step into the histories of both, and enqueues the email. */
export async function move(db: Transaction, locked: LockedReturn, { to, note, userId, kind }: Move): Promise<void> {
  const { id, return_no: returnNo, order_id: orderId, state: from } = locked
  const eventId = await moveReturn(db, { id, from, to, note, userId })
  if (eventId === undefined) return abortTransaction('return_changed')
  const step = steps[to]
  if (step !== undefined) {
    const facts = { goodsReturn: { id, returnNo } }
    await recordStep(db, orderId, { step, actor: { kind, userId }, reason: note, facts })
  }
  if (kind === 'staff') await enqueueReturnMail(db, { eventId, reader: 'dealer' })
}
