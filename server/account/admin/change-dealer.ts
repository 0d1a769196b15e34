import type { DealerValues } from '#contract/admin/dealers.ts'
import { isOrderKind, ruleKinds } from '#domain/pricing/price-rule.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { findDealer, loadDealerChoices } from './dealer-rows.ts'
import { auditedDealer, parseDealer, ratesOf, valuesOf } from './dealer-values.ts'
import { changedSince, exactOf } from './typed-values.ts'

/** `needsTwo`: whether changes of prices need a second person (docs/decisions/073). */
type Deps = { pool: Pool; needsTwo?: boolean }
type Success = { ok: true; id: number }

/** Codes are unique: concurrent saves run one after the other. */
export const lockCodes = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(19, 1)')

const taken = (): Refusal => ({
  ...refuse('validation_failed'),
  fields: { code: { text: 'people.problems.codeTaken' } },
})

async function isTaken(db: Db, code: string, ownId: number): Promise<boolean> {
  return (await db.one('SELECT FROM dealers WHERE code = $1 AND id <> $2', [code, ownId])) !== undefined
}

async function rejectIfTaken(db: Db, code: string, ownId: number): Promise<void> {
  if (await isTaken(db, code, ownId)) abortTransaction(taken())
}

/** Adds a duplicate code to the other input errors, so that all are returned together. */
async function addDuplicateCode(db: Db, refusal: Refusal, typed: DealerValues, ownId: number): Promise<Refusal> {
  const isCodeTaken = await isTaken(db, cleanText(typed.code), ownId)
  return isCodeTaken ? { ...refusal, fields: { ...taken().fields, ...refusal.fields } } : refusal
}

const columns = `name, contact_name, email, phone, address, district, city, tax_office, tax_number, price_list_id,
  discount, risk_limit, risk_mode, region, representative, group_id, rate_policy, fixed_rates, rates_until, carrier_payer`
const places = `$2, $3, $4, nullif($5, ''), nullif($6, ''), nullif($7, ''), nullif($8, ''), nullif($9, ''),
  nullif($10, ''), (SELECT id FROM price_lists WHERE code = $11), $12::numeric, $13::numeric, $14, $15, $16,
  (SELECT id FROM dealer_groups WHERE code = $17), $18, $19::jsonb, $20::date, $21`

const paramsOf = (values: DealerValues): unknown[] => [
  values.code,
  values.name,
  values.contactName,
  values.email,
  values.phone,
  values.address,
  values.district,
  values.city,
  values.taxOffice,
  values.taxNumber,
  values.priceList,
  exactOf(values.discount),
  exactOf(values.riskLimit),
  values.riskMode,
  values.region,
  values.representative,
  values.group,
  values.ratePolicy,
  ratesOf(values).fixed,
  ratesOf(values).until,
  values.carrierPayer,
]

export async function createDealer({ pool }: Deps, author: Author, typed: DealerValues): Promise<Success | Refusal> {
  const read = parseDealer(typed, await loadDealerChoices(pool))
  if (!read.ok) return addDuplicateCode(pool, read, typed, 0)
  const { values } = read
  return transactionOrRefusal(pool, async (db) => ({ ok: true as const, id: await insertDealer(db, author, values) }))
}

/** Adds a dealer whose values are parsed. Aborts the transaction if its code is taken. Returns its id. */
export async function insertDealer(db: Db, author: Author, values: DealerValues): Promise<number> {
  await lockCodes(db)
  await rejectIfTaken(db, values.code, 0)
  const row = await db.one<{ id: number }>(
    `INSERT INTO dealers (code, ${columns}) VALUES ($1, ${places}) RETURNING id`,
    paramsOf(values),
  )
  if (row === undefined) throw new Error('Could not insert the dealer.')
  await saveBranches(db, row.id, values.branches, [])
  const after = auditedDealer(values)
  await writeAudit(db, author, { action: 'create', noun: 'dealer', id: values.code, after })
  return row.id
}

