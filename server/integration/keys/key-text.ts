import { createHash, randomBytes } from 'node:crypto'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const prefixLength = 8
const keyText = /^tpt_([0-9A-Za-z]{8})_([\w-]{43})$/

/** A new key: its visible prefix, its text, which is shown once, and the hash that is stored. */
export function newKey(): { prefix: string; text: string; hash: Buffer } {
  // 248 is a multiple of the alphabet's length: every letter is equally likely.
  const letters = [...randomBytes(64)].filter((byte) => byte < 248).slice(0, prefixLength)
  const prefix = letters.map((byte) => alphabet[byte % alphabet.length]).join('')
  const secret = randomBytes(32).toString('base64url')
  return { prefix, text: `tpt_${prefix}_${secret}`, hash: hashOf(secret) }
}

/** The parts of a key as it is sent; null if it is none. */
export function parseKey(text: string): { prefix: string; hash: Buffer } | null {
  const [, prefix, secret] = keyText.exec(text) ?? []
  return prefix === undefined || secret === undefined ? null : { prefix, hash: hashOf(secret) }
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** Replaces the secrets of keys in a text, such as a log line. */
export const scrubKeys = (text: string): string => text.replaceAll(/(tpt_[0-9A-Za-z]{8}_)[\w-]{20,}/g, '$1***')
