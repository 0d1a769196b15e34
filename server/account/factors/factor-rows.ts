import type { Security } from '#contract/shop/factors.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { decryptValue, type Sealed } from '#server/platform/http/encrypted.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import { sealTotpKey } from './totp.ts'

/** Whether the store requires a second factor of staff. A statement, not the cached settings: it applies at once. */
export const isFactorRequiredSql = `EXISTS (SELECT FROM settings WHERE key = 'staffSecondFactor' AND value = '"1"')`

type FactorRow = {
  has_password: boolean
  totp_since: Date | null
  codes_left: number
  is_required: boolean
}
type PasskeyRow = { id: number; name: string; created_at: Date; last_used_at: Date | null }

/** What a user sees of its factors and passkeys. */
export async function loadSecurity(db: Db, userId: number, hasPasskeySite: boolean): Promise<Security> {
  const row = await db.one<FactorRow>(
    `SELECT u.password_hash IS NOT NULL AS has_password, f.created_at AS totp_since,
            (SELECT count(*)::int FROM recovery_codes c WHERE c.user_id = u.id AND c.used_at IS NULL) AS codes_left,
            u.role = 'admin' AND ${isFactorRequiredSql} AS is_required
       FROM users u LEFT JOIN totp_factors f ON f.user_id = u.id WHERE u.id = $1`,
    [userId],
  )
  const passkeys = await db.query<PasskeyRow>(
    'SELECT id, name, created_at, last_used_at FROM passkeys WHERE user_id = $1 ORDER BY id',
    [userId],
  )
  return {
    hasPassword: row?.has_password ?? false,
    totpSince: row?.totp_since?.toISOString() ?? null,
    recoveryCodesLeft: row?.codes_left ?? 0,
    passkeys: passkeys.map(({ id, name, created_at, last_used_at }) => {
      return { id, name, createdAt: created_at.toISOString(), lastUsedAt: last_used_at?.toISOString() ?? null }
    }),
    hasPasskeySite,
    isRequired: row?.is_required ?? false,
  }
}

export type FactorsOfUser = {
  password_hash: string | null
  has_totp: boolean
  has_passkey: boolean
  is_required: boolean
}

/** What the sign-in of a user depends on. */
export async function findFactors(db: Db, userId: number): Promise<FactorsOfUser | undefined> {
  return db.one<FactorsOfUser>(
    `SELECT u.password_hash, EXISTS (SELECT FROM totp_factors f WHERE f.user_id = u.id) AS has_totp,
            EXISTS (SELECT FROM passkeys p WHERE p.user_id = u.id) AS has_passkey,
            u.role = 'admin' AND ${isFactorRequiredSql} AS is_required
       FROM users u WHERE u.id = $1`,
    [userId],
    'account_factors',
  )
}

/** Removes all factors and passkeys of a user. Returns whether there were any. */
export async function deleteFactors(db: Db, userId: number): Promise<boolean> {
  const apps = await db.execute('DELETE FROM totp_factors WHERE user_id = $1', [userId])
  const passkeys = await db.execute('DELETE FROM passkeys WHERE user_id = $1', [userId])
  await db.execute('DELETE FROM recovery_codes WHERE user_id = $1', [userId])
  return apps + passkeys > 0
}

export async function sealedFactors(db: Db): Promise<Sealed[]> {
  const rows = await db.query<{ user_id: number; secret: Buffer }>('SELECT user_id, secret FROM totp_factors')
  return rows.map(({ user_id, secret }) => ({
    binding: { purpose: 'toptan totp', owner: String(user_id) },
    value: secret,
  }))
}

/** Encrypts the keys of all apps with the current secret, so that the former one can be removed. */
export async function resealFactors(db: Db, secret: Secret): Promise<void> {
  if (typeof secret === 'string') return
  const rows = await db.query<{ user_id: number; secret: Buffer }>('SELECT user_id, secret FROM totp_factors')
  for (const row of rows) {
    const key = decryptValue(secret[1], { purpose: 'toptan totp', owner: String(row.user_id) }, row.secret)
    if (typeof key !== 'string') continue
    // An app that was set up again since then is left alone.
    await db.execute('UPDATE totp_factors SET secret = $3 WHERE user_id = $1 AND secret = $2', [
      row.user_id,
      row.secret,
      sealTotpKey(secret, row.user_id, key),
    ])
  }
}
