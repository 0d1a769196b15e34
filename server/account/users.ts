import { passwordProblem } from '#domain/text/password.ts'
import { commandLine, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { closeLinks } from '#server/account/password/one-time-links.ts'
import { isGuessable } from '#server/account/password/guessable-passwords.ts'
import { hashPassword } from '#server/account/password/passwords.ts'

export type NewUser = {
  email: string
  name: string
  password: string
  /** Code of the user's dealer; null for an administrator. */
  dealerCode: string | null
  canOrder: boolean
}

export type UserRow = {
  email: string
  name: string
  role: 'dealer' | 'admin'
  dealer_code: string | null
  can_order: boolean
  is_disabled: boolean
}

type UserProblem =
  | 'email_taken'
  | 'email_invalid'
  | 'dealer_unknown'
  | 'user_unknown'
  | 'too_short'
  | 'too_long'
  | 'too_common'
type Success = { ok: true } | { ok: false; problem: UserProblem }

const success: Success = { ok: true }
const fail = (problem: UserProblem): Success => ({ ok: false, problem })

/** Why a password is rejected: its length, or because attackers try it first. */
function newPasswordProblem(password: string, role: 'dealer' | 'admin', ownTexts: readonly string[]) {
  return passwordProblem(password, role) ?? (isGuessable(password, ownTexts) ? 'too_common' : null)
}

export async function addUser(pool: Pool, user: NewUser): Promise<Success> {
  if (!/^[^\s@]+@[^\s@]+$/.test(user.email)) return fail('email_invalid')
  const role = user.dealerCode === null ? 'admin' : 'dealer'
  const problem = newPasswordProblem(user.password, role, [user.email, user.name])
  if (problem !== null) return fail(problem)
  const dealer = await pool.one<{ id: number }>('SELECT id FROM dealers WHERE code = $1', [user.dealerCode])
  if (role === 'dealer' && dealer === undefined) return fail('dealer_unknown')
  const { name, canOrder, dealerCode } = user
  const hash = await hashPassword(user.password)
  return transaction(pool, async (db) => {
    const added = await db.one<{ email: string }>(
      `INSERT INTO users (email, name, role, dealer_id, can_order, password_hash) VALUES (lower($1), $2, $3, $4, $5, $6)
       ON CONFLICT (email) DO NOTHING RETURNING email`,
      [user.email, name, role, dealer?.id ?? null, canOrder, hash],
    )
    if (added === undefined) return fail('email_taken')
    const { email } = added
    const after = { email, name, role, dealer: dealerCode ?? '', canOrder }
    await writeAudit(db, commandLine, { action: 'create', noun: 'user', id: email, after })
    return success
  })
}

/** Sets a new password and ends the user's sessions. */
export async function setPassword(pool: Pool, email: string, password: string): Promise<Success> {
  const user = await pool.one<{ id: number; email: string; role: 'dealer' | 'admin' }>(
    'SELECT id, email, role FROM users WHERE email = lower($1)',
    [email],
  )
  if (user === undefined) return fail('user_unknown')
  const problem = newPasswordProblem(password, user.role, [user.email])
  if (problem !== null) return fail(problem)
  const hash = await hashPassword(password)
  await transaction(pool, async (db) => {
    await db.execute('UPDATE users SET password_hash = $2 WHERE id = $1', [user.id, hash])
    await db.execute('DELETE FROM sessions WHERE user_id = $1', [user.id])
    await closeLinks(db, user.id)
    await writeAudit(db, commandLine, { action: 'set_password', noun: 'user', id: user.email })
  })
  return success
}

/** Disables or enables an account. Disabling ends its sessions and closes its one-time links. */
export async function disableUser(pool: Pool, email: string, isDisabled: boolean): Promise<Success> {
  return transaction(pool, async (db) => {
    const user = await db.one<{ id: number; email: string; is_disabled: boolean }>(
      'SELECT id, email, disabled_at IS NOT NULL AS is_disabled FROM users WHERE email = lower($1) FOR NO KEY UPDATE',
      [email],
    )
    if (user === undefined) return fail('user_unknown')
    if (user.is_disabled === isDisabled) return success
    await db.execute('UPDATE users SET disabled_at = CASE WHEN $2 THEN now() END WHERE id = $1', [user.id, isDisabled])
    if (isDisabled) {
      await db.execute('DELETE FROM sessions WHERE user_id = $1', [user.id])
      await closeLinks(db, user.id)
    }
    const action = isDisabled ? 'deactivate' : 'activate'
    await writeAudit(db, commandLine, { action, noun: 'user', id: user.email })
    return success
  })
}

export async function listUsers(db: Db): Promise<UserRow[]> {
  return db.query<UserRow>(
    `SELECT u.email, u.name, u.role, d.code AS dealer_code, u.can_order, u.disabled_at IS NOT NULL AS is_disabled
       FROM users u LEFT JOIN dealers d ON d.id = u.dealer_id WHERE u.removed_at IS NULL ORDER BY u.role, u.email`,
  )
}
