import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { PlanKey } from '#contract/core/money.ts'
import type { LimitAdvice, LimitApproval } from '#contract/shop/limit-coach.ts'
import { cartTotals } from '#domain/cart/cart.ts'
import { type Decimal, decimal, lira } from '#domain/money/money.ts'
import { readPaidAmount } from '#domain/money/paid-amount.ts'
import { limitApprovalProblem } from '#domain/orders/limit-approval.ts'
import { paymentMethods } from '#domain/pricing/payment-plan.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { loadOrderLines, type OrderLineRow } from '#server/cart/cart.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { trial } from '#server/platform/db/transaction-or-refusal.ts'
import {
  checkPurchase,
  countAuthorities,
  findApprovers,
  findProductsForApproval,
  type PurchaseCheck,
} from '#server/purchasing/purchasing.ts'
import { loadDiscounts } from '#server/representatives/representatives.ts'
import {
  findLatestApproval,
  type LimitApprovalRow,
  type LimitCheck,
  linesHash,
  readLimitCheck,
  stateOf,
  storedOf,
} from '#server/risk/risk.ts'
import { requestedPlan, type Store, type View, viewOf } from '#server/settings/settings.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'
import { type OrderDraft, type OrderTerms, priceLines } from '#server/checkout/order-draft.ts'
import { limitRequest } from '#server/checkout/limit-request.ts'
import { draftPlaceable } from '#server/checkout/placeable-draft.ts'
import { findCart } from '#server/checkout/queries.ts'
import { findFittingPart } from './fitting-part.ts'

const nothing: LimitAdvice = { limit: null, sums: [], canPay: false, part: null, ask: null, approval: null }

type Deps = { pool: Pool; store: Store; now: Date }

/** What the buyer's cart is ordered with; a refusal for a plan that does not exist or is paid by card. */
export async function cartTerms(
  db: Db,
  cartId: number,
  { store, planKey }: { store: Store; planKey: PlanKey | '' | undefined },
  context: DealerContext,
): Promise<OrderTerms | Refusal> {
  const facts = store.facts()
  const view = viewOf(context, facts)
  const plan = requestedPlan(planKey ?? view.cartPlan, facts)
  if (plan === undefined) return refuse('plan_unknown')
  if (!paymentMethods(plan).order) return refuse('plan_needs_card')
  const { userId, dealer, representative } = context.actor
  const discounts = representative === null ? undefined : await loadDiscounts(db, cartId)
  return { userId, dealerId: dealer.id, view, description: undefined, planKey: plan?.key ?? null, discounts }
}

/**
 * What to do about the cart where it exceeds the dealer's risk limit, or the limits of its user. Nothing changes: parts of
 * the cart are tried in a transaction that is rolled back. The order itself checks everything again.
 */
export async function adviseLimit(
  { pool, store, now }: Deps,
  planKey: PlanKey | '' | undefined,
  context: DealerContext,
): Promise<LimitAdvice> {
  return trial(pool, async (db) => {
    const cartId = await findCart(db, context.actor.userId)
    if (cartId === null) return nothing
    const terms = await cartTerms(db, cartId, { store, planKey }, context)
    if ('ok' in terms) return nothing
    const rows = await loadOrderLines(db, { ...terms.view, cartId, planKey: terms.planKey })
    return rows.length === 0 ? nothing : advise(db, { cartId, terms, rows, now, context })
  })
}

type Asked = {
  cartId: number
  terms: OrderTerms
  rows: readonly OrderLineRow[]
  now: Date
  context: DealerContext
}

async function advise(db: Db, { cartId, terms, rows, now, context }: Asked): Promise<LimitAdvice> {
  const { view, userId } = terms
  const whole = await draftPlaceable(db, cartId, terms)
  const totalTry = whole.ok ? decimal(whole.head.totalTry) : orderableTotal(rows, terms)
  const check = await readLimitCheck(db, limitRequest(terms, now), totalTry)
  const own = await checkOwn(db, { totalTry, rows }, { userId, now, context })
  if (check.refusal === null && !exceeds(own)) return nothing
  const approval = await presentLatest(db, { userId, rows, totalTry, now })
  // What else is wrong with the cart is reported by the cart; only a part of it can be ordered then.
  const isOrderable = whole.ok
  const sums = isOrderable && view.seesPrices && check.refusal !== null ? (check.sums ?? []) : []
  return {
    limit: presentLimit(check, totalTry, view),
    sums: sums.map(({ value, currency }) => ({ value: Number(value), currency })),
    canPay: mayPay(sums, context),
    part: view.seesPrices
      ? await findPart(db, { cartId, terms, rows, now, context }, { check, own, whole: whole.ok ? whole : null })
      : null,
    ask: isOrderable ? await whomToAsk(db, check, { terms, now }) : null,
    approval,
  }
}

