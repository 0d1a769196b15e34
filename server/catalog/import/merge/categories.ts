import { fold } from '#domain/text/text.ts'
import { createLookup, insertRows, loadSlugs, type Slugs, slugOf } from './brands.ts'
import type { Counts, Merge } from './file-merge.ts'
import { levelSeparator } from '#server/catalog/import/read/row-fields.ts'
import { rememberMade } from './track-changes.ts'

type Category = { id: number; parent_id: number | null; name: string; slug: string }
type NewCategory = Omit<Category, 'id'>

/** A path of the file, and the category that its levels so far lead to. */
type Walk = { path: string[]; place: Category | undefined }

/** Finds or makes the categories of the file; makes the table import_categories (path → id). */
export async function resolveCategories(merge: Merge, counts: Counts): Promise<void> {
  const { db, file } = merge
  const wanted = await db.query<{ category: string }>(
    'SELECT DISTINCT category FROM import_rows WHERE file = $1 AND category IS NOT NULL ORDER BY category',
    [file],
  )
  const known = new Map<string, Category>()
  const remember = (rows: Category[]) => {
    for (const row of rows) known.set(keyOf(row.parent_id, row.name), row)
  }
  remember(await db.query<Category>('SELECT id, parent_id, name, slug FROM categories ORDER BY id DESC'))
  const slugs = await loadSlugs(db)
  const walks: Walk[] = wanted.map(({ category }) => ({ path: category.split(levelSeparator), place: undefined }))
  const depth = walks.reduce((deepest, { path }) => Math.max(deepest, path.length), 0)
  // One statement for each level of the tree.
  for (let level = 0; level < depth; level += 1) {
    const fresh = missingAt(level, walks, known, slugs)
    const made = await insertRows<Category>(
      db,
      `INSERT INTO categories (parent_id, name, slug) SELECT * FROM unnest($1::integer[], $2::text[], $3::text[])
       RETURNING id, parent_id, name, slug`,
      [fresh.map(({ parent_id }) => parent_id), fresh.map(({ name }) => name), fresh.map(({ slug }) => slug)],
    )
    remember(made)
    counts.categories += made.length
    await rememberMade(merge, 'category', made)
    for (const walk of walks) {
      const name = walk.path[level]
      if (name !== undefined) walk.place = known.get(keyOf(walk.place?.id ?? null, name))
    }
  }
  await createLookup(
    db,
    'import_categories',
    wanted.map(({ category }) => category),
    walks.map(({ place }) => place?.id),
  )
}

function missingAt(level: number, walks: Walk[], known: Map<string, Category>, slugs: Slugs): NewCategory[] {
  const fresh = new Map<string, NewCategory>()
  for (const { path, place } of walks) {
    const name = path[level]
    if (name === undefined) continue
    const parentId = place?.id ?? null
    const key = keyOf(parentId, name)
    if (known.has(key) || fresh.has(key)) continue
    const own = slugOf(name, 'kategori')
    const slug = slugs.take(own, ...(place ? [slugOf(`${place.slug}-${own}`, own)] : []))
    fresh.set(key, { parent_id: parentId, name, slug })
  }
  return [...fresh.values()]
}

function keyOf(parentId: number | null, name: string): string {
  return `${parentId ?? 0} ${fold(name)}`
}
