import { createHash, randomInt } from 'node:crypto'
import type { Db } from '#server/platform/db/pool.ts'

const codeCount = 10
/** Without those that are mistaken for others. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 16 of 31 letters are 79 bits: their plain hash cannot be reversed. */
const codeLength = 16

const newCode = (): string => Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('')

/** A code as it is shown, in groups of four. */
const shown = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

const hashOf = (userId: number, code: string): Buffer =>
  createHash('sha256').update(`recovery:${userId}:${code}`).digest()

/** Replaces the recovery codes of a user. Returns the new ones, which are not stored. */
export async function replaceRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, newCode)
  await db.execute('DELETE FROM recovery_codes WHERE user_id = $1', [userId])
  await db.execute('INSERT INTO recovery_codes (user_id, code_hash) SELECT $1, unnest($2::bytea[])', [
    userId,
    codes.map((code) => hashOf(userId, code)),
  ])
  return codes.map(shown)
}

/** Uses up a code as the user types it, with or without separators, in either case. Returns whether it was valid. */
export async function useRecoveryCode(db: Db, userId: number, typed: string): Promise<boolean> {
  const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '')
  const used = await db.execute(
    'UPDATE recovery_codes SET used_at = now() WHERE user_id = $1 AND code_hash = $2 AND used_at IS NULL',
    [userId, hashOf(userId, code)],
  )
  return used > 0
}

export const deleteRecoveryCodes = (db: Db, userId: number): Promise<number> =>
  db.execute('DELETE FROM recovery_codes WHERE user_id = $1', [userId])
