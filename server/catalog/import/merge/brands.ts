import { reservedSlugs } from '#contract/core/pages.ts'
import { fold, slugify } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Counts, Merge } from './file-merge.ts'
import { rememberMade } from './track-changes.ts'

/** Gives out slugs that no brand, category or page of the shop has. */
export type Slugs = { take(...wishes: string[]): string }

export async function resolveBrands(merge: Merge, counts: Counts): Promise<void> {
  const { db, file } = merge
  const wanted = await db.query<{ brand: string }>(
    'SELECT DISTINCT brand FROM import_rows WHERE file = $1 AND brand IS NOT NULL ORDER BY brand',
    [file],
  )
  const known = new Map<string, number>()
  const codes = new Set<string>()
  for (const { id, code, name } of await db.query<{ id: number; code: string; name: string }>(
    'SELECT id, code, name FROM brands ORDER BY id DESC',
  )) {
    known.set(fold(name), id)
    codes.add(code)
  }
  const slugs = await loadSlugs(db)
  const fresh = new Map<string, { name: string; code: string; slug: string }>()
  for (const { brand } of wanted) {
    if (known.has(fold(brand)) || fresh.has(fold(brand))) continue
    const slug = slugs.take(slugOf(brand, 'marka'))
    const code = firstFree(codes, slugOf(brand, 'marka').toUpperCase())
    fresh.set(fold(brand), { name: brand, code, slug })
  }
  const rows = [...fresh.values()]
  const made = await insertRows<{ id: number; name: string }>(
    db,
    'INSERT INTO brands (code, name, slug) SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) RETURNING id, name',
    [rows.map(({ code }) => code), rows.map(({ name }) => name), rows.map(({ slug }) => slug)],
  )
  for (const { id, name } of made) known.set(fold(name), id)
  counts.brands += made.length
  await rememberMade(merge, 'brand', made)
  const names = wanted.map(({ brand }) => brand)
  await createLookup(
    db,
    'import_brands',
    names,
    names.map((name) => known.get(fold(name))),
  )
}

/** Models belong to the brand of their product, so products are matched first: import_products has to be there. */
export async function resolveModels(merge: Merge, counts: Counts): Promise<void> {
  const { db } = merge
  type Model = { brand_id: number | null; model: string }
  const wanted = await db.query<Model>(
    'SELECT DISTINCT brand_id, model FROM import_products WHERE model IS NOT NULL ORDER BY model',
  )
  const keyOf = (brandId: number | null, name: string) => `${brandId ?? 0} ${fold(name)}`
  const known = new Map<string, number>()
  for (const { id, brand_id, name } of await db.query<{ id: number; brand_id: number | null; name: string }>(
    'SELECT id, brand_id, name FROM models ORDER BY id DESC',
  )) {
    known.set(keyOf(brand_id, name), id)
  }
  const fresh = new Map<string, Model>()
  for (const each of wanted) {
    const key = keyOf(each.brand_id, each.model)
    if (!known.has(key) && !fresh.has(key)) fresh.set(key, each)
  }
  const rows = [...fresh.values()]
  const made = await insertRows<{ id: number; brand_id: number | null; name: string }>(
    db,
    'INSERT INTO models (brand_id, name) SELECT * FROM unnest($1::integer[], $2::text[]) RETURNING id, brand_id, name',
    [rows.map(({ brand_id }) => brand_id), rows.map(({ model }) => model)],
  )
  for (const { id, brand_id, name } of made) known.set(keyOf(brand_id, name), id)
  counts.models += made.length
  await rememberMade(merge, 'model', made)
  const ids = wanted.map(({ brand_id, model }) => known.get(keyOf(brand_id, model)))
  await db.execute(
    `UPDATE import_products i SET model_id = m.id
       FROM unnest($1::integer[], $2::text[], $3::integer[]) m (brand_id, model, id)
      WHERE i.model = m.model AND coalesce(i.brand_id, 0) = m.brand_id`,
    [wanted.map(({ brand_id }) => brand_id ?? 0), wanted.map(({ model }) => model), ids],
  )
}

/** No statement where there is nothing to insert: an empty one would still tell every process to read all names again. */
export async function insertRows<Row extends object>(db: Db, sql: string, columns: unknown[][]): Promise<Row[]> {
  return columns[0]?.length ? db.query<Row>(sql, columns) : []
}

export async function createLookup(db: Db, table: string, names: string[], ids: (number | undefined)[]): Promise<void> {
  await db.execute(`CREATE TEMP TABLE ${table} (name text PRIMARY KEY, id integer NOT NULL) ON COMMIT DROP`)
  await db.execute(`INSERT INTO ${table} SELECT * FROM unnest($1::text[], $2::integer[])`, [names, ids])
  await db.execute(`ANALYZE ${table}`)
}

export async function loadSlugs(db: Db): Promise<Slugs> {
  const rows = await db.query<{ slug: string }>('SELECT slug FROM brands UNION ALL SELECT slug FROM categories')
  const taken = new Set([...reservedSlugs, ...rows.map(({ slug }) => slug)])
  return {
    take(...wishes) {
      const free = wishes.find((wish) => !taken.has(wish))
      if (free === undefined) return firstFree(taken, wishes.at(-1) ?? '')
      taken.add(free)
      return free
    },
  }
}

export function slugOf(text: string, fallback: string): string {
  return fold(text).search(/[a-z0-9]/) < 0 ? fallback : slugify(text)
}

function firstFree(taken: Set<string>, wish: string): string {
  let free = wish
  for (let i = 2; taken.has(free); i += 1) free = `${wish}-${i}`
  taken.add(free)
  return free
}
