import { type Refusal, refuse } from '#contract/core/errors.ts'
import type { WholeList } from '#contract/shop/lists.ts'
import { type ListRight, listRight } from '#domain/lists/list-right.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Actor, DealerContext } from '#server/visitor/visitor.ts'

export type DealerActor = DealerContext['actor']

export type ListRow = {
  id: number
  user_id: number
  owner: string
  name: string
  is_shared: boolean
  revision: number
  line_count: number
  changed_at: Date
  changer: string | null
  has_link: boolean
  /** Null: the user does not follow it. */
  has_emails: boolean | null
}

/** Lists `l` as a user sees them: $1 is the dealer, $2 the user. */
const seenLists = `SELECT l.id, l.user_id, u.name AS owner, l.name, l.is_shared, l.revision, l.changed_at, c.name AS changer,
       l.link_hash IS NOT NULL AS has_link, f.has_emails,
       (SELECT count(*) FROM list_lines n WHERE n.list_id = l.id AND n.removed_at IS NULL) AS line_count
  FROM lists l JOIN users u ON u.id = l.user_id
  LEFT JOIN users c ON c.id = l.changed_by
  LEFT JOIN list_follows f ON f.list_id = l.id AND f.user_id = $2
 WHERE l.dealer_id = $1 AND (l.user_id = $2 OR l.is_shared)`

/** The user's own lists and those that colleagues share, by name. */
export function loadLists(db: Db, { dealer, userId }: DealerActor): Promise<ListRow[]> {
  return db.query<ListRow>(
    `${seenLists} AND l.deleted_at IS NULL ORDER BY l.name, l.id`,
    [dealer.id, userId],
    'lists_seen',
  )
}

export function findList(db: Db, { dealer, userId }: DealerActor, id: number): Promise<ListRow | undefined> {
  return db.one<ListRow>(`${seenLists} AND l.deleted_at IS NULL AND l.id = $3`, [dealer.id, userId, id], 'list_seen')
}

/** A deleted list, until it is purged. */
export function findDeletedList(db: Db, { dealer, userId }: DealerActor, id: number): Promise<ListRow | undefined> {
  return db.one<ListRow>(
    `${seenLists} AND l.deleted_at IS NOT NULL AND l.id = $3`,
    [dealer.id, userId, id],
    'list_deleted_seen',
  )
}

/** A list by the hash of its link's token, for any user of its dealer. */
export function findLinkedList(
  db: Db,
  { dealer }: DealerActor,
  hash: Buffer,
): Promise<{ id: number; name: string; owner: string } | undefined> {
  return db.one<{ id: number; name: string; owner: string }>(
    `SELECT l.id, l.name, u.name AS owner FROM lists l JOIN users u ON u.id = l.user_id
      WHERE l.dealer_id = $1 AND l.link_hash = $2 AND l.deleted_at IS NULL`,
    [dealer.id, hash],
    'list_linked',
  )
}

/** Locks a list that the user sees, for a change. All changes of a list and of its lines take this lock first. */
export async function lockList(db: Db, actor: DealerActor, id: number): Promise<ListRow | undefined> {
  await db.execute('SELECT FROM lists WHERE id = $1 FOR UPDATE', [id], 'list_lock')
  return findList(db, actor, id)
}

export const rightOf = ({ user_id }: Pick<ListRow, 'user_id'>, { userId, permissions }: DealerActor): ListRight =>
  listRight(user_id === userId, permissions)

/** Why the user may not change the lines of the list; null if it may. */
export const changeRefusal = (row: ListRow | undefined, actor: DealerActor): Refusal | null => {
  if (row === undefined) return refuse('list_not_found')
  return rightOf(row, actor) === 'read' ? refuse('list_read_only') : null
}

/** Why the user may not rename, share or delete the list; null if it may. */
export const manageRefusal = (row: ListRow | undefined, actor: DealerActor): Refusal | null => {
  if (row === undefined) return refuse('list_not_found')
  return rightOf(row, actor) === 'manage' ? null : refuse('list_owner_only')
}

/** Lists are shared by those who may order: a colleague who only reads shares nothing. */
export const shareRefusal = (isShared: boolean, { permissions }: Pick<Actor, 'permissions'>): Refusal | null =>
  isShared && !permissions.has('order') ? refuse('list_read_only') : null

export function presentHead(row: ListRow, actor: DealerActor): Omit<WholeList, 'hasLink' | 'lines'> {
  const { id, name, owner, revision } = row
  return {
    id,
    name,
    isShared: row.is_shared,
    isOwn: row.user_id === actor.userId,
    owner,
    right: rightOf(row, actor),
    revision,
    lineCount: row.line_count,
    changedAt: row.changed_at.toISOString(),
    changedBy: row.changer,
    isFollowed: row.has_emails !== null,
    hasEmails: row.has_emails === true,
  }
}

/** Records who changed the list last. */
export async function touchList(db: Db, id: number, userId: number): Promise<void> {
  await db.execute('UPDATE lists SET changed_at = now(), changed_by = $2 WHERE id = $1', [id, userId], 'list_touch')
}
