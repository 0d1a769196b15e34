import {
  dealerKeyRequests,
  dealerKeysMax,
  type DealerKeyValues,
  type ListedDealerKey,
} from '#contract/shop/dealer-keys.ts'
import { type DealerScope, dealerScopes, orderingScopes } from '#contract/core/dealer-scopes.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { dayInTurkey, parseDay } from '#domain/text/calendar-day.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { writeAudit } from '#server/audit/audit.ts'
import { newKey } from '#server/integration/keys/key-text.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { DealerContext } from '#server/visitor/visitor.ts'

/**
 * Makes a key of the user's dealer, which acts as the user, and returns its text, which is not stored. Only users with the
 * right to order can make one that orders.
 */
export async function addKeyOfDealer(pool: Pool, by: DealerContext, typed: DealerKeyValues): Promise<string | Refusal> {
  if (!by.actor.permissions.has('order') && typed.scopes.some((scope) => orderingScopes.includes(scope)))
    return refuse('no_order_right')
  const checks = createFieldCheck()
  const problem = (field: string, name: string) => {
    checks.fields[field] ??= { text: `integration.keys.problems.${name}` }
  }
  const name = checks.text('name', typed.name, { max: 80, isNeeded: true })
  const scopes = dealerScopes.filter((scope) => typed.scopes.includes(scope))
  if (scopes.length === 0) problem('scopes', 'scopes')
  const expiresOn = typed.expiresOn.trim() === '' ? null : parseDay(typed.expiresOn)
  if (typed.expiresOn.trim() !== '' && expiresOn === null) problem('expiresOn', 'day')
  if (expiresOn !== null && expiresOn < dayInTurkey(new Date())) problem('expiresOn', 'dayPast')
  return checks.refusal() ?? insertKey(pool, by, { name, scopes, expiresOn })
}

type DealerActor = DealerContext['actor']
type NewKey = { name: string; scopes: readonly DealerScope[]; expiresOn: string | null }

function insertKey(pool: Pool, by: DealerContext, { name, scopes, expiresOn }: NewKey): Promise<string | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const { userId, dealer } = by.actor
    // Two requests at the same time count each other.
    await db.execute('SELECT pg_advisory_xact_lock(77, $1)', [dealer.id])
    const { prefix, text, hash } = newKey()
    const added = await db.execute(
      `INSERT INTO api_keys (name, prefix, secret_hash, scopes, requests_per_minute, expires_at, created_by, dealer_id, user_id)
       SELECT $1, $2, $3, $4, $5, ($6::date + 1)::timestamp AT TIME ZONE 'Europe/Istanbul', $7, $8, $7
        WHERE (SELECT count(*) FROM api_keys WHERE dealer_id = $8 AND revoked_at IS NULL) < $9`,
      [name, prefix, hash, scopes, dealerKeyRequests, expiresOn, userId, dealer.id, dealerKeysMax],
    )
    if (added === 0) abortTransaction(refuse('dealer_keys_full', { most: dealerKeysMax }))
    const after = { dealer: dealer.code, scopes: scopes.join(' '), expiresOn: expiresOn ?? '' }
    await writeAudit(db, by, { action: 'create', noun: 'api_key', id: `${name} (${prefix})`, after })
    return text
  })
}

/**
 * Revokes a key of the user's dealer: its own, or with the right to order that of a colleague. Revoking it again changes
 * nothing.
 */
export function revokeKeyOfDealer(pool: Pool, by: DealerContext, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const key = await db.one<{ name: string; prefix: string; user_id: number | null; is_revoked: boolean }>(
      `SELECT name, prefix, user_id, revoked_at IS NOT NULL AS is_revoked FROM api_keys
        WHERE id = $1 AND dealer_id = $2 FOR NO KEY UPDATE`,
      [id, by.actor.dealer.id],
    )
    if (key === undefined) abortTransaction('not_found')
    if (!mayRevoke(by.actor, key)) abortTransaction('no_order_right')
    if (key.is_revoked) return { ok: true as const }
    await db.execute('UPDATE api_keys SET revoked_at = now(), revoked_by = $2 WHERE id = $1', [id, by.actor.userId])
    await writeAudit(db, by, { action: 'revoke', noun: 'api_key', id: `${key.name} (${key.prefix})` })
    return { ok: true as const }
  })
}

const mayRevoke = ({ permissions, userId }: DealerActor, key: { user_id: number | null }): boolean =>
  permissions.has('order') || key.user_id === userId

type KeyRow = {
  id: number
  user_id: number | null
  name: string
  prefix: string
  scopes: DealerScope[]
  state: ListedDealerKey['state']
  user_name: string
  created_at: Date
  expires_at: Date | null
  last_used_at: Date | null
  last_used_from: string | null
}

/** The keys of the user's dealer: those that are valid first, then the newest. */
export async function listKeysOfDealer(db: Db, actor: DealerActor): Promise<ListedDealerKey[]> {
  const rows = await db.query<KeyRow>(
    `SELECT k.id, k.user_id, k.name, k.prefix, k.scopes, u.name AS user_name, k.created_at, k.expires_at, k.last_used_at,
            host(k.last_used_from) AS last_used_from,
            CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked' WHEN k.expires_at <= now() THEN 'expired' ELSE 'active' END
              AS state
       FROM api_keys k JOIN users u ON u.id = k.user_id
      WHERE k.dealer_id = $1 ORDER BY k.revoked_at IS NOT NULL, coalesce(k.expires_at <= now(), false), k.id DESC`,
    [actor.dealer.id],
    'dealer_keys',
  )
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    scopes: row.scopes,
    state: row.state,
    user: row.user_name,
    canRevoke: row.state !== 'revoked' && mayRevoke(actor, row),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedFrom: row.last_used_from,
  }))
}
