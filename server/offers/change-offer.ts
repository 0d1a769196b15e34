import type { Input } from '#contract/core/endpoint.ts'
import type { Refusal } from '#contract/core/errors.ts'
import type { updateOfferCustomer, updateOfferProfit, updateOfferTerms } from '#contract/shop/offer-changes.ts'
import { profitOf } from '#domain/orders/offer.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { moveLinkEnd } from '#server/offers/quote-links/link-rows.ts'
import {
  acceptOffer,
  cancelOffer,
  changesQuantities,
  lockOffers,
  lockOffersByNumber,
  saveCustomer,
  saveLines,
  saveTerms,
} from './queries.ts'

type Success = { success: true }
const success: Success = { success: true }

type Locked = Awaited<ReturnType<typeof lockOffers>>

/** Checks that all offers were found and are open. Offers of other dealers count as not found. */
function requireOpen(found: Locked, wanted: number): Locked {
  if (found.length < wanted) abortTransaction('offer_not_found')
  if (found.some(({ is_cancel }) => is_cancel)) abortTransaction('offer_cancelled')
  return found
}

/** An open offer of the dealer, locked until the transaction ends. */
export async function lockOpenOffer(db: Db, dealerId: number, id: number): Promise<void> {
  requireOpen(await lockOffers(db, dealerId, [id]), 1)
}

/** What the customer accepted is no longer changed. */
function requireChangeable(found: Locked, wanted: number): Locked {
  if (requireOpen(found, wanted).some(({ is_accepted }) => is_accepted)) abortTransaction('offer_accepted')
  return found
}

/** Records that the customer accepted an open offer. Once accepted, it stays as it is. */
export function acceptOpenOffer(pool: Pool, dealerId: number, id: number): Promise<Success | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockOpenOffer(db, dealerId, id)
    await acceptOffer(db, id)
    return success
  })
}

export function cancelOpenOffer(pool: Pool, dealerId: number, id: number): Promise<Success | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockOpenOffer(db, dealerId, id)
    await cancelOffer(db, id)
    return success
  })
}

/** Saves discounts of lines as profits, or whole lines, all or none: none if a line is missing or belongs to another dealer. */
export function changeProfits(
  pool: Pool,
  dealerId: number,
  map: Input<typeof updateOfferProfit>['body'],
): Promise<Success | Refusal> {
  const changes = Object.entries(map).flatMap(([offerId, items]) =>
    Object.entries(items).map(([itemId, value]) => {
      const line = typeof value === 'object' ? value : null
      const discount = typeof value === 'object' ? value.discount : value
      return { offerId: Number(offerId), itemId: Number(itemId), profit: profitOf(discount), line }
    }),
  )
  return transactionOrRefusal(pool, async (db) => {
    // "7" and "07" are the same offer.
    const ids = [...new Set(Object.keys(map).map(Number))]
    const offers = requireChangeable(await lockOffers(db, dealerId, ids), ids.length)
    const agreed = new Set(offers.filter(({ is_agreed }) => is_agreed).map(({ id }) => id))
    const ofAgreed = changes.filter(({ offerId }) => agreed.has(offerId))
    // Agreed prices are for the quantities of the version.
    if (agreed.size > 0 && (await changesQuantities(db, ofAgreed))) abortTransaction('offer_agreed')
    const saved = changes.length === 0 ? 0 : await saveLines(db, changes)
    if (saved < changes.length) abortTransaction('offer_not_found')
    return success
  })
}

/** Saves the customers of offers, all or none: none if an offer is missing or belongs to another dealer. */
export function changeCustomers(
  pool: Pool,
  dealerId: number,
  map: Input<typeof updateOfferCustomer>['body'],
): Promise<Success | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const numbers = Object.keys(map)
    for (const { id, offer_no } of requireChangeable(await lockOffersByNumber(db, dealerId, numbers), numbers.length)) {
      await saveCustomer(db, id, map[offer_no] ?? {})
    }
    return success
  })
}

/** Saves validity, terms and notes of offers, all or none: none if an offer is missing or belongs to another dealer. */
export function changeTerms(
  pool: Pool,
  dealerId: number,
  map: Input<typeof updateOfferTerms>['body'],
): Promise<Success | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const numbers = Object.keys(map)
    for (const { id, offer_no } of requireChangeable(await lockOffersByNumber(db, dealerId, numbers), numbers.length)) {
      await saveTerms(db, id, map[offer_no] ?? {})
      await moveLinkEnd(db, id)
    }
    return success
  })
}
