import type { Db } from '#server/platform/db/pool.ts'
import { type Binding, decryptValue, encryptValue, type Sealed } from '#server/platform/http/encrypted.ts'
import type { Secret } from '#server/platform/http/secrets.ts'

const bindingOf = (code: string): Binding => ({ purpose: 'toptan pos secrets', owner: code })

/** The keys of a POS account cannot be decrypted. The message says what to do and contains no key. */
export class SecretsError extends Error {
  override name = 'SecretsError'
}

/** Encrypts the keys and passwords of a POS account for the database. `code` binds them to their account. */
export function sealSecrets(secret: Secret, code: string, secrets: Readonly<Record<string, string>>): Buffer {
  return encryptValue(secret, bindingOf(code), secrets)
}

/**
 * Decrypts what `sealSecrets` encrypted; null = none are set. Throws SecretsError if the process has another secret.
 */
export function openSecrets(secret: Secret, code: string, sealed: Buffer | null): Record<string, string> {
  if (sealed === null) return {}
  const opened = decryptValue(secret, bindingOf(code), sealed)
  if (opened !== null) return opened as Record<string, string>
  throw new SecretsError(
    `The keys of POS account ${code} cannot be opened: they were set under another SESSION_SECRET. ` +
      `Set that again, or enter the keys anew: toptan pos secret ${code}`,
  )
}

export async function sealedKeys(db: Db): Promise<Sealed[]> {
  const rows = await db.query<{ code: string; secrets: Buffer }>(
    'SELECT code, secrets FROM pos_accounts WHERE secrets IS NOT NULL',
  )
  return rows.map(({ code, secrets }) => ({ binding: bindingOf(code), value: secrets }))
}

/** Encrypts the keys of all accounts with the current secret, so that the former one can be removed. */
export async function resealKeys(db: Db, secret: Secret): Promise<void> {
  if (typeof secret === 'string') return
  const accounts = await db.query<{ id: number; code: string; secrets: Buffer }>(
    'SELECT id, code, secrets FROM pos_accounts WHERE secrets IS NOT NULL',
    [],
    'pos_sealed',
  )
  for (const { id, code, secrets } of accounts) {
    const keys = decryptValue(secret[1], bindingOf(code), secrets)
    if (keys === null) continue
    const sealed = encryptValue(secret, bindingOf(code), keys)
    // Entered again in the meantime, they are left alone.
    await db.execute('UPDATE pos_accounts SET secrets = $3 WHERE id = $1 AND secrets = $2', [id, secrets, sealed])
  }
}
