import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { addLinesToCart } from '#server/cart/cart.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { translate } from '#server/platform/http/words.ts'
import type { View } from '#server/settings/settings.ts'
import { findOffer, type OfferLineRow } from './queries.ts'

/** At most this many lines are listed in a message; further ones are counted. */
const maxNamed = 10

export type EditRequest = { dealerId: number; userId: number; id: number; view: View }

/**
 * Copies an offer's lines to the user's cart at today's prices, adding to existing lines. The offer remains. Lines that
 * cannot be added are listed with their reasons, and the others are added (decisions, "Offers").
 */
export async function editOffer(
  pool: Pool,
  { dealerId, userId, id, view }: EditRequest,
): Promise<{ success: true; moved: number } | Refusal> {
  const offer = await findOffer(pool, dealerId, { id })
  if (offer === undefined) return refuse('offer_not_found')
  if (offer.is_cancel) return refuse('offer_cancelled')
  const wanted = offer.lines.map((line) => ({
    productId: line.product_id,
    unitId: line.unit_id,
    quantity: line.quantity,
  }))
  const outcomes = await transaction(pool, (db) => addLinesToCart(db, userId, wanted, view))
  const notAdded = outcomes.flatMap((refusal, i) => (refusal === null ? [] : [{ refusal, line: offer.lines[i] }]))
  const moved = outcomes.length - notAdded.length
  if (notAdded.length === 0) return { success: true, moved }
  const named = notAdded.slice(0, maxNamed).map(({ refusal, line }) => reasonOf(refusal, line, view.locale))
  const more =
    notAdded.length > maxNamed
      ? [translate(view.locale, 'offers.edit.more', { count: notAdded.length - maxNamed })]
      : []
  const facts = { moved, left: notAdded.length, lines: [...named, ...more].join('; ') }
  const refusal = refuse(moved === 0 ? 'offer_not_moved' : 'offer_partly_moved', facts)
  const product = notAdded.find(({ line }) => line?.product_id != null)?.line?.product_id
  return product == null ? refusal : { ...refusal, related: { product: { id: product } } }
}

function reasonOf(refusal: Refusal, line: OfferLineRow | undefined, locale: Locale): string {
  const reason = translate(locale, `errors.${refusal.code}`, refusal.facts).replace(/\.$/, '')
  return `${line?.code} ${line?.name} (${reason})`
}
