import pg from 'pg'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { PlanKey } from '#contract/core/money.ts'
import { cartTotals } from '#domain/cart/cart.ts'
import { offerNumber } from '#domain/orders/offer.ts'
import { attemptOf, claimAttempt, completeAttempt } from '#server/account/account.ts'
import { emptyCart, loadOrderLines, lockCart, removeLines } from '#server/cart/cart.ts'
import {
  findQuantityRefusal,
  isAsShown,
  type OrderedLines,
  type PricedOrderLine,
  priceLines,
  statedRates,
} from '#server/checkout/checkout.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { isRetryable } from '#server/platform/db/failure.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { View } from '#server/settings/settings.ts'
import { findOfferNumber, insertOffer, insertOfferLines, type NewOfferLine, nextOfferNumber } from './new-offer.ts'

export type OfferRequest = {
  userId: number
  dealerId: number
  view: View
  description: string
  planKey: PlanKey | null
  /** Fingerprint of the cart shown to the buyer, if the request contains it. */
  shownCart?: string | undefined
  idempotencyKey: string | undefined
  /** Under which the emptied cart can be restored. */
  undoKey?: string | undefined
  /** Lines that are offered in place of the user's cart. */
  lines?: OrderedLines | undefined
}
export type MadeOffer = { ok: true; id: number; orderNo: string }

/**
 * Turns the user's cart into an offer, in one transaction. The lines move from the cart to the offer (decision 016). Stock is
 * neither checked nor taken.
 */
export async function makeOffer(pool: Pool, request: OfferRequest): Promise<MadeOffer | Refusal> {
  try {
    const made = await transactionOrRefusal(pool, (db) => makeOnce(db, request))
    if (made.ok) failpoint('offer.after_commit')
    return made
  } catch (error) {
    if (isRetryable(error)) return refuse('unavailable')
    if (error instanceof pg.DatabaseError && error.constraint === 'offers_plan_key_fkey') return refuse('plan_unknown')
    throw error
  }
}

async function makeOnce(db: Db, request: OfferRequest): Promise<MadeOffer> {
  const { userId, idempotencyKey, description, view, planKey, lines } = request
  const attempt = attemptOf(userId, idempotencyKey, [
    'offer',
    description,
    planKey,
    request.shownCart ?? null,
    ...(lines === undefined ? [] : [lines.identity]),
  ])
  const earlierId = await claimAttempt(db, attempt, 'offer')
  if (earlierId !== null) return { ok: true, id: earlierId, orderNo: await findOfferNumber(db, earlierId) }
  failpoint('offer.after_claim')
  const cartId = await cartOf(db, request)
  const rows = await loadOrderLines(db, { ...view, cartId, planKey })
  if (rows.length === 0) abortTransaction('cart_empty')
  if (!isAsShown(rows, request.shownCart)) abortTransaction('cart_not_as_shown')
  const priced = priceLines(rows, view)
  if (!priced.ok) return abortTransaction(priced)
  const totals = cartTotals(priced.lines, view.currency, view.rates)
  const { dealerId } = request
  const subtotal = totals.subtotal.toFixed(2)
  const broken = await findQuantityRefusal(db, { dealerId, cartId, rows, subtotal, view })
  if (broken !== null) abortTransaction(broken)
  // The database columns hold no larger totals.
  if (totals.total.plus(totals.totalTry).greaterThan('1e14')) abortTransaction('quantity_invalid')
  const made = await writeOffer(db, request, priced.lines)
  failpoint('offer.after_lines')
  if (lines === undefined) {
    await removeLines(db, cartId, {}, request.undoKey)
    await emptyCart(db, cartId)
  } else {
    await lines.remove(db)
  }
  await completeAttempt(db, attempt, 'offer', made.id)
  failpoint('offer.before_commit')
  return made
}

/** The user's cart, or one with the lines of the request. */
async function cartOf(db: Db, { userId, lines }: OfferRequest): Promise<number> {
  if (lines === undefined) return lockCart(db, userId)
  const filled = await lines.fill(db)
  return typeof filled === 'number' ? filled : abortTransaction(filled)
}

async function writeOffer(db: Db, request: OfferRequest, lines: readonly PricedOrderLine[]): Promise<MadeOffer> {
  const { userId, dealerId, description, planKey, view } = request
  const { year, sequence } = await nextOfferNumber(db)
  const orderNo = offerNumber(year, sequence)
  const { rates, rateSources } = statedRates(view, new Set(lines.map(({ price }) => price.currency)))
  const head = {
    offerNo: orderNo,
    dealerId,
    userId,
    description,
    planKey,
    currency: view.currency,
    rates,
    rateSources,
    lockHours: view.settings.offerRateLockHours,
  }
  const id = await insertOffer(db, head)
  failpoint('offer.after_offer')
  await insertOfferLines(db, id, lines.map(offerLine))
  return { ok: true, id, orderNo }
}

function offerLine({ row, price, taxRate, quantity }: PricedOrderLine, at: number): NewOfferLine {
  return {
    line_no: at + 1,
    product_id: row.product_id,
    unit_id: row.unit_id,
    code: row.code,
    name: row.name,
    brand: row.brand,
    model: row.model,
    image: row.image,
    unit: row.unit,
    multiplier: row.multiplier,
    quantity,
    price_value: price.value,
    price_currency: price.currency,
    tax_rate: taxRate,
  }
}
