import type { Refusal } from '#contract/core/errors.ts'
import type { IdentityProviderValues } from '#contract/admin/identity-providers.ts'
import { isDealerRole, isStaffRole, mayGrant, staffRoles } from '#domain/people/permissions.ts'
import { differenceOf, writeAudit } from '#server/audit/audit.ts'
import { changedSince, createFieldCheck } from '#server/account/admin/typed-values.ts'
import { lockUser } from '#server/account/admin/change-user.ts'
import { permissionsOfRow } from '#server/account/admin/user-rows.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { Secret } from '#server/platform/http/secrets.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { findProvider, type ProviderRow, sealClientSecret } from './provider-rows.ts'

export type ProviderDeps = {
  pool: Pool
  secret: Secret
  /** Accepts issuers without a certificate, for providers on this machine. */
  allowsLoopback: boolean
}
type Parsed = {
  values: IdentityProviderValues
  domains: string[]
  /** Has the problems of the fields themselves. */
  check: ReturnType<typeof createFieldCheck>
}

/** Domains of one provider. */
const domainsMax = 50

export function providerValuesOf(row: ProviderRow): IdentityProviderValues {
  return {
    dealer: row.dealer_code ?? '',
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    domains: row.domains.join(', '),
    trustsEmail: row.trusts_email,
    isActive: row.is_active,
    isRequired: row.is_required,
    newUserRole: row.new_user_role ?? '',
  }
}

function parse(typed: IdentityProviderValues, by: UserContext, allowsLoopback: boolean): Parsed {
  const check = createFieldCheck()
  const dealer = check.text('dealer', typed.dealer, { max: 50 })
  const issuer = check
    .text('issuer', typed.issuer, { max: 500, isNeeded: true })
    .replace(/\/?\.well-known\/openid-configuration$/, '')
  const url = URL.parse(issuer)
  const isAddress =
    url !== null && (url.protocol === 'https:' || (allowsLoopback && url.protocol === 'http:')) && url.username === ''
  if (issuer !== '' && (!isAddress || url.search !== '' || url.hash !== '')) check.report('issuer', 'issuer')
  const domains = [
    ...new Set(
      typed.domains
        .toLowerCase()
        .split(/[\s,;]+/)
        .map((each) => each.replace(/^@/, '')),
    ),
  ]
    .filter((each) => each !== '')
    .toSorted()
  if (domains.length === 0) check.report('domains', 'required')
  if (domains.length > domainsMax) check.report('domains', 'tooMany', { most: domainsMax })
  const wrong = domains.find((each) => each.length > 253 || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(each))
  if (wrong !== undefined) check.report('domains', 'domain', { domain: wrong.slice(0, 100) })
  const newUserRole = check.text('newUserRole', typed.newUserRole, { max: 20 })
  if (!isNewUserRole(newUserRole, dealer === '')) check.report('newUserRole', 'roleUnknown')
  else if (dealer === '' && isStaffRole(newUserRole) && !mayGrant(by.actor.permissions, staffRoles[newUserRole]))
    check.report('newUserRole', 'permissionsTooMany')
  const values: IdentityProviderValues = {
    dealer,
    name: check.text('name', typed.name, { max: 80, isNeeded: true }),
    issuer,
    clientId: check.text('clientId', typed.clientId, { max: 300, isNeeded: true }),
    domains: domains.join(', '),
    trustsEmail: typed.trustsEmail,
    isActive: typed.isActive,
    // Where nobody can sign in with the provider, passwords stay.
    isRequired: typed.isRequired && typed.isActive,
    newUserRole,
  }
  return { values, domains, check }
}

/** Nobody becomes an owner or a full administrator by signing in. */
const isNewUserRole = (role: string, isStaff: boolean): boolean =>
  role === '' || (isStaff ? isStaffRole(role) && role !== 'full' : isDealerRole(role) && role !== 'owner')

/** Providers are few: changes of them run one after the other. */
const lockProviders = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(19, 4)')

/** Refuses the values with the problems of all fields, also those that other rows cause. Returns the id of the dealer. */
async function checkFields(db: Db, { values, domains, check }: Parsed, id: number): Promise<number | null> {
  const isStaff = values.dealer === ''
  const dealer = isStaff ? undefined : await findDealerId(db, values.dealer)
  if (!isStaff && dealer === undefined) check.report('dealer', 'dealerUnknown')
  else {
    const other = await db.one('SELECT FROM identity_providers WHERE dealer_id IS NOT DISTINCT FROM $1 AND id <> $2', [
      dealer ?? null,
      id,
    ])
    if (other !== undefined) check.report('dealer', isStaff ? 'staffProviderExists' : 'providerExists')
  }
  const taken = await db.one<{ domain: string; name: string }>(
    `SELECT n.domain, p.name FROM identity_provider_domains n JOIN identity_providers p ON p.id = n.provider_id
      WHERE n.domain = ANY($1) AND p.id <> $2 ORDER BY n.domain LIMIT 1`,
    [domains, id],
  )
  if (taken !== undefined) check.report('domains', 'domainTaken', taken)
  const refusal = check.refusal()
  if (refusal !== null) abortTransaction(refusal)
  return dealer ?? null
}

async function findDealerId(db: Db, code: string): Promise<number | undefined> {
  return (await db.one<{ id: number }>('SELECT id FROM dealers WHERE code = $1', [code]))?.id
}

