import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { maskCards } from '#domain/payments/card-text.ts'
import type { CallContext, UserContext } from '#server/visitor/visitor.ts'
import { passwordOffSql } from '#server/account/queries.ts'
import { confirmUser } from './confirm-user.ts'
import { deviceName } from './factor-email.ts'
import { recordChange } from './manage-totp.ts'
import { newChallenge, openPasskeyChallenge, passkeyMs, useChallenge } from './passkey-challenges.ts'
import type { PasskeySite } from './passkey-site.ts'
import type { Passed, StepDeps } from './second-step.ts'

const maxPasskeys = 20
const maxNameLength = 60
/** EdDSA, ES256 and RS256: what authenticators have. */
const algorithms = [-8, -7, -257]
/** Loaded on first use: loading it takes about a tenth of the start of a process. */
const loadLibrary = () => import('@simplewebauthn/server')

export type PasskeyDeps = StepDeps & {
  /** The site of a request; null where browsers have no passkeys. */
  siteOf(context: Pick<CallContext, 'origin'>): PasskeySite | null
}
/** What the browser sends; the library checks it. */
type Answer = { challenge: string; response: object }

/** The options with which the browser makes a passkey, once the password is right. */
export async function draftPasskey(deps: PasskeyDeps, context: UserContext, store: string, password: string) {
  const site = deps.siteOf(context)
  if (site === null) return refuse('passkey_unavailable')
  const refusal = await confirmUser(deps.pool, context, password)
  if (refusal !== null) return refusal
  const { actor } = context
  const existing = await deps.pool.query<{ credential_id: string; transports: string[] }>(
    'SELECT credential_id, transports FROM passkeys WHERE user_id = $1',
    [actor.userId],
  )
  if (existing.length >= maxPasskeys) return refuse('passkeys_full', { limit: maxPasskeys })
  const { challenge, sealed } = newChallenge(deps, 'passkey-add', actor.sessionId.toString('hex'))
  const { generateRegistrationOptions } = await loadLibrary()
  const options = await generateRegistrationOptions({
    rpName: store,
    rpID: site.rpId,
    userName: actor.email,
    userDisplayName: actor.name,
    userID: new TextEncoder().encode(`user-${actor.userId}`),
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: passkeyMs,
    attestationType: 'none',
    excludeCredentials: existing.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { challenge: sealed, options: { ...options } }
}

/** Stores the passkey that the browser has made for the challenge of this session. */
export async function addPasskey(
  deps: PasskeyDeps,
  context: UserContext,
  { challenge: sealed, response, name: typed }: Answer & { name: string },
): Promise<{ ok: true } | Refusal> {
  const site = deps.siteOf(context)
  if (site === null) return refuse('passkey_unavailable')
  const { userId, sessionId } = context.actor
  const challenge = openPasskeyChallenge(deps, sealed, 'passkey-add', sessionId.toString('hex'))
  if (challenge === null) return refuse('passkey_expired')
  const { verifyRegistrationResponse } = await loadLibrary()
  const made = await verified(context, () =>
    verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (made?.verified !== true || made.registrationInfo === undefined) return refuse('passkey_refused')
  const { id, publicKey, counter, transports = [] } = made.registrationInfo.credential
  return transactionOrRefusal(deps.pool, async (db) => {
    if (!(await useChallenge(db, challenge))) abortTransaction('passkey_expired')
    await db.execute('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId])
    const added = await db.execute(
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, name)
       SELECT $1, $2, $3, $4, $5, $6 WHERE (SELECT count(*) FROM passkeys WHERE user_id = $1) < $7
       ON CONFLICT (credential_id) DO NOTHING`,
      [userId, id, Buffer.from(publicKey), counter, transports, nameOf(typed, context), maxPasskeys],
    )
    if (added === 0) abortTransaction('passkey_refused')
    await recordChange(db, context, 'passkey_added')
    return { ok: true as const }
  })
}

/** A name as it is stored: what was typed, or the browser's name. */
function nameOf(typed: string, { userAgent }: Pick<CallContext, 'userAgent'>): string {
  const name = maskCards(typed.replace(/\p{Cc}/gu, ' ').trim()).slice(0, maxNameLength)
  return name !== '' ? name : deviceName(userAgent).slice(0, maxNameLength) || '—'
}

export async function renamePasskey(
  db: Db,
  context: UserContext,
  { id, name }: { id: number; name: string },
): Promise<{ ok: true } | Refusal> {
  const changed = await db.execute('UPDATE passkeys SET name = $3 WHERE id = $1 AND user_id = $2', [
    id,
    context.actor.userId,
    nameOf(name, context),
  ])
  return changed > 0 ? { ok: true } : refuse('not_found')
}

export async function removePasskey(
  { pool }: StepDeps,
  context: UserContext,
  { id, password }: { id: number; password: string },
): Promise<{ ok: true } | Refusal> {
  const refusal = await confirmUser(pool, context, password)
  if (refusal !== null) return refusal
  return transactionOrRefusal(pool, async (db) => {
    const removed = await db.execute('DELETE FROM passkeys WHERE id = $1 AND user_id = $2', [id, context.actor.userId])
    if (removed === 0) abortTransaction('not_found')
    await recordChange(db, context, 'passkey_removed')
    return { ok: true as const }
  })
}

/** The options for a sign-in with any passkey of this site. */
export async function draftPasskeySignIn(deps: PasskeyDeps, context: CallContext) {
  const site = deps.siteOf(context)
  if (site === null) return refuse('passkey_unavailable')
  const { challenge, sealed } = newChallenge(deps, 'passkey-sign-in')
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: site.rpId,
    challenge: new Uint8Array(Buffer.from(challenge, 'base64url')),
    timeout: passkeyMs,
    userVerification: 'required',
  })
  return { challenge: sealed, options: { ...options } }
}

type PasskeyRow = {
  id: number
  user_id: number
  name: string
  role: 'dealer' | 'admin'
  is_disabled: boolean
  is_password_off: boolean
  credential_id: string
  public_key: Buffer
  counter: number
}

/** Checks the answer of a passkey to a challenge, which is used up. A counter that does not rise is refused. */
export async function passPasskey(
  deps: PasskeyDeps,
  context: CallContext,
  { challenge: sealed, response }: Answer,
): Promise<Passed | Refusal> {
  const site = deps.siteOf(context)
  if (site === null) return refuse('passkey_unavailable')
  const challenge = openPasskeyChallenge(deps, sealed, 'passkey-sign-in')
  if (challenge === null) return refuse('passkey_expired')
  const answer = response as AuthenticationResponseJSON
  const row = typeof answer.id === 'string' ? await findPasskey(deps.pool, answer.id) : undefined
  if (row === undefined) return refuse('passkey_unknown')
  const { verifyAuthenticationResponse } = await loadLibrary()
  const result = await verified(context, () =>
    verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(row.public_key),
        counter: row.counter,
      },
    }),
  )
  if (result?.verified !== true) return refuse('passkey_refused')
  if (row.is_disabled) return refuse('account_disabled')
  if (row.is_password_off) return refuse('password_off')
  return transactionOrRefusal(deps.pool, async (db): Promise<Passed> => {
    if (!(await useChallenge(db, challenge))) abortTransaction('passkey_expired')
    const used = await db.execute(
      'UPDATE passkeys SET counter = $3, last_used_at = now() WHERE id = $1 AND counter = $2',
      [row.id, row.counter, result.authenticationInfo.newCounter],
    )
    // It was removed or used since it was read.
    if (used === 0) abortTransaction('passkey_refused')
    return { ok: true, user: { id: row.user_id, name: row.name, role: row.role } }
  })
}

function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | undefined> {
  return db.one<PasskeyRow>(
    `SELECT p.id, p.user_id, u.name, u.role, p.credential_id, p.public_key, p.counter,
            u.disabled_at IS NOT NULL OR d.disabled_at IS NOT NULL AS is_disabled,
            ${passwordOffSql} AS is_password_off
       FROM passkeys p JOIN users u ON u.id = p.user_id LEFT JOIN dealers d ON d.id = u.dealer_id
      WHERE p.credential_id = $1`,
    [credentialId],
    'account_passkey',
  )
}

/** The library throws for every answer that is not right; null then. */
async function verified<Result>(
  { log }: Pick<CallContext, 'log'>,
  check: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await check()
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : '' }, 'A passkey was refused.')
    return null
  }
}
