import type { Locale } from '#contract/core/visitor.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** A link of an offer without a last day of validity is open for 30 days. */
const linkEnd = `coalesce((o.valid_until + 1)::timestamp AT TIME ZONE 'Europe/Istanbul', k.created_at + interval '30 days')`

/** Whether link `k` can still be answered, apart from its end. */
const isUnanswered = 'k.withdrawn_at IS NULL AND k.answer IS NULL'

/** The open link of an offer ends with the validity of the offer, which has changed. */
export async function moveLinkEnd(db: Db, offerId: number): Promise<void> {
  await db.execute(
    `UPDATE quote_links k SET expires_at = ${linkEnd} FROM offers o
      WHERE o.id = $1 AND k.offer_id = o.id AND ${isUnanswered}`,
    [offerId],
    'quote_link_end',
  )
}

export type NewLink = {
  offerId: number
  userId: number
  hash: Buffer
  seed: string
  locale: Locale
  hasReminder: boolean
  now: Date
}

export async function insertQuoteLink(db: Db, link: NewLink): Promise<number> {
  const { offerId, userId, hash, seed, locale, hasReminder, now } = link
  const row = await db.one<{ id: number }>(
    `INSERT INTO quote_links (offer_id, user_id, token_hash, seed, locale, has_reminder, created_at, expires_at)
     SELECT k.offer_id, $2, $3, $4, $5, $6, k.created_at, ${linkEnd}
       FROM (SELECT $1::bigint AS offer_id, $7::timestamptz AS created_at) k JOIN offers o ON o.id = k.offer_id
     RETURNING id`,
    [offerId, userId, hash, seed, locale, hasReminder, now],
    'quote_link_insert',
  )
  if (row === undefined) throw new Error('Could not insert the link.')
  return row.id
}

/** The number of links that the user has made since then. */
export async function countLinks(db: Db, userId: number, since: Date): Promise<number> {
  const row = await db.one<{ count: number }>(
    'SELECT count(*)::int AS count FROM quote_links WHERE user_id = $1 AND created_at > $2',
    [userId, since],
    'quote_link_count',
  )
  return row?.count ?? 0
}

/** Returns whether there was one. */
export async function withdrawLink(db: Db, offerId: number, now: Date): Promise<boolean> {
  const count = await db.execute(
    `UPDATE quote_links k SET withdrawn_at = $2 WHERE k.offer_id = $1 AND ${isUnanswered}`,
    [offerId, now],
    'quote_link_withdraw',
  )
  return count > 0
}

export async function setReminder(db: Db, offerId: number, hasReminder: boolean): Promise<boolean> {
  const count = await db.execute(
    `UPDATE quote_links k SET has_reminder = $2 WHERE k.offer_id = $1 AND ${isUnanswered}`,
    [offerId, hasReminder],
    'quote_link_reminder',
  )
  return count > 0
}

export type LinkRow = {
  id: number
  offer_id: number
  dealer_id: number
  user_id: number
  token_hash: Buffer
  seed: string
  locale: Locale
  expires_at: Date
  withdrawn_at: Date | null
  answer: 'accepted' | 'declined' | null
  answered_at: Date | null
  answer_name: string
  answer_note: string
  is_cancel: boolean
}

const links = `SELECT k.id, k.offer_id, o.dealer_id, k.user_id, k.token_hash, k.seed, k.locale, k.expires_at, k.withdrawn_at, k.answer,
    k.answered_at, k.answer_name, k.answer_note, o.is_cancel
  FROM quote_links k JOIN offers o ON o.id = k.offer_id`

export const findLinkByHash = (db: Db, hash: Buffer): Promise<LinkRow | undefined> =>
  db.one<LinkRow>(`${links} WHERE k.token_hash = $1`, [hash], 'quote_link_by_hash')

export const findLinkById = (db: Db, id: number): Promise<LinkRow | undefined> =>
  db.one<LinkRow>(`${links} WHERE k.id = $1`, [id], 'quote_link_by_id')

export const findOpenLink = (db: Db, dealerId: number, offerId: number): Promise<LinkRow | undefined> =>
  db.one<LinkRow>(
    `${links} WHERE o.dealer_id = $1 AND o.id = $2 AND ${isUnanswered}`,
    [dealerId, offerId],
    'quote_link_open',
  )

/** Locks the offer of a link, as every change of an offer does, so that an answer comes before or after it. */
export async function lockOfferOf(db: Db, link: LinkRow): Promise<void> {
  await db.execute('SELECT FROM offers WHERE id = $1 FOR UPDATE', [link.offer_id], 'quote_link_lock')
}

export type LinkAnswer = { answer: 'accepted' | 'declined'; name: string; note: string }

/** Returns whether the link could still be answered. */
export async function saveAnswer(db: Db, id: number, { answer, name, note }: LinkAnswer, now: Date): Promise<boolean> {
  const count = await db.execute(
    `UPDATE quote_links k SET answer = $2, answered_at = $5, answer_name = $3, answer_note = $4
      WHERE k.id = $1 AND ${isUnanswered} AND k.expires_at > $5`,
    [id, answer, name, note, now],
    'quote_link_answer',
  )
  return count > 0
}

/**
 * Takes the links whose customers are to be reminded: open for at least a day, and ending within two days. Each link is taken
 * once, also by two processes.
 */
export async function takeDueReminders(db: Db, now: Date): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `UPDATE quote_links k SET reminded_at = $1 FROM offers o
      WHERE o.id = k.offer_id AND k.has_reminder AND k.reminded_at IS NULL AND ${isUnanswered}
        AND k.expires_at > $1::timestamptz AND k.expires_at <= $1::timestamptz + interval '2 days'
        AND k.created_at <= $1::timestamptz - interval '1 day'
        AND NOT o.is_cancel AND o.accepted_at IS NULL AND o.customer_email <> ''
      RETURNING k.id`,
    [now],
    'quote_reminders_take',
  )
  return rows.map(({ id }) => id)
}
