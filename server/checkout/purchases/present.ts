import { imagePath } from '#contract/core/pages.ts'
import type { Purchase, PurchaseLine } from '#contract/shop/purchases.ts'
import { decimal, roundMoney } from '#domain/money/money.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import {
  approvalsOf,
  canReturn,
  deciderFor,
  findApprovers,
  loadApprovals,
  loadPurchaseEvents,
  loadPurchaseLines,
  nextApprovers,
  presentReasons,
  type PurchaseRow,
  stepsOf,
} from '#server/purchasing/purchasing.ts'
import { type Store, type View, viewOf } from '#server/settings/settings.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import { requestView, shownFingerprint } from './request-view.ts'
import { type LineToday, type PurchaseToday, purchaseToday } from './today.ts'

/** A request as the visitor sees it, which may see it. */
export async function presentPurchase(
  db: Db,
  row: PurchaseRow,
  context: DealerContext,
  { store, now }: { store: Store; now: Date },
): Promise<Purchase> {
  const { userId } = context.actor
  const reader = viewOf(context, store.facts())
  const view = requestView(row, context, store)
  const lines = await loadPurchaseLines(db, row.id)
  const isWaiting = row.state === 'waiting'
  const today = isWaiting ? await purchaseToday(db, row, lines, view) : null
  const approvals = await loadApprovals(db, row.id)
  const all = await findApprovers(db, row.dealer_id, dayInTurkey(now))
  const open = { userId: row.user_id, approvals: approvalsOf(approvals) }
  const next = nextApprovers(all, open)
  const decider = isWaiting ? deciderFor(all, userId, open) : undefined
  const events = await loadPurchaseEvents(db, row.id)
  const facts = store.facts()
  return {
    id: row.id,
    date: row.created_at.toISOString(),
    state: row.state,
    expiresAt: row.expires_at.toISOString(),
    buyer: row.buyer,
    isOwn: row.user_id === userId,
    note: row.terms.note,
    plan: facts.plans.find(({ key }) => key === row.terms.planKey)?.name ?? null,
    delivery: row.terms.delivery,
    branch: facts.branches.find(({ id }) => id === row.terms.branchId)?.name ?? null,
    why: presentReasons({ ...row.facts, reasons: row.reasons }, reader.seesPrices),
    lines: lines.map((line, i) => presentLine(today?.lines[i] ?? { row: line }, reader)),
    ...(reader.seesPrices && {
      totalBefore: { value: Number(row.total), currency: row.currency },
      ...(today !== null && { total: { value: today.total.toNumber(), currency: view.currency } }),
    }),
    shown: today === null ? '' : fingerprintOf(row, today, view),
    revision: row.revision,
    approvals: approvals.map((given) => ({
      step: given.step,
      by: given.name,
      standsInFor: given.authority_id === given.user_id ? null : given.authority_name,
      date: given.at.toISOString(),
    })),
    steps: today === null ? approvals.length : await stepsOf(db, row, today.totalTry.toFixed(2), all),
    standsInFor: decider?.standsInFor ?? null,
    canDecide: decider !== undefined,
    hasApproved: isWaiting && open.approvals.some((given) => given.userId === userId),
    approvers: isWaiting ? [...new Set(next.approvers.map(({ name }) => name))] : [],
    isFallback: isWaiting && next.isFallback,
    order: row.order_id === null || row.order_no === null ? null : { id: row.order_id, orderNo: row.order_no },
    events: events.map((event) => ({
      date: event.at.toISOString(),
      step: event.step,
      by: event.name,
      standsInFor: event.for_name,
      reason: event.reason,
      lines: event.lines,
    })),
    canReturn: row.user_id === userId && canReturn(row),
  }
}

/** What an approval of this page sends back. */
function fingerprintOf({ id, revision }: PurchaseRow, { lines, total }: PurchaseToday, view: View): string {
  return shownFingerprint({
    requestId: id,
    revision,
    currency: view.currency,
    total: view.seesPrices ? total.toFixed(2) : null,
    lines: lines.flatMap(({ row, priced, shortage }) =>
      row.quantity === 0
        ? []
        : [
            {
              unitId: row.unit_id,
              quantity: row.quantity,
              price: view.seesPrices && priced !== undefined ? `${priced.price.value} ${priced.price.currency}` : null,
              isShort: shortage.greaterThan(0),
            },
          ],
    ),
  })
}

/** Of a line before tax, in the currency of its price. */
function amountOf({ value, currency }: { value: number; currency: string }, quantity: number) {
  return { value: roundMoney(decimal(value).times(quantity)).toNumber(), currency }
}

type ShownLine = Pick<LineToday, 'row'> & Partial<LineToday>

/** Once it is decided, the lines are shown as they were sent; the order has the prices that became its own. */
function presentLine({ row, priced, problem, shortage }: ShownLine, { seesPrices, seesStock }: View): PurchaseLine {
  const priceBefore = { value: Number(row.price_value), currency: row.price_currency }
  const price = priced && { value: Number(priced.price.value), currency: priced.price.currency }
  return {
    lineNo: row.line_no,
    code: row.code,
    name: row.name,
    image: row.image === null ? null : imagePath(row.image),
    unit: row.unit,
    quantityBefore: row.quantity_before,
    quantity: row.quantity,
    ...(seesPrices && { priceBefore, ...(price && { price }), amount: amountOf(price ?? priceBefore, row.quantity) }),
    ...(seesStock && shortage !== undefined && { shortage: shortage.toNumber() }),
    isShort: shortage?.greaterThan(0) ?? false,
    problem: problem ?? null,
  }
}
