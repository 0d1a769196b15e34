import { fold } from '#domain/text/text.ts'
import { createLookup, insertRows, loadSlugs, type Slugs, slugOf } from './lookups.ts'
import type { FileMerge } from './file-merge.ts'
import { levelSeparator } from '#server/catalog/import/read/row-fields.ts'
import { trackCreated } from './track-changes.ts'

type CategoryRow = { id: number; parent_id: number | null; name: string; slug: string }
type NewCategory = Omit<CategoryRow, 'id'>

/** A path of the file, and the category of the levels resolved so far. */
type Walk = { path: string[]; category: CategoryRow | undefined }

/** Creates the categories of the file that do not exist yet. Creates the table import_categories (path → id). */
export async function createCategories(merge: FileMerge): Promise<void> {
  const { db, file, totals } = merge
  const wanted = await db.query<{ category: string }>(
    'SELECT DISTINCT category FROM import_rows WHERE file = $1 AND category IS NOT NULL ORDER BY category',
    [file.number],
  )
  const existing = new Map<string, CategoryRow>()
  const add = (rows: CategoryRow[]) => {
    for (const row of rows) existing.set(keyOf(row.parent_id, row.name), row)
  }
  add(await db.query<CategoryRow>('SELECT id, parent_id, name, slug FROM categories ORDER BY id DESC'))
  const slugs = await loadSlugs(db)
  const walks: Walk[] = wanted.map(({ category }) => ({ path: category.split(levelSeparator), category: undefined }))
  const depth = walks.reduce((deepest, { path }) => Math.max(deepest, path.length), 0)
  // One statement for each level of the tree.
  for (let level = 0; level < depth; level += 1) {
    const fresh = missingAt(level, walks, existing, slugs)
    const created = await insertRows<CategoryRow>(
      db,
      `INSERT INTO categories (parent_id, name, slug) SELECT * FROM unnest($1::integer[], $2::text[], $3::text[])
       RETURNING id, parent_id, name, slug`,
      [fresh.map(({ parent_id }) => parent_id), fresh.map(({ name }) => name), fresh.map(({ slug }) => slug)],
    )
    add(created)
    totals.counts.categories += created.length
    await trackCreated(merge, 'category', created)
    for (const walk of walks) {
      const name = walk.path[level]
      if (name !== undefined) walk.category = existing.get(keyOf(walk.category?.id ?? null, name))
    }
  }
  await createLookup(
    db,
    'import_categories',
    wanted.map(({ category }) => category),
    walks.map((walk) => walk.category?.id),
  )
}

function missingAt(level: number, walks: Walk[], existing: Map<string, CategoryRow>, slugs: Slugs): NewCategory[] {
  const fresh = new Map<string, NewCategory>()
  for (const { path, category: parent } of walks) {
    const name = path[level]
    if (name === undefined) continue
    const parentId = parent?.id ?? null
    const key = keyOf(parentId, name)
    if (existing.has(key) || fresh.has(key)) continue
    const slug = slugOf(name, 'kategori')
    const candidates = parent ? [slug, slugOf(`${parent.slug}-${slug}`, slug)] : [slug]
    fresh.set(key, { parent_id: parentId, name, slug: slugs.take(candidates) })
  }
  return [...fresh.values()]
}

function keyOf(parentId: number | null, name: string): string {
  return `${parentId ?? 0} ${fold(name)}`
}
