import type { EventType } from '#contract/integration/event-types.ts'
import { maySeePrices } from '#server/account/account.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { failpoint } from '#server/platform/failpoint.ts'
import { decryptValue, encryptValue } from '#server/platform/http/encrypted.ts'
import { type OutsideRequest, type OutsideBytes } from '#server/platform/http/outside-call.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { loadStoreRow, settingsOf } from '#server/settings/settings.ts'
import { bodyOf, makeBodies } from './bodies.ts'
import type { DealersView } from './dealer-records.ts'
import { isServed, mayBeDeliveries } from './make-deliveries.ts'
import { afterAttempt, type NextStep } from './retries.ts'
import { signedHeaders } from './signature.ts'

export type WebhookDeps = {
  pool: Pool
  secret: Secret
  call(request: OutsideRequest): Promise<OutsideBytes>
}

/** Deliveries of one target that are sent at the same time. */
const atOnce = 50
/** Milliseconds for the whole answer of a receiver. */
const timeout = 15_000
/** After this time another process may repeat an attempt whose result was not stored. In seconds. */
const lease = 60
/** What is kept of a receiver's answer, in characters. */
const keptAnswer = 2_000

const dueTargets = `SELECT t.id FROM webhook_targets t WHERE ${isServed}
  AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.target_id = t.id AND d.state = 'waiting' AND d.next_at <= now())`

/** Whether there may be deliveries to make or to send: one statement for a shop where mostly there are none. */
export async function hasWebhookWork(pool: Pool): Promise<boolean> {
  const row = await pool.one<{ has: boolean }>(
    `SELECT (${mayBeDeliveries} OR EXISTS (${dueTargets})) AS has`,
    [],
    'webhook_has_work',
  )
  return row?.has ?? false
}

/** The active targets that have deliveries to send. */
export async function findDueTargets(pool: Pool): Promise<number[]> {
  const rows = await pool.query<{ id: number }>(dueTargets, [], 'webhook_due_targets')
  return rows.map(({ id }) => id)
}

type Target = {
  id: number
  url: string
  dealer_id: number | null
  is_served: boolean
  may_see_prices: boolean
  secret: Buffer | null
  former_secret: Buffer | null
}
type Claimed = {
  id: number
  event_id: number | null
  type: EventType | 'test'
  subject_id: number
  at: Date
  attempts: number
  body: string | null
}
type Sent = {
  id: number
  next: NextStep
  milliseconds: number
  status: number | null
  failure: string | null
  answer: string
}

/** Sends what is due for one target, and returns the number of attempts. */
export async function sendDue(deps: WebhookDeps, targetId: number): Promise<number> {
  const { pool } = deps
  const target = await findTarget(pool, targetId)
  if (target?.is_served !== true) return 0
  const claimed = await claim(pool, targetId)
  if (claimed.length === 0) return 0
  const bodies = await bodiesOf(pool, target, claimed)
  const secrets = secretsOf(deps.secret, target)
  const sent = await Promise.all(
    claimed.map((delivery) => attempt(deps, target.url, secrets, delivery, bodies.get(delivery.id) ?? '')),
  )
  failpoint('webhook.after_send')
  await store(pool, target.id, sent)
  return sent.length
}

const findTarget = (pool: Pool, id: number) =>
  pool.one<Target>(
    `SELECT t.id, t.url, t.dealer_id, ${isServed} AS is_served, t.secret,
            EXISTS (SELECT FROM users u WHERE u.id = t.user_id AND ${maySeePrices}) AS may_see_prices,
            CASE WHEN t.former_until > now() THEN t.former_secret END AS former_secret
       FROM webhook_targets t WHERE t.id = $1`,
    [id],
    'webhook_target',
  )

/** Sends a test event, once and at once. Returns the id of its delivery; null without such a target. */
export async function sendTest(deps: WebhookDeps, targetId: number): Promise<number | null> {
  const { pool } = deps
  const target = await findTarget(pool, targetId)
  if (target === undefined) return null
  const at = new Date()
  const body = bodyOf('test', at, { message: 'Toptan webhook test' })
  const row = await pool.one<Claimed>(
    `INSERT INTO webhook_deliveries (target_id, type, subject, subject_id, at, state, attempts, attempted_at, ended_at, body)
     VALUES ($1, 'test', 'test', 0, $2, 'dead', 1, now(), now(), $3)
     RETURNING id, event_id, type, subject_id, at, attempts, body`,
    [targetId, at, body],
    'webhook_test',
  )
  if (row === undefined) return null
  const sent = await attempt(deps, target.url, secretsOf(deps.secret, target), row, body)
  // A person looks at the result: it is not repeated.
  const next: NextStep = sent.next.step === 'delivered' ? sent.next : { step: 'dead' }
  await store(pool, targetId, [{ ...sent, next }])
  return row.id
}

/**
 * Claims deliveries that are due: an attempt is counted, and no other process sends them until the lease ends. A delivery
 * waits while an earlier one for the same record is unfinished.
 */