async function saveDomains(db: Db, id: number, domains: readonly string[]): Promise<void> {
  await db.execute('DELETE FROM identity_provider_domains WHERE provider_id = $1', [id])
  await db.execute('INSERT INTO identity_provider_domains (domain, provider_id) SELECT unnest($2::text[]), $1', [
    id,
    domains,
  ])
}

async function saveSecret(db: Db, secret: Secret, id: number, clientSecret: string | undefined): Promise<boolean> {
  if (clientSecret === undefined || clientSecret.trim() === '') return false
  await db.execute('UPDATE identity_providers SET client_secret = $2 WHERE id = $1', [
    id,
    sealClientSecret(secret, id, clientSecret.trim()),
  ])
  return true
}

export function createProvider(
  { pool, secret, allowsLoopback }: ProviderDeps,
  by: UserContext,
  { values: typed, clientSecret }: { values: IdentityProviderValues; clientSecret?: string | undefined },
): Promise<{ ok: true; id: number } | Refusal> {
  const parsed = parse(typed, by, allowsLoopback)
  const { values } = parsed
  return transactionOrRefusal(pool, async (db) => {
    await lockProviders(db)
    const dealerId = await checkFields(db, parsed, 0)
    const row = await db.one<{ id: number }>(
      `INSERT INTO identity_providers (dealer_id, name, issuer, client_id, trusts_email, is_active, is_required, new_user_role)
       VALUES ($1, $2, $3, $4, $5, $6, $7, nullif($8, '')) RETURNING id`,
      [
        dealerId,
        values.name,
        values.issuer,
        values.clientId,
        values.trustsEmail,
        values.isActive,
        values.isRequired,
        values.newUserRole,
      ],
    )
    const id = row?.id ?? 0
    await saveDomains(db, id, parsed.domains)
    const hasSecret = await saveSecret(db, secret, id, clientSecret)
    const after = { ...values, hasSecret }
    await writeAudit(db, by, { action: 'create', noun: 'identity_provider', id: values.name, after })
    return { ok: true as const, id }
  })
}

type Change = {
  id: number
  before: IdentityProviderValues
  values: IdentityProviderValues
  clientSecret?: string | undefined
}

/** Changes a provider, unless somebody else changed the same fields since `before`. */
export function changeProvider(
  { pool, secret, allowsLoopback }: ProviderDeps,
  by: UserContext,
  { id, before, values: typed, clientSecret }: Change,
): Promise<{ ok: true } | Refusal> {
  const parsed = parse(typed, by, allowsLoopback)
  const { values } = parsed
  return transactionOrRefusal(pool, async (db) => {
    await lockProviders(db)
    const row = (await findProvider(db, id, { isLocked: true })) ?? abortTransaction('identity_provider_not_found')
    const now = providerValuesOf(row)
    const late = changedSince('identity_provider_changed', { before, now, wanted: values }, () => null)
    if (late !== null) abortTransaction(late)
    const dealerId = await checkFields(db, parsed, id)
    await db.execute(
      `UPDATE identity_providers SET dealer_id = $2, name = $3, issuer = $4, client_id = $5, trusts_email = $6,
              is_active = $7, is_required = $8, new_user_role = nullif($9, '') WHERE id = $1`,
      [
        id,
        dealerId,
        values.name,
        values.issuer,
        values.clientId,
        values.trustsEmail,
        values.isActive,
        values.isRequired,
        values.newUserRole,
      ],
    )
    await saveDomains(db, id, parsed.domains)
    const isOther = values.issuer !== now.issuer || values.clientId !== now.clientId || dealerId !== row.dealer_id
    // Subjects mean nothing to another provider, and may mean somebody else.
    if (isOther) await db.execute('DELETE FROM user_identities WHERE provider_id = $1', [id])
    await db.execute('DELETE FROM sign_in_flows WHERE provider_id = $1', [id])
    if (await saveSecret(db, secret, id, clientSecret))
      await writeAudit(db, by, { action: 'set_secrets', noun: 'identity_provider', id: values.name })
    const difference = differenceOf(now, values)
    if (difference !== null)
      await writeAudit(db, by, { action: 'change', noun: 'identity_provider', id: values.name, ...difference })
    return { ok: true as const }
  })
}

export function removeProvider({ pool }: ProviderDeps, by: UserContext, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockProviders(db)
    const row = (await findProvider(db, id, { isLocked: true })) ?? abortTransaction('identity_provider_not_found')
    await db.execute('DELETE FROM identity_providers WHERE id = $1', [id])
    const before = providerValuesOf(row)
    await writeAudit(db, by, { action: 'remove', noun: 'identity_provider', id: row.name, before })
    return { ok: true as const }
  })
}

/** Removes the link of a user with a provider, for example because the person has a new account there. */
export function removeIdentity(pool: Pool, by: UserContext, userId: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockUser(db, userId)
    if (row.role === 'admin' && !mayGrant(by.actor.permissions, permissionsOfRow(row)))
      abortTransaction('no_right_to_grant')
    const removed = await db.execute('DELETE FROM user_identities WHERE user_id = $1', [userId])
    if (removed > 0) await writeAudit(db, by, { action: 'revoke', noun: 'user', id: row.email })
    return { ok: true as const }
  })
}
