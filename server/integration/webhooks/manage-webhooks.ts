import { formerSecretHours, testsPerMinute, webhooksMax, type WebhookValues } from '#contract/integration/webhooks.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { refuse } from '#contract/core/errors.ts'
import { dealerEventTypes, type EventType, eventTypes } from '#contract/integration/event-types.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { decryptValue, encryptValue, type Sealed } from '#server/platform/http/encrypted.ts'
import { acceptedSecrets, type Secret } from '#server/platform/http/secrets.ts'
import { numberEvents } from '#server/integration/events/events.ts'
import { sealWebhookSecret, webhookBinding } from './deliver.ts'
import { newWebhookSecret } from './signature.ts'

export type Managing = {
  pool: Pool
  secret: Secret
  /** Whether an address may be called, as far as its text tells. */
  isAllowed(url: string): boolean
}

/** Whose webhooks are managed, and by whom: the store's, or those of a dealer, which show the view of this user. */
export type Owner = Author & { dealer: { id: number; code: string } | null; userId: number }

type Outcome = { ok: true } | Refusal
const succeeded = { ok: true as const }

const typesOf = ({ dealer }: Owner): readonly EventType[] => (dealer === null ? eventTypes : dealerEventTypes)

function parseValues({ isAllowed }: Managing, by: Owner, typed: WebhookValues): WebhookValues | Refusal {
  const checks = createFieldCheck()
  const problem = (field: string, name: string) => {
    checks.fields[field] ??= { text: `integration.webhooks.problems.${name}` }
  }
  const name = checks.text('name', typed.name, { max: 80, isNeeded: true })
  const url = checks.text('url', typed.url, { max: 2000, isNeeded: true })
  if (url !== '' && !URL.canParse(url)) problem('url', 'url')
  else if (url !== '' && hasPassword(url)) problem('url', 'urlPassword')
  else if (url !== '' && !isAllowed(url)) problem('url', new URL(url).protocol === 'https:' ? 'urlClosed' : 'urlPlain')
  const chosen = new Set(typed.types)
  const types = typesOf(by).filter((type) => chosen.has(type))
  if (types.length === 0) problem('types', 'types')
  return checks.refusal() ?? { name, url, types }
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
  by: Owner,
  typed: WebhookValues,
): Promise<{ secret: string } | Refusal> {
  const { pool, secret } = managing
  const values = parseValues(managing, by, typed)
  if ('ok' in values) return values
  await numberEvents(pool)
  const dealerId = by.dealer?.id ?? null
  const most = by.dealer === null ? webhooksMax.store : webhooksMax.dealer
  return transactionOrRefusal(pool, async (db) => {
    await db.execute('SELECT pg_advisory_xact_lock(69, 1)')
    const row = await db.one<{ id: number }>(
      `INSERT INTO webhook_targets (name, url, types, expanded_seq, created_by, dealer_id, user_id)
       SELECT $1, $2, $3, (SELECT coalesce(max(seq), 0) FROM events), $4::integer, $5::integer,
              CASE WHEN $5 IS NOT NULL THEN $4 END
        WHERE (SELECT count(*) FROM webhook_targets WHERE dealer_id IS NOT DISTINCT FROM $5) < $6 RETURNING id`,
      [values.name, values.url, values.types, by.userId, dealerId, most],
    )
    if (row === undefined) abortTransaction(refuse('webhooks_full', { most }))
    const made = newWebhookSecret()
    await saveSecret(db, secret, row.id, made)
    await writeAudit(db, by, {
      action: 'create',
      noun: 'webhook',
      id: values.name,
      after: { ...audited(values), ...(by.dealer !== null && { dealer: by.dealer.code }) },
    })
    return { secret: made }
  })
}

async function saveSecret(db: Db, secret: Secret, id: number, made: string): Promise<void> {
  await db.execute('UPDATE webhook_targets SET secret = $2 WHERE id = $1', [id, sealWebhookSecret(secret, id, made)])
}

type LockedRow = WebhookValues & { is_active: boolean }

