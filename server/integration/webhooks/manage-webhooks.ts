import type { WebhookValues } from '#contract/admin/webhooks.ts'
import { formerSecretHours } from '#contract/admin/webhooks.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { refuse } from '#contract/core/errors.ts'
import { eventTypes } from '#contract/integration/event-types.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { decryptValue, encryptValue } from '#server/platform/http/encrypted.ts'
import { acceptedSecrets, type Secret } from '#server/platform/http/secrets.ts'
import { numberEvents } from '#server/integration/events/events.ts'
import { webhookBinding } from './deliver.ts'
import { newWebhookSecret } from './signature.ts'

export type Managing = {
  pool: Pool
  secret: Secret
  /** Whether an address may be called, as far as its text tells. */
  isAllowed(url: string): boolean
}

const webhooksMax = 50

type Outcome = { ok: true } | Refusal
const succeeded = { ok: true as const }

function parseValues({ isAllowed }: Managing, typed: WebhookValues): WebhookValues | Refusal {
  const checks = createFieldCheck()
  const problem = (field: string, name: string) => {
    checks.fields[field] ??= { text: `integration.webhooks.problems.${name}` }
  }
  const name = checks.text('name', typed.name, { max: 80, isNeeded: true })
  const url = checks.text('url', typed.url, { max: 2000, isNeeded: true })
  if (url !== '' && !URL.canParse(url)) problem('url', 'url')
  else if (url !== '' && hasPassword(url)) problem('url', 'urlPassword')
  else if (url !== '' && !isAllowed(url)) problem('url', 'urlClosed')
  const chosen = new Set(typed.types)
  if (chosen.size === 0) problem('types', 'types')
  return checks.refusal() ?? { name, url, types: eventTypes.filter((type) => chosen.has(type)) }
}

function hasPassword(text: string): boolean {
  const { username, password } = new URL(text)
  return username !== '' || password !== ''
}

/** The address may contain a token: the log keeps only its host. */
const audited = ({ name, url, types }: WebhookValues) => ({ name, host: new URL(url).host, types: types.join(' ') })

/** Adds a webhook and returns its secret, which starts with the next event. */
export async function addWebhook(
  managing: Managing,
  by: Author,
  typed: WebhookValues,
): Promise<{ secret: string } | Refusal> {
  const { pool, secret } = managing
  const values = parseValues(managing, typed)
  if ('ok' in values) return values
  await numberEvents(pool)
  return transactionOrRefusal(pool, async (db) => {
    await db.execute('SELECT pg_advisory_xact_lock(69, 1)')
    const row = await db.one<{ id: number }>(
      `INSERT INTO webhook_targets (name, url, types, expanded_seq, created_by)
       SELECT $1, $2, $3, (SELECT coalesce(max(seq), 0) FROM events), $4
        WHERE (SELECT count(*) FROM webhook_targets) < $5 RETURNING id`,
      [values.name, values.url, values.types, by.actor?.userId ?? null, webhooksMax],
    )
    if (row === undefined) abortTransaction(refuse('webhooks_full', { most: webhooksMax }))
    const made = newWebhookSecret()
    await saveSecret(db, secret, row.id, made)
    await writeAudit(db, by, { action: 'create', noun: 'webhook', id: values.name, after: audited(values) })
    return { secret: made }
  })
}

async function saveSecret(db: Db, secret: Secret, id: number, made: string): Promise<void> {
  await db.execute('UPDATE webhook_targets SET secret = $2 WHERE id = $1', [
    id,
    encryptValue(secret, webhookBinding(id), made),
  ])
}

type LockedRow = WebhookValues & { is_active: boolean }

async function lockWebhook(db: Db, id: number): Promise<LockedRow> {
  const row = await db.one<LockedRow>(
    'SELECT name, url, types, is_active FROM webhook_targets WHERE id = $1 FOR UPDATE',
    [id],
  )
  return row ?? abortTransaction('not_found')
}

export async function changeWebhook(
  managing: Managing,
  by: Author,
  id: number,
  typed: WebhookValues,
): Promise<Outcome> {
  const values = parseValues(managing, typed)
  if ('ok' in values) return values
  return transactionOrRefusal(managing.pool, async (db) => {
    const row = await lockWebhook(db, id)
    await db.execute('UPDATE webhook_targets SET name = $2, url = $3, types = $4 WHERE id = $1', [
      id,
      values.name,
      values.url,
      values.types,
    ])
    const difference = differenceOf(audited(row), audited(values))
    if (difference !== null)
      await writeAudit(db, by, { action: 'change', noun: 'webhook', id: values.name, ...difference })
    return succeeded
  })
}

export function setWebhookState({ pool }: Managing, by: Author, id: number, isActive: boolean): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockWebhook(db, id)
    if (row.is_active === isActive) return succeeded
    await db.execute('UPDATE webhook_targets SET is_active = $2, stopped_reason = NULL WHERE id = $1', [id, isActive])
    await writeAudit(db, by, { action: isActive ? 'activate' : 'deactivate', noun: 'webhook', id: row.name })
    return succeeded
  })
}

/** Makes a new secret. The former one signs as well for a day. */
export function rotateSecret(
  { pool, secret }: Managing,
  by: Author,
  id: number,
): Promise<{ secret: string } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const { name } = await lockWebhook(db, id)
    await db.execute(
      `UPDATE webhook_targets SET former_secret = secret, former_until = now() + make_interval(hours => $2)
        WHERE id = $1 AND secret IS NOT NULL`,
      [id, formerSecretHours],
    )
    const made = newWebhookSecret()
    await saveSecret(db, secret, id, made)
    await writeAudit(db, by, { action: 'set_secrets', noun: 'webhook', id: name })
    return { secret: made }
  })
}

export function removeWebhook({ pool }: Managing, by: Author, id: number): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockWebhook(db, id)
    await db.execute('DELETE FROM webhook_targets WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'webhook', id: row.name, before: audited(row) })
    return succeeded
  })
}

/** Makes a dead or delivered delivery due again, or all dead ones of a webhook. Returns how many. */
export async function replay(
  { pool }: Managing,
  by: Author,
  which: { targetId: number; deliveryId: number | null },
): Promise<number | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const { name } = await lockWebhook(db, which.targetId)
    const count = await db.execute(
      `UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, next_at = now(), ended_at = NULL
        WHERE target_id = $1 AND CASE WHEN $2::bigint IS NULL THEN state = 'dead' ELSE id = $2 AND state <> 'waiting' END`,
      [which.targetId, which.deliveryId],
    )
    if (count > 0) await writeAudit(db, by, { action: 'replay', noun: 'webhook', id: name, after: { count } })
    return count
  })
}

/** Encrypts the secrets of all webhooks with the current session secret, so that the former one can be removed. */
export async function resealWebhookSecrets(db: Db, secret: Secret): Promise<void> {
  const [, former] = acceptedSecrets(secret)
  if (former === undefined) return
  const rows = await db.query<{ id: number; secret: Buffer | null; former_secret: Buffer | null }>(
    'SELECT id, secret, former_secret FROM webhook_targets',
  )
  const reseal = (id: number, sealed: Buffer | null) => {
    const opened = sealed === null ? null : decryptValue(former, webhookBinding(id), sealed)
    return opened === null ? sealed : encryptValue(secret, webhookBinding(id), opened)
  }
  for (const { id, secret: current, former_secret } of rows) {
    await db.execute(
      'UPDATE webhook_targets SET secret = $3, former_secret = $4 WHERE id = $1 AND secret IS NOT DISTINCT FROM $2',
      [id, current, reseal(id, current), reseal(id, former_secret)],
    )
  }
}
