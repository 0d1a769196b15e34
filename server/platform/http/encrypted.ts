import { setImmediate } from 'node:timers/promises'
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { acceptedSecrets, currentSecret, type Secret } from './secrets.ts'

// A version byte, to distinguish this format from later ones.
const version = 1
const ivLength = 12
const tagLength = 16

/** `purpose` gives every use a key of its own; `owner` binds the value to its row. */
export type Binding = { purpose: string; owner: string }

/** An encrypted value of the database. */
export type Sealed = { binding: Binding; value: Buffer }

/** Encrypts a value for the database with the current secret. */
export function encryptValue(secret: Secret, { purpose, owner }: Binding, value: unknown): Buffer {
  const iv = randomBytes(ivLength)
  const cipher = createCipheriv('aes-256-gcm', keyOf(currentSecret(secret), purpose), iv).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(version), iv, cipher.getAuthTag(), text])
}

/** Decrypts what `encryptValue` encrypted with the current or the former secret; null = neither, or it was changed. */
export function decryptValue(secret: Secret, binding: Binding, encrypted: Buffer): unknown {
  for (const each of acceptedSecrets(secret)) {
    const value = decryptWith(each, binding, encrypted)
    if (value !== null) return value
  }
  return null
}

/** How many of the values neither the current nor the former secret has encrypted. Lets requests pass in between. */
export async function countUnreadable(secret: Secret, sealed: readonly Sealed[]): Promise<number> {
  let count = 0
  for (const [i, { binding, value }] of sealed.entries()) {
    if (decryptValue(secret, binding, value) === null) count += 1
    // One takes about 50 µs.
    if (i % 100 === 99) await setImmediate()
  }
  return count
}

function decryptWith(secret: string, { purpose, owner }: Binding, encrypted: Buffer): unknown {
  try {
    if (encrypted[0] !== version) return null
    const iv = encrypted.subarray(1, 1 + ivLength)
    const tag = encrypted.subarray(1 + ivLength, 1 + ivLength + tagLength)
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret, purpose), iv, { authTagLength: tagLength })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
    const text = Buffer.concat([decipher.update(encrypted.subarray(1 + ivLength + tagLength)), decipher.final()])
    return JSON.parse(text.toString('utf8'))
  } catch {
    return null
  }
}

function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}
