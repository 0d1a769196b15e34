import { changeOrderLines } from '#contract/admin/order-changes.ts'
import { answerOrderRequest } from '#contract/admin/order-requests.ts'
import { refuse } from '#contract/core/errors.ts'
import { answerOrderChange } from '#contract/shop/order-changes.ts'
import { requestOrderChange, withdrawOrderRequest } from '#contract/shop/order-requests.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { enqueueChangeMail, presentAdminOrder } from '#server/orders/orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { Store } from '#server/settings/settings.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { answerChange } from './answer-change.ts'
import { changeLines } from './change-lines.ts'
import { answerRequest, askForChange, withdrawRequest } from './requests.ts'
import { parseWishes } from './parse-wishes.ts'

export function registerOrderChanges(calls: Calls, { pool, store }: { pool: Pool; store: Store }): void {
  handle(calls, changeOrderLines, async ({ params: { id }, body }, context) => {
    const { actor } = context
    const reason = cleanText(body.reason)
    if (reason === '') return refuse('order_reason_missing')
    const lines = parseWishes(body.lines)
    if (!Array.isArray(lines)) return lines
    const changed = await transactionOrRefusal(pool, async (db) => {
      const by = { kind: 'staff' as const, userId: actor.userId }
      const setter = { author: context, permissions: actor.permissions, locale: context.locale }
      const request = { orderId: id, dealerId: null, shownState: body.state, lines, actor: by, reason, setter }
      const order = await changeLines(db, request, store.facts())
      // An order without lines is a cancelled one, which returns its payment and tells the ERP.
      if (order.isEmpty) abortTransaction('order_lines_all_cancelled')
      await enqueueChangeMail(db, id, order.stepId, 'dealer')
      const after = { lines: body.lines, reason }
      await writeAudit(db, context, { action: 'change', noun: 'order', id: order.orderNo, after })
      return { ok: true as const }
    })
    return changed.ok ? presentAdminOrder(pool, id, context) : changed
  })

  handle(calls, answerOrderChange, async ({ params: { id }, body }, { actor }) => {
    const { accept } = body
    const reason = cleanText(body.reason ?? '')
    const answer = {
      orderId: id,
      dealerId: actor.dealer.id,
      addresses: actor.addresses,
      userId: actor.userId,
      accept,
      reason,
    }
    const answered = await answerChange(pool, answer, store.facts())
    return answered.ok ? { success: true as const, isCancelled: answered.isCancelled } : answered
  })
  registerRequests(calls, { pool, store })
}

/** Dealers ask, staff answers. */
function registerRequests(calls: Calls, { pool, store }: { pool: Pool; store: Store }): void {
  handle(calls, requestOrderChange, async ({ params: { id: orderId }, body }, { actor }) => {
    const reason = cleanText(body.reason)
    if (reason === '') return refuse('order_reason_missing')
    const asked = {
      ...body,
      orderId,
      dealerId: actor.dealer.id,
      addresses: actor.addresses,
      userId: actor.userId,
      reason,
    }
    const added = await askForChange(pool, asked)
    return added.ok ? { success: true as const } : added
  })

  handle(calls, withdrawOrderRequest, async ({ params: { id: orderId }, body: { requestId } }, { actor }) => {
    const withdrawn = await withdrawRequest(pool, {
      orderId,
      requestId,
      dealerId: actor.dealer.id,
      addresses: actor.addresses,
      userId: actor.userId,
    })
    return withdrawn.ok ? { success: true as const } : withdrawn
  })

  handle(calls, answerOrderRequest, async ({ params: { id: orderId }, body }, context) => {
    const { actor } = context
    const reason = cleanText(body.reason)
    if (!body.accept && reason === '') return refuse('order_reason_missing')
    const answer = { ...body, orderId, reason, userId: actor.userId }
    const answered = await answerRequest(pool, context, answer, store.facts())
    return answered.ok ? presentAdminOrder(pool, orderId, context) : answered
  })
}
