import { createHash } from 'node:crypto'
import pg from 'pg'
import { type Refusal, refuse } from '#contract/errors.ts'
import type { PlanKey } from '#contract/money.ts'
import { cartTotals } from '#domain/cart.ts'
import { offerNumber } from '#domain/offer.ts'
import { emptyCart, loadOrderLines, lockCart } from '#server/cart/cart.ts'
import { type PricedOrderLine, priceLines } from '#server/checkout/checkout.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import type { View } from '#server/settings/settings.ts'
import {
  type Attempt,
  claimOfferKey,
  completeOfferKey,
  insertOffer,
  insertOfferLines,
  type NewOfferLine,
  nextOfferNumber,
} from './new-offer.ts'
import { refusable, stop } from './refusable.ts'

export type OfferRequest = {
  userId: number
  dealerId: number
  view: View
  description: string
  planKey: PlanKey | null
  idempotencyKey: string | undefined
}
export type MadeOffer = { ok: true; id: number; orderNo: string }

/**
 * Makes an offer of the user's cart, in one transaction: whole or not at all. The lines leave the cart, since they are the
 * offer's now (docs/decisions, 016); stock is neither taken nor asked for.
 */
export async function makeOffer(pool: Pool, request: OfferRequest): Promise<MadeOffer | Refusal> {
  try {
    return await refusable(pool, (db) => makeOnce(db, request))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    if (['55P03', '40P01', '40001'].includes(error.code ?? '')) return refuse('unavailable')
    if (error.constraint === 'offers_plan_key_fkey') return refuse('plan_unknown')
    throw error
  }
}

async function makeOnce(db: Db, request: OfferRequest): Promise<MadeOffer> {
  const { userId, view, planKey } = request
  const attempt = attemptOf(request)
  const before = attempt && (await claim(db, attempt))
  if (before) return before
  failpoint('offer.after_claim')
  const cartId = await lockCart(db, userId)
  const rows = await loadOrderLines(db, { ...view, cartId, planKey })
  if (rows.length === 0) stop('cart_empty')
  const priced = priceLines(rows, view)
  if (!priced.ok) return stop(priced)
  const totals = cartTotals(priced.lines, view.currency, view.rates)
  // Beyond what the columns hold there is no offer, only a slip of the finger.
  if (totals.total.plus(totals.totalTry).greaterThan('1e14')) stop('quantity_invalid')
  const made = await writeOffer(db, request, priced.lines)
  failpoint('offer.after_lines')
  await emptyCart(db, cartId)
  if (attempt) await completeOfferKey(db, attempt, made.id)
  failpoint('offer.before_commit')
  return made
}

function attemptOf({ userId, idempotencyKey, description, planKey }: OfferRequest): Attempt | null {
  if (idempotencyKey === undefined) return null
  const body = JSON.stringify(['offer', description, planKey])
  return { userId, key: idempotencyKey, hash: createHash('sha256').update(body).digest() }
}

/** The offer that this key has led to already, if any. */
async function claim(db: Db, attempt: Attempt): Promise<MadeOffer | null> {
  const known = await claimOfferKey(db, attempt)
  if (known === null) return null
  if (!known.request_hash.equals(attempt.hash)) stop('idempotency_mismatch')
  if (known.offer_id === null || known.offer_no === null) stop('in_progress')
  return { ok: true, id: known.offer_id, orderNo: known.offer_no }
}

async function writeOffer(db: Db, request: OfferRequest, lines: readonly PricedOrderLine[]): Promise<MadeOffer> {
  const { userId, dealerId, description, planKey, view } = request
  const { year, sequence } = await nextOfferNumber(db)
  const orderNo = offerNumber(year, sequence)
  const used = new Set([view.currency, ...lines.map(({ price }) => price.currency)])
  const rates = Object.fromEntries([...used].map((code) => [code, view.rates[code] ?? '1']))
  const head = { offerNo: orderNo, dealerId, userId, description, planKey, currency: view.currency, rates }
  const id = await insertOffer(db, head)
  failpoint('offer.after_offer')
  await insertOfferLines(db, id, lines.map(offerLine))
  return { ok: true, id, orderNo }
}

function offerLine({ row, price, taxRate, quantity }: PricedOrderLine, at: number): NewOfferLine {
  const { product_id, unit_id, code, name, brand, model, image, unit, multiplier } = row
  return {
    ...{ line_no: at + 1, product_id, unit_id, code, name, brand, model, image, unit, multiplier, quantity },
    price_value: price.value,
    price_currency: price.currency,
    tax_rate: taxRate,
  }
}
