import { createHash } from 'node:crypto'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Who tries to pay, with which card; null where that is not known. */
export type Payer = { userId: number | null; address: string; first6: string | null; linkToken: string | null }

const mostPerMinute = 5
const minute = 60 // seconds

/** Declines within a day, and how long the next attempt has to wait after the last of them, in seconds. */
const locks = [
  { declines: 20, seconds: 86_400 },
  { declines: 10, seconds: 3_600 },
  { declines: 5, seconds: 600 },
]

/**
 * Keeps stolen card numbers from being tried out here: five attempts a minute of one person, address, card (by its first six
 * digits) or link, and longer waits the more were declined. Attempts of one payer go one after the other until the
 * transaction ends, so that parallel ones cannot pass the count.
 */
export async function checkAttempts(db: Db, payer: Payer, now: Date): Promise<Refusal | null> {
  await takeTurns(db, payer)
  const { fifth, declines, last } = await recentAttempts(db, payer, now)
  const lock = locks.find((lock) => declines >= lock.declines)
  const waits = [
    fifth === null ? 0 : secondsLeft(fifth, minute, now),
    lock === undefined || last === null ? 0 : secondsLeft(last, lock.seconds, now),
  ]
  const seconds = Math.max(...waits)
  return seconds > 0 ? refuse('too_many_attempts', { seconds }) : null
}

function secondsLeft(since: Date, seconds: number, now: Date): number {
  return Math.ceil(seconds - (now.getTime() - since.getTime()) / 1000)
}

/** In one order for everybody, so that no two wait for each other. */
async function takeTurns(db: Db, { userId, address, first6, linkToken }: Payer): Promise<void> {
  const keys = [`payer ${userId}`, `address ${address}`, `card ${first6}`, `link ${linkToken}`]
  const hashes = keys
    .filter((key) => !key.endsWith(' null'))
    .map((key) => createHash('sha256').update(key).digest().readBigInt64BE().toString())
  for (const hash of hashes.toSorted()) {
    await db.execute('SELECT pg_advisory_xact_lock($1::bigint)', [hash], 'payments_turn')
  }
}

type Recent = { fifth: Date | null; declines: number; last: Date | null }

/** `fifth`: when the fifth last attempt of the last minute was, of whichever of the four it comes latest. */
async function recentAttempts(db: Db, payer: Payer, now: Date): Promise<Recent> {
  const since = new Date(now.getTime() - minute * 1000)
  const dayAgo = new Date(now.getTime() - 86_400_000)
  const fifthOf = (condition: string) =>
    `(SELECT created_at FROM payments WHERE ${condition} AND created_at > $5
       ORDER BY created_at DESC OFFSET ${mostPerMinute - 1} LIMIT 1)`
  const row = await db.one<Recent>(
    `SELECT greatest(${fifthOf('user_id = $1')}, ${fifthOf('address = $2')}, ${fifthOf('card_first6 = $3')},
              ${fifthOf('payment_link_id = (SELECT id FROM payment_links WHERE token_hash = $4)')}) AS fifth,
            d.declines, d.last
       FROM (SELECT count(*)::integer AS declines, max(closed_at) AS last FROM payments
              WHERE CASE WHEN $1::integer IS NULL THEN address = $2 AND user_id IS NULL ELSE user_id = $1 END
                AND created_at > $6 AND state = 'declined' AND result_code IS DISTINCT FROM 'unreachable') d`,
    [payer.userId, payer.address, payer.first6, linkHash(payer.linkToken), since, dayAgo],
    'payments_recent',
  )
  return row ?? { fifth: null, declines: 0, last: null }
}

/** A link is kept by the SHA-256 of its token. */
export function linkHash(token: string | null): Buffer | null {
  return token === null ? null : createHash('sha256').update(token).digest()
}
