import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db/pool.ts'
import { isRetryable } from '#server/platform/db/failure.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'

/** What a key can lead to, and the column that says so. */
const columns = { order: 'order_id', offer: 'offer_id' } as const
export type OutcomeKind = keyof typeof columns
export type Outcome = { kind: OutcomeKind; id: number }

/** One request of one person, that may come more than once. */
export type Attempt = { userId: number; key: string; hash: Buffer }

/** A key as clients make them; anything else is malformed. */
export function isIdempotencyKey(key: string): boolean {
  return /^[\x21-\x7e]{8,100}$/.test(key)
}

/** `body`: what has to be the same when the key comes again. Without a key every request is a new one. */
export function attemptOf(userId: number, key: string | undefined, body: readonly unknown[]): Attempt | null {
  if (key === undefined) return null
  return { userId, key, hash: createHash('sha256').update(JSON.stringify(body)).digest() }
}

/**
 * Claims the key of an attempt in the open transaction, which must be a `transactionOrRefusal`. While another transaction holds it this
 * waits for its end. Null: the key is ours (or there is none); else the id of what it led to. The key with another body, or
 * for something else, stops the transaction.
 */
export async function claimAttempt(db: Db, attempt: Attempt | null, kind: OutcomeKind): Promise<number | null> {
  if (attempt === null || (await insertKey(db, attempt))) return null
  const known = await findKey(db, attempt)
  // Only housekeeping removes keys; it may have done so just now.
  if (known === undefined) return claimAttempt(db, attempt, kind)
  if (!known.request_hash.equals(attempt.hash)) return abortTransaction('idempotency_mismatch')
  const outcome = outcomeOf(known)
  if (outcome === null) return abortTransaction('in_progress')
  return outcome.kind === kind ? outcome.id : abortTransaction('idempotency_mismatch')
}

/** Writes down what the attempt led to, before its transaction commits. */
export async function completeAttempt(db: Db, attempt: Attempt | null, { kind, id }: Outcome): Promise<void> {
  if (attempt === null) return
  await db.execute(
    `UPDATE idempotency_keys SET ${columns[kind]} = $3 WHERE user_id = $1 AND key = $2`,
    [attempt.userId, attempt.key, id],
    `attempt_complete_${kind}`,
  )
}

/** Keys are kept for a month: no client sends its request again after that. */
export async function purgeIdempotencyKeys(db: Db): Promise<void> {
  await db.execute("DELETE FROM idempotency_keys WHERE created_at < now() - interval '30 days'")
}

async function insertKey(db: Db, { userId, key, hash }: Attempt): Promise<boolean> {
  const insert = db.execute(
    'INSERT INTO idempotency_keys (user_id, key, request_hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [userId, key, hash],
    'attempt_claim',
  )
  // Whoever waited too long for the first one hears that it is under way.
  const claimed = await insert.catch((error: unknown) => {
    if (isRetryable(error)) return abortTransaction('in_progress')
    throw error
  })
  return claimed === 1
}

type KeyRow = { request_hash: Buffer; order_id: number | null; offer_id: number | null }

async function findKey(db: Db, { userId, key }: Attempt): Promise<KeyRow | undefined> {
  return db.one<KeyRow>(
    'SELECT request_hash, order_id, offer_id FROM idempotency_keys WHERE user_id = $1 AND key = $2',
    [userId, key],
    'attempt_known',
  )
}

function outcomeOf({ order_id, offer_id }: KeyRow): Outcome | null {
  if (order_id !== null) return { kind: 'order', id: order_id }
  return offer_id === null ? null : { kind: 'offer', id: offer_id }
}
