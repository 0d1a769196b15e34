import type { Secret } from '#server/platform/http/secrets.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { type Author, commandLine } from '#server/audit/audit.ts'
import { auditedPos } from './audit-pos.ts'
import type { PosCurrency } from '#domain/payments/pos-adapters.ts'
import type { PosTerms } from '#server/payments/gateways/gateway.ts'
import { adapters, missingOf } from '#server/payments/gateways/gateways.ts'
import { openSecrets, sealSecrets } from './pos-secrets.ts'

/** The values of an account that an operator may change; undefined = unchanged. */
export type PosChange = {
  name?: string | undefined
  mode?: PosTerms['mode'] | undefined
  environment?: PosTerms['environment'] | undefined
  /** EFT code; '' = none. */
  bankCode?: string | undefined
  families?: readonly string[] | undefined
  currency?: PosCurrency | undefined
  /** Sets the given settings; '' removes one. */
  settings?: Readonly<Record<string, string>> | undefined
  /** In its currency; '' = none. */
  minAmount?: string | undefined
  maxAmount?: string | undefined
  isDefault?: boolean | undefined
  position?: number | undefined
  logo?: string | undefined
  image?: string | undefined
}

export type PosProblem =
  | 'pos_unknown'
  | 'pos_known'
  | 'code_invalid'
  | 'adapter_unknown'
  | 'mode_unknown'
  | 'setting_unknown'
  | 'bank_invalid'
  | 'amount_invalid'
  | 'currency_unknown'
  | 'has_payments'
  | 'in_rules'
  | 'frozen'
  | 'incomplete'
  | 'sandbox_off'
  | 'secret_unknown'

export type PosResult = { ok: true } | { ok: false; problem: PosProblem; names?: readonly string[] }

const problem = (code: PosProblem, names?: readonly string[]): PosResult => ({
  ok: false,
  problem: code,
  ...(names && { names }),
})

type StoredPos = {
  id: number
  code: string
  adapter: PosTerms['adapter']
  mode: PosTerms['mode']
  environment: PosTerms['environment']
  settings: Record<string, string>
  secrets: Buffer | null
  currency: PosCurrency
  is_active: boolean
}

function findPos(db: Db, code: string): Promise<StoredPos | undefined> {
  return db.one<StoredPos>(
    `SELECT id, code, adapter, mode, environment, settings, secrets, currency, is_active FROM pos_accounts
      WHERE code = $1 FOR UPDATE`,
    [code],
  )
}

/** Adds an account with a single payment without a fee. It takes no payments until it is activated. */
export async function addPos(
  pool: Pool,
  code: string,
  adapter: string,
  change: PosChange,
  by: Author = commandLine,
): Promise<PosResult> {
  if (!/^[a-z0-9-]{2,40}$/.test(code)) return problem('code_invalid')
  if (!isAdapter(adapter)) return problem('adapter_unknown', Object.keys(adapters))
  const mode = change.mode ?? adapters[adapter].modes[0] ?? 'own_form'
  return auditedPos(pool, { code, action: 'create', by }, async (db) => {
    const row = await db.one<{ id: number }>(
      `INSERT INTO pos_accounts (code, name, adapter, mode, is_active) VALUES ($1, $2, $3, $4, false)
       ON CONFLICT (code) DO NOTHING RETURNING id`,
      [code, change.name ?? code, adapter, mode],
    )
    if (row === undefined) return problem('pos_known')
    await db.execute('INSERT INTO pos_plans (pos_account_id, installment, is_default) VALUES ($1, 1, true)', [row.id])
    const saved = await applyPosChange(db, code, { ...change, mode })
    if (!saved.ok) await db.execute('DELETE FROM pos_accounts WHERE id = $1', [row.id])
    return saved
  })
}

export function changePos(pool: Pool, code: string, change: PosChange, by: Author = commandLine): Promise<PosResult> {
  return auditedPos(pool, { code, action: 'change', by }, (db) => applyPosChange(db, code, change))
}

