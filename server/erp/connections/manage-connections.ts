import type { changeErpConnection } from '#contract/admin/erp.ts'
import type { Input } from '#contract/core/endpoint.ts'
import { isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import type { Scope } from '#contract/core/scopes.ts'
import type { InboundResource } from '#domain/erp/mapping.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { ErpAdapter, Settings } from '#server/erp/adapters/adapter.ts'
import { addKeyIn, numberEvents } from '#server/integration/integration.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { type ConnectionRow, lockConnection, openSecrets, sealSecrets } from './connection-rows.ts'

export type Managing = { pool: Pool; secret: Secret; adapters: ReadonlyMap<string, ErpAdapter> }
type Outcome = { ok: true } | Refusal
type Values = Input<typeof changeErpConnection>['body']

/** What a connection reads at first: often where people wait for it, once a day in full. */
const firstMinutes: Partial<Record<InboundResource, number>> = { stock: 5, prices: 15, products: 15, units: 60 }
const everyMinutes = 60
const fullEveryHours = 24

/** What the program beside an ERP may do with its key. */
const keyScopes: readonly Scope[] = ['erp:run']
const keyRequests = 6_000

/**
 * Checks the settings that an adapter declares. Secret ones that are empty keep their value, unless the settings would
 * send them to somebody else.
 */
function parseSettings(
  adapter: ErpAdapter,
  typed: Settings,
  stored: { open: Settings; secrets: Settings },
): { open: Settings; secrets: Settings } | Refusal {
  const checks = createFieldCheck()
  const open: Record<string, string> = {}
  const secrets: Record<string, string> = {}
  const standards = new Map(adapter.settings.map(({ name, standard }) => [name, standard]))
  const goesElsewhere = adapter.settings.some(({ name, standard = '', isTarget }) => {
    return isTarget === true && (typed[name]?.trim() || standard) !== (stored.open[name] || standard)
  })
  for (const { name, type, isNeeded = false, choices, shownIf } of adapter.settings) {
    const field = `settings.${name}`
    const isSecret = type === 'secret' || type === 'secretArea'
    const entered = checks.text(field, typed[name] ?? '', {
      max: type === 'area' || type === 'secretArea' ? 8000 : 2000,
    })
    const chosen = shownIf && (typed[shownIf.field] || standards.get(shownIf.field))
    const isShown = chosen === shownIf?.choice
    const kept = isSecret && (isShown || !goesElsewhere) ? (stored.secrets[name] ?? '') : ''
    const value = entered || kept
    const problem = (what: string) => {
      checks.fields[field] ??= { text: `erp.problems.${what}` }
    }
    if (entered === '' && kept !== '' && goesElsewhere) problem('secretAgain')
    if (value === '') {
      if (isNeeded && isShown) checks.report(field, 'required')
      continue
    }
    if (type === 'url' && !isHttpUrl(value)) problem('url')
    if (type === 'number' && !/^\d{1,9}$/.test(value)) problem('number')
    if (type === 'switch' && value !== '0' && value !== '1') problem('choice')
    if (type === 'choice' && choices?.includes(value) !== true) problem('choice')
    if (isSecret) secrets[name] = value
    else open[name] = value
  }
  return checks.refusal() ?? { open, secrets }
}

function isHttpUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  return (url?.protocol === 'http:' || url?.protocol === 'https:') && url.username === '' && url.password === ''
}

function parseName(typed: string): string | Refusal {
  const checks = createFieldCheck()
  const name = checks.text('name', typed, { max: 80, isNeeded: true })
  return checks.refusal() ?? name
}

type NewConnection = { name: string; kind: string; settings: Settings; runsBeside: boolean }