/** Webhooks of other owners count as not found. */
async function lockWebhook(db: Db, { dealer }: Owner, id: number): Promise<LockedRow> {
  const row = await db.one<LockedRow>(
    'SELECT name, url, types, is_active FROM webhook_targets WHERE id = $1 AND dealer_id IS NOT DISTINCT FROM $2 FOR UPDATE',
    [id, dealer?.id ?? null],
  )
  return row ?? abortTransaction('not_found')
}

/** A dealer's webhook shows the view of the user who changed it last. */
export async function changeWebhook(managing: Managing, by: Owner, id: number, typed: WebhookValues): Promise<Outcome> {
  const values = parseValues(managing, by, typed)
  if ('ok' in values) return values
  return transactionOrRefusal(managing.pool, async (db) => {
    const row = await lockWebhook(db, by, id)
    await db.execute(
      `UPDATE webhook_targets SET name = $2, url = $3, types = $4,
              user_id = CASE WHEN dealer_id IS NOT NULL THEN $5::integer END WHERE id = $1`,
      [id, values.name, values.url, values.types, by.userId],
    )
    const difference = differenceOf(audited(row), audited(values))
    if (difference !== null)
      await writeAudit(db, by, { action: 'change', noun: 'webhook', id: values.name, ...difference })
    return succeeded
  })
}

export function setWebhookState({ pool }: Managing, by: Owner, id: number, isActive: boolean): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockWebhook(db, by, id)
    if (row.is_active === isActive) return succeeded
    await db.execute('UPDATE webhook_targets SET is_active = $2, stopped_reason = NULL WHERE id = $1', [id, isActive])
    await writeAudit(db, by, { action: isActive ? 'activate' : 'deactivate', noun: 'webhook', id: row.name })
    return succeeded
  })
}

/** Makes a new secret. The former one signs as well for a day. */
export function rotateSecret({ pool, secret }: Managing, by: Owner, id: number): Promise<{ secret: string } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const { name } = await lockWebhook(db, by, id)
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

export function removeWebhook({ pool }: Managing, by: Owner, id: number): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockWebhook(db, by, id)
    await db.execute('DELETE FROM webhook_targets WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'webhook', id: row.name, before: audited(row) })
    return succeeded
  })
}

/** Makes a dead or delivered delivery due again, or all dead ones of a webhook. Returns how many. */
export async function replay(
  { pool }: Managing,
  by: Owner,
  which: { targetId: number; deliveryId: number | null },
): Promise<number | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const { name } = await lockWebhook(db, by, which.targetId)
    const count = await db.execute(
      `UPDATE webhook_deliveries SET state = 'waiting', attempts = 0, next_at = now(), ended_at = NULL
        WHERE target_id = $1 AND CASE WHEN $2::bigint IS NULL THEN state = 'dead' ELSE id = $2 AND state <> 'waiting' END`,
      [which.targetId, which.deliveryId],
    )
    if (count > 0) await writeAudit(db, by, { action: 'replay', noun: 'webhook', id: name, after: { count } })
    return count
  })
}

/** Refuses a test of somebody else's webhook, and more of them than a person needs: each calls an address at once. */
export async function checkTest({ pool }: Managing, { dealer }: Owner, id: number): Promise<Outcome> {
  const row = await pool.one<{ tests: number }>(
    `SELECT (SELECT count(*) FROM webhook_deliveries d
              WHERE d.target_id = t.id AND d.event_id IS NULL AND d.at > now() - interval '1 minute') AS tests
       FROM webhook_targets t WHERE t.id = $1 AND t.dealer_id IS NOT DISTINCT FROM $2`,
    [id, dealer?.id ?? null],
    'webhook_tests',
  )
  if (row === undefined) return refuse('not_found')
  return row.tests < testsPerMinute ? succeeded : refuse('too_many_requests', { seconds: 60 })
}

export async function sealedWebhookSecrets(db: Db): Promise<Sealed[]> {
  const rows = await db.query<{ id: number; secret: Buffer }>(
    'SELECT id, secret FROM webhook_targets WHERE secret IS NOT NULL',
  )
  return rows.map(({ id, secret }) => ({ binding: webhookBinding(id), value: secret }))
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
