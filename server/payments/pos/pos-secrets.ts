import type { Db } from '#server/platform/db/pool.ts'
import { acceptedSecrets, currentSecret, type Secret } from '#server/platform/http/secrets.ts'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

// A version byte, to distinguish this format from later ones.
const version = 1
const ivLength = 12
const tagLength = 16

/** The keys of a POS account cannot be decrypted. The message says what to do and contains no key. */
export class SecretsError extends Error {
  override name = 'SecretsError'
}

/** Encrypts the keys and passwords of a POS account for the database. `code` binds them to their account. */
export function sealSecrets(secret: Secret, code: string, secrets: Readonly<Record<string, string>>): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(currentSecret(secret)), iv).setAAD(Buffer.from(code))
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), text])
}

/**
 * Decrypts what `sealSecrets` encrypted; null = none are set. Throws SecretsError if the process has another secret.
 */
export function openSecrets(secret: Secret, code: string, sealed: Buffer | null): Record<string, string> {
  if (sealed === null) return {}
  for (const each of acceptedSecrets(secret)) {
    const opened = openWith(each, code, sealed)
    if (opened !== null) return opened
  }
  throw new SecretsError(
    `The keys of POS account ${code} cannot be opened: they were set under another SESSION_SECRET. ` +
      `Set that again, or enter the keys anew: toptan pos secret ${code}`,
  )
}

/** Null: encrypted with another secret, or changed. */
function openWith(secret: string, code: string, sealed: Buffer): Record<string, string> | null {
  try {
    if (sealed[0] !== version) return null
    const iv = sealed.subarray(1, 1 + ivLength)
    const tag = sealed.subarray(1 + ivLength, 1 + ivLength + tagLength)
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), iv, { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(code)).setAuthTag(tag)
    const text = Buffer.concat([decipher.update(sealed.subarray(1 + ivLength + tagLength)), decipher.final()])
    return JSON.parse(text.toString('utf8')) as Record<string, string>
  } catch {
    return null
  }
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
    const keys = openWith(secret[1], code, secrets)
    if (keys === null) continue
    const sealed = sealSecrets(secret, code, keys)
    // Entered again in the meantime, they are left alone.
    await db.execute('UPDATE pos_accounts SET secrets = $3 WHERE id = $1 AND secrets = $2', [id, secrets, sealed])
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'toptan pos secrets', 32))
}