/** Adds a connection, switched off. Orders and payments of the time before are not sent. */
export async function addConnection(
  { pool, secret, adapters }: Managing,
  by: Author,
  { name: typedName, kind, settings, runsBeside }: NewConnection,
): Promise<{ id: number; key: string | null } | Refusal> {
  const adapter = adapters.get(kind)
  if (adapter === undefined) return { ...refuse('validation_failed'), fields: { kind: 'invalid' } }
  const name = parseName(typedName)
  const values = parseSettings(adapter, settings, { open: {}, secrets: {} })
  if (isRefusal(name) || isRefusal(values)) return mergedRefusal(name, values)
  await numberEvents(pool)
  return transactionOrRefusal(pool, async (db) => {
    const scopes = keyScopes
    const key = runsBeside
      ? await addKeyIn(db, by, { name, scopes, addresses: [], requestsPerMinute: keyRequests, expiresOn: null })
      : null
    const row = await db.one<{ id: number }>(
      `INSERT INTO erp_connections (name, kind, key_id, settings, mapping, sends, expanded_seq, created_by)
       VALUES ($1, $2, $3, $4, $5, '{}', (SELECT coalesce(max(seq), 0) FROM events), $6) RETURNING id`,
      [name, kind, key?.id ?? null, values.open, JSON.stringify(adapter.template), by.actor?.userId ?? null],
    )
    if (row === undefined) throw new Error('The connection was not stored.')
    await saveSecrets(db, secret, row.id, values.secrets)
    const resources = Object.keys(adapter.inbound) as InboundResource[]
    const fullReads = adapter.fullEveryHours === undefined ? fullEveryHours : adapter.fullEveryHours
    await db.execute(
      `INSERT INTO erp_feeds (connection_id, resource, is_active, every_minutes, full_every_hours)
       SELECT $1, resource, false, minutes, $4 FROM unnest($2::text[], $3::integer[]) each (resource, minutes)`,
      [row.id, resources, resources.map((each) => firstMinutes[each] ?? everyMinutes), fullReads],
    )
    await writeAudit(db, by, { action: 'create', noun: 'erp_connection', id: name, after: { kind, ...values.open } })
    return { id: row.id, key: key?.text ?? null }
  })
}

const mergedRefusal = (...outcomes: unknown[]): Refusal => ({
  ...refuse('validation_failed'),
  fields: Object.assign({}, ...outcomes.map((each) => (isRefusal(each) ? each.fields : {}))) as never,
})

const saveSecrets = (db: Db, secret: Secret, id: number, values: Settings) =>
  db.execute('UPDATE erp_connections SET secrets = $2 WHERE id = $1', [
    id,
    Object.keys(values).length === 0 ? null : sealSecrets(secret, id, values),
  ])

/** Changes the form of a connection, unless somebody else has changed it since it was opened. */
export async function changeConnection(
  { pool, secret, adapters }: Managing,
  by: Author,
  id: number,
  typed: Values,
): Promise<Outcome> {
  const name = parseName(typed.name)
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockVersion(db, id, typed.version)
    const adapter = adapters.get(row.kind)
    if (adapter === undefined) return refuse('not_found')
    const stored = { open: row.settings, secrets: openSecrets(secret, id, row.secrets) }
    const values = parseSettings(adapter, typed.settings, stored)
    const feeds = parseFeeds(adapter, typed)
    if (isRefusal(name) || isRefusal(values) || isRefusal(feeds)) return mergedRefusal(name, values, feeds)
    const sends = adapter.outbound.filter((kind) => typed.sends.includes(kind))
    await db.execute(
      `UPDATE erp_connections SET name = $2, settings = $3, sends = $4, lag_minutes = $5, send_after_minutes = $6,
              version = version + 1 WHERE id = $1`,
      [id, name, values.open, sends, typed.lagMinutes, typed.sendAfterMinutes],
    )
    await saveSecrets(db, secret, id, values.secrets)
    await saveFeeds(db, id, feeds)
    await refuseTaken(db, id)
    const before = {
      name: row.name,
      ...row.settings,
      ...auditedValues(row.sends, row.send_after_minutes, row.lag_minutes),
    }
    const after = { name, ...values.open, ...auditedValues(sends, typed.sendAfterMinutes, typed.lagMinutes) }
    const difference = differenceOf(before, after)
    if (difference !== null)
      await writeAudit(db, by, { action: 'change', noun: 'erp_connection', id: name, ...difference })
    return { ok: true as const }
  })
}

const auditedValues = (sends: readonly string[], sendAfterMinutes: number, lagMinutes: number) => ({
  sends: sends.join(' '),
  sendAfterMinutes,
  lagMinutes,
})

