import type { Db } from '#server/platform/db/pool.ts'
import { type Binding, decryptValue, encryptValue, type Sealed } from '#server/platform/http/encrypted.ts'
import { acceptedSecrets, type Secret } from '#server/platform/http/secrets.ts'

export type ProviderRow = {
  id: number
  dealer_id: number | null
  dealer_code: string | null
  dealer_name: string | null
  name: string
  issuer: string
  client_id: string
  client_secret: Buffer | null
  trusts_email: boolean
  is_active: boolean
  is_required: boolean
  new_user_role: string | null
  domains: string[]
  users: number
}

const columns = `p.id, p.dealer_id, d.code AS dealer_code, d.name AS dealer_name, p.name, p.issuer, p.client_id,
  p.client_secret, p.trusts_email, p.is_active, p.is_required, p.new_user_role,
  ARRAY(SELECT n.domain FROM identity_provider_domains n WHERE n.provider_id = p.id ORDER BY n.domain) AS domains,
  (SELECT count(*)::int FROM user_identities i WHERE i.provider_id = p.id) AS users`

/** All providers; that of staff first. */
export async function findProviders(db: Db): Promise<ProviderRow[]> {
  return db.query<ProviderRow>(
    `SELECT ${columns} FROM identity_providers p LEFT JOIN dealers d ON d.id = p.dealer_id
      ORDER BY p.dealer_id IS NOT NULL, d.name, p.id`,
    [],
    'identity_providers',
  )
}

/** `isLocked` locks the provider until the transaction ends. */
export async function findProvider(db: Db, id: number, { isLocked = false } = {}): Promise<ProviderRow | undefined> {
  if (isLocked) await db.execute('SELECT FROM identity_providers WHERE id = $1 FOR UPDATE', [id])
  return db.one<ProviderRow>(
    `SELECT ${columns} FROM identity_providers p LEFT JOIN dealers d ON d.id = p.dealer_id WHERE p.id = $1`,
    [id],
    'identity_provider',
  )
}

/** The active provider for a domain of email addresses; for null that of staff. */
export async function findActiveProvider(db: Db, domain: string | null): Promise<ProviderRow | undefined> {
  return db.one<ProviderRow>(
    `SELECT ${columns} FROM identity_providers p LEFT JOIN dealers d ON d.id = p.dealer_id
      WHERE p.is_active AND d.disabled_at IS NULL
        AND CASE WHEN $1::text IS NULL THEN p.dealer_id IS NULL
            ELSE p.id = (SELECT n.provider_id FROM identity_provider_domains n WHERE n.domain = $1) END`,
    [domain],
    'identity_provider_active',
  )
}

const bindingOf = (id: number): Binding => ({ purpose: 'toptan identity provider', owner: String(id) })

/** Encrypts the client secret of a provider for the database. */
export const sealClientSecret = (secret: Secret, id: number, clientSecret: string): Buffer =>
  encryptValue(secret, bindingOf(id), clientSecret)

/** The client secret; null if there is none, or it was encrypted with another secret of the process. */
export function openClientSecret(secret: Secret, id: number, sealed: Buffer | null): string | null {
  return sealed === null ? null : (decryptValue(secret, bindingOf(id), sealed) as string | null)
}

export async function sealedClientSecrets(db: Db): Promise<Sealed[]> {
  const rows = await db.query<{ id: number; client_secret: Buffer }>(
    'SELECT id, client_secret FROM identity_providers WHERE client_secret IS NOT NULL',
  )
  return rows.map(({ id, client_secret }) => ({ binding: bindingOf(id), value: client_secret }))
}

/** Encrypts all client secrets with the current session secret, so that the former one can be removed. */
export async function resealClientSecrets(db: Db, secret: Secret): Promise<void> {
  const [, former] = acceptedSecrets(secret)
  if (former === undefined) return
  const rows = await db.query<{ id: number; client_secret: Buffer }>(
    'SELECT id, client_secret FROM identity_providers WHERE client_secret IS NOT NULL',
  )
  for (const { id, client_secret: sealed } of rows) {
    const opened = openClientSecret(former, id, sealed)
    if (opened === null) continue
    // Entered again in the meantime, it is left alone.
    await db.execute('UPDATE identity_providers SET client_secret = $3 WHERE id = $1 AND client_secret = $2', [
      id,
      sealed,
      sealClientSecret(secret, id, opened),
    ])
  }
}
