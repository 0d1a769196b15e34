import type { AuditAction } from '#contract/admin/audit.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { decryptValue, encryptValue } from '#server/platform/http/encrypted.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { FactorEvent } from '#server/account/password/password-email.ts'
import { confirmUser } from './confirm-user.ts'
import { enqueueFactorMail } from './factor-email.ts'
import { deleteRecoveryCodes, replaceRecoveryCodes } from './recovery-codes.ts'
import type { StepDeps } from './second-step.ts'
import { checkTotp, newTotpKey, qrPath, sealTotpKey, totpAddress } from './totp.ts'

/** How long an app may be set up with a draft, in milliseconds. */
const draftMs = 30 * 60_000
const draftBinding = (userId: number) => ({ purpose: 'toptan totp draft', owner: String(userId) })

/** A new key for the app of a user. It is not stored: the browser sends it back, encrypted. */
export function makeTotpDraft({ secret, now }: StepDeps, { actor }: UserContext, store: string) {
  const key = newTotpKey()
  const draft = encryptValue(secret, draftBinding(actor.userId), { key, at: now().getTime() }).toString('base64url')
  return {
    draft,
    key: (key.match(/.{1,4}/g) ?? []).join(' '),
    qr: qrPath(totpAddress(key, { store, account: actor.email })),
  }
}

function openDraft({ secret, now }: StepDeps, userId: number, draft: string): string | null {
  const opened = decryptValue(secret, draftBinding(userId), Buffer.from(draft, 'base64url'))
  const { key, at } = (opened ?? {}) as { key?: string; at?: number }
  return key === undefined || now().getTime() - (at ?? 0) > draftMs ? null : key
}

type Codes = { ok: true; recoveryCodes: string[] }

/** Sets the app up once it has shown a right code, which then counts as used. */
export async function addTotp(
  deps: StepDeps,
  context: UserContext,
  { draft, code, password }: { draft: string; code: string; password: string },
): Promise<Codes | Refusal> {
  const { pool, secret, now } = deps
  const { userId } = context.actor
  const key = openDraft(deps, userId, draft)
  if (key === null) return refuse('factor_draft_expired')
  const refusal = await confirmUser(pool, context, password)
  if (refusal !== null) return refusal
  const check = checkTotp(key, code.replaceAll(/\s/g, ''), now().getTime())
  if (!check.ok) return refuse(check.problem === 'clock' ? 'factor_clock' : 'factor_code_wrong')
  return transactionOrRefusal(pool, async (db) => {
    const added = await db.execute(
      'INSERT INTO totp_factors (user_id, secret, last_used_step) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [userId, sealTotpKey(secret, userId, key), check.step],
    )
    if (added === 0) abortTransaction('factor_exists')
    const recoveryCodes = await replaceRecoveryCodes(db, userId)
    await recordChange(db, context, 'totp_added')
    return { ok: true as const, recoveryCodes }
  })
}

export async function removeTotp(
  { pool }: StepDeps,
  context: UserContext,
  password: string,
): Promise<{ ok: true } | Refusal> {
  const refusal = await confirmUser(pool, context, password)
  if (refusal !== null) return refusal
  const { userId } = context.actor
  return transactionOrRefusal(pool, async (db) => {
    const removed = await db.execute('DELETE FROM totp_factors WHERE user_id = $1', [userId])
    if (removed === 0) abortTransaction('factor_not_found')
    await deleteRecoveryCodes(db, userId)
    await recordChange(db, context, 'totp_removed')
    return { ok: true as const }
  })
}

/** New recovery codes for a user with an app. */
export async function renewRecoveryCodes(
  { pool }: StepDeps,
  context: UserContext,
  password: string,
): Promise<Codes | Refusal> {
  const refusal = await confirmUser(pool, context, password)
  if (refusal !== null) return refusal
  const { userId } = context.actor
  return transactionOrRefusal(pool, async (db) => {
    // Concurrent requests run one after the other: the codes shown last are the valid ones.
    const row = await db.one('SELECT FROM totp_factors WHERE user_id = $1 FOR UPDATE', [userId])
    if (row === undefined) abortTransaction('factor_not_found')
    const recoveryCodes = await replaceRecoveryCodes(db, userId)
    await recordChange(db, context, 'recovery_renewed')
    return { ok: true as const, recoveryCodes }
  })
}

/** Reports a change of the own factors by email, and in the audit log for staff. */
export async function recordChange(db: Db, context: UserContext, event: FactorEvent): Promise<void> {
  const { userId, email, role } = context.actor
  await enqueueFactorMail(db, userId, event, context)
  const action = auditActionOf[event]
  if (role === 'admin' && action !== undefined) await writeAudit(db, context, { action, noun: 'user', id: email })
}

const auditActionOf: Partial<Record<FactorEvent, AuditAction>> = {
  totp_added: 'add_factor',
  passkey_added: 'add_factor',
  totp_removed: 'remove_factor',
  passkey_removed: 'remove_factor',
}