function parseFeeds(
  { inbound }: ErpAdapter,
  { feeds, sendAfterMinutes, lagMinutes }: Values,
): Values['feeds'] | Refusal {
  const checks = createFieldCheck()
  const within = (field: string, value: number, least: number, most: number) => {
    if (Number.isSafeInteger(value) && value >= least && value <= most) return
    checks.fields[field] ??= { text: 'erp.problems.between', facts: { least, most } }
  }
  within('sendAfterMinutes', sendAfterMinutes, 0, 1_440)
  within('lagMinutes', lagMinutes, 5, 100_000)
  for (const { resource, everyMinutes: minutes, fullEveryHours: hours } of feeds) {
    within(`feeds.${resource}.everyMinutes`, minutes, 1, 10_080)
    if (hours !== null) within(`feeds.${resource}.fullEveryHours`, hours, 1, 1_000)
  }
  return checks.refusal() ?? feeds.filter(({ resource }) => Object.hasOwn(inbound, resource))
}

/** A resource that is switched on is due at once. */
async function saveFeeds(db: Db, id: number, feeds: Values['feeds']): Promise<void> {
  await db.execute(
    `INSERT INTO erp_feeds AS f (connection_id, resource, is_active, every_minutes, full_every_hours)
     SELECT $1, * FROM unnest($2::text[], $3::boolean[], $4::integer[], $5::integer[])
     ON CONFLICT (connection_id, resource) DO UPDATE SET is_active = excluded.is_active,
       every_minutes = excluded.every_minutes, full_every_hours = excluded.full_every_hours,
       next_at = CASE WHEN excluded.is_active AND NOT f.is_active THEN now()
                      ELSE least(f.next_at, now() + make_interval(mins => excluded.every_minutes)) END`,
    [
      id,
      feeds.map(({ resource }) => resource),
      feeds.map(({ isActive }) => isActive),
      feeds.map((feed) => feed.everyMinutes),
      feeds.map((feed) => feed.fullEveryHours),
    ],
  )
}

/** A resource is read from one ERP, and a kind of document goes to one: refused if another active connection has it. */
async function refuseTaken(db: Db, id: number): Promise<void> {
  await db.execute('SELECT pg_advisory_xact_lock(78, 1)')
  const taken = await db.one<{ name: string; what: string }>(
    `SELECT o.name, what FROM erp_connections c JOIN erp_connections o ON o.id <> c.id AND o.is_active
      CROSS JOIN LATERAL (
        SELECT f.resource AS what FROM erp_feeds f JOIN erp_feeds g ON g.resource = f.resource AND g.is_active
         WHERE f.connection_id = c.id AND g.connection_id = o.id AND f.is_active
        UNION ALL SELECT unnest(c.sends) INTERSECT SELECT unnest(o.sends)) shared
      WHERE c.id = $1 AND c.is_active ORDER BY o.id, what LIMIT 1`,
    [id],
  )
  if (taken !== undefined) abortTransaction(refuse('erp_resource_taken', { name: taken.name, what: taken.what }))
}

export async function lockVersion(db: Db, id: number, version: number): Promise<ConnectionRow> {
  const row = await lockConnection(db, id)
  if (row === undefined) abortTransaction('not_found')
  if (row.version !== version) abortTransaction('erp_changed_meanwhile')
  return row
}

export function setConnectionState({ pool }: Managing, by: Author, id: number, isActive: boolean): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockConnection(db, id)
    if (row === undefined) abortTransaction('not_found')
    if (row.is_active === isActive) return { ok: true as const }
    if (isActive && !(await hasChoice(db, id))) abortTransaction('erp_nothing_chosen')
    await db.execute('UPDATE erp_connections SET is_active = $2, alerted_at = NULL WHERE id = $1', [id, isActive])
    await refuseTaken(db, id)
    await writeAudit(db, by, { action: isActive ? 'activate' : 'deactivate', noun: 'erp_connection', id: row.name })
    return { ok: true as const }
  })
}

/** Whether a connection reads or sends anything. */
async function hasChoice(db: Db, id: number): Promise<boolean> {
  const row = await db.one<{ has: boolean }>(
    `SELECT c.sends <> '{}' OR EXISTS (SELECT FROM erp_feeds f WHERE f.connection_id = c.id AND f.is_active) AS has
       FROM erp_connections c WHERE c.id = $1`,
    [id],
  )
  return row?.has === true
}

/** Removes a connection with its log. The key of its program no longer opens anything, and is revoked. */
export function removeConnection({ pool }: Managing, by: Author, id: number): Promise<Outcome> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockConnection(db, id)
    if (row === undefined) abortTransaction('not_found')
    await db.execute('DELETE FROM erp_connections WHERE id = $1', [id])
    await writeAudit(db, by, { action: 'remove', noun: 'erp_connection', id: row.name, before: { kind: row.kind } })
    return { ok: true as const }
  })
}