/** Changes a dealer unless another user changed the same fields since it was read. */
export async function changeDealer(
  { pool, needsTwo = false }: Deps,
  author: Author,
  { id, before, values: typed }: { id: number; before: DealerValues; values: DealerValues },
): Promise<Success | Refusal> {
  const read = parseDealer(typed, await loadDealerChoices(pool))
  if (!read.ok) return addDuplicateCode(pool, read, typed, id)
  const { values } = read
  return transactionOrRefusal(pool, async (db) => {
    await lockCodes(db)
    const row = await findDealer(db, id, { isLocked: true })
    if (row === undefined) return abortTransaction('dealer_not_found')
    const now = valuesOf(row)
    const late = changedSince('dealer_changed', { before, now, wanted: values }, formatValue)
    if (late !== null) abortTransaction(late)
    await rejectIfTaken(db, values.code, id)
    if (needsTwo && values.group !== now.group) await rejectRuledGroup(db, [now.group, values.group])
    await db.execute(`UPDATE dealers SET (code, ${columns}) = ($1, ${places}) WHERE id = $22`, [
      ...paramsOf(values),
      id,
    ])
    await saveBranches(db, id, values.branches, now.branches)
    const difference = differenceOf(auditedDealer(now), auditedDealer(values))
    if (difference !== null) {
      await writeAudit(db, author, { action: 'change', noun: 'dealer', id: values.code, ...difference })
    }
    return { ok: true as const, id }
  })
}

/** The page of the group keeps such a change for a second person; this form cannot. */
async function rejectRuledGroup(db: Db, groups: readonly string[]): Promise<void> {
  const rule = await db.one(
    `SELECT FROM price_rules r JOIN dealer_groups g ON g.id = r.group_id WHERE r.is_active AND NOT r.kind = ANY ($2) AND g.code = ANY ($1) LIMIT 1`,
    [groups, ruleKinds.filter(isOrderKind)],
  )
  if (rule === undefined) return
  abortTransaction({ ...refuse('validation_failed'), fields: { group: { text: 'people.problems.groupNeedsSecond' } } })
}

function formatValue(field: string, value: unknown): string | null {
  if (field === 'riskMode' || field === 'ratePolicy' || field === 'carrierPayer') return null
  if (Array.isArray(value)) return value.map(({ name }: { name: string }) => name).join(', ') || '–'
  return typeof value === 'string' && value !== '' ? value : '–'
}

type Branches = DealerValues['branches']

/** Saves the dealer's branches in this order. A branch that has orders can be renamed but not removed. */
async function saveBranches(db: Db, dealerId: number, branches: Branches, existing: Branches): Promise<void> {
  const keptIds = new Set(branches.map(({ id }) => id).filter((id) => id !== null))
  const removedIds = existing.map(({ id }) => id).filter((id) => !keptIds.has(id ?? 0))
  const used = await db.query<{ name: string }>(
    'SELECT name FROM branches b WHERE id = ANY ($1) AND EXISTS (SELECT FROM orders o WHERE o.branch_id = b.id)',
    [removedIds],
  )
  if (used.length > 0) {
    const facts = { name: used.map(({ name }) => name).join(', ') }
    abortTransaction({
      ...refuse('validation_failed'),
      fields: { branches: { text: 'people.problems.branchUsed', facts } },
    })
  }
  await db.execute('DELETE FROM branches WHERE id = ANY ($1) AND dealer_id = $2', [removedIds, dealerId])
  for (const [position, { id, name }] of branches.entries()) {
    const changed = await db.execute('UPDATE branches SET name = $3, position = $4 WHERE id = $1 AND dealer_id = $2', [
      id ?? 0,
      dealerId,
      name,
      position,
    ])
    if (changed > 0) continue
    await db.execute('INSERT INTO branches (dealer_id, name, position) VALUES ($1, $2, $3)', [dealerId, name, position])
  }
}

/**
 * Disables or enables a dealer. Disabling ends the sessions of its users, and of administrators who impersonate one.
 */
export function setDealerState(
  { pool }: Deps,
  author: Author,
  { id, isDisabled }: { id: number; isDisabled: boolean },
): Promise<Success | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await findDealer(db, id, { isLocked: true })
    if (row === undefined) return abortTransaction('dealer_not_found')
    if (row.is_disabled === isDisabled) return { ok: true as const, id }
    await db.execute('UPDATE dealers SET disabled_at = CASE WHEN $2 THEN now() END WHERE id = $1', [id, isDisabled])
    if (isDisabled) {
      await db.execute('DELETE FROM sessions WHERE user_id IN (SELECT id FROM users WHERE dealer_id = $1)', [id])
    }
    const action = isDisabled ? 'deactivate' : 'activate'
    await writeAudit(db, author, { action, noun: 'dealer', id: row.code })
    return { ok: true as const, id }
  })
}
