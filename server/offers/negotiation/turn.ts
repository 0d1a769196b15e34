import { refuse } from '#contract/core/errors.ts'
import { roundsMax } from '#contract/shop/offer-rounds.ts'
import { mayFollow, type RoundKind } from '#domain/orders/negotiation.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { type LockedTalks, loadRounds, lockTalks, type RoundRow } from './round-rows.ts'

export type TurnRequest = {
  id: number
  /** Null: the store takes the turn. */
  dealerId: number | null
  kind: RoundKind
  /** The last round that was on screen. */
  round: number
  now: Date
}
export type Turn = { offer: LockedTalks; rounds: RoundRow[]; number: number }

/** Locks an offer for a turn of one side, or ends the transaction with why it cannot be taken. */
export async function beginTurn(db: Db, { id, dealerId, kind, round, now }: TurnRequest): Promise<Turn> {
  const offer = await lockTalks(db, id, dealerId)
  if (offer === undefined) return abortTransaction('offer_not_found')
  if (offer.is_cancel) abortTransaction('offer_cancelled')
  if (offer.order_no !== null) abortTransaction(refuse('offer_ordered', { number: offer.order_no }))
  const rounds = await loadRounds(db, id)
  const last = rounds.at(-1)
  const end = offer.negotiation === 'agreed' ? offer.agreed_until : (last?.expires_at ?? null)
  const isExpired = end !== null && end <= now
  if (offer.negotiation === 'agreed' && !(kind === 'request' && isExpired)) abortTransaction('offer_agreed')
  if (round !== (last?.number ?? 0)) abortTransaction(changedSince(rounds, round, kind))
  if (kind === 'acceptance' && offer.negotiation === 'answered' && isExpired) abortTransaction('offer_version_expired')
  if (!mayFollow(kind, offer.negotiation, isExpired)) abortTransaction('offer_turn_refused')
  if (rounds.length >= roundsMax) abortTransaction(refuse('offer_rounds_full', { limit: roundsMax }))
  return { offer, rounds, number: (last?.number ?? 0) + 1 }
}

/** A version that a newer one has replaced has its own sentence. */
function changedSince(rounds: readonly RoundRow[], seen: number, kind: RoundKind) {
  const isReplaced = rounds.some((round) => round.number > seen && round.kind === 'version')
  return kind === 'acceptance' && isReplaced ? 'offer_version_replaced' : 'offer_round_changed'
}
