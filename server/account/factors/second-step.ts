import { createHash } from 'node:crypto'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { SecondStep } from '#contract/shop/account.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { seal, type Secret, unseal } from '#server/platform/http/secrets.ts'
import type { CallContext } from '#server/visitor/visitor.ts'
import { countFailures, recordFailure } from '#server/account/queries.ts'
import { enqueueFactorMail } from './factor-email.ts'
import { findFactors } from './factor-rows.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { checkTotp, openTotpKey } from './totp.ts'

/** How long the second step may take, in milliseconds. */
const stepMs = 5 * 60_000
/** Wrong codes in 15 minutes from one network, and in an hour from all of them: whoever gets here has the password. */
const maxFailuresHere = 5
const maxFailuresEverywhere = 20
const everywhereSeconds = 3600

export type StepDeps = { pool: Pool; secret: Secret; now(): Date }
type Challenge = { for: 'second-step'; userId: number; version: string; at: number }

/** Changes with the password, so that a sign-in with the former one cannot be completed. */
const versionOf = (passwordHash: string | null): string =>
  createHash('sha256')
    .update(passwordHash ?? '')
    .digest('base64url')
    .slice(0, 22)

/**
 * The second step that a user needs after password or link; null: none. A passkey alone does not change the sign-in with
 * a password, unless the store requires a second factor of the user.
 */
export async function secondStepOf(
  { pool, secret, now }: StepDeps,
  userId: number,
): Promise<{ step: SecondStep | null; needsFactor: boolean }> {
  const factors = await findFactors(pool, userId)
  if (factors === undefined) return { step: null, needsFactor: false }
  const { has_totp, has_passkey, is_required, password_hash } = factors
  if (!has_totp && !(is_required && has_passkey)) return { step: null, needsFactor: is_required }
  const challenge: Challenge = { for: 'second-step', userId, version: versionOf(password_hash), at: now().getTime() }
  return {
    step: { challenge: seal(secret, challenge), hasTotp: has_totp, hasPasskey: has_passkey },
    needsFactor: false,
  }
}

function openChallenge({ secret, now }: StepDeps, sealed: string): Challenge | null {
  const opened = unseal(secret, sealed) as Partial<Challenge> | null
  const { userId, version, at = 0 } = opened ?? {}
  if (opened?.for !== 'second-step' || userId === undefined || version === undefined) return null
  const age = now().getTime() - at
  return age > stepMs || age < -stepMs ? null : { for: 'second-step', userId, version, at }
}

/** What a challenge asks for; null once it has expired. */
export async function findSecondStep(deps: StepDeps, challenge: string): Promise<SecondStep | null> {
  const opened = openChallenge(deps, challenge)
  const factors = opened === null ? undefined : await findFactors(deps.pool, opened.userId)
  if (factors === undefined || versionOf(factors.password_hash) !== opened?.version) return null
  return { challenge, hasTotp: factors.has_totp, hasPasskey: factors.has_passkey }
}

type StepRow = {
  id: number
  name: string
  role: 'dealer' | 'admin'
  password_hash: string | null
  is_disabled: boolean
  secret: Buffer
}
export type Passed = { ok: true; user: Pick<StepRow, 'id' | 'name' | 'role'> }

/**
 * Checks the code of a second step: six digits of the app, or a recovery code. Attempts for one user run one after the
 * other in all processes, because each locks the row of the app.
 */
export function passSecondStep(
  deps: StepDeps,
  { challenge, code }: { challenge: string; code: string },
  visitor: CallContext,
): Promise<Passed | Refusal> {
  const opened = openChallenge(deps, challenge)
  if (opened === null) return Promise.resolve(refuse('factor_expired'))
  const account = `factor:${opened.userId}`
  return transaction(deps.pool, async (db): Promise<Passed | Refusal> => {
    const row = await lockFactor(db, opened.userId)
    if (row === undefined || row.is_disabled || versionOf(row.password_hash) !== opened.version)
      return refuse('factor_expired')
    const failures = await countFailures(db, account, visitor.network, maxFailuresHere)
    if (failures.here >= maxFailuresHere) return refuse('too_many_attempts', { seconds: failures.seconds_left })
    if (failures.everywhere >= maxFailuresEverywhere) return refuse('too_many_attempts', { seconds: everywhereSeconds })
    const refusal = await checkCode(db, deps, row, code.trim(), visitor)
    if (refusal !== null) {
      // Committed with the refusal.
      await recordFailure(db, account, visitor.network)
      return refusal
    }
    await db.execute('DELETE FROM login_failures WHERE account = $1 AND address = $2', [account, visitor.network])
    return { ok: true, user: { id: row.id, name: row.name, role: row.role } }
  })
}

function lockFactor(db: Db, userId: number): Promise<StepRow | undefined> {
  return db.one<StepRow>(
    `SELECT u.id, u.name, u.role, u.password_hash, f.secret,
            u.disabled_at IS NOT NULL OR d.disabled_at IS NOT NULL AS is_disabled
       FROM totp_factors f JOIN users u ON u.id = f.user_id LEFT JOIN dealers d ON d.id = u.dealer_id
      WHERE f.user_id = $1 FOR UPDATE OF f`,
    [userId],
  )
}

async function checkCode(
  db: Db,
  { secret, now }: StepDeps,
  row: StepRow,
  typed: string,
  visitor: CallContext,
): Promise<Refusal | null> {
  const digits = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) {
    if (!(await useRecoveryCode(db, row.id, typed))) return refuse('recovery_code_wrong')
    await enqueueFactorMail(db, row.id, 'recovery_used', visitor)
    return null
  }
  const key = openTotpKey(secret, row.id, row.secret)
  if (key === null) {
    visitor.log.warn(`The authenticator key of user ${row.id} was encrypted with another SESSION_SECRET.`)
    return refuse('factor_code_wrong')
  }
  const check = checkTotp(key, digits, now().getTime())
  if (!check.ok) return refuse(check.problem === 'clock' ? 'factor_clock' : 'factor_code_wrong')
  const used = await db.execute(
    'UPDATE totp_factors SET last_used_step = $2 WHERE user_id = $1 AND last_used_step < $2',
    [row.id, check.step],
  )
  return used > 0 ? null : refuse('factor_code_used')
}