/** The total of the lines that can be ordered. */
function orderableTotal(rows: readonly OrderLineRow[], { view, discounts }: OrderTerms): Decimal {
  const lines = rows.flatMap((row) => {
    const priced = priceLines([row], view, { discounts })
    return priced.ok ? priced.lines : []
  })
  return cartTotals(lines, view.currency, view.rates).totalTry
}

type Checked = { totalTry: Decimal; rows: readonly { product_id: number }[] }

/** The limits of the user within the dealer; a representative is not bound by them. */
async function checkOwn(
  db: Db,
  { totalTry, rows }: Checked,
  { userId, now, context }: { userId: number; now: Date; context: DealerContext },
): Promise<PurchaseCheck | null> {
  if (context.actor.representative !== null) return null
  const productIds = rows.map((row) => row.product_id)
  return checkPurchase(db, { userId, totalTry: totalTry.toFixed(2), productIds, now, isLocking: false })
}

const exceeds = (own: PurchaseCheck | null): boolean => own !== null && own.reasons.length > 0

function presentLimit({ refusal, limit }: LimitCheck, totalTry: Decimal, view: View): LimitAdvice['limit'] {
  if (refusal === null || limit === null) return null
  const { isBlocked, mode, available } = limit
  if (!view.seesPrices) return { isBlocked, mode }
  const largest = available.greaterThan(0) ? available.toNumber() : 0
  return { isBlocked, mode, totalTry: totalTry.toNumber(), largest }
}

/** The payment page takes one sum in lira. */
function mayPay(sums: readonly { value: number | string; currency: string }[], { actor }: DealerContext): boolean {
  const [only] = sums
  const isPayable = sums.length === 1 && only?.currency === lira && readPaidAmount(`${only.value}`).ok
  return isPayable && actor.permissions.has('pay') && actor.representative === null
}

async function whomToAsk(
  db: Db,
  { refusal }: LimitCheck,
  { terms: { view, userId, dealerId }, now }: { terms: OrderTerms; now: Date },
): Promise<LimitAdvice['ask']> {
  if (refusal?.code === 'risk_limit_exceeded' && view.settings.approveOverLimit === '1') return 'order'
  if (refusal !== null) return 'store'
  const approvers = await findApprovers(db, dealerId, dayInTurkey(now))
  return countAuthorities(approvers, userId) > 0 ? 'colleague' : null
}

async function findPart(
  db: Db,
  { cartId, terms, rows, now, context }: Asked,
  { check, own, whole }: { check: LimitCheck; own: PurchaseCheck | null; whole: OrderDraft | null },
) {
  const bounds = [
    ...(check.limit === null ? [] : [check.limit.isBlocked ? decimal(0) : check.limit.available]),
    ...(own?.perOrder == null ? [] : [decimal(own.perOrder)]),
    ...(own?.perMonth == null ? [] : [decimal(own.perMonth).minus(own.monthTotal)]),
  ]
  const capacity = bounds.reduce((least, bound) => (bound.lessThan(least) ? bound : least), decimal(1e12))
  const { userId } = terms
  const productIds = rows.map((row) => row.product_id)
  const excluded = new Set(exceeds(own) ? await findProductsForApproval(db, userId, productIds) : [])
  const passes = async ({ head, rows: drafted }: OrderDraft): Promise<boolean> => {
    const totalTry = decimal(head.totalTry)
    const limit = await readLimitCheck(db, limitRequest(terms, now), totalTry)
    return limit.refusal === null && !exceeds(await checkOwn(db, { totalTry, rows: drafted }, { userId, now, context }))
  }
  return findFittingPart(db, { cartId, terms, rows, whole, capacity, excluded, passes })
}

type Latest = { userId: number; rows: readonly OrderLineRow[]; totalTry: Decimal; now: Date }

/** The user's latest request, while it waits or is approved; one that ended only for the same lines. */
async function presentLatest(db: Db, { userId, rows, totalTry, now }: Latest): Promise<LimitApproval | null> {
  const row = await findLatestApproval(db, userId)
  if (row === undefined) return null
  const state = stateOf(row, now)
  if (state === 'used' || state === 'withdrawn') return null
  const presented = presentApproval(row, { cart: rows, totalTry, now })
  const isOpen = state === 'waiting' || state === 'approved'
  return isOpen || presented.problem !== 'other_cart' ? presented : null
}

/** A request as its user sees it, with what makes it unfit for the cart as it is now. */
export function presentApproval(
  row: LimitApprovalRow,
  { cart, totalTry, now }: { cart: readonly OrderLineRow[]; totalTry: Decimal; now: Date },
): LimitApproval {
  const order = { cartHash: linesHash(cart), totalTry }
  const asIfApproved = { ...storedOf(row), state: 'approved' as const, expiresAt: new Date(now.getTime() + 1) }
  const problem = limitApprovalProblem(asIfApproved, order, now)
  return {
    id: row.id,
    state: stateOf(row, now),
    date: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    note: row.note,
    reason: row.reason,
    problem: problem === 'not_approved' ? null : problem,
  }
}