/** Changes an account within an open transaction, without the audit log. */
export async function applyPosChange(db: Db, code: string, change: PosChange): Promise<PosResult> {
  const existing = await findPos(db, code)
  if (existing === undefined) return problem('pos_unknown')
  const refusal = checkChange(adapters[existing.adapter], change)
  if (refusal !== null) return refusal
  const frozen = (await hasPayments(db, existing.id)) ? changedIdentity(existing, change) : []
  if (frozen.length > 0) return problem('frozen', frozen)
  const settings = Object.entries({ ...existing.settings, ...change.settings }).filter(([, value]) => value !== '')
  const lacking = missingAfterChange(existing, change, Object.fromEntries(settings))
  if (lacking.length > 0) return problem('incomplete', lacking)
  const { currency = existing.currency } = change
  // Each currency has a default of its own.
  if (change.isDefault === true) {
    await db.execute('UPDATE pos_accounts SET is_default = false WHERE is_default AND currency = $1', [currency])
  }
  await db.execute(
    `UPDATE pos_accounts SET
       name = coalesce($2, name), mode = coalesce($3, mode), environment = coalesce($4, environment),
       bank_code = CASE WHEN $5::text IS NULL THEN bank_code ELSE nullif($5, '') END,
       card_families = coalesce($6, card_families), settings = $7,
       min_amount = CASE WHEN $8::text IS NULL THEN min_amount ELSE nullif($8, '')::numeric END,
       max_amount = CASE WHEN $9::text IS NULL THEN max_amount ELSE nullif($9, '')::numeric END,
       is_default = coalesce($10, is_default), position = coalesce($11, position),
       logo = CASE WHEN $12::text IS NULL THEN logo ELSE nullif($12, '') END,
       image = CASE WHEN $13::text IS NULL THEN image ELSE nullif($13, '') END, currency = $14
     WHERE id = $1`,
    [
      existing.id,
      change.name ?? null,
      change.mode ?? null,
      change.environment ?? null,
      change.bankCode ?? null,
      change.families ?? null,
      JSON.stringify(Object.fromEntries(settings)),
      change.minAmount ?? null,
      change.maxAmount ?? null,
      change.isDefault ?? null,
      change.position ?? null,
      change.logo ?? null,
      change.image ?? null,
      currency,
    ],
  )
  return { ok: true }
}

function checkChange(adapter: (typeof adapters)[PosTerms['adapter']], change: PosChange): PosResult | null {
  const names = [...adapter.settings, ...(adapter.optional ?? [])]
  const isUnknown = Object.keys(change.settings ?? {}).some((name) => !names.includes(name))
  if (isUnknown) return problem('setting_unknown', names)
  if (change.mode !== undefined && !adapter.modes.includes(change.mode)) return problem('mode_unknown', adapter.modes)
  if (change.currency !== undefined && !adapter.currencies.includes(change.currency)) {
    return problem('currency_unknown', adapter.currencies)
  }
  if (!/^(\d{4})?$/.test(change.bankCode ?? '')) return problem('bank_invalid')
  const amounts = [change.minAmount ?? '', change.maxAmount ?? '']
  if (amounts.some((amount) => !/^(\d{1,12}(\.\d{1,2})?)?$/.test(amount))) return problem('amount_invalid')
  const [min, max] = amounts
  return min && max && Number(min) > Number(max) ? problem('amount_invalid') : null
}

async function hasPayments(db: Db, id: number): Promise<boolean> {
  const used = await db.one(
    `SELECT FROM payments WHERE pos_account_id = $1
     UNION ALL SELECT FROM stored_cards WHERE pos_account_id = $1 LIMIT 1`,
    [id],
  )
  return used !== undefined
}

/**
 * The changed values among those that inquiries, voids and refunds of existing payments depend on: card form, environment,
 * currency, merchant, terminal. Addresses, names of API users and keys may change, because banks change them too.
 */
export function changedIdentity(
  existing: Pick<StoredPos, 'adapter' | 'mode' | 'environment' | 'currency' | 'settings'>,
  change: Pick<PosChange, 'mode' | 'environment' | 'currency' | 'settings'>,
): string[] {
  const fixed = (['mode', 'environment', 'currency'] as const).filter(
    (name) => (change[name] ?? existing[name]) !== existing[name],
  )
  const settings = adapters[existing.adapter].identity.filter((name) => {
    const now = existing.settings[name] ?? ''
    return (change.settings?.[name]?.trim() ?? now) !== now
  })
  return [...fixed, ...settings.map((name) => `settings.${name}`)]
}

