import { createHash } from 'node:crypto'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { acceptedSecrets, sign, type Secret } from '#server/platform/http/secrets.ts'
import type { Db } from '#server/platform/db/pool.ts'

/**
 * Who attempts to pay, with which card. `userId`: null for guests with a link; `cardKeys`: none on a provider's page;
 * `network`: the IPv4 address, or the /64 of an IPv6 address.
 */
export type Payer = { userId: number | null; network: string; cardKeys: readonly string[]; linkToken: string | null }

/**
 * Keyed hashes of a card number, the one that is stored first: they recognize the card for limits, also while the secret is
 * replaced, and reveal nothing without the key.
 */
export function cardKeysOf(secret: Secret, number: string): readonly string[] {
  return acceptedSecrets(secret).map((each) => sign(each, `card:${number}`))
}

const maxPerMinute = 5
/** A whole office, or all customers of one mobile operator, may share one network. */
const maxPerNetwork = 60
const minute = 60 // seconds
const day = 86_400 // seconds

/** How many declines within a day delay the next attempt, and for how many seconds after the last decline. */
const locks = [
  { declines: 20, seconds: day },
  { declines: 10, seconds: 3_600 },
  { declines: 5, seconds: 600 },
]
const networkLocks = [{ declines: 40, seconds: 3_600 }]

/**
 * Limits attempts, so that stolen card numbers cannot be tested here: five a minute per user, card or link, and longer delays
 * the more attempts of one of them were declined. Guests of one network have wider limits of their own. Attempts of one payer
 * run one after the other until the transaction ends, so that concurrent ones cannot exceed the limit.
 */
export async function checkAttempts(db: Db, payer: Payer, now: Date): Promise<Refusal | null> {
  await lockPayer(db, payer)
  const latest = await latestAllowed(db, payer, now)
  const counts = await countDeclines(db, payer, now)
  const waits = counts.map(({ declines, last, is_network }) => {
    const lock = (is_network ? networkLocks : locks).find((lock) => declines >= lock.declines)
    return lock === undefined || last === null ? 0 : secondsLeft(last, lock.seconds, now)
  })
  const seconds = Math.max(latest === null ? 0 : secondsLeft(latest, minute, now), ...waits)
  return seconds > 0 ? refuse('too_many_attempts', { seconds }) : null
}

function secondsLeft(since: Date, seconds: number, now: Date): number {
  return Math.ceil(seconds - (now.getTime() - since.getTime()) / 1000)
}

/** Takes the locks in a fixed order, so that no two transactions deadlock. */
async function lockPayer(db: Db, { userId, network, cardKeys, linkToken }: Payer): Promise<void> {
  const cards = cardKeys.map((key) => `card ${key}`)
  const keys = [`payer ${userId}`, `network ${network}`, ...cards, `link ${linkToken}`]
  const hashes = keys
    .filter((key) => !key.endsWith(' null'))
    .map((key) => createHash('sha256').update(key).digest().readBigInt64BE().toString())
  for (const hash of hashes.toSorted()) {
    await db.execute('SELECT pg_advisory_xact_lock($1::bigint)', [hash], 'payments_turn')
  }
}

const ofUser = 'user_id = $1'
const ofNetwork = 'network = $2'
const ofCard = 'card_key = ANY ($3)'
const ofLink = 'payment_link_id = (SELECT id FROM payment_links WHERE token_hash = $4)'

const paramsOf = ({ userId, network, cardKeys, linkToken }: Payer, now: Date, seconds: number) => [
  ...[userId, network, cardKeys, linkHash(linkToken)],
  new Date(now.getTime() - seconds * 1000),
]

/** The latest attempt of the last minute that must be a minute old, of all limits; null = none is reached. */
async function latestAllowed(db: Db, payer: Payer, now: Date): Promise<Date | null> {
  const nthOf = (condition: string, most: number) =>
    `(SELECT created_at FROM payments WHERE ${condition} AND created_at > $5
       ORDER BY created_at DESC OFFSET ${most - 1} LIMIT 1)`
  const row = await db.one<{ latest: Date | null }>(
    `SELECT greatest(${nthOf(ofUser, maxPerMinute)}, ${nthOf(ofNetwork, maxPerNetwork)}, ${nthOf(ofCard, maxPerMinute)},
              ${nthOf(ofLink, maxPerMinute)}) AS latest`,
    paramsOf(payer, now, minute),
    'payments_recent',
  )
  return row?.latest ?? null
}

type Declines = { declines: number; last: Date | null; is_network: boolean }

/** The declines of the last day by user, link, card and guests' network. A bank that was not reached declined nothing. */
async function countDeclines(db: Db, payer: Payer, now: Date): Promise<Declines[]> {
  return db.query<Declines>(
    `WITH declined AS NOT MATERIALIZED (
       SELECT * FROM payments WHERE created_at > $5 AND state = 'declined' AND result_code IS DISTINCT FROM 'unreachable'
     )
     SELECT count(*)::integer AS declines, max(closed_at) AS last, false AS is_network FROM declined WHERE ${ofUser}
     UNION ALL
     SELECT count(*)::integer, max(closed_at), false FROM declined WHERE ${ofCard}
     UNION ALL
     SELECT count(*)::integer, max(closed_at), false FROM declined WHERE ${ofLink}
     UNION ALL
     SELECT count(*)::integer, max(closed_at), true FROM declined
      WHERE ${ofNetwork} AND user_id IS NULL AND $1::integer IS NULL`,
    paramsOf(payer, now, day),
    'payments_declines',
  )
}

/** Removes the hashes of cards, and of starts with a card, that no limit counts any more. */
export async function forgetCards(db: Db, now: Date): Promise<void> {
  await db.execute(
    `UPDATE payments SET card_key = NULL, start_hash = NULL
      WHERE (card_key IS NOT NULL OR start_hash IS NOT NULL) AND created_at < $1`,
    [new Date(now.getTime() - 2 * day * 1000)],
  )
}

/** Links are stored by the SHA-256 of their token. */
export function linkHash(token: string | null): Buffer | null {
  return token === null ? null : createHash('sha256').update(token).digest()
}
