import { assignGroup } from '#server/account/account.ts'
import { type AuditedChange, type Author, writeAuditEntries } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { rowsTransaction } from '#server/platform/db/rows-transaction.ts'
import { lockGroupCodes } from './change-groups.ts'

/** Found by `code`; a group that exists keeps a name that is not given. */
export type GroupRowInput = {
  line: number
  code: string
  name: string | undefined
  isDeleted: boolean | undefined
}
export type GroupRowResult = {
  line: number
  status: 'created' | 'updated' | 'unchanged' | 'deleted' | 'rejected'
  problem: { code: 'value_missing' | 'value_invalid' | 'group_in_use'; field: string; value: string } | null
}
type Stored = { id: number; code: string; name: string; is_used: boolean }

/**
 * Adds, renames and deletes groups of dealers by their codes, which differ. Good rows are written although others are
 * rejected, unless `isAtomic`. The dealers of a deleted group are in none.
 */
export function saveGroupRows(
  pool: Pool,
  rows: readonly GroupRowInput[],
  { author, isAtomic }: { author: Author; isAtomic: boolean },
): Promise<{ isWritten: boolean; results: GroupRowResult[] }> {
  return rowsTransaction(pool, isAtomic, async (db) => {
    await lockGroupCodes(db)
    const stored = await db.query<Stored>(
      `SELECT g.id, g.code, g.name, EXISTS (SELECT FROM price_rules r WHERE r.group_id = g.id) AS is_used
         FROM dealer_groups g WHERE g.code = ANY ($1) ORDER BY g.id FOR UPDATE`,
      [rows.map(({ code }) => code)],
    )
    const byCode = new Map(stored.map((group) => [group.code, group]))
    const results = rows.map((row) => resultOf(row, byCode.get(row.code)))
    const withStatus = (status: GroupRowResult['status']) => rows.filter((_, at) => results[at]?.status === status)
    const [created, updated, deleted] = [withStatus('created'), withStatus('updated'), withStatus('deleted')]
    await db.execute(
      `INSERT INTO dealer_groups (code, name) SELECT code, name FROM json_to_recordset($1) AS g (code text, name text)`,
      [JSON.stringify(created)],
    )
    await db.execute(
      `UPDATE dealer_groups d SET name = g.name FROM json_to_recordset($1) AS g (code text, name text)
        WHERE d.code = g.code`,
      [JSON.stringify(updated)],
    )
    await deleteGroups(
      db,
      author,
      deleted.flatMap(({ code }) => byCode.get(code)?.id ?? []),
    )
    const entry = (action: AuditedChange['action'], { code, name }: GroupRowInput): AuditedChange => {
      const before = byCode.get(code)?.name
      const values = {
        before: before === undefined ? null : { name: before },
        after: name === undefined ? null : { name },
      }
      return { action, noun: 'dealer_group', id: code, ...values }
    }
    await writeAuditEntries(db, author, [
      ...created.map((row) => entry('create', row)),
      ...updated.map((row) => entry('change', row)),
      ...deleted.map((row) => entry('remove', { ...row, name: undefined })),
    ])
    return results
  })
}

function resultOf({ line, code, name, isDeleted }: GroupRowInput, stored: Stored | undefined): GroupRowResult {
  const rejected = (problem: NonNullable<GroupRowResult['problem']>): GroupRowResult => ({
    ...{ line, status: 'rejected', problem },
  })
  if (isDeleted === true) {
    if (stored?.is_used === true) return rejected({ code: 'group_in_use', field: 'code', value: code })
    return { line, status: stored === undefined ? 'unchanged' : 'deleted', problem: null }
  }
  // Files name a group by its code.
  if (/\p{Cc}/u.test(code)) return rejected({ code: 'value_invalid', field: 'code', value: code })
  if (stored === undefined) {
    if (name === undefined) return rejected({ code: 'value_missing', field: 'name', value: '' })
    return { line, status: 'created', problem: null }
  }
  return { line, status: name === undefined || name === stored.name ? 'unchanged' : 'updated', problem: null }
}

async function deleteGroups(db: Db, author: Author, ids: readonly number[]): Promise<void> {
  const members = await db.query<{ id: number }>('SELECT id FROM dealers WHERE group_id = ANY ($1)', [ids])
  await assignGroup(
    db,
    author,
    members.map(({ id }) => id),
    null,
  )
  await db.execute('DELETE FROM dealer_groups WHERE id = ANY ($1)', [ids])
}
