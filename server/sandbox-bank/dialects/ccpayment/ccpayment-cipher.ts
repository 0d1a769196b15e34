import { createCipheriv, createDecipheriv, createHash, randomInt } from 'node:crypto'

const hex = (algorithm: 'sha1' | 'sha256', text: string) => createHash(algorithm).update(text).digest('hex')
const secretFor = (appSecret: string, salt: string) => hex('sha256', hex('sha1', appSecret) + salt).substring(0, 32)

/** The bank's side of a hash key, as QNBpay's samples make it: random texts are beginnings of SHA-1 hashes. */
export function encryptedParts(parts: readonly string[], appSecret: string): string {
  const [iv, salt] = [16, 4].map((length) => hex('sha1', String(randomInt(1e9))).substring(0, length))
  const aes = createCipheriv('aes-256-cbc', Buffer.from(secretFor(appSecret, salt ?? '')), Buffer.from(iv ?? ''))
  const bytes = Buffer.concat([aes.update(parts.join('|')), aes.final()])
  return [iv, salt, bytes.toString('base64')].join(':').split('/').join('__')
}

/** undefined: made with another secret. */
export function decryptedParts(bundle: string, appSecret: string): string[] | undefined {
  const [iv = '', salt = '', message = ''] = bundle.split('__').join('/').split(':')
  try {
    const aes = createDecipheriv('aes-256-cbc', Buffer.from(secretFor(appSecret, salt)), Buffer.from(iv))
    return Buffer.concat([aes.update(Buffer.from(message, 'base64')), aes.final()])
      .toString()
      .split('|')
  } catch {
    return undefined
  }
}
