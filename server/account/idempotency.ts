import { createHash } from 'node:crypto'
import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type WritePart, writeTogether } from '#server/platform/db/together.ts'
import { isRetryable } from '#server/platform/db/failure.ts'
import { abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'

/** What a request with a key creates or fills, and the column that stores its id. */
const outcomeColumns = {
  order: 'order_id',
  offer: 'offer_id',
  faultReport: 'fault_report_id',
  cart: 'cart_id',
  purchaseRequest: 'purchase_request_id',
} as const
export type OutcomeKind = keyof typeof outcomeColumns

/** A request of a user that may arrive more than once. `hash` is the SHA-256 of what identifies its body. */
export type Attempt = { userId: number; key: string; hash: Buffer }

/** Whether a key has the accepted form: 8 to 100 visible ASCII characters. */
export function isIdempotencyKey(key: string): boolean {
  return /^[\x21-\x7e]{8,100}$/.test(key)
}

/**
 * `body` must be the same when the key is sent again, and must differ between kinds of outcomes. Returns null without a
 * key: every such request is a new one.
 */
export function attemptOf(userId: number, key: string | undefined, body: readonly unknown[]): Attempt | null {
  if (key === undefined) return null
  return { userId, key, hash: createHash('sha256').update(JSON.stringify(body)).digest() }
}

/**
 * Claims the key of an attempt in the open transaction, which must be a `transactionOrRefusal`. Waits while another
 * transaction holds the key. Returns null if the key is now claimed (or there is none), otherwise the id of what the
 * earlier request created. Aborts with `idempotency_mismatch` if the key was used with another body, and with
 * `in_progress` if the earlier request still holds it after the lock timeout.
 */
export async function claimAttempt(db: Db, attempt: Attempt | null, kind: OutcomeKind): Promise<number | null> {
  return (await claimOneOf(db, attempt, [kind]))?.id ?? null
}

/** Like `claimAttempt`, for a request that creates one of several kinds. */
export async function claimOneOf<Kind extends OutcomeKind>(
  db: Db,
  attempt: Attempt | null,
  kinds: readonly Kind[],
): Promise<{ kind: Kind; id: number } | null> {
  if (attempt === null || (await insertKey(db, attempt))) return null
  const found = await findKey(db, attempt)
  // Only housekeeping removes keys; it may have removed this one since the insert.
  if (found === undefined) return claimOneOf(db, attempt, kinds)
  if (!found.request_hash.equals(attempt.hash)) return abortTransaction('idempotency_mismatch')
  for (const kind of kinds) {
    const id = found[outcomeColumns[kind]]
    if (id !== null) return { kind, id }
  }
  return abortTransaction('in_progress')
}

/** Stores the id of what the attempt created, before its transaction commits. */
export async function completeAttempt(db: Db, attempt: Attempt | null, kind: OutcomeKind, id: number): Promise<void> {
  await writeTogether(db, completionParts(attempt, kind, id))
}

/** The same with other changes; nothing without an attempt. */
export function completionParts(attempt: Attempt | null, kind: OutcomeKind, id: number): WritePart[] {
  if (attempt === null) return []
  const completed = `UPDATE idempotency_keys SET ${outcomeColumns[kind]} = $3 WHERE user_id = $1 AND key = $2`
  return [{ name: `attempt_${kind}`, ctes: { completed }, params: [attempt.userId, attempt.key, id] }]
}

/** Removes keys older than 30 days: no client repeats a request after that. */
export async function purgeIdempotencyKeys(db: Db): Promise<void> {
  await deleteBatches(db, 'idempotency_keys', "created_at < now() - interval '30 days'", { by: 'created_at' })
}

async function insertKey(db: Db, { userId, key, hash }: Attempt): Promise<boolean> {
  const insert = db.execute(
    'INSERT INTO idempotency_keys (user_id, key, request_hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
    [userId, key, hash],
    'attempt_claim',
  )
  const inserted = await insert.catch((error: unknown) => {
    // The first request still holds the key after the lock timeout: report it as in progress.
    if (isRetryable(error)) return abortTransaction('in_progress')
    throw error
  })
  return inserted === 1
}

type KeyRow = { request_hash: Buffer } & Record<(typeof outcomeColumns)[OutcomeKind], number | null>

async function findKey(db: Db, { userId, key }: Attempt): Promise<KeyRow | undefined> {
  return db.one<KeyRow>(
    `SELECT request_hash, order_id, offer_id, fault_report_id, cart_id, purchase_request_id
       FROM idempotency_keys WHERE user_id = $1 AND key = $2`,
    [userId, key],
    'attempt_find',
  )
}
