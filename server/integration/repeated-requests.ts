import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Endpoint, Reply } from '#contract/core/endpoint.ts'
import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import type { CallHandler } from '#server/platform/http/calls.ts'
import type { CallContext, Calls, ServiceContext } from '#server/visitor/visitor.ts'

/** Minutes after which the process that runs a request counts as dead, and the request may be sent again. */
const minutesToRun = 5
/** Hours for which an answer is repeated. */
const hoursKept = 48

type ServiceEndpoint = Endpoint & { access: 'service' }

/**
 * Registers the handler of a program's call that changes data. If a request has an `Idempotency-Key`, the handler runs
 * once: the same request gets the same answer again, `in_progress` while it runs, and `idempotency_mismatch` if it
 * differs. A refused or failed request leaves its key free. If the process dies while the handler runs, the request may
 * be sent again after five minutes.
 */
export function handleOnce<E extends ServiceEndpoint>(
  calls: Calls,
  pool: Pool,
  endpoint: E,
  handler: CallHandler<E, ServiceContext>,
): void {
  const once: CallHandler<E, ServiceContext> = async (input, context) => {
    const run = () => handler(input, context)
    const { keyId } = context.service
    if (context.idempotencyKey === undefined || keyId === null) return run()
    const key = parseKey(context.idempotencyKey)
    if (key === null) return { ...refuse('validation_failed'), fields: { 'Idempotency-Key': 'invalid' } }
    const attempt = { keyId, key, hash: hashOf(endpoint, input) }
    const claim = await claimRequest(pool, attempt)
    if ('refusal' in claim) return claim.refusal
    if ('answer' in claim) return claim.answer as Reply<E>
    return runClaimed(pool, attempt, claim.claimedAt, async () => {
      const answer = await run()
      return isRefusal(answer) ? answer : (z.parse(endpoint.reply, answer) as Reply<E>)
    })
  }
  calls.register(endpoint, once as CallHandler<E, CallContext>)
}

type Attempt = { keyId: number; key: string; hash: Buffer }
type Claim = { claimedAt: string } | { answer: unknown } | { refusal: Refusal }

/** The header's value: up to 200 visible characters, as a quoted string (RFC 8941) or without quotes. */
function parseKey(text: string): string | null {
  const [, quoted] = /^"((?:[^"\\]|\\["\\])*)"$/.exec(text) ?? []
  const key = quoted === undefined ? text : quoted.replaceAll(/\\(["\\])/g, '$1')
  return /^[\x20-\x7e]{1,200}$/.test(key) ? key : null
}

const hashOf = ({ method, path }: Endpoint, input: unknown): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([method, path, input]))
    .digest()

/** Claims the key of a request, also from a process that died. */
async function claimRequest(pool: Pool, { keyId, key, hash }: Attempt): Promise<Claim> {
  const claimed = await pool.one<{ claimed_at: string }>(
    `INSERT INTO api_requests AS r (key_id, idempotency_key, request_hash) VALUES ($1, $2, $3)
     ON CONFLICT (key_id, idempotency_key) DO UPDATE SET created_at = now()
      WHERE r.answer IS NULL AND r.request_hash = excluded.request_hash
        AND r.created_at < now() - make_interval(mins => $4)
     RETURNING created_at::text AS claimed_at`,
    [keyId, key, hash, minutesToRun],
    'api_request_claim',
  )
  if (claimed !== undefined) return { claimedAt: claimed.claimed_at }
  const first = await pool.one<{ request_hash: Buffer; answer: unknown }>(
    'SELECT request_hash, answer FROM api_requests WHERE key_id = $1 AND idempotency_key = $2',
    [keyId, key],
    'api_request_find',
  )
  // The first one was refused or failed since: only one of those that wait may take its place.
  if (first === undefined) return claimRequest(pool, { keyId, key, hash })
  if (!first.request_hash.equals(hash)) return { refusal: refuse('idempotency_mismatch') }
  return first.answer === null ? { refusal: refuse('in_progress', { seconds: 2 }) } : { answer: first.answer }
}

/** Runs a request whose key is claimed and stores its answer. The key of a request without one is free again. */
async function runClaimed<Answer>(
  pool: Pool,
  { keyId, key }: Attempt,
  claimedAt: string,
  run: () => Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  const own = [keyId, key, claimedAt]
  const release = () =>
    pool.execute(
      `DELETE FROM api_requests
        WHERE key_id = $1 AND idempotency_key = $2 AND created_at = $3::timestamptz AND answer IS NULL`,
      own,
      'api_request_release',
    )
  const answer = await run().catch(async (error: unknown) => {
    // If this fails too, the key is free after `minutesToRun`.
    await release().catch(() => 0)
    throw error
  })
  if (isRefusal(answer)) {
    await release()
    return answer
  }
  await pool.execute(
    `UPDATE api_requests SET answer = $4
      WHERE key_id = $1 AND idempotency_key = $2 AND created_at = $3::timestamptz AND answer IS NULL`,
    [...own, JSON.stringify(answer)],
    'api_request_answer',
  )
  return answer
}

/** Removes the answers of requests that no program repeats any more. */
export async function purgeRequests(pool: Pool): Promise<void> {
  await deleteBatches(pool, 'api_requests', 'created_at < now() - make_interval(hours => $1)', {
    params: [hoursKept],
    by: 'created_at',
  })
}
