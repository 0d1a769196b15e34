import { refuse } from '#contract/core/errors.ts'
import {
  cancelOrder as cancelCall,
  getOrderSummary,
  listOrders,
  orderAgain as againCall,
} from '#contract/shop/orders.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, type DealerContext, handle } from '#server/visitor/visitor.ts'
import { cartPlanOf, companyName, listedPlans, type Store, viewOf } from '#server/settings/settings.ts'
import { cancelOrder } from './cancel-order.ts'
import { loadHistory } from './life/history.ts'
import { loadOrderInvoices } from './life/order-invoices.ts'
import { loadOrderShipments, mayReturn } from './life/order-shipments.ts'
import { loadRequest } from './life/request-rows.ts'
import { presentHistory } from './life/present-history.ts'
import { parseListQuery } from './list-query.ts'
import { orderAgain } from './order-again.ts'
import { countOrders, findOrder, loadOrderPage, type OrderReader } from './order-rows.ts'
import { presentListed, presentOrder, transferAccounts } from './present-order.ts'
import { findAwaitedTransfer, isTransferDue } from './queries.ts'

/** Whose orders a user reads. */
const readerOf = ({ dealer, addresses }: DealerContext['actor']): OrderReader => ({ dealerId: dealer.id, addresses })

export function registerOrders(calls: Calls, { pool, store }: { pool: Pool; store: Store }): void {
  const readerIn = (context: DealerContext) => {
    const { seesPrices, settings } = viewOf(context, store.facts())
    return { locale: context.locale, seesPrices, seesReasons: settings.showPriceReasons === '1' }
  }

  handle(calls, listOrders, async (input, context) => {
    const { actor } = context
    // Reasons are shown with the order itself.
    const reader = { ...readerIn(context), seesReasons: false }
    const { page, limit, sort, hasLines, range, ...asked } = parseListQuery(input.query, reader)
    const filter = { ...readerOf(actor), ...asked }
    const [total, rows] = await Promise.all([
      countOrders(pool, filter),
      loadOrderPage(pool, filter, { sort, limit, hasLines, offset: (page - 1) * limit }),
    ])
    const customer = { code: actor.dealer.code, name: actor.dealer.name }
    const pages = Math.ceil(total / limit)
    const items = rows.map((row) => presentListed(row, reader))
    return { items, total, page, pages, limit, sort, range, ...asked, customer }
  })

  handle(calls, getOrderSummary, async ({ query }, context) => {
    const { actor } = context
    // The database accepts no NUL in texts, and no order number contains one.
    const orderNo = query.order?.replaceAll('\0', '') ?? null
    const row = await findOrder(pool, { ...readerOf(actor), userId: actor.userId }, orderNo)
    if (row === undefined) return refuse('order_not_found')
    const reader = readerIn(context)
    const order = presentOrder(row, reader)
    const shipments = await loadOrderShipments(pool, row.id)
    const transfer = await findAwaitedTransfer(pool, row.id)
    const bankAccounts = transfer?.isPaid === true ? [] : transferAccounts(order, store.facts().settings)
    return {
      ...order,
      history: presentHistory(await loadHistory(pool, row.id), reader),
      approvalReasons: row.approval_reasons,
      objectionUntil: row.objection_until?.toISOString() ?? null,
      request: await loadRequest(pool, row.id),
      invoices: await loadOrderInvoices(pool, row.id),
      shipments: shipments.filter(({ withdrawnAt }) => withdrawnAt === null),
      mayReturn:
        actor.permissions.has('returns') && mayReturn(order.orderItems, shipments, store.facts().settings.returnDays),
      transfer: transfer ?? null,
      bankAccounts,
      accountHolder: companyName(store.facts().settings),
      isTransferDue: bankAccounts.length > 0 && (await isTransferDue(pool, row.id)),
    }
  })

  handle(calls, cancelCall, async ({ params }, { actor }) => {
    const order = { id: params.id, reader: readerOf(actor), userId: actor.userId }
    const cancelled = await cancelOrder(pool, order)
    return cancelled.ok ? { success: true as const, orderNo: cancelled.orderNo } : cancelled
  })

  handle(calls, againCall, async ({ params, body }, context) => {
    const { userId } = context.actor
    const facts = store.facts()
    const view = viewOf(context, facts)
    const repeated = await orderAgain(pool, {
      orderId: params.id,
      reader: readerOf(context.actor),
      userId,
      view,
      lines: body.lines,
    })
    if (!repeated.ok) return repeated
    const { order, lines } = repeated
    const cartPlan = cartPlanOf(context, facts)
    const offered = listedPlans(view, facts).find(({ key }) => key === order.plan_key)
    const isSame = order.plan_key === (cartPlan?.key ?? null)
    const plan = { ordered: order.plan, cart: cartPlan?.name ?? null, choose: offered?.key ?? null }
    return {
      addedCount: lines.filter(({ added }) => added > 0).length,
      lines,
      plan: isSame ? null : plan,
    }
  })
}
