import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { ErasureRequest } from '#contract/shop/personal-data.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'

/** Requests of a user in a day. */
const requestsPerDay = 5

type Row = { state: ErasureRequest['state']; requested_at: Date; ended_at: Date | null; answer: string }

/** The latest request of a user; null without one. */
export async function findRequest(db: Db, userId: number): Promise<ErasureRequest | null> {
  const row = await db.one<Row>(
    'SELECT state, requested_at, ended_at, answer FROM erasure_requests WHERE user_id = $1 ORDER BY id DESC LIMIT 1',
    [userId],
    'erasure_request',
  )
  if (row === undefined) return null
  const { state, requested_at, ended_at, answer } = row
  return { state, answer, requestedAt: requested_at.toISOString(), endedAt: ended_at?.toISOString() ?? null }
}

export function openRequest(pool: Pool, author: Author, userId: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const recent = await db.one<{ count: number }>(
      "SELECT count(*)::int AS count FROM erasure_requests WHERE user_id = $1 AND requested_at > now() - interval '1 day'",
      [userId],
    )
    if ((recent?.count ?? 0) >= requestsPerDay) abortTransaction(refuse('too_many_requests', { seconds: 86_400 }))
    const opened = await db.execute('INSERT INTO erasure_requests (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [
      userId,
    ])
    if (opened === 0) abortTransaction('erasure_request_open')
    await writeAudit(db, author, { action: 'create', noun: 'erasure_request', id: `#${userId}` })
    return { ok: true as const }
  })
}

type End = { userId: number; state: 'withdrawn' | 'refused'; answer?: string; endedBy: number }

export function endRequest(
  pool: Pool,
  author: Author,
  { userId, state, answer = '', endedBy }: End,
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const ended = await db.execute(
      `UPDATE erasure_requests SET state = $2, ended_at = now(), ended_by = $3, answer = $4
        WHERE user_id = $1 AND state = 'open'`,
      [userId, state, endedBy, cleanText(answer)],
    )
    if (ended === 0) abortTransaction('erasure_request_not_found')
    const after = { state, ...(answer !== '' && { reason: cleanText(answer) }) }
    await writeAudit(db, author, { action: 'change', noun: 'erasure_request', id: `#${userId}`, after })
    return { ok: true as const }
  })
}
