import type { BrandFields, CategoryFields } from '#contract/admin/catalog.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { reservedSlugs } from '#contract/core/reserved-slugs.ts'
import { slugify } from '#domain/text/text.ts'
import { type Author, differenceOf, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { transactionOrRefusal, abortTransaction } from '#server/platform/db/transaction-or-refusal.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'

type SavedLabel = { ok: true; id: number } | Refusal
type Problems = NonNullable<Refusal['fields']>
/** Creates a category, or changes the one with this id. */
export async function saveCategory(
  pool: Pool,
  author: Author,
  id: number | null,
  input: CategoryFields,
): Promise<SavedLabel> {
  return transactionOrRefusal(pool, async (db) => {
    await lockLabels(db)
    const before = id === null ? null : await findCategory(db, id)
    if (before === undefined) abortTransaction('not_found')
    const name = cleanText(input.name)
    const values = { ...input, name, slug: slugFrom(input.slug, name), code: cleanText(input.code) }
    const problems = await labelProblems(db, values, { table: 'categories', id })
    Object.assign(problems, await parentProblems(db, id, values))
    const duplicate = await db.one('SELECT FROM categories WHERE code = $1 AND id IS DISTINCT FROM $2', [
      values.code,
      id,
    ])
    if (duplicate !== undefined) problems.code = { text: 'administration.labels.categoryCodeTaken' }
    rejectIf(problems)
    const saved = id === null ? await insertCategory(db, values) : await updateCategory(db, id, values)
    const audited = await auditedCategories(db, before, values)
    await writeLabelAudit(db, author, { noun: 'category', id: name, ...audited })
    return { ok: true as const, id: saved }
  })
}

/** Creates a brand, or changes the one with this id. */
export async function saveBrand(
  pool: Pool,
  author: Author,
  id: number | null,
  input: BrandFields,
): Promise<SavedLabel> {
  return transactionOrRefusal(pool, async (db) => {
    await lockLabels(db)
    const before = id === null ? null : await findBrand(db, id)
    if (before === undefined) abortTransaction('not_found')
    const name = cleanText(input.name)
    const values = {
      name,
      slug: slugFrom(input.slug, name),
      code: cleanText(input.code) || slugify(name).toUpperCase(),
    }
    const problems = await labelProblems(db, values, { table: 'brands', id })
    const duplicate = await db.one('SELECT FROM brands WHERE code = $1 AND id IS DISTINCT FROM $2', [values.code, id])
    if (duplicate !== undefined) problems.code = { text: 'administration.labels.codeTaken' }
    // Brand codes appear in list URLs between these separators.
    if (/[,;:]/.test(values.code)) problems.code = 'invalid'
    rejectIf(problems)
    const saved = id === null ? await insertBrand(db, values) : await updateBrand(db, id, values)
    await writeLabelAudit(db, author, { noun: 'brand', id: name, before, after: values })
    return { ok: true as const, id: saved }
  })
}

/** Brands and categories share their slugs, and the tree must stay free of cycles: only one change at a time. */
export async function lockLabels(db: Db): Promise<void> {
  await db.execute('LOCK TABLE categories, brands IN SHARE ROW EXCLUSIVE MODE')
}

const slugFrom = (slug: string, name: string): string => cleanText(slug).toLowerCase() || slugify(name)

async function labelProblems(
  db: Db,
  { name, slug }: { name: string; slug: string },
  label: { table: 'categories' | 'brands'; id: number | null },
): Promise<Problems> {
  const problems: Problems = {}
  if (name === '') problems.name = 'too_short'
  // A slug with `-p-` would look like a product address.
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(slug) || slug.includes('-p-')) {
    problems.slug = { text: 'administration.labels.slugForm' }
  } else if (reservedSlugs.has(slug)) problems.slug = { text: 'administration.labels.slugReserved' }
  else {
    const duplicate = await db.one<{ name: string }>(
      `SELECT name FROM (SELECT 'categories' AS place, id, name, slug FROM categories
                          UNION ALL SELECT 'brands', id, name, slug FROM brands) AS label
        WHERE slug = $1 AND NOT (place = $2 AND id IS NOT DISTINCT FROM $3::integer) LIMIT 1`,
      [slug, label.table, label.id],
    )
    if (duplicate) problems.slug = { text: 'administration.labels.slugTaken', facts: { name: duplicate.name } }
  }
  return problems
}

