import type { DealerGroupValues } from '#contract/admin/dealer-groups.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { assignGroup, changedSince, createFieldCheck } from '#server/account/account.ts'
import { type AuditValues, type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { type Change, groupMovesPrices, propose } from './propose.ts'

type Saved = { ok: true; id: number }
type GroupRow = { id: number; code: string; name: string }

/** Codes are unique: concurrent saves run one after the other. */
export const lockGroupCodes = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(75, 2)')

function findLocked(db: Db, id: number, lock: 'FOR UPDATE' | 'FOR KEY SHARE'): Promise<GroupRow | undefined> {
  return db.one<GroupRow>(`SELECT id, code, name FROM dealer_groups WHERE id = $1 ${lock}`, [id])
}

export function createGroup(pool: Pool, by: Author, typed: DealerGroupValues): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockGroupCodes(db)
    const values = await checkValues(db, typed, null)
    const id = await insertRow(db, 'dealer_groups', values)
    await writeAudit(db, by, { action: 'create', noun: 'dealer_group', id: values.code, after: { name: values.name } })
    return { ok: true as const, id }
  })
}

export function changeGroup(
  pool: Pool,
  by: Author,
  { id, before, values }: { id: number; before: DealerGroupValues; values: DealerGroupValues },
): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockGroupCodes(db)
    const wanted = await checkValues(db, values, id)
    const row = await findLocked(db, id, 'FOR UPDATE')
    if (row === undefined) return abortTransaction('dealer_group_not_found')
    const now = { code: row.code, name: row.name }
    const late = changedSince('dealer_group_changed', { before, now, wanted }, (_field, value) => String(value))
    if (late !== null) abortTransaction(late)
    const difference = differenceOf(now, wanted)
    if (difference === null) return { ok: true as const, id }
    await db.execute('UPDATE dealer_groups SET code = $2, name = $3 WHERE id = $1', [id, wanted.code, wanted.name])
    await writeAudit(db, by, { action: 'change', noun: 'dealer_group', id: wanted.code, ...difference })
    return { ok: true as const, id }
  })
}

async function checkValues(db: Db, typed: DealerGroupValues, ownId: number | null): Promise<DealerGroupValues> {
  const check = createFieldCheck()
  const values = {
    code: check.text('code', typed.code, { max: 40, isNeeded: true }),
    name: check.text('name', typed.name, { max: 100, isNeeded: true }),
  }
  // Files name a group by its code, which has no control characters.
  if (/\p{Cc}/u.test(values.code)) check.fields.code ??= { text: 'dealerGroups.problems.code' }
  const same = await db.one('SELECT FROM dealer_groups WHERE code = $1 AND id IS DISTINCT FROM $2', [
    values.code,
    ownId,
  ])
  if (same !== undefined) check.fields.code ??= { text: 'dealerGroups.problems.codeTaken' }
  const refusal = check.refusal()
  if (refusal !== null) abortTransaction(refusal)
  return values
}

/** Number of rules that a refusal names. */
const maxNamed = 5

export function removeGroup(pool: Pool, by: Author, id: number): Promise<{ success: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await findLocked(db, id, 'FOR UPDATE')
    if (row === undefined) return abortTransaction('dealer_group_not_found')
    const rules = await db.query<{ name: string }>(
      'SELECT name FROM price_rules WHERE group_id = $1 ORDER BY name, id',
      [id],
    )
    if (rules.length > 0) {
      const names = rules.slice(0, maxNamed).map(({ name }) => name)
      const named = [...names, ...(rules.length > maxNamed ? ['…'] : [])].join(', ')
      abortTransaction(refuse('dealer_group_in_use', { count: rules.length, names: named }))
    }
    const members = await db.query<{ id: number }>('SELECT id FROM dealers WHERE group_id = $1', [id])
    const dealers = await assignGroup(
      db,
      by,
      members.map((member) => member.id),
      null,
    )
    await db.execute('DELETE FROM dealer_groups WHERE id = $1', [id])
    const before = { name: row.name, dealers: dealers.changed }
    await writeAudit(db, by, { action: 'remove', noun: 'dealer_group', id: row.code, before })
    return { success: true as const }
  })
}

