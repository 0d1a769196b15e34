import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/**
 * A hash key: the parts joined with `|`, encrypted with AES-256-CBC as `iv:salt:base64`, with `__` for `/`. It is no
 * signature: whoever changes the initialization vector changes the first 16 characters.
 */
export function hashKey(parts: readonly string[], appSecret: string): string {
  const [iv, salt] = [randomBytes(8).toString('hex'), randomBytes(2).toString('hex')]
  const cipher = createCipheriv('aes-256-cbc', keyOf(appSecret, salt), iv)
  const encrypted = cipher.update(parts.join('|'), 'utf8', 'base64') + cipher.final('base64')
  return `${iv}:${salt}:${encrypted}`.replaceAll('/', '__')
}

/** The parts of a hash key; null if it was not made with the secret. */
export function readHashKey(text: string, appSecret: string): string[] | null {
  const [iv = '', salt = '', encrypted = '', ...rest] = text.replaceAll('__', '/').split(':')
  if (rest.length > 0 || !/^[\x21-\x7e]{16}$/.test(iv) || encrypted === '') return null
  try {
    const decipher = createDecipheriv('aes-256-cbc', keyOf(appSecret, salt), iv)
    return (decipher.update(encrypted, 'base64', 'utf8') + decipher.final('utf8')).split('|')
  } catch {
    return null
  }
}

/** 32 characters, used as they are. */
function keyOf(appSecret: string, salt: string): string {
  const password = createHash('sha1').update(appSecret).digest('hex')
  return createHash('sha256')
    .update(password + salt)
    .digest('hex')
    .slice(0, 32)
}