async function parentProblems(
  db: Db,
  id: number | null,
  { name, parentId }: { name: string; parentId: number | null },
): Promise<Problems> {
  const problems: Problems = {}
  if (parentId !== null) {
    const above = await db.query<{ id: number }>(
      `WITH RECURSIVE above AS (
         SELECT id, parent_id FROM categories WHERE id = $1
         UNION SELECT c.id, c.parent_id FROM categories c JOIN above ON c.id = above.parent_id)
       SELECT id FROM above`,
      [parentId],
    )
    if (above.length === 0) problems.parentId = 'invalid'
    if (above.some((category) => category.id === id)) problems.parentId = { text: 'administration.labels.parentBelow' }
  }
  const duplicate = await db.one(
    `SELECT FROM categories WHERE name = $1 AND parent_id IS NOT DISTINCT FROM $2::integer
        AND id IS DISTINCT FROM $3::integer`,
    [name, parentId, id],
  )
  if (duplicate !== undefined) problems.name = { text: 'administration.labels.nameTaken' }
  return problems
}

function rejectIf(fields: Problems): void {
  if (Object.keys(fields).length > 0) abortTransaction({ ...refuse('validation_failed'), fields })
}

type CategoryValues = CategoryFields
const findCategory = (db: Db, id: number) =>
  db.one<CategoryValues>(
    `SELECT name, slug, coalesce(code, '') AS code, parent_id AS "parentId", position FROM categories WHERE id = $1`,
    [id],
  )

async function insertCategory(db: Db, { name, slug, code, parentId, position }: CategoryValues): Promise<number> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO categories (name, slug, code, parent_id, position) VALUES ($1, $2, nullif($3, ''), $4, $5) RETURNING id`,
    [name, slug, code, parentId, position],
  )
  return row?.id ?? 0
}

async function updateCategory(db: Db, id: number, values: CategoryValues): Promise<number> {
  const { name, slug, code, parentId, position } = values
  await db.execute(
    `UPDATE categories SET name = $2, slug = $3, code = nullif($4, ''), parent_id = $5, position = $6 WHERE id = $1`,
    [id, name, slug, code, parentId, position],
  )
  return id
}

const findBrand = (db: Db, id: number) => db.one<BrandFields>('SELECT name, slug, code FROM brands WHERE id = $1', [id])

async function insertBrand(db: Db, { name, slug, code }: BrandFields): Promise<number> {
  const row = await db.one<{ id: number }>('INSERT INTO brands (name, slug, code) VALUES ($1, $2, $3) RETURNING id', [
    name,
    slug,
    code,
  ])
  return row?.id ?? 0
}

async function updateBrand(db: Db, id: number, { name, slug, code }: BrandFields): Promise<number> {
  await db.execute('UPDATE brands SET name = $2, slug = $3, code = $4 WHERE id = $1', [id, name, slug, code])
  return id
}

/** Names the parent instead of giving its id, for readers of the audit log. */
async function auditedCategories(db: Db, before: CategoryValues | null, after: CategoryValues) {
  const parents = [before?.parentId, after.parentId].filter((id) => id != null)
  const rows = await db.query<{ id: number; name: string }>('SELECT id, name FROM categories WHERE id = ANY ($1)', [
    parents,
  ])
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  const audited = ({ name, slug, code, parentId, position }: CategoryValues) => {
    return { name, slug, code, parent: parentId === null ? null : (names.get(parentId) ?? String(parentId)), position }
  }
  return { before: before && audited(before), after: audited(after) }
}

type LabelAudit = { noun: 'category' | 'brand'; id: string; before: object | null; after: object }

async function writeLabelAudit(db: Db, author: Author, { noun, id, before, after }: LabelAudit): Promise<void> {
  if (before === null) return writeAudit(db, author, { action: 'create', noun, id, after: { ...after } })
  const difference = differenceOf({ ...before }, { ...after })
  if (difference !== null) await writeAudit(db, author, { action: 'change', noun, id, ...difference })
}
