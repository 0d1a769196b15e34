import { createHash } from 'node:crypto'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Who attempts to pay, with which card; null where it is not known. */
export type Payer = { userId: number | null; address: string; first6: string | null; linkToken: string | null }

const maxPerMinute = 5
const minute = 60 // seconds

/** How many declines within a day delay the next attempt, and for how many seconds after the last decline. */
const locks = [
  { declines: 20, seconds: 86_400 },
  { declines: 10, seconds: 3_600 },
  { declines: 5, seconds: 600 },
]

/**
 * Limits attempts, so that stolen card numbers cannot be tested here: five a minute per user, address, card (its first six
 * digits) or link, and longer delays the more attempts were declined. Attempts of one payer run one after the other until the
 * transaction ends, so that concurrent ones cannot exceed the limit.
 */
export async function checkAttempts(db: Db, payer: Payer, now: Date): Promise<Refusal | null> {
  await lockPayer(db, payer)
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

/** Takes the locks in a fixed order, so that no two transactions deadlock. */
async function lockPayer(db: Db, { userId, address, first6, linkToken }: Payer): Promise<void> {
  const keys = [`payer ${userId}`, `address ${address}`, `card ${first6}`, `link ${linkToken}`]
  const hashes = keys
    .filter((key) => !key.endsWith(' null'))
    .map((key) => createHash('sha256').update(key).digest().readBigInt64BE().toString())
  for (const hash of hashes.toSorted()) {
    await db.execute('SELECT pg_advisory_xact_lock($1::bigint)', [hash], 'payments_turn')
  }
}

type RecentAttempts = { fifth: Date | null; declines: number; last: Date | null }

/** `fifth`: time of the fifth-latest attempt within the last minute, the latest of the four keys; null = fewer attempts. */
async function recentAttempts(db: Db, payer: Payer, now: Date): Promise<RecentAttempts> {
  const since = new Date(now.getTime() - minute * 1000)
  const dayAgo = new Date(now.getTime() - 86_400_000)
  const fifthOf = (condition: string) =>
    `(SELECT created_at FROM payments WHERE ${condition} AND created_at > $5
       ORDER BY created_at DESC OFFSET ${maxPerMinute - 1} LIMIT 1)`
  const row = await db.one<RecentAttempts>(
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

/** Links are stored by the SHA-256 of their token. */
export function linkHash(token: string | null): Buffer | null {
  return token === null ? null : createHash('sha256').update(token).digest()
}
