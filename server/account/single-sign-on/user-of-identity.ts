import { colleaguesMax } from '#contract/shop/colleagues.ts'
import { isMailAddress } from '#contract/core/mail-address.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { Identity } from './provider-connection.ts'
import type { ProviderRow } from './provider-rows.ts'

export type SignInUser = { ok: true; id: number; name: string; role: 'dealer' | 'admin' }
type UserRow = Omit<SignInUser, 'ok'> & { email: string; is_disabled: boolean; identity: string | null }

/**
 * The user of an identity. From the first sign-in on that is issuer and subject; before, it is the verified email address of
 * a domain of the provider. A provider signs in users of its own dealer only, that of staff only staff.
 */
export function findOrLinkUser(
  pool: Pool,
  provider: ProviderRow,
  identity: Identity,
  address: string,
): Promise<SignInUser | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    // Changes of users run one after the other: of two first sign-ins at once, one links or adds the user.
    await db.execute('SELECT pg_advisory_xact_lock(19, 2)')
    const user = (await findLinked(db, provider, identity)) ?? (await link(db, provider, identity, address))
    if (user.is_disabled) abortTransaction('account_disabled')
    return { ok: true as const, id: user.id, name: user.name, role: user.role }
  })
}

const columns = `u.id, u.name, u.role, u.email, u.disabled_at IS NOT NULL OR d.disabled_at IS NOT NULL AS is_disabled,
  (SELECT i.subject FROM user_identities i WHERE i.user_id = u.id) AS identity`

async function findLinked(
  db: Db,
  { id, dealer_id }: ProviderRow,
  { issuer, subject }: Identity,
): Promise<UserRow | undefined> {
  const linked = await db.one<{ user_id: number }>(
    'UPDATE user_identities SET last_used_at = now() WHERE issuer = $1 AND subject = $2 RETURNING user_id',
    [issuer, subject],
    'sso_identity',
  )
  if (linked === undefined) return undefined
  const user = await db.one<UserRow>(
    `SELECT ${columns} FROM users u JOIN user_identities n ON n.user_id = u.id LEFT JOIN dealers d ON d.id = u.dealer_id
      WHERE u.id = $1 AND n.provider_id = $2 AND u.dealer_id IS NOT DISTINCT FROM $3 AND u.removed_at IS NULL`,
    [linked.user_id, id, dealer_id],
    'sso_linked_user',
  )
  // Linked at the provider of another company, or the user belongs to another one since.
  return user ?? abortTransaction('sso_user_unknown')
}

async function link(db: Db, provider: ProviderRow, identity: Identity, address: string): Promise<UserRow> {
  const { email, isVerified, issuer, subject } = identity
  if (email === null || !(isVerified || provider.trusts_email)) return abortTransaction('sso_email_unverified')
  const isOwn = provider.domains.includes(email.slice(email.lastIndexOf('@') + 1))
  if (!isOwn || !isMailAddress(email)) return abortTransaction('sso_user_unknown')
  const user = await findByEmail(db, provider, email)
  if (user !== undefined && user.identity !== null) return abortTransaction('sso_other_identity')
  // Who may not sign in is not linked either.
  if (user?.is_disabled === true) return user
  const linked = user ?? (await addUser(db, provider, email, identity.name, address))
  await db.execute('INSERT INTO user_identities (issuer, subject, provider_id, user_id) VALUES ($1, $2, $3, $4)', [
    issuer,
    subject,
    provider.id,
    linked.id,
  ])
  const author = { actor: { userId: linked.id }, address }
  await writeAudit(db, author, { action: 'link', noun: 'user', id: email, after: { provider: provider.name, issuer } })
  return linked
}

const findByEmail = (db: Db, { dealer_id }: ProviderRow, email: string): Promise<UserRow | undefined> =>
  db.one<UserRow>(
    `SELECT ${columns} FROM users u LEFT JOIN dealers d ON d.id = u.dealer_id
      WHERE u.email = $1 AND u.dealer_id IS NOT DISTINCT FROM $2 AND u.removed_at IS NULL`,
    [email, dealer_id],
    'sso_user_by_email',
  )

async function addUser(
  db: Db,
  { dealer_id, new_user_role: role, name: provider }: ProviderRow,
  email: string,
  name: string | null,
  address: string,
): Promise<UserRow> {
  if (role === null) return abortTransaction('sso_user_unknown')
  const counts = await db.one<{ same: number; colleagues: number }>(
    `SELECT (SELECT count(*)::int FROM users WHERE email = $1) AS same,
            (SELECT count(*)::int FROM users WHERE dealer_id = $2 AND removed_at IS NULL) AS colleagues`,
    [email, dealer_id],
  )
  // The address belongs to a user of another company.
  if ((counts?.same ?? 0) > 0) return abortTransaction('sso_user_unknown')
  if ((counts?.colleagues ?? 0) >= colleaguesMax) return abortTransaction('colleagues_full')
  const kind = dealer_id === null ? 'admin' : 'dealer'
  const shown =
    Array.from((name ?? '').replaceAll('\0', '').toWellFormed().trim())
      .slice(0, 120)
      .join('') || email
  const row = await db.one<{ id: number }>(
    'INSERT INTO users (email, name, role, dealer_id, user_role) VALUES ($1, $2, $3, $4, $5) RETURNING id',
    [email, shown, kind, dealer_id, role],
  )
  const id = row?.id ?? 0
  const after = { email, name: shown, role: kind, userRole: role, provider }
  await writeAudit(db, { actor: { userId: id }, address }, { action: 'create', noun: 'user', id: email, after })
  return { id, name: shown, role: kind, email, is_disabled: false, identity: null }
}
