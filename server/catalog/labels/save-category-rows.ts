import { type AuditedChange, type Author, writeAuditEntries } from '#server/audit/audit.ts'
import { lockLabels } from '#server/catalog/admin/save-labels.ts'
import { loadSlugs, type Slugs, slugOf } from '#server/catalog/import/import.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { rowsTransaction } from '#server/platform/db/rows-transaction.ts'
import type { LabelRowResult, SavedLabels } from './label-rows.ts'
import { type CategoryRowInput, planCategories, type PlannedCategory, type StoredCategory } from './plan-categories.ts'

/** Adds, changes and deletes categories by the codes of an ERP, which differ. Good rows are written, unless `isAtomic`. */
export function saveCategoryRows(
  pool: Pool,
  rows: readonly CategoryRowInput[],
  { author, isAtomic }: { author: Author; isAtomic: boolean },
): Promise<SavedLabels> {
  return rowsTransaction(pool, isAtomic, async (db) => {
    await lockLabels(db)
    const stored = await loadCategories(db, rows)
    const { nodes, problems } = planCategories(stored, rows)
    const changed = [...nodes.values()].filter((node) => statusOf(node) !== 'unchanged')
    await writeCategories(db, changed, await loadSlugs(db))
    await writeAuditEntries(db, author, changed.map(auditOf))
    return rows.map(({ line }): LabelRowResult => {
      const node = nodes.get(line)
      const problem = problems.get(line) ?? null
      return {
        line,
        problem,
        status: problem !== null ? 'rejected' : node === undefined ? 'unchanged' : statusOf(node),
      }
    })
  })
}

function statusOf({ before, isDeleted, code, name, parent, position }: PlannedCategory): LabelRowResult['status'] {
  if (before === null) return 'created'
  if (isDeleted) return 'deleted'
  const isSame =
    before.code === code &&
    before.name === name &&
    before.position === position &&
    before.parentId === (parent === null ? null : (parent.id ?? 0))
  return isSame ? 'unchanged' : 'updated'
}

/** Those that rows delete are locked, so that no product gets them meanwhile. */
async function loadCategories(db: Db, rows: readonly CategoryRowInput[]): Promise<StoredCategory[]> {
  const deleted = rows.flatMap(({ code, isDeleted }) => (isDeleted === true ? [code] : []))
  await db.query('SELECT FROM categories WHERE code = ANY ($1) ORDER BY id FOR UPDATE', [deleted])
  return db.query<StoredCategory>(
    `SELECT id, code, name, parent_id AS "parentId", position,
            coalesce(code = ANY ($1) AND (EXISTS (SELECT FROM products p WHERE p.category_id = c.id)
              OR EXISTS (SELECT FROM installment_limits l WHERE l.category_id = c.id)), false) AS "isUsed"
       FROM categories c ORDER BY id`,
    [deleted],
  )
}

async function writeCategories(db: Db, nodes: readonly PlannedCategory[], slugs: Slugs): Promise<void> {
  const fresh = nodes.filter(({ before }) => before === null)
  const ids = await newIds(db, fresh.length)
  for (const [n, node] of fresh.entries()) node.id = ids[n] ?? null
  const rowOf = ({ id, code, name, parent, position }: PlannedCategory) => {
    return { id, code, name, parent_id: parent?.id ?? null, position, slug: slugs.take([slugOf(name, 'kategori')]) }
  }
  const kept = nodes.filter(({ before, isDeleted }) => before !== null && !isDeleted)
  const keptIds = kept.map(({ id }) => id)
  // Two categories that swap their names or places would violate the unique index.
  if (kept.length > 0) await db.execute(`UPDATE categories SET name = '#' || id WHERE id = ANY ($1)`, [keptIds])
  const gone = nodes.filter(({ isDeleted }) => isDeleted).map(({ id }) => id)
  if (fresh.length > 0) {
    await db.execute(
      `INSERT INTO categories (id, code, name, parent_id, position, slug) OVERRIDING SYSTEM VALUE
       SELECT id, code, name, parent_id, position, slug FROM json_to_recordset($1)
           AS g (id integer, code text, name text, parent_id integer, position integer, slug text)`,
      [JSON.stringify(fresh.map(rowOf))],
    )
  }
  if (kept.length > 0) {
    await db.execute(
      `UPDATE categories c SET (code, name, parent_id, position) = (g.code, g.name, g.parent_id, g.position)
         FROM json_to_recordset($1) AS g (id integer, code text, name text, parent_id integer, position integer)
        WHERE c.id = g.id`,
      [JSON.stringify(kept.map(rowOf))],
    )
  }
  if (gone.length > 0) await db.execute('DELETE FROM categories WHERE id = ANY ($1)', [gone])
}

async function newIds(db: Db, count: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT nextval('categories_id_seq')::integer AS id FROM generate_series(1, $1)`,
    [count],
  )
  return rows.map(({ id }) => id)
}

function auditOf(node: PlannedCategory): AuditedChange {
  const valuesOf = ({ code, name, position }: Pick<PlannedCategory, 'name' | 'position'> & { code: string | null }) => {
    return { code, name, position }
  }
  const { name, before, isDeleted, parent } = node
  const entry = { noun: 'category', id: name } as const
  const after = { ...valuesOf(node), parent: parent?.name ?? null }
  if (before === null) return { ...entry, action: 'create', after }
  if (isDeleted) return { ...entry, action: 'remove', before: valuesOf(before) }
  return { ...entry, action: 'change', before: valuesOf(before), after }
}
