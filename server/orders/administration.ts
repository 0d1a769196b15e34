import type { Input, Reply } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import {
  type AdminListedOrder,
  type AdminOrder,
  cancelAnyOrder,
  getAnyOrder,
  listAllOrders,
  markOrdersSent,
  moveOrderStates,
} from '#contract/admin/orders.ts'
import { chosenStates, orderStatesBefore } from '#domain/orders/order-life.ts'
import { paidStates } from '#domain/payments/payment.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type Calls, handle, type UserContext } from '#server/visitor/visitor.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { parseOrderListQuery } from './administration-filter.ts'
import {
  type AdminOrderRow,
  findForFilter,
  findOrderIds,
  findStaffRow,
  loadOrderRows,
  lockOrders,
  type MarkedRow,
  markSent,
} from './administration-queries.ts'
import { cancelOrder } from './cancel-order.ts'
import { changeStates } from './life/change-states.ts'
import { loadHistory } from './life/history.ts'
import { loadOrderInvoices } from './life/order-invoices.ts'
import { loadOrderShipments } from './life/order-shipments.ts'
import { loadRequest } from './life/request-rows.ts'
import { createOrderSums } from './kept-sums.ts'
import { loadPicked, type PickedRow } from './life/picked-rows.ts'
import { presentHistory } from './life/present-history.ts'
import { enqueueCancelMail } from './send-order-email.ts'
import { findOrderById } from './order-rows.ts'
import { presentOrder } from './present-order.ts'
import { findAwaitedTransfer } from './queries.ts'

/** The endpoints of staff: orders of all dealers, and changes of their state. */
export function registerOrderAdministration(calls: Calls, { pool }: { pool: Pool }): void {
  const sumsOf = createOrderSums(pool)
  handle(calls, listAllOrders, ({ query }) => list(pool, query, sumsOf))

  handle(calls, getAnyOrder, ({ params }, context) => presentAdminOrder(pool, params.id, context))

  handle(calls, cancelAnyOrder, async ({ params: { id }, body }, context) => {
    const { actor } = context
    const reason = cleanText(body.reason)
    const order = { id, reader: null, userId: actor.userId, reason }
    const cancelled = await cancelOrder(pool, order, async (db, orderNo) => {
      const said = reason === '' ? {} : { after: { reason } }
      await writeAudit(db, context, { action: 'cancel', noun: 'order', id: orderNo, ...said })
      await enqueueCancelMail(db, id)
    })
    return cancelled.ok ? presentAdminOrder(pool, id, context) : cancelled
  })

  handle(calls, markOrdersSent, ({ body }, context) => setSentToErp(pool, context, body))

  handle(calls, moveOrderStates, ({ body }, context) => changeStates(pool, context, body))
}

async function list(
  pool: Pool,
  query: Input<typeof listAllOrders>['query'],
  sumsOf: ReturnType<typeof createOrderSums>,
): Promise<Reply<typeof listAllOrders>> {
  const { sort, page, limit, ...filter } = parseOrderListQuery(query)
  const found = await findForFilter(pool, filter)
  const [ids, sums] = await Promise.all([
    findOrderIds(pool, found, sort, { limit, offset: (page - 1) * limit }),
    sumsOf(found),
  ])
  const [rows, picked] = await Promise.all([loadOrderRows(pool, ids), loadPicked(pool, ids)])
  return {
    items: rows.map((row) => presentListed(row, picked)),
    total: sums.total,
    page,
    pages: Math.max(1, Math.ceil(sums.total / limit)),
    limit,
    sort,
    ...filter,
    totalTry: Number(sums.total_try),
    cancelledTry: Number(sums.cancelled_try),
  }
}

const pickedOf = (id: number, rows: readonly PickedRow[]) => {
  const row = rows.find(({ order_id: orderId }) => orderId === id)
  return row === undefined ? null : { picked: row.picked, open: row.open }
}

function presentListed(row: AdminOrderRow, picked: readonly PickedRow[]): AdminListedOrder {
  return {
    id: row.id,
    orderNo: row.order_no,
    date: row.created_at.toISOString(),
    dealer: row.dealer,
    dealerCode: row.dealer_code,
    creator: row.creator,
    lineCount: row.line_count,
    currency: row.currency,
    total: Number(row.total),
    totalTry: Number(row.total_try),
    state: row.state,
    isCancel: row.is_cancel,
    isSent: row.sent_to_erp_at !== null,
    isCard: row.payment_reference !== null,
    picked: pickedOf(row.id, picked),
  }
}

/** An order as administrators see it. */
export async function presentAdminOrder(
  pool: Pool,
  id: number,
  { locale, actor }: UserContext,
): Promise<AdminOrder | Refusal> {
  const [row, staff, history, shipments, invoices, request, picked, transfer] = await Promise.all([
    findOrderById(pool, id, null),
    findStaffRow(pool, id),
    loadHistory(pool, id),
    loadOrderShipments(pool, id),
    loadOrderInvoices(pool, id),
    loadRequest(pool, id),
    loadPicked(pool, [id]),
    findAwaitedTransfer(pool, id),
  ])
  if (row === undefined || staff === undefined) return refuse('order_not_found')
  const order = presentOrder(row, {
    locale,
    seesPrices: true,
    seesReasons: true,
    seesCosts: actor.permissions.has('prices:read'),
  })
  const isPaid = paidStates.some((state) => state === order.payment?.state)
  return {
    ...order,
    history: presentHistory(history, { seesPrices: true, isStaff: true }),
    approvalReasons: row.approval_reasons,
    objectionUntil: row.objection_until?.toISOString() ?? null,
    shipments,
    invoices,
    request,
    transfer: transfer ?? null,
    moves: [...chosenStates(row.state)],
    dealerCode: staff.dealer_code,
    creatorEmail: staff.creator_email,
    contact: row.contact,
    paymentId: staff.payment_id,
    sentAt: staff.sent_to_erp_at?.toISOString() ?? null,
    erpDocumentNo: staff.erp_document_no,
    erpCancellationNo: staff.erp_cancellation_no,
    erpDelivery: staff.erp_delivery,
    picked: pickedOf(id, picked),
    mayCancel: orderStatesBefore('cancelled').includes(row.state) && !order.isSent && !isPaid,
  }
}

/** Each order gets its own entry in the audit log. */
async function setSentToErp(
  pool: Pool,
  author: Author & { actor: { userId: number } },
  { ids, isSent }: Input<typeof markOrdersSent>['body'],
) {
  return transaction(pool, async (db) => {
    const rows = await lockOrders(db, ids)
    const isAwaiting = ({ state }: MarkedRow) => state === 'awaiting_approval'
    const affected = rows.filter((row) => !row.is_cancel && !isAwaiting(row) && row.is_sent !== isSent)
    const changed = affected.map(({ id }) => id)
    await markSent(db, changed, isSent, author.actor.userId)
    for (const { order_no: id } of affected) {
      await writeAudit(db, author, { action: isSent ? 'send_to_erp' : 'recall', noun: 'order', id })
    }
    const numbers = (which: (row: MarkedRow) => boolean) => rows.filter(which).map((row) => row.order_no)
    return { changed, cancelled: numbers((row) => row.is_cancel), awaiting: numbers(isAwaiting) }
  })
}
