import { type Author, writeAuditEntries } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'

type MemberRow = { id: number; code: string; before: string; after: string }

/**
 * Puts dealers into a group (null: into none) that the caller's transaction holds. Returns how many were not in it before, and
 * how many of them were in another one.
 */
export async function assignGroup(
  db: Db,
  by: Author,
  ids: readonly number[],
  group: number | null,
): Promise<{ changed: number; moved: number }> {
  const rows = await db.query<MemberRow>(
    `SELECT d.id, d.code, coalesce((SELECT code FROM dealer_groups WHERE id = d.group_id), '') AS before,
            coalesce((SELECT code FROM dealer_groups WHERE id = $2), '') AS after
       FROM dealers d WHERE d.id = ANY ($1) ORDER BY d.id FOR NO KEY UPDATE`,
    [ids, group],
  )
  const changed = rows.filter(({ before, after }) => before !== after)
  await db.execute('UPDATE dealers SET group_id = $2 WHERE id = ANY ($1)', [changed.map(({ id }) => id), group])
  await writeAuditEntries(
    db,
    by,
    changed.map(({ code, before, after }) => {
      return { action: 'change', noun: 'dealer', id: code, before: { group: before }, after: { group: after } }
    }),
  )
  return { changed: changed.length, moved: changed.filter(({ before }) => before !== '').length }
}
