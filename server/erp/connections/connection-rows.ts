import type { Mapping, OutboundKind } from '#domain/erp/mapping.ts'
import type { Settings } from '#server/erp/adapters/adapter.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { decryptValue, encryptValue, type Sealed } from '#server/platform/http/encrypted.ts'
import { acceptedSecrets, type Secret } from '#server/platform/http/secrets.ts'

export type ConnectionRow = {
  id: number
  name: string
  kind: string
  key_id: number | null
  settings: Settings
  secrets: Buffer | null
  mapping: Mapping
  is_active: boolean
  version: number
  sends: OutboundKind[]
  send_after_minutes: number
  lag_minutes: number
  seen_at: Date | null
}

const columns =
  'id, name, kind, key_id, settings, secrets, mapping, is_active, version, sends, send_after_minutes, lag_minutes, seen_at'

export const findConnection = (db: Db, id: number) =>
  db.one<ConnectionRow>(`SELECT ${columns} FROM erp_connections WHERE id = $1`, [id], 'erp_connection')

export const lockConnection = (db: Db, id: number) =>
  db.one<ConnectionRow>(`SELECT ${columns} FROM erp_connections WHERE id = $1 FOR UPDATE`, [id], 'erp_connection_lock')

const bindingOf = (id: number) => ({ purpose: 'erp-settings', owner: String(id) })

export const sealSecrets = (secret: Secret, id: number, values: Settings): Buffer =>
  encryptValue(secret, bindingOf(id), values)

/** The secret settings of a connection; empty if they cannot be read any more. */
export function openSecrets(secret: Secret, id: number, sealed: Buffer | null): Settings {
  const values = sealed === null ? null : decryptValue(secret, bindingOf(id), sealed)
  return values !== null && typeof values === 'object' ? (values as Settings) : {}
}

export async function sealedErpSecrets(db: Db): Promise<Sealed[]> {
  const rows = await db.query<{ id: number; secrets: Buffer }>(
    'SELECT id, secrets FROM erp_connections WHERE secrets IS NOT NULL',
  )
  return rows.map(({ id, secrets }) => ({ binding: bindingOf(id), value: secrets }))
}

/** Encrypts the settings of all connections with the current session secret, so that the former one can be removed. */
export async function resealErpSecrets(db: Db, secret: Secret): Promise<void> {
  const [, former] = acceptedSecrets(secret)
  if (former === undefined) return
  const rows = await db.query<{ id: number; secrets: Buffer }>(
    'SELECT id, secrets FROM erp_connections WHERE secrets IS NOT NULL',
  )
  for (const { id, secrets } of rows) {
    const values = decryptValue(former, bindingOf(id), secrets)
    if (values === null) continue
    await db.execute('UPDATE erp_connections SET secrets = $3 WHERE id = $1 AND secrets = $2', [
      id,
      secrets,
      sealSecrets(secret, id, values as Settings),
    ])
  }
}
