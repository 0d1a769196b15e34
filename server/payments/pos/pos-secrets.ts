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
export function sealSecrets(secret: string, code: string, secrets: Readonly<Record<string, string>>): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv).setAAD(Buffer.from(code))
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), text])
}

/**
 * Decrypts what `sealSecrets` encrypted; null = none are set. Throws SecretsError if the process has another secret.
 */
export function openSecrets(secret: string, code: string, sealed: Buffer | null): Record<string, string> {
  if (sealed === null) return {}
  try {
    if (sealed[0] !== version) throw new Error('unknown version')
    const iv = sealed.subarray(1, 1 + ivLength)
    const tag = sealed.subarray(1 + ivLength, 1 + ivLength + tagLength)
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), iv, { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(code)).setAuthTag(tag)
    const text = Buffer.concat([decipher.update(sealed.subarray(1 + ivLength + tagLength)), decipher.final()])
    return JSON.parse(text.toString('utf8')) as Record<string, string>
  } catch {
    throw new SecretsError(
      `The keys of POS account ${code} cannot be opened: they were set under another SESSION_SECRET. ` +
        `Set that again, or enter the keys anew: toptan pos secret ${code}`,
    )
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'toptan pos secrets', 32))
}
