import { lineAmount } from '#domain/cart/cart.ts'
import { type Decimal, decimal, exchange, isConvertible, lira } from '#domain/money/money.ts'
import { type ApprovalReason, approvalReasonsOf, type ApprovalRules, marginOf } from '#domain/orders/order-approval.ts'
import {
  type Discounts,
  exceededAuthority,
  type ExceededPart,
  linePercent,
} from '#domain/orders/representative-discount.ts'
import { loadCosts } from '#server/catalog/catalog.ts'
import { hasOrders } from '#server/orders/orders.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadAuthority } from '#server/representatives/representatives.ts'
import type { View } from '#server/settings/settings.ts'
import type { DraftLine, OrderDraft } from './order-draft.ts'

type Request = {
  dealerId: number
  view: View
  isOverLimit: boolean
  representativeId?: number | undefined
  discounts?: Discounts | undefined
}

/** Why an order that is about to be placed needs the store's approval; none if it does not. */
export async function findApprovalReasons(
  db: Db,
  draft: OrderDraft,
  { dealerId, view, isOverLimit, representativeId, discounts }: Request,
): Promise<ApprovalReason[]> {
  const rules = rulesOf(view)
  const isJudged = representativeId !== undefined && discounts !== undefined
  const exceeded = isJudged ? await findExceeded(db, draft.lines, { view, representativeId, discounts }) : []
  return approvalReasonsOf(rules, {
    totalTry: decimal(draft.head.totalTry),
    isOverLimit,
    isFirst: rules.first && !(await hasOrders(db, dealerId)),
    margin: rules.belowMargin > 0 ? await findMargin(db, draft, view) : null,
    exceedsAuthority: exceeded.length > 0,
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

/** What of its authority a representative exceeds by these discounts, at the order's rates and the last known costs. */
export async function findExceeded(
  db: Db,
  lines: readonly DraftLine[],
  { view, representativeId, discounts }: { view: View; representativeId: number; discounts: Discounts },
): Promise<ExceededPart[]> {
  const { rates } = view
  const costOf = await loadLineCosts(db, lines, view)
  const judged = lines
    .filter((line) => line.is_free !== true)
    .map((line) => {
      const amountOf = (value: string) =>
        lineAmount(
          { price: { value, currency: line.price_currency }, quantity: line.quantity, taxRate: line.tax_rate },
          lira,
          rates,
        )
      return {
        percent: linePercent(discounts, line.unit_id),
        before: amountOf(line.undiscounted_value ?? line.price_value),
        after: amountOf(line.price_value),
        cost: costOf(line),
      }
    })
  return exceededAuthority(judged, await loadAuthority(db, representativeId))
}

/** The cost of lines in lira; null where it is unknown. */
async function loadLineCosts(
  db: Db,
  lines: readonly DraftLine[],
  { rates }: View,
): Promise<(line: DraftLine) => Decimal | null> {
  const costs = await loadCosts(
    db,
    lines.map((line) => line.product_id),
  )
  return (line) => {
    const known = costs.get(line.product_id)
    if (known === undefined || !isConvertible(known.currency, lira, rates)) return null
    const units = decimal(line.multiplier).times(line.quantity)
    return exchange(units.times(known.cost), known.currency, lira, rates)
  }
}

/** The margin over the lines whose cost is known, at the order's rates. */
async function findMargin(db: Db, { lines }: OrderDraft, view: View) {
  const costOf = await loadLineCosts(db, lines, view)
  return marginOf(
    lines.flatMap((line) => {
      const cost = costOf(line)
      if (cost === null) return []
      const price = { value: line.price_value, currency: line.price_currency }
      return [
        { amount: lineAmount({ price, quantity: line.quantity, taxRate: line.tax_rate }, lira, view.rates), cost },
      ]
    }),
  )
}
