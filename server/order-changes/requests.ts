import type { AddressScope } from '#domain/people/address-scope.ts'
import { type ErrorCode, refuse, type Refusal } from '#contract/core/errors.ts'
import { activeQuantity, changeableStates } from '#domain/orders/order-life.ts'
import type { LineChange } from '#domain/orders/order-steps.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import {
  cancelLocked,
  type ChangedLineRow,
  type ChangedOrderRow,
  endObjection,
  endRequest,
  enqueueChangeMail,
  insertRequest,
  loadLinesToChange,
  lockForChange,
  type OpenRequest,
  type OrderActor,
  recordStep,
} from '#server/orders/orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { Transaction } from '#server/platform/db/transaction.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { StoreFacts } from '#server/settings/settings.ts'
import { changeLines } from './change-lines.ts'

type OfDealer = { orderId: number; dealerId: number; addresses: AddressScope; userId: number }
type Asked = OfDealer & { lineNo: number; before: number; quantity: number; reason: string }

/** Records what a dealer asks for, and notifies the store. One request of an order is open at a time. */
export function askForChange(pool: Pool, asked: Asked): Promise<{ ok: true } | Refusal> {
  const { orderId, dealerId, addresses, userId, lineNo, before, quantity, reason } = asked
  return transactionOrRefusal(pool, async (db) => {
    const order = await lockForChange(db, { id: orderId, dealerId, addresses })
    if (order === undefined) return refuse('order_not_found')
    const problem = whyNot(order)
    if (problem !== null) return refuse(problem)
    const row = (await loadLinesToChange(db, orderId)).find(({ line_no }) => line_no === lineNo)
    if (row === undefined) return refuse('order_line_not_found')
    if (activeQuantity(row) !== before) return refuse('order_state_changed')
    if (quantity === before) return refuse('order_change_empty')
    if (!(await insertRequest(db, { orderId, lineNo, before, quantity, reason, userId }))) {
      return refuse('order_request_open')
    }
    const actor: OrderActor = { kind: 'dealer', userId }
    const facts = { lines: [changeOf(row, before, quantity)] }
    await enqueueChangeMail(
      db,
      orderId,
      await recordStep(db, orderId, { step: 'requested', actor, reason, facts }),
      'store',
    )
    return { ok: true as const }
  })
}

export function withdrawRequest(
  pool: Pool,
  { orderId, dealerId, addresses, userId, requestId }: OfDealer & { requestId: number },
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    if ((await lockForChange(db, { id: orderId, dealerId, addresses })) === undefined) return refuse('order_not_found')
    const ended = await endRequest(db, { orderId, requestId }, { state: 'withdrawn' })
    if (ended === undefined) return refuse('order_request_answered')
    await recordStep(db, orderId, { step: 'request_withdrawn', actor: { kind: 'dealer', userId } })
    return { ok: true as const }
  })
}

type Answer = { orderId: number; requestId: number; accept: boolean; reason: string; userId: number }

/**
 * Answers an open request once. Accepting it changes the line in the same transaction, with stock, limit and totals; the
 * dealer wanted it, and has nothing to refuse.
 */
export function answerRequest(
  pool: Pool,
  author: Author,
  { orderId, requestId, accept, reason, userId }: Answer,
  facts: StoreFacts,
): Promise<{ ok: true } | Refusal> {
  const actor: OrderActor = { kind: 'staff', userId }
  return transactionOrRefusal(pool, async (db) => {
    const order = await lockForChange(db, { id: orderId, dealerId: null })
    if (order === undefined) return refuse('order_not_found')
    const state = accept ? 'accepted' : 'refused'
    const asked = await endRequest(db, { orderId, requestId }, { state, answer: reason })
    if (asked === undefined) return refuse('order_request_answered')
    const row = (await loadLinesToChange(db, orderId)).find(({ line_no }) => line_no === asked.line_no)
    if (row === undefined) return abortTransaction('order_line_not_found')
    if (accept) await applyRequest(db, order, asked, { actor, facts })
    const lines = [changeOf(row, activeQuantity(row), asked.quantity)]
    const step = accept ? ('request_accepted' as const) : ('request_refused' as const)
    const stepId = await recordStep(db, orderId, { step, actor, reason, facts: accept ? {} : { lines } })
    await enqueueChangeMail(db, orderId, stepId, 'dealer')
    await writeAudit(db, author, {
      action: 'change',
      noun: 'order',
      id: order.order_no,
      after: { request: state, reason },
    })
    return { ok: true as const }
  })
}

type Applied = { actor: OrderActor; facts: StoreFacts }

async function applyRequest(
  db: Transaction,
  order: ChangedOrderRow,
  asked: OpenRequest,
  { actor, facts }: Applied,
): Promise<void> {
  const { id: orderId, is_open: wasOpen } = order
  const others = (await loadLinesToChange(db, orderId)).filter(
    (row) => row.line_no !== asked.line_no && activeQuantity(row) > 0,
  )
  if (asked.quantity === 0 && others.length === 0) {
    // An order without lines is a cancelled one, which returns its payment and tells the ERP.
    const problem = whyNot(order) ?? (await cancelLocked(db, { id: orderId, actor, reason: '' }))
    return problem === null ? undefined : abortTransaction(problem)
  }
  const lines = [{ lineNo: asked.line_no, quantity: asked.quantity }]
  await changeLines(db, { orderId, dealerId: null, shownState: null, lines, actor, reason: '' }, facts)
  if (!wasOpen) await endObjection(db, orderId)
}

function whyNot({ state, is_sent: isSent }: ChangedOrderRow): ErrorCode | null {
  if (isSent) return 'order_already_sent'
  if (state === 'cancelled' || state === 'rejected') return 'order_already_cancelled'
  if (state === 'picking') return 'order_in_picking'
  return changeableStates.includes(state) ? null : 'order_in_delivery'
}

const changeOf = ({ line_no: lineNo, code, name, unit }: ChangedLineRow, before: number, after: number): LineChange => {
  return { lineNo, code, name, unit, quantity: { before, after } }
}
