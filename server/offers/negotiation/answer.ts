import type { Input } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { answerOffer } from '#contract/admin/offers.ts'
import { decimal } from '#domain/money/money.ts'
import { stateAfter } from '#domain/orders/negotiation.ts'
import { addDays, dayInTurkey, momentInTurkey, parseDay } from '#domain/text/calendar-day.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { allowBelowFloors } from '#server/pricing/pricing.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import type { Store } from '#server/settings/settings.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { readersOf } from './dealer-turns.ts'
import { findVersionFloors } from './floors.ts'
import { loadItems, presentPrices } from './items.ts'
import { enqueueRoundMail } from './round-email.ts'
import { insertRound, insertRoundLines, setNegotiation } from './round-rows.ts'
import { beginTurn } from './turn.ts'

type Success = { success: true }
type Deps = { pool: Pool; store: Store; now: Date }
type Answer = Input<typeof answerOffer>['body']

/**
 * Answers a dealer with the next version. Lines that are left out keep the price of the version before. A price below the
 * dealer's floor needs the right `prices:belowFloor`.
 */
export function answerRequest(
  { pool, store, now }: Deps,
  id: number,
  { round, note, lines, until, locksRates }: Answer,
  by: UserContext,
): Promise<Success | Refusal> {
  const day = parseDay(until)
  if (day === null || day < dayInTurkey(now)) {
    const text = day === null ? 'people.problems.day' : 'administration.offers.talks.untilPast'
    return Promise.resolve({ ...refuse('validation_failed'), fields: { until: { text } } })
  }
  const expiresAt = momentInTurkey(addDays(day, 1))
  const given = new Map(lines.map((line) => [line.line, { price: line.price, note: cleanText(line.note) }]))
  return transactionOrRefusal(pool, async (db) => {
    const { offer, rounds, number } = await beginTurn(db, { id, dealerId: null, kind: 'version', round, now })
    const items = await loadItems(db, id)
    if ([...given.keys()].some((line) => !items.has(line))) abortTransaction('offer_not_found')
    const before = presentPrices(items, rounds)
    const rows = [...items.keys()].map((line_no) => {
      const { price, note: lineNote = '' } = given.get(line_no) ?? {}
      return {
        line_no,
        price_value: price === undefined ? (before.get(line_no) ?? '0') : String(price),
        note: lineNote,
      }
    })
    const changed = rows.filter((row) => !decimal(row.price_value).equals(before.get(row.line_no) ?? '0'))
    const below = await findVersionFloors(db, { dealerId: offer.dealer_id, items, prices: changed }, store.facts())
    const setter = { author: by, permissions: by.actor.permissions, locale: by.locale }
    await allowBelowFloors(db, setter, { noun: 'offer', id: offer.offer_no }, below)
    const version = rounds.filter(({ kind }) => kind === 'version').length + 1
    const userId = by.actor.userId
    const head = { offerId: id, number, kind: 'version', version, userId, note: cleanText(note), expiresAt, locksRates }
    const roundId = await insertRound(db, { ...head, kind: 'version' }, now)
    await insertRoundLines(db, { roundId, offerId: id }, rows)
    await setNegotiation(db, id, stateAfter.version)
    const prices = (of: (line: number) => string | undefined) =>
      Object.fromEntries(changed.map(({ line_no }) => [items.get(line_no)?.code ?? line_no, of(line_no)]))
    await writeAudit(db, by, {
      action: 'change',
      noun: 'offer',
      id: offer.offer_no,
      before: { prices: prices((line) => before.get(line)) },
      after: {
        version,
        until: day,
        prices: prices((line) => rows.find(({ line_no }) => line_no === line)?.price_value),
      },
    })
    await enqueueRoundMail(db, roundId, readersOf(offer, rounds))
    return { success: true as const }
  })
}

/** Refuses a dealer's request. */
export function refuseRequest(
  { pool, now }: Pick<Deps, 'pool' | 'now'>,
  id: number,
  { round, note }: { round: number; note: string },
  by: UserContext,
): Promise<Success | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const { offer, rounds, number } = await beginTurn(db, { id, dealerId: null, kind: 'refusal', round, now })
    const text = cleanText(note)
    const row = { offerId: id, number, kind: 'refusal', userId: by.actor.userId, note: text } as const
    const roundId = await insertRound(db, row, now)
    await setNegotiation(db, id, stateAfter.refusal)
    await writeAudit(db, by, { action: 'change', noun: 'offer', id: offer.offer_no, after: { refused: text } })
    await enqueueRoundMail(db, roundId, readersOf(offer, rounds))
    return { success: true as const }
  })
}
