import { addApiKey, listApiKeys, type ListedKey, revokeApiKey } from '#contract/admin/api-keys.ts'
import { type Scope, scopes as allScopes } from '#contract/core/scopes.ts'
import { getKeyInfo } from '#contract/integration/me.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { addKey, type KeyListRow, listKeys, parseKeyValues, revokeKey } from './manage-keys.ts'

/** Registers the administrators' calls for keys, and the call by which a program checks its own. */
export function registerKeys(calls: Calls, { pool, version }: { pool: Pool; version: string }): void {
  const list = async () => ({ items: (await listKeys(pool)).map(presentKey) })
  handle(calls, listApiKeys, list)
  handle(calls, addApiKey, async ({ body }, context) => {
    const parsed = parseKeyValues(body)
    if ('ok' in parsed) return parsed
    const key = await addKey(pool, context, parsed)
    return typeof key === 'string' ? { ...(await list()), key } : key
  })
  handle(calls, revokeApiKey, async ({ params }, context) => {
    const outcome = await revokeKey(pool, context, params.id)
    return outcome.ok ? list() : outcome
  })
  handle(calls, getKeyInfo, (_, { service: { name, scopes, expiresAt } }) => ({
    name,
    scopes: scopes.filter((scope): scope is Scope => (allScopes as readonly string[]).includes(scope)),
    expiresAt: expiresAt?.toISOString() ?? null,
    now: new Date().toISOString(),
    version,
  }))
}

function presentKey(row: KeyListRow): ListedKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    addresses: row.addresses,
    requestsPerMinute: row.requests_per_minute,
    state: row.revoked_at !== null ? 'revoked' : row.is_expired ? 'expired' : 'active',
    expiresAt: row.expires_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    createdBy: row.creator,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedFrom: row.last_used_from,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  }
}