type Assigned = { ok: true; added: number; moved: number; isWaiting: boolean }
type Join = { id: number; codes: readonly string[] }

/** Puts dealers into a group; refused as a whole if a code is unknown. */
export function assignByCode(pool: Pool, change: Change, request: Join): Promise<Assigned | Refusal> {
  return transactionOrRefusal(pool, (db) => applyJoin(db, change, request))
}

/** In the caller's transaction, which a refusal aborts. */
export async function applyJoin(db: Db, { by, needsTwo }: Change, { id, codes: typed }: Join): Promise<Assigned> {
  const group = (await findLocked(db, id, 'FOR KEY SHARE')) ?? abortTransaction('dealer_group_not_found')
  const codes = [...new Set(typed.map(cleanText).filter((code) => code !== ''))]
  if (codes.length === 0) abortTransaction(rejectCodes('codesMissing'))
  const rows = await db.query<{ id: number; code: string }>('SELECT id, code FROM dealers WHERE code = ANY ($1)', [
    codes,
  ])
  const known = new Set(rows.map(({ code }) => code))
  const unknown = codes.filter((code) => !known.has(code))
  if (unknown.length > 0) {
    const named = unknown.slice(0, 10).join(', ') + (unknown.length > 10 ? ` … (${unknown.length})` : '')
    abortTransaction(rejectCodes('codesUnknown', { codes: named }))
  }
  const dealers = rows.map((row) => row.id)
  if (needsTwo && (await groupMovesPrices(db, id, dealers))) {
    await propose(db, by, { kind: 'join', group: id, request: { codes } })
    await auditWaiting(db, by, { group, before: {}, after: { dealers: codes.length } })
    return { ok: true, added: 0, moved: 0, isWaiting: true }
  }
  const { changed, moved } = await assignGroup(db, by, dealers, id)
  return { ok: true, added: changed, moved, isWaiting: false }
}

function auditWaiting(
  db: Db,
  by: Author,
  { group, before, after }: { group: GroupRow; before: AuditValues; after: AuditValues },
): Promise<void> {
  return writeAudit(db, by, {
    ...{ action: 'change', noun: 'dealer_group', id: group.code, before },
    after: { ...after, waiting: true },
  })
}

const rejectCodes = (problem: string, facts?: Record<string, string>): Refusal => ({
  ...refuse('validation_failed'),
  fields: { codes: { text: `dealerGroups.problems.${problem}`, ...(facts && { facts }) } },
})

type Left = { ok: true; isWaiting: boolean }
type Leave = { id: number; dealer: number }

export function leaveGroup(pool: Pool, change: Change, request: Leave): Promise<Left | Refusal> {
  return transactionOrRefusal(pool, (db) => applyLeave(db, change, request))
}

export async function applyLeave(db: Db, { by, needsTwo }: Change, { id, dealer }: Leave): Promise<Left> {
  const group = (await findLocked(db, id, 'FOR KEY SHARE')) ?? abortTransaction('dealer_group_not_found')
  const member = await db.one<{ code: string }>(
    'SELECT code FROM dealers WHERE id = $1 AND group_id = $2 FOR NO KEY UPDATE',
    [dealer, id],
  )
  if (member === undefined) return abortTransaction('dealer_not_found')
  if (needsTwo && (await groupMovesPrices(db, id, []))) {
    await propose(db, by, { kind: 'leave', group: id, request: { dealer } })
    await auditWaiting(db, by, { group, before: { dealer: member.code }, after: {} })
    return { ok: true, isWaiting: true }
  }
  await assignGroup(db, by, [dealer], null)
  return { ok: true, isWaiting: false }
}
