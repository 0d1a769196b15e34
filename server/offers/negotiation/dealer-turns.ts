import type { Input } from '#contract/core/endpoint.ts'
import { type Refusal } from '#contract/core/errors.ts'
import type { askOfferPrices } from '#contract/shop/offer-rounds.ts'
import { stateAfter } from '#domain/orders/negotiation.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { loadItems } from './items.ts'
import { agreeOn, forgetAgreed, insertRound, insertRoundLines, setNegotiation } from './round-rows.ts'
import { enqueueRoundMail } from './round-email.ts'
import { beginTurn } from './turn.ts'

type Success = { success: true }
const success: Success = { success: true }

/** A user of the dealer, the offer, and the last round that was on screen. */
type Asker = { id: number; dealerId: number; userId: number; round: number; now: Date }
type Asked = Pick<Input<typeof askOfferPrices>['body'], 'lines' | 'note'>

/** Asks the store for prices, with the present quantities of the offer. */
export function askPrices(pool: Pool, asker: Asker, { lines, note }: Asked): Promise<Success | Refusal> {
  const { id, userId, now } = asker
  const asked = new Map(lines.map((line) => [line.line, { price: line.price, note: cleanText(line.note) }]))
  const text = cleanText(note)
  const hasWish = [...asked.values()].some((line) => line.price !== null || line.note !== '')
  return transactionOrRefusal(pool, async (db) => {
    const { number } = await beginTurn(db, { ...asker, kind: 'request' })
    if (!hasWish && text === '') abortTransaction('offer_request_empty')
    const items = await loadItems(db, id)
    if ([...asked.keys()].some((line) => !items.has(line))) abortTransaction('offer_not_found')
    await forgetAgreed(db, id)
    const roundId = await insertRound(db, { offerId: id, number, kind: 'request', userId, note: text }, now)
    const rows = [...items.keys()].map((line_no) => {
      const { price = null, note: lineNote = '' } = asked.get(line_no) ?? {}
      return { line_no, price_value: price === null ? null : String(price), note: lineNote }
    })
    await insertRoundLines(db, { roundId, offerId: id }, rows)
    await setNegotiation(db, id, stateAfter.request)
    await enqueueRoundMail(db, roundId, [null])
    return success
  })
}

/** Accepts the store's version, once. From then on until it expires, an order from the offer has its prices. */
export function acceptVersion(pool: Pool, asker: Asker): Promise<Success | Refusal> {
  const { id, userId, now } = asker
  return transactionOrRefusal(pool, async (db) => {
    const { number, rounds } = await beginTurn(db, { ...asker, kind: 'acceptance' })
    const version = rounds.at(-1)
    if (version === undefined) return abortTransaction('offer_turn_refused')
    const items = await loadItems(db, id)
    if ((version.lines ?? []).some(({ line_no, quantity }) => items.get(line_no)?.quantity !== quantity))
      abortTransaction('offer_quantities_changed')
    const round = { offerId: id, number, kind: 'acceptance', version: version.version, userId, note: '' } as const
    const roundId = await insertRound(db, round, now)
    failpoint('offer.after_acceptance')
    await agreeOn(db, id, version)
    await enqueueRoundMail(db, roundId, [null])
    return success
  })
}

/** Declines the store's version, or takes a request back. */
export function declineVersion(pool: Pool, asker: Asker, note: string): Promise<Success | Refusal> {
  const { id, userId, now } = asker
  return transactionOrRefusal(pool, async (db) => {
    const { number } = await beginTurn(db, { ...asker, kind: 'decline' })
    const round = { offerId: id, number, kind: 'decline', userId, note: cleanText(note) } as const
    const roundId = await insertRound(db, round, now)
    await setNegotiation(db, id, stateAfter.decline)
    await enqueueRoundMail(db, roundId, [null])
    return success
  })
}

/** Users of the dealer who hear of the store's answer: who made the offer, and who asked. */
export function readersOf(
  { user_id }: { user_id: number },
  rounds: readonly { kind: string; user_id: number }[],
): number[] {
  const asked = rounds.filter(({ kind }) => kind === 'request').map((round) => round.user_id)
  return [...new Set([user_id, ...asked])].toSorted((a, b) => a - b)
}
