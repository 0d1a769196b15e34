import type { DeliveryState, ListedWebhook, WebhookDelivery } from '#contract/integration/webhooks.ts'
import { deliveriesMax } from '#contract/integration/webhooks.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { EventType } from '#contract/integration/event-types.ts'
import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import { messageId } from './deliver.ts'
import { heldEvents, isServed } from './make-deliveries.ts'

type WebhookRow = {
  id: number
  name: string
  url: string
  types: EventType[]
  is_active: boolean
  is_gone: boolean
  user_name: string | null
  is_user_off: boolean
  former_until: Date | null
  waiting: number
  dead: number
  last_delivered_at: Date | null
}

/** The webhooks of a dealer; of the store if `dealerId` is null. */
export async function listWebhookRows(db: Db, dealerId: number | null): Promise<ListedWebhook[]> {
  const rows = await db.query<WebhookRow>(
    `SELECT t.id, t.name, t.url, t.types, t.is_active, t.stopped_reason IS NOT NULL AS is_gone, u.name AS user_name,
            (t.is_active AND NOT ${isServed}) AS is_user_off,
            CASE WHEN t.former_until > now() THEN t.former_until END AS former_until,
            (SELECT count(*) FROM webhook_deliveries d WHERE d.target_id = t.id AND d.state = 'waiting')
              + ${heldEvents} AS waiting,
            (SELECT count(*) FROM webhook_deliveries d WHERE d.target_id = t.id AND d.state = 'dead') AS dead,
            (SELECT max(d.ended_at) FROM webhook_deliveries d WHERE d.target_id = t.id AND d.state = 'delivered') AS last_delivered_at
       FROM webhook_targets t LEFT JOIN users u ON u.id = t.user_id
      WHERE t.dealer_id IS NOT DISTINCT FROM $1 ORDER BY t.name, t.id`,
    [dealerId],
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    types: row.types,
    isActive: row.is_active,
    isGone: row.is_gone,
    user: row.user_name,
    isUserOff: row.is_user_off,
    formerUntil: row.former_until?.toISOString() ?? null,
    waiting: row.waiting,
    dead: row.dead,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
  }))
}

/** Webhooks of the store that were stopped by their receiver, or have messages that were given up. */
export async function countFailedWebhooks(db: Db): Promise<number> {
  const row = await db.one<{ total: number }>(
    `SELECT count(*) AS total FROM webhook_targets t
      WHERE t.dealer_id IS NULL AND (t.stopped_reason IS NOT NULL
         OR EXISTS (SELECT FROM webhook_deliveries d WHERE d.target_id = t.id AND d.state = 'dead'))`,
    [],
    'webhooks_failed_count',
  )
  return row?.total ?? 0
}

/** Whether the webhook is the dealer's; without a dealer, whether it is the store's. */
export async function isOwned(db: Db, dealer: { id: number } | null, id: number): Promise<boolean> {
  const row = await db.one(
    'SELECT FROM webhook_targets WHERE id = $1 AND dealer_id IS NOT DISTINCT FROM $2',
    [id, dealer?.id ?? null],
    'webhook_owned',
  )
  return row !== undefined
}

type DeliveryRow = {
  id: number
  target_id: number
  event_id: number | null
  type: string
  at: Date
  state: DeliveryState
  attempts: number
  next_at: Date
  attempted_at: Date | null
  milliseconds: number | null
  status: number | null
  failure: string | null
  body: string | null
  answer: string | null
}

const columns =
  'id, target_id, event_id, type, at, state, attempts, next_at, attempted_at, milliseconds, status, failure, body, answer'

export function listDeliveryRows(db: Db, targetId: number, state: DeliveryState | null): Promise<DeliveryRow[]> {
  return db.query<DeliveryRow>(
    `SELECT ${columns} FROM webhook_deliveries WHERE target_id = $1 AND ($2::text IS NULL OR state = $2)
      ORDER BY id DESC LIMIT ${deliveriesMax}`,
    [targetId, state],
  )
}

export function findDelivery(db: Db, id: number): Promise<DeliveryRow | undefined> {
  return db.one<DeliveryRow>(`SELECT ${columns} FROM webhook_deliveries WHERE id = $1`, [id])
}

export function presentDelivery(row: DeliveryRow, locale: Locale): WebhookDelivery {
  return {
    id: row.id,
    messageId: messageId(row),
    type: row.type,
    at: row.at.toISOString(),
    state: row.state,
    attempts: row.attempts,
    nextAt: row.state === 'waiting' ? row.next_at.toISOString() : null,
    attemptedAt: row.attempted_at?.toISOString() ?? null,
    milliseconds: row.milliseconds,
    status: row.status,
    failure: row.failure === null ? null : translate(locale, `integration.webhooks.failures.${row.failure}`),
    body: row.body,
    answer: row.answer,
  }
}

/** Removes deliveries that ended more than 30 days ago. */
export async function purgeDeliveries(db: Db): Promise<void> {
  await deleteBatches(db, 'webhook_deliveries', "ended_at < now() - interval '30 days'", { by: 'ended_at' })
}
