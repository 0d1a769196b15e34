import { type Refusal, refuse } from '#contract/core/errors.ts'
import { permissionsOf } from '#domain/people/permissions.ts'
import { namedCart } from '#server/cart/cart.ts'
import { recordStep } from '#server/orders/orders.ts'
import {
  completePurchase,
  findPurchase,
  loadPurchaseLines,
  openDecision,
  type OpenedDecision,
  type PurchaseRow,
  recordApproval,
} from '#server/purchasing/purchasing.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { mayUseBranch, requestedPlan, type Store, type View } from '#server/settings/settings.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import { type OrderDraft, stockDemands } from '#server/checkout/order-draft.ts'
import { type OrderedLines, placeOrder } from '#server/checkout/place-order.ts'
import { requestView, shownFingerprint } from './request-view.ts'

type Approval = { id: number; shown: string }
type Deps = { pool: Pool; store: Store; now: Date }

/**
 * Approves a request as it was on screen. With the last approval the order is placed in the same transaction, in the name of
 * the buyer, by the rules of every order: today's prices and stock, the dealer's risk limit, the store's own approval.
 */
export async function approvePurchase(
  { pool, store, now }: Deps,
  context: DealerContext,
  { id, shown }: Approval,
): Promise<{ ok: true } | Refusal> {
  const row = await findPurchase(pool, id, context.actor.dealer.id)
  if (row === undefined) return refuse('purchase_not_found')
  const view = requestView(row, context, store)
  const { planKey, branchId, note, addressId, delivery, dealerOrderNo, couponIds = [] } = row.terms
  let opened: OpenedDecision | undefined
  const lines = requestLines(view, async (db) => {
    opened = await openDecision(db, id, context, now)
    await rejectLostBuyer(db, row)
    // Terms that no longer exist are refused after the question who may decide.
    if (planKey !== null && requestedPlan(planKey, store.facts()) === undefined) abortTransaction('plan_unknown')
    if (branchId !== null && !mayUseBranch(branchId, context, store.facts())) abortTransaction('branch_unknown')
    return id
  })
  const decision = () => {
    if (opened === undefined) throw new Error('The request was not opened.')
    return opened
  }
  const placed = await placeOrder(pool, {
    userId: row.user_id,
    dealerId: row.dealer_id,
    view,
    description: note,
    planKey,
    couponIds,
    dealerOrderNo,
    keptDelivery: { ok: true, addressId, delivery },
    shownTotal: undefined,
    idempotencyKey: undefined,
    lines,
    approval: {
      async decide(db, draft) {
        if (shownOf(decision().row, draft, view) !== shown) abortTransaction('purchase_changed')
        const isLast = await recordApproval(db, decision(), draft.head.totalTry, now)
        return isLast ? null : { ok: true, requestId: id }
      },
      async complete(db, orderId) {
        await completePurchase(db, decision(), orderId)
        await recordApprovers(db, id, orderId)
      },
    },
  })
  return placed.ok ? { ok: true } : placed
}

/** The request's lines in a cart of their own. Opens the decision first. */
function requestLines(view: View, open: (db: Db) => Promise<number>): OrderedLines {
  const cart = namedCart(view)
  return {
    identity: null,
    async fill(db) {
      const id = await open(db)
      const rows = (await loadPurchaseLines(db, id)).filter(({ quantity }) => quantity > 0)
      const wanted = rows.map((row) => ({ productId: row.product_id, unitId: row.unit_id, quantity: row.quantity }))
      const { cartId, refusals } = await cart.fill(db, wanted)
      const at = refusals.findIndex((refusal) => refusal !== null)
      const line = rows[at]
      if (line === undefined) return cartId
      return refuse('purchase_line_refused', { code: line.code, name: line.name })
    },
    remove: (db) => cart.remove(db),
  }
}

/** An order is not placed in the name of somebody who may no longer order. */
async function rejectLostBuyer(db: Db, { user_id }: PurchaseRow): Promise<void> {
  const user = await db.one<{ role: string | null; own: string[] | null; canOrder: boolean; isDisabled: boolean }>(
    `SELECT u.user_role AS role, r.permissions AS own, u.can_order AS "canOrder", u.disabled_at IS NOT NULL AS "isDisabled"
       FROM users u LEFT JOIN user_roles r ON r.id = u.own_role_id WHERE u.id = $1`,
    [user_id],
    'purchase_buyer',
  )
  const mayOrder = user !== undefined && !user.isDisabled && permissionsOf({ kind: 'dealer', ...user }).has('order')
  if (!mayOrder) abortTransaction('purchase_buyer_gone')
}

/** The fingerprint of what would be ordered now. */
function shownOf({ id, revision }: PurchaseRow, { head, bought: lines, rows }: OrderDraft, view: View): string {
  const stock = new Map(rows.map((row) => [row.product_id, Number(row.stock)]))
  const short = new Set(
    stockDemands(lines).flatMap(({ productId, quantity }) =>
      Number(quantity) > (stock.get(productId) ?? 0) ? [productId] : [],
    ),
  )
  return shownFingerprint({
    requestId: id,
    revision,
    currency: view.currency,
    total: view.seesPrices ? head.total : null,
    lines: lines.map((line) => ({
      unitId: line.unit_id,
      quantity: line.quantity,
      price: view.seesPrices ? `${line.price_value} ${line.price_currency}` : null,
      isShort: short.has(line.product_id),
    })),
  })
}

/** The order's history shows who approved it, each in its own step. */
async function recordApprovers(db: Db, id: number, orderId: number): Promise<void> {
  const rows = await db.query<{ user_id: number; for_name: string | null }>(
    `SELECT a.user_id, CASE WHEN a.authority_id <> a.user_id THEN w.name END AS for_name
       FROM purchase_approvals a JOIN users w ON w.id = a.authority_id WHERE a.request_id = $1 ORDER BY a.step`,
    [id],
    'purchase_approvers_of_order',
  )
  for (const { user_id: userId, for_name: standsInFor } of rows) {
    await recordStep(db, orderId, {
      step: 'purchase_approved',
      actor: { kind: 'dealer', userId },
      facts: standsInFor === null ? {} : { standsInFor },
    })
  }
}
