import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/db/pool.ts'
import { type Binding, decryptValue, encryptValue, type Sealed } from '#server/platform/http/encrypted.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import type { CardToken } from '#server/payments/gateways/gateway.ts'
import { SecretsError } from '#server/payments/pos/pos-secrets.ts'

const cardBinding = (hash: string): Binding => ({ purpose: 'toptan stored card', owner: hash })
const personBinding = (paymentId: number): Binding => ({ purpose: 'toptan card consent', owner: String(paymentId) })

/** Recognizes a token. Tokens are long random texts, so their hash tells nothing. */
export function tokenHashOf({ userKey, cardToken }: CardToken): string {
  return createHash('sha256').update(`${userKey}\n${cardToken}`).digest('base64url')
}

/** Encrypts a token for the database; its hash binds it to its row. */
export function sealToken(secret: Secret, token: CardToken): { sealed: Buffer; hash: string } {
  const hash = tokenHashOf(token)
  return { sealed: encryptValue(secret, cardBinding(hash), token), hash }
}

/** Decrypts what `sealToken` encrypted. Throws SecretsError if the process has another secret. */
export function openToken(secret: Secret, hash: string, sealed: Buffer): CardToken {
  return opened(decryptValue(secret, cardBinding(hash), sealed)) as CardToken
}

/** Encrypts the provider's key of a person until the payment's card is found in its list. */
export function sealUserKey(secret: Secret, paymentId: number, userKey: string): Buffer {
  return encryptValue(secret, personBinding(paymentId), userKey)
}

export function openUserKey(secret: Secret, paymentId: number, sealed: Buffer): string {
  return opened(decryptValue(secret, personBinding(paymentId), sealed)) as string
}

function opened(value: unknown): unknown {
  if (value === null) throw new SecretsError('A stored card cannot be opened: it was set under another SESSION_SECRET.')
  return value
}

export async function sealedCards(db: Db): Promise<Sealed[]> {
  const rows = await db.query<{ token_hash: string; token: Buffer }>('SELECT token_hash, token FROM stored_cards')
  return rows.map(({ token_hash, token }) => ({ binding: cardBinding(token_hash), value: token }))
}

/** Encrypts all tokens and keys of persons with the current secret, so that the former one can be removed. */
export async function resealCards(db: Db, secret: Secret): Promise<void> {
  if (typeof secret === 'string') return
  const rows = await db.query<{ id: number; token_hash: string; token: Buffer }>(
    'SELECT id, token_hash, token FROM stored_cards',
  )
  for (const { id, token_hash, token } of rows) {
    const opened = decryptValue(secret[1], cardBinding(token_hash), token)
    if (opened === null) continue
    const sealed = encryptValue(secret, cardBinding(token_hash), opened)
    await db.execute('UPDATE stored_cards SET token = $2 WHERE id = $1', [id, sealed])
  }
  await resealUserKeys(db, secret)
}

async function resealUserKeys(db: Db, secret: readonly [current: string, former: string]): Promise<void> {
  const rows = await db.query<{ payment_id: number; user_key: Buffer }>(
    'SELECT payment_id, user_key FROM card_consents WHERE user_key IS NOT NULL',
  )
  for (const { payment_id, user_key } of rows) {
    const opened = decryptValue(secret[1], personBinding(payment_id), user_key)
    if (opened === null) continue
    const sealed = sealUserKey(secret, payment_id, opened as string)
    await db.execute('UPDATE card_consents SET user_key = $2 WHERE payment_id = $1', [payment_id, sealed])
  }
}