/** What an active account would lack after the change. */
function missingAfterChange(existing: StoredPos, change: PosChange, settings: Record<string, string>): string[] {
  if (!existing.is_active) return []
  const secrets = Object.fromEntries(adapters[existing.adapter].secrets.map((name) => [name, name]))
  return missingOf({ ...existing, mode: change.mode ?? existing.mode, settings, secrets })
}

function isAdapter(name: string): name is PosTerms['adapter'] {
  return Object.hasOwn(adapters, name)
}

/** Sets the given keys and passwords and keeps the others. They are encrypted at once and never shown. */
export function setPosSecrets(
  pool: Pool,
  code: string,
  given: Readonly<Record<string, string>>,
  secret: Secret,
  by: Author = commandLine,
): Promise<PosResult> {
  const also = { keys: Object.keys(given) }
  return auditedPos(pool, { code, action: 'set_secrets', by, also }, async (db) => {
    const existing = await findPos(db, code)
    if (existing === undefined) return problem('pos_unknown')
    const names = adapters[existing.adapter].secrets
    if (Object.keys(given).some((name) => !names.includes(name))) return problem('secret_unknown', names)
    // If all keys are given, the stored ones need not be decrypted: they may be encrypted under another secret.
    const isWhole = names.every((name) => Object.hasOwn(given, name))
    const stored = isWhole ? {} : openSecrets(secret, code, existing.secrets)
    await db.execute('UPDATE pos_accounts SET secrets = $2 WHERE id = $1', [
      existing.id,
      sealSecrets(secret, code, { ...stored, ...given }),
    ])
    return { ok: true }
  })
}

/** Names of the keys that the account's adapter needs. */
export async function secretNames(db: Db, code: string): Promise<readonly string[] | null> {
  const existing = await findPos(db, code)
  return existing === undefined ? null : adapters[existing.adapter].secrets
}

/** Activates an account, which needs everything that its adapter requires. */
export function activatePos(
  pool: Pool,
  code: string,
  { secret, hasSandbox }: { secret: Secret; hasSandbox: boolean },
  by: Author = commandLine,
): Promise<PosResult> {
  return auditedPos(pool, { code, action: 'activate', by }, async (db) => {
    const existing = await findPos(db, code)
    if (existing === undefined) return problem('pos_unknown')
    if (existing.environment === 'sandbox' && !hasSandbox) return problem('sandbox_off')
    const missing = missingOf({ ...existing, secrets: openSecrets(secret, code, existing.secrets) })
    if (missing.length > 0) return problem('incomplete', missing)
    await db.execute('UPDATE pos_accounts SET is_active = true WHERE id = $1', [existing.id])
    return { ok: true }
  })
}

/** Stops new payments. Existing ones can still be inquired and refunded. */
export function deactivatePos(pool: Pool, code: string, by: Author = commandLine): Promise<PosResult> {
  return auditedPos(pool, { code, action: 'deactivate', by }, async (db) => {
    const changed = await db.execute('UPDATE pos_accounts SET is_active = false WHERE code = $1', [code])
    return changed === 1 ? { ok: true } : problem('pos_unknown')
  })
}

/** Removes an account that never took a payment and that no rule names. Returns the names of such rules. */
export function removePos(pool: Pool, code: string, by: Author = commandLine): Promise<PosResult> {
  return auditedPos(pool, { code, action: 'remove', by }, async (db) => {
    const existing = await findPos(db, code)
    if (existing === undefined) return problem('pos_unknown')
    if (await hasPayments(db, existing.id)) return problem('has_payments')
    const rules = await rulesOf(db, existing.id)
    if (rules.length > 0) return problem('in_rules', rules)
    await db.execute('DELETE FROM pos_accounts WHERE id = $1', [existing.id])
    return { ok: true }
  })
}

/** The names of the rules that an account belongs to. */
async function rulesOf(db: Db, id: number): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT r.name FROM pos_rules r JOIN pos_rule_accounts a ON a.rule_id = r.id AND a.pos_account_id = $1
      ORDER BY r.position, r.id`,
    [id],
  )
  return rows.map(({ name }) => name)
}
