import type { Db } from '#server/platform/db/pool.ts'

/** Adds a branch that the store offers to all dealers, after the others. Returns its id. */
export async function insertStoreBranch(db: Db, name: string): Promise<number> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO branches (name, position)
     SELECT $1, coalesce(max(position) + 1, 0) FROM branches WHERE dealer_id IS NULL RETURNING id`,
    [name],
  )
  if (row === undefined) throw new Error('Could not insert the branch.')
  return row.id
}

export async function renameBranch(db: Db, id: number, name: string): Promise<void> {
  await db.execute('UPDATE branches SET name = $2 WHERE id = $1', [id, name])
}

export async function setBranchActive(db: Db, id: number, isActive: boolean): Promise<void> {
  await db.execute('UPDATE branches SET is_active = $2 WHERE id = $1', [id, isActive])
}

/** Puts branches in the order of these ids. */
export async function sortBranches(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(
    `UPDATE branches SET position = place - 1 FROM unnest($1::integer[]) WITH ORDINALITY AS sorted (id, place)
      WHERE branches.id = sorted.id`,
    [ids],
  )
}

export async function deleteBranch(db: Db, id: number): Promise<void> {
  await db.execute('DELETE FROM branches WHERE id = $1', [id])
}
