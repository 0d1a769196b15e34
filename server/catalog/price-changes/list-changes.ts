import { deleteBatches } from '#server/platform/db/delete-batches.ts'
import type { listPriceChanges, createPriceChange } from '#contract/admin/price-changes.ts'
import { priceChangeStates } from '#domain/pricing/price-change-states.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { createFieldCheck } from '#server/account/account.ts'
import { type Author, writeAudit } from '#server/audit/audit.ts'
import { parseId } from '#server/catalog/admin/product-list.ts'
import { findPriceList } from '#server/catalog/price-lists/list-rows.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import { parsePaging } from '#server/platform/http/list-paging.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { authorIds, lockChange } from './change-rows.ts'
import { auditChange } from './publish.ts'

type Row = Omit<Reply<typeof listPriceChanges>['items'][number], 'list' | 'createdAt' | 'publishAt' | 'publishedAt'> & {
  list_id: number
  list_name: string
  created_at: Date
  publish_at: Date | null
  published_at: Date | null
}

export const listedColumns = `c.id, c.name, c.state, c.row_count AS rows, c.left_count AS left, l.id AS list_id, l.name AS list_name,
  coalesce(u.name, k.name) AS "createdBy", c.created_at, c.publish_at, c.published_at`
export const listedJoins =
  'price_changes c JOIN price_lists l ON l.id = c.price_list_id LEFT JOIN users u ON u.id = c.created_by LEFT JOIN api_keys k ON k.id = c.created_by_key'

export function presentListed<Given extends Row>({
  list_id,
  list_name,
  created_at,
  publish_at,
  published_at,
  ...row
}: Given) {
  return {
    ...row,
    list: { id: list_id, name: list_name },
    createdAt: created_at.toISOString(),
    publishAt: publish_at?.toISOString() ?? null,
    publishedAt: published_at?.toISOString() ?? null,
  }
}
export type ListedRow = Row

/** A page of changes, the newest first. */
export async function listChanges(
  db: Db,
  query: Input<typeof listPriceChanges>['query'],
): Promise<Reply<typeof listPriceChanges>> {
  const { page, limit } = parsePaging(query)
  const show = ([...priceChangeStates, 'open'] as const).find((each) => each === query.show) ?? null
  const list = parseId(query.list)
  const open: readonly string[] = ['draft', 'waiting', 'scheduled']
  const states = show === null ? null : show === 'open' ? open : [show]
  const wanted = '($1::text[] IS NULL OR c.state = ANY ($1)) AND ($2::integer IS NULL OR c.price_list_id = $2)'
  const rows = await db.query<Row>(
    `SELECT ${listedColumns} FROM ${listedJoins} WHERE ${wanted} ORDER BY c.id DESC LIMIT $3 OFFSET $4`,
    [states, list, limit, (page - 1) * limit],
  )
  const count = await db.one<{ total: number }>(`SELECT count(*) AS total FROM price_changes c WHERE ${wanted}`, [
    states,
    list,
  ])
  const lists = await db.query<{ id: number; name: string; isDefault: boolean }>(
    'SELECT id, name, is_default AS "isDefault" FROM price_lists ORDER BY is_default DESC, name, id',
  )
  const total = count?.total ?? 0
  return {
    items: rows.map(presentListed),
    total,
    page,
    pages: Math.max(1, Math.ceil(total / limit)),
    limit,
    show,
    list,
    lists,
  }
}

export function createChange(
  pool: Pool,
  by: UserContext,
  { list: listId, name: typed }: Input<typeof createPriceChange>['body'],
): Promise<{ ok: true; id: number } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const check = createFieldCheck()
    const name = check.text('name', typed, { max: 100, isNeeded: true })
    const refusal = check.refusal()
    if (refusal !== null) abortTransaction(refusal)
    const list = (await findPriceList(db, listId, 'FOR KEY SHARE')) ?? abortTransaction('price_list_not_found')
    return { ok: true as const, id: await insertChange(db, by, { list, name }) }
  })
}

/** An empty draft for a list; returns its id. */
export async function insertChange(
  db: Db,
  by: Author,
  { list, name }: { list: { id: number; code: string }; name: string },
): Promise<number> {
  const { userId, keyId } = authorIds(by)
  const row = await db.one<{ id: number }>(
    'INSERT INTO price_changes (price_list_id, name, created_by, created_by_key) VALUES ($1, $2, $3, $4) RETURNING id',
    [list.id, name, userId, keyId],
  )
  if (row === undefined) throw new Error('Could not insert the price change.')
  const after = { name, priceList: list.code }
  await writeAudit(db, by, { action: 'create', noun: 'price_change', id: String(row.id), after })
  return row.id
}

/** Deletes what is not published. */
export function removeChange(pool: Pool, by: Author, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const change = await lockChange(db, id, by)
    if (change.state === 'published' || change.state === 'undone') abortTransaction('price_change_state')
    await db.execute('DELETE FROM price_changes WHERE id = $1', [id])
    await auditChange(db, by, change, { action: 'remove' })
    return { ok: true as const }
  })
}

/** Deletes published changes a year after their publication; the audit log keeps their entries. */
export async function purgePriceChanges(db: Db): Promise<void> {
  // A change takes all its prices with it.
  const expired = "state IN ('published', 'undone') AND published_at < now() - interval '1 year'"
  await deleteBatches(db, 'price_changes', expired, { batch: 1 })
}
