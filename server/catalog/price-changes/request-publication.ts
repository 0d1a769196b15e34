import type { PriceChangeState } from '#domain/pricing/price-change-states.ts'
import type { publishPriceChange } from '#contract/admin/price-change-publication.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { momentInTurkey, parseDay } from '#domain/text/calendar-day.ts'
import type { Author } from '#server/audit/audit.ts'
import { allowBelowFloors, type FloorFacts, type PriceSetter } from '#server/pricing/pricing.ts'
import { belowFloors, hasFloors } from '#server/catalog/price-lists/price-floors.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { authorIds, type ChangeAuthor, type ChangeRow, lockChange, lockDraft } from './change-rows.ts'
import { auditChange, countConflicts, loadLowered, needsSecond, publish, rejectEmpty } from './publish.ts'

/** A program names a moment instead of a time in Turkey. */
type Body = Omit<Input<typeof publishPriceChange>['body'], 'at'> & { at: string | Date | null }
export type PublicationResult = { ok: true; state: PriceChangeState; units: number }
/**
 * `secondOver`: the percentage above which a second person is needed; 0 = never. `limits`: what binds a user; null: a program, which
 * writes the store's own prices.
 */
type Terms = { secondOver: number; now: Date; limits: { setter: PriceSetter; floors: FloorFacts } | null }

/** A year ahead is a typing error. */
const daysAheadMax = 366

/** Publishes a draft now, or schedules it. */
export function requestPublication(
  pool: Pool,
  by: ChangeAuthor,
  { id, body }: { id: number; body: Body },
  { secondOver, now, limits }: Terms,
): Promise<PublicationResult | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const draft = await lockDraft(db, { id, revision: body.revision, by })
    await rejectEmpty(db, draft)
    const at = body.at === null ? null : readMoment(body.at, now)
    await allowLowered(db, draft, limits)
    const conflicts = body.conflicts === 'ask' ? await countConflicts(db, draft) : 0
    if (conflicts > 0) abortTransaction(refuse('price_change_conflicts', { count: conflicts }))
    const { userId, keyId } = authorIds(by)
    const change: ChangeRow = {
      ...draft,
      publish_at: at,
      overwrites: body.conflicts === 'overwrite',
      requested_by: userId,
      requested_by_key: keyId,
      approved_by: null,
    }
    await db.execute(
      `UPDATE price_changes SET publish_at = $2, overwrites = $3, requested_by = $4, requested_by_key = $5,
              requested_at = now(), problem = NULL WHERE id = $1`,
      [id, at, change.overwrites, userId, keyId],
    )
    if (at === null) return publish(db, by, change, secondOver)
    return schedule(db, by, change, secondOver)
  })
}

/** Who publishes prices below floors, or approves them, needs the right for it. Prices that rise are no one's decision to go below. */
async function allowLowered(db: Db, change: ChangeRow, limits: Terms['limits']): Promise<void> {
  if (limits === null || !(await hasFloors(db))) return
  const below = await belowFloors(db, await loadLowered(db, change), limits.floors)
  await allowBelowFloors(db, limits.setter, { noun: 'price_change', id: String(change.id) }, below)
}

async function schedule(db: Db, by: ChangeAuthor, change: ChangeRow, secondOver: number): Promise<PublicationResult> {
  const state = change.approved_by === null && (await needsSecond(db, change, secondOver)) ? 'waiting' : 'scheduled'
  await db.execute('UPDATE price_changes SET state = $2 WHERE id = $1', [change.id, state])
  const publishAt = change.publish_at?.toISOString() ?? null
  await auditChange(db, by, change, { action: 'change', publishAt, ...(state === 'waiting' && { waiting: true }) })
  return { ok: true, state, units: 0 }
}

/** Parses `YYYY-MM-DDTHH:MM` in Turkey; aborts if it is invalid, past, or more than a year ahead. */
function readMoment(given: string | Date, now: Date): Date {
  const reject = (problem: string): never =>
    abortTransaction({ ...refuse('validation_failed'), fields: { at: { text: `priceChanges.problems.${problem}` } } })
  const moment = given instanceof Date ? given : (turkishMoment(given) ?? reject('moment'))
  if (moment <= now) return reject('past')
  return moment.getTime() - now.getTime() > daysAheadMax * 86_400_000 ? reject('far') : moment
}

function turkishMoment(text: string): Date | null {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})T((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text.trim()) ?? []
  const parsed = day === undefined ? null : parseDay(day)
  return parsed === null || time === undefined ? null : momentInTurkey(parsed, time)
}

/** Approves a waiting change, as the revision on screen. If its time has passed, it is published now. */
export function approveChange(
  pool: Pool,
  by: UserContext,
  { id, revision }: { id: number; revision: number },
  { now, limits }: Pick<Terms, 'now' | 'limits'>,
): Promise<PublicationResult | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const waiting = await lockChange(db, id, by)
    if (waiting.state !== 'waiting') abortTransaction('price_change_state')
    if (waiting.revision !== revision) abortTransaction('price_change_changed')
    if ((await requesterOf(db, waiting)) === by.actor.userId) abortTransaction('second_person_needed')
    await allowLowered(db, waiting, limits)
    const change = { ...waiting, approved_by: by.actor.userId }
    await db.execute('UPDATE price_changes SET approved_by = $2, problem = NULL WHERE id = $1', [id, by.actor.userId])
    await auditChange(db, by, change, { action: 'approve' })
    return change.publish_at === null || change.publish_at <= now
      ? publish(db, by, change, 0)
      : schedule(db, by, change, 0)
  })
}

/** The user who requested a publication; of a program the one who made its key, who speaks with both voices. */
async function requesterOf(db: Db, { requested_by, requested_by_key }: ChangeRow): Promise<number | null> {
  if (requested_by_key === null) return requested_by
  const key = await db.one<{ created_by: number | null }>('SELECT created_by FROM api_keys WHERE id = $1', [
    requested_by_key,
  ])
  return key?.created_by ?? null
}

/** Makes a waiting or scheduled change a draft again. */
export function withdrawChange(pool: Pool, by: Author, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const change = await lockChange(db, id, by)
    if (change.state !== 'waiting' && change.state !== 'scheduled') abortTransaction('price_change_state')
    await db.execute(
      `UPDATE price_changes SET state = 'draft', publish_at = NULL, overwrites = false, requested_by = NULL,
              requested_by_key = NULL, requested_at = NULL, approved_by = NULL, problem = NULL WHERE id = $1`,
      [id],
    )
    await auditChange(db, by, change, { action: 'decline' })
    return { ok: true as const }
  })
}
