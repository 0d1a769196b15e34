import type { Db } from '#server/platform/db/pool.ts'
import { decryptValue, encryptValue, type Sealed } from '#server/platform/http/encrypted.ts'
import { acceptedSecrets, type Secret } from '#server/platform/http/secrets.ts'
import type { SourceRow } from './queries.ts'

const bindingOf = (id: number) => ({ purpose: 'toptan import source', owner: String(id) })

export const encryptPassword = (secret: Secret, id: number, password: string): Buffer =>
  encryptValue(secret, bindingOf(id), password)

type Credentials = { username: string; password: string } | undefined

/** The credentials of a source; undefined if it needs none. Null: the password was stored under another secret. */
export function credentialsOf(secret: Secret, { id, username, password }: SourceRow): Credentials | null {
  if (username === '') return undefined
  if (password === null) return { username, password: '' }
  const opened = decryptValue(secret, bindingOf(id), password)
  return typeof opened === 'string' ? { username, password: opened } : null
}

export async function sealedSourcePasswords(db: Db): Promise<Sealed[]> {
  const rows = await db.query<{ id: number; password: Buffer }>(
    'SELECT id, password FROM import_sources WHERE password IS NOT NULL',
  )
  return rows.map(({ id, password }) => ({ binding: bindingOf(id), value: password }))
}

/** Encrypts the passwords of all sources with the current secret, so that the former one can be removed. */
export async function resealSourcePasswords(db: Db, secret: Secret): Promise<void> {
  const [, former] = acceptedSecrets(secret)
  if (former === undefined) return
  const sources = await db.query<{ id: number; password: Buffer }>(
    'SELECT id, password FROM import_sources WHERE password IS NOT NULL',
  )
  for (const { id, password } of sources) {
    const opened = decryptValue(former, bindingOf(id), password)
    if (opened === null) continue
    // Entered again in the meantime, it is left alone.
    await db.execute('UPDATE import_sources SET password = $3 WHERE id = $1 AND password = $2', [
      id,
      password,
      encryptValue(secret, bindingOf(id), opened),
    ])
  }
}