function claim(pool: Pool, targetId: number): Promise<Claimed[]> {
  return pool.query<Claimed>(
    // Materialized: as a subquery it may run once for each row, and then claims more than its limit.
    `WITH due AS MATERIALIZED (
       SELECT w.id FROM webhook_deliveries w
        WHERE w.target_id = $1 AND w.state = 'waiting' AND w.next_at <= now()
          -- Read from the index of turns; an anti join would compare every delivery with all others.
          AND w.id = (SELECT e.id FROM webhook_deliveries e WHERE e.target_id = w.target_id AND e.state = 'waiting'
                         AND e.subject = w.subject AND e.subject_id = w.subject_id ORDER BY e.id LIMIT 1)
        ORDER BY w.next_at, w.id LIMIT $2 FOR UPDATE SKIP LOCKED)
     UPDATE webhook_deliveries d SET attempts = d.attempts + 1, attempted_at = now(),
            next_at = now() + make_interval(secs => $3)
       FROM due WHERE d.id = due.id
      RETURNING d.id, d.event_id, d.type, d.subject_id, d.at, d.attempts, d.body`,
    [targetId, atOnce, lease],
    'webhook_claim',
  )
}

/** The bodies of the deliveries. New ones are stored before they are sent, so that every retry sends the same. */
async function bodiesOf(pool: Pool, target: Target, claimed: readonly Claimed[]): Promise<Map<number, string>> {
  const bodies = new Map(claimed.flatMap(({ id, body }) => (body === null ? [] : [[id, body] as const])))
  const fresh = claimed.filter(({ body }) => body === null)
  if (fresh.length === 0) return bodies
  const made = await makeBodies(
    pool,
    await viewOf(pool, target),
    fresh.flatMap(({ id, type, subject_id, at }) => (type === 'test' ? [] : [{ id, type, at, subjectId: subject_id }])),
  )
  await pool.execute(
    `UPDATE webhook_deliveries d SET body = m.body FROM unnest($1::bigint[], $2::text[]) AS m (id, body) WHERE d.id = m.id`,
    [[...made.keys()], [...made.values()]],
    'webhook_bodies',
  )
  return new Map([...bodies, ...made])
}

/** What a dealer's webhook shows: prices as the screens of its user do. */
async function viewOf(
  pool: Pool,
  { dealer_id: dealerId, may_see_prices: maySee }: Target,
): Promise<DealersView | null> {
  if (dealerId === null) return null
  const { showPriceStatus, showPriceReasons } = settingsOf((await loadStoreRow(pool)).settings, () => {})
  return { dealerId, seesPrices: maySee && showPriceStatus === '1', seesReasons: showPriceReasons === '1' }
}

export const webhookBinding = (id: number) => ({ purpose: 'toptan webhook secret', owner: String(id) })

/** Encrypts the secret of a target. */
export const sealWebhookSecret = (secret: Secret, id: number, made: string): Buffer =>
  encryptValue(secret, webhookBinding(id), made)

function secretsOf(secret: Secret, { id, secret: current, former_secret: former }: Target): string[] {
  return [current, former].flatMap((sealed) => {
    const opened = sealed === null ? null : decryptValue(secret, webhookBinding(id), sealed)
    return typeof opened === 'string' ? [opened] : []
  })
}

/** The id of a message, which is the same in each of its retries. */
export const messageId = ({ id, event_id }: Pick<Claimed, 'id' | 'event_id'>): string =>
  event_id === null ? `test_${id}` : `evt_${event_id}`

async function attempt(
  { call }: WebhookDeps,
  url: string,
  secrets: readonly string[],
  delivery: Claimed,
  body: string,
): Promise<Sent> {
  const started = performance.now()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Toptan-Webhooks/1',
    ...signedHeaders({ id: messageId(delivery), body }, secrets, new Date()),
  }
  // Unsigned messages would teach receivers to accept forged ones.
  const answer =
    secrets.length === 0
      ? ({ ok: false, reason: 'secret' } as const)
      : await call({ url, method: 'POST', headers, body, timeout })
  const status = answer.ok ? answer.status : null
  const retryAfter = answer.ok ? answer.retryAfter : null
  return {
    id: delivery.id,
    next: afterAttempt({ status, retryAfter }, delivery.attempts, Math.random()),
    milliseconds: Math.round(performance.now() - started),
    status,
    failure: answer.ok ? null : answer.reason,
    answer: answer.ok ? answer.bytes.toString('utf8').replaceAll('\0', '').slice(0, keptAnswer) : '',
  }
}

const stateOf = ({ step }: NextStep) => (step === 'delivered' ? 'delivered' : step === 'retry' ? 'waiting' : 'dead')

/** Stores the results; a target that answered 410 is paused. */
async function store(pool: Pool, targetId: number, sent: readonly Sent[]): Promise<void> {
  await pool.execute(
    `UPDATE webhook_deliveries d SET state = r.state, status = r.status, failure = r.failure, answer = r.answer,
            milliseconds = r.milliseconds, ended_at = CASE WHEN r.state <> 'waiting' THEN now() END,
            next_at = now() + make_interval(secs => r.seconds)
       FROM unnest($1::bigint[], $2::text[], $3::integer[], $4::text[], $5::text[], $6::integer[], $7::integer[])
            AS r (id, state, status, failure, answer, milliseconds, seconds)
      WHERE d.id = r.id`,
    [
      sent.map(({ id }) => id),
      sent.map(({ next }) => stateOf(next)),
      sent.map(({ status }) => status),
      sent.map(({ failure }) => failure),
      sent.map(({ answer }) => answer),
      sent.map(({ milliseconds }) => milliseconds),
      sent.map(({ next }) => (next.step === 'retry' ? next.seconds : 0)),
    ],
    'webhook_results',
  )
  if (!sent.some(({ next }) => next.step === 'gone')) return
  await pool.execute(`UPDATE webhook_targets SET is_active = false, stopped_reason = 'gone' WHERE id = $1`, [targetId])
}
