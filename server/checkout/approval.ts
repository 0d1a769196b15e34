import { lineAmount } from '#domain/cart/cart.ts'
import { decimal, exchange, isConvertible, lira } from '#domain/money/money.ts'
import { type ApprovalReason, approvalReasonsOf, type ApprovalRules, marginOf } from '#domain/orders/order-approval.ts'
import { loadCosts } from '#server/catalog/catalog.ts'
import { hasOrders } from '#server/orders/orders.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { View } from '#server/settings/settings.ts'
import type { OrderDraft } from './order-draft.ts'

type Request = { dealerId: number; view: View; isOverLimit: boolean }

/** Why an order that is about to be placed needs the store's approval; none if it does not. */
export async function findApprovalReasons(
  db: Db,
  draft: OrderDraft,
  { dealerId, view, isOverLimit }: Request,
): Promise<ApprovalReason[]> {
  const rules = rulesOf(view)
  return approvalReasonsOf(rules, {
    totalTry: decimal(draft.head.totalTry),
    isOverLimit,
    isFirst: rules.first && !(await hasOrders(db, dealerId)),
    margin: rules.belowMargin > 0 ? await findMargin(db, draft, view) : null,
  })
}

function rulesOf({ settings }: View): ApprovalRules {
  return {
    all: settings.approveAllOrders === '1',
    overAmount: settings.approveOrdersOver,
    overLimit: settings.approveOverLimit === '1',
    first: settings.approveFirstOrder === '1',
    belowMargin: settings.approveBelowMargin,
  }
}

/** The margin over the lines whose cost is known, at the order's rates. */
async function findMargin(db: Db, { lines }: OrderDraft, { rates }: View) {
  const costs = await loadCosts(
    db,
    lines.map((line) => line.product_id),
  )
  return marginOf(
    lines.flatMap((line) => {
      const known = costs.get(line.product_id)
      if (known === undefined || !isConvertible(known.currency, lira, rates)) return []
      const price = { value: line.price_value, currency: line.price_currency }
      const amount = lineAmount({ price, quantity: line.quantity, taxRate: line.tax_rate }, lira, rates)
      const units = decimal(line.multiplier).times(line.quantity)
      return [{ amount, cost: exchange(units.times(known.cost), known.currency, lira, rates) }]
    }),
  )
}
