import type { DealerGroupValues } from '#contract/admin/dealer-groups.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { assignGroup, changedSince, createFieldCheck } from '#server/account/account.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'

type Saved = { ok: true; id: number }
type GroupRow = { id: number; code: string; name: string }

/** Codes are unique: concurrent saves run one after the other. */
const lockCodes = (db: Db) => db.execute('SELECT pg_advisory_xact_lock(75, 2)')

function findLocked(db: Db, id: number, lock: 'FOR UPDATE' | 'FOR KEY SHARE'): Promise<GroupRow | undefined> {
  return db.one<GroupRow>(`SELECT id, code, name FROM dealer_groups WHERE id = $1 ${lock}`, [id])
}

export function createGroup(pool: Pool, by: Author, typed: DealerGroupValues): Promise<Saved | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await lockCodes(db)
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
    await lockCodes(db)
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

/** Puts dealers into a group; refused as a whole if a code is unknown. */
export function assignByCode(
  pool: Pool,
  by: Author,
  id: number,
  typed: readonly string[],
): Promise<{ added: number; moved: number } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    if ((await findLocked(db, id, 'FOR KEY SHARE')) === undefined) return abortTransaction('dealer_group_not_found')
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
    const { changed, moved } = await assignGroup(
      db,
      by,
      rows.map((row) => row.id),
      id,
    )
    return { added: changed, moved }
  })
}

const rejectCodes = (problem: string, facts?: Record<string, string>): Refusal => ({
  ...refuse('validation_failed'),
  fields: { codes: { text: `dealerGroups.problems.${problem}`, ...(facts && { facts }) } },
})

export function leaveGroup(
  pool: Pool,
  by: Author,
  { id, dealer }: { id: number; dealer: number },
): Promise<{ success: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    if ((await findLocked(db, id, 'FOR KEY SHARE')) === undefined) return abortTransaction('dealer_group_not_found')
    const member = await db.one('SELECT FROM dealers WHERE id = $1 AND group_id = $2 FOR NO KEY UPDATE', [dealer, id])
    if (member === undefined) return abortTransaction('dealer_not_found')
    await assignGroup(db, by, [dealer], null)
    return { success: true as const }
  })
}
