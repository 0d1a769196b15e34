import { isIP } from 'node:net'
import { keyLimitMax, type KeyValues } from '#contract/admin/api-keys.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { type Scope, scopes as allScopes } from '#contract/core/scopes.ts'
import { dayInTurkey, parseDay } from '#domain/text/calendar-day.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { newKey } from './key-text.ts'

export type NewKey = {
  name: string
  scopes: readonly Scope[]
  /** The last valid day in Turkey. */
  expiresOn: string | null
  addresses: readonly string[]
  requestsPerMinute: number
}

const addressesMax = 100

/** Checks what was typed in the form. */
export function parseKeyValues(typed: KeyValues): NewKey | Refusal {
  const checks = createFieldCheck()
  const problem = (field: string, name: string, facts?: Record<string, string | number>) => {
    checks.fields[field] ??= { text: `integration.keys.problems.${name}`, ...(facts && { facts }) }
  }
  const name = checks.text('name', typed.name, { max: 80, isNeeded: true })
  const chosen = new Set(typed.scopes)
  if (chosen.size === 0) problem('scopes', 'scopes')
  const expiresOn = typed.expiresOn.trim() === '' ? null : parseDay(typed.expiresOn)
  if (typed.expiresOn.trim() !== '' && expiresOn === null) problem('expiresOn', 'day')
  if (expiresOn !== null && expiresOn < dayInTurkey(new Date())) problem('expiresOn', 'dayPast')
  const addresses = typed.addresses.split(/[\s,;]+/).filter((each) => each !== '')
  const wrong = addresses.find((each) => !isNetwork(each))
  if (wrong !== undefined) problem('addresses', 'address', { value: wrong.slice(0, 50) })
  if (addresses.length > addressesMax) problem('addresses', 'addresses', { most: addressesMax })
  const limit = typed.requestsPerMinute.trim()
  const requestsPerMinute = /^\d{1,6}$/.test(limit) ? Number(limit) : 0
  if (requestsPerMinute < 1 || requestsPerMinute > keyLimitMax) {
    problem('requestsPerMinute', 'limit', { most: keyLimitMax })
  }
  return (
    checks.refusal() ?? {
      name,
      // In the order of the contract, whatever the order of the clicks.
      scopes: allScopes.filter((scope) => chosen.has(scope)),
      expiresOn,
      addresses,
      requestsPerMinute,
    }
  )
}

/** Whether a text is an IP address, or one with the length of its network. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0 || address.includes('%')) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Makes a key and returns its text, which is not stored. */
export const addKey = (pool: Pool, by: Author, key: NewKey): Promise<string | Refusal> =>
  transactionOrRefusal(pool, async (db) => (await addKeyIn(db, by, key)).text)

/** Makes a key in the open transaction. */
export async function addKeyIn(db: Db, by: Author, key: NewKey): Promise<{ id: number; text: string }> {
  const { prefix, text, hash } = newKey()
  const row = await db.one<{ id: number }>(
    // A network with bits beyond its length means the network that contains it.
    `INSERT INTO api_keys (name, prefix, secret_hash, scopes, addresses, requests_per_minute, expires_at, created_by)
     VALUES ($1, $2, $3, $4, ARRAY(SELECT network(each::inet) FROM unnest($5::text[]) each), $6,
             ($7::date + 1)::timestamp AT TIME ZONE 'Europe/Istanbul', $8) RETURNING id`,
    [key.name, prefix, hash, key.scopes, key.addresses, key.requestsPerMinute, key.expiresOn, by.actor?.userId ?? null],
  )
  if (row === undefined) throw new Error('The key was not stored.')
  await writeAudit(db, by, { action: 'create', noun: 'api_key', id: nounId(key.name, prefix), after: auditedOf(key) })
  return { id: row.id, text }
}

const nounId = (name: string, prefix: string) => `${name} (${prefix})`
const auditedOf = ({ scopes, expiresOn, addresses, requestsPerMinute }: NewKey) => ({
  scopes: scopes.join(' '),
  expiresOn: expiresOn ?? '',
  addresses: addresses.join(' '),
  requestsPerMinute,
})

/** Revokes a key. It stays in the list, and revoking it again changes nothing. */
export function revokeKey(pool: Pool, by: Author, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const key = await lockKey(db, id)
    if (key === undefined) abortTransaction('not_found')
    if (key.revoked_at !== null) return { ok: true as const }
    await db.execute('UPDATE api_keys SET revoked_at = now(), revoked_by = $2 WHERE id = $1', [
      id,
      by.actor?.userId ?? null,
    ])
    await writeAudit(db, by, { action: 'revoke', noun: 'api_key', id: nounId(key.name, key.prefix) })
    return { ok: true as const }
  })
}

const lockKey = (db: Db, id: number) =>
  db.one<{ name: string; prefix: string; revoked_at: Date | null }>(
    'SELECT name, prefix, revoked_at FROM api_keys WHERE id = $1 FOR NO KEY UPDATE',
    [id],
  )

export type KeyListRow = {
  id: number
  name: string
  prefix: string
  scopes: Scope[]
  addresses: string[]
  requests_per_minute: number
  expires_at: Date | null
  is_expired: boolean
  created_at: Date
  creator: string | null
  last_used_at: Date | null
  last_used_from: string | null
  revoked_at: Date | null
}

/** All keys: those that are valid first, then the newest. */
export function listKeys(db: Db): Promise<KeyListRow[]> {
  return db.query<KeyListRow>(
    `SELECT k.id, k.name, k.prefix, k.scopes, k.addresses::text[] AS addresses, k.requests_per_minute, k.expires_at,
            coalesce(k.expires_at <= now(), false) AS is_expired, k.created_at, u.name AS creator, k.last_used_at,
            host(k.last_used_from) AS last_used_from, k.revoked_at
       FROM api_keys k LEFT JOIN users u ON u.id = k.created_by
      WHERE k.dealer_id IS NULL
      ORDER BY k.revoked_at IS NOT NULL, coalesce(k.expires_at <= now(), false), k.id DESC`,
  )
}
