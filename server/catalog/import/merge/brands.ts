import { fold } from '#domain/text/text.ts'
import type { FileMerge } from './file-merge.ts'
import { createLookup, insertRows, loadSlugs, slugOf, takeNumbered } from './lookups.ts'
import { trackCreated } from './track-changes.ts'

/** Creates the brands of the file that do not exist yet. Creates the table import_brands (name → id). */
export async function createBrands(merge: FileMerge): Promise<void> {
  const { db, file, totals } = merge
  const wanted = await db.query<{ brand: string }>(
    'SELECT DISTINCT brand FROM import_rows WHERE file = $1 AND brand IS NOT NULL ORDER BY brand',
    [file.number],
  )
  const names = wanted.map(({ brand }) => brand)
  const rows = await db.query<{ id: number; code: string; name: string }>(
    'SELECT id, code, name FROM brands ORDER BY id DESC',
  )
  const ids = new Map(rows.map(({ id, name }) => [fold(name), id]))
  const codes = new Set(rows.map(({ code }) => code))
  const slugs = await loadSlugs(db)
  const fresh = new Map<string, { name: string; code: string; slug: string }>()
  for (const name of names) {
    if (ids.has(fold(name)) || fresh.has(fold(name))) continue
    const slug = slugOf(name, 'marka')
    fresh.set(fold(name), { name, code: takeNumbered(codes, slug.toUpperCase()), slug: slugs.take([slug]) })
  }
  const brands = [...fresh.values()]
  const created = await insertRows<{ id: number; name: string }>(
    db,
    'INSERT INTO brands (code, name, slug) SELECT * FROM unnest($1::text[], $2::text[], $3::text[]) RETURNING id, name',
    [brands.map(({ code }) => code), brands.map(({ name }) => name), brands.map(({ slug }) => slug)],
  )
  for (const { id, name } of created) ids.set(fold(name), id)
  totals.counts.brands += created.length
  await trackCreated(merge, 'brand', created)
  const brandIds = names.map((name) => ids.get(fold(name)))
  await createLookup(db, 'import_brands', names, brandIds)
}

type ModelRow = { id: number; brand_id: number | null; name: string }
type NewModel = { brand_id: number | null; model: string }

/** Creates the missing models of import_products and sets its model_id. A model belongs to the brand of its product. */
export async function createModels(merge: FileMerge): Promise<void> {
  const { db, totals } = merge
  const wanted = await db.query<NewModel>(
    'SELECT DISTINCT brand_id, model FROM import_products WHERE model IS NOT NULL ORDER BY model',
  )
  const keyOf = (brandId: number | null, name: string) => `${brandId ?? 0} ${fold(name)}`
  const rows = await db.query<ModelRow>('SELECT id, brand_id, name FROM models ORDER BY id DESC')
  const ids = new Map(rows.map(({ id, brand_id, name }) => [keyOf(brand_id, name), id]))
  const fresh = new Map<string, NewModel>()
  for (const each of wanted) {
    const key = keyOf(each.brand_id, each.model)
    if (!ids.has(key) && !fresh.has(key)) fresh.set(key, each)
  }
  const models = [...fresh.values()]
  const created = await insertRows<ModelRow>(
    db,
    'INSERT INTO models (brand_id, name) SELECT * FROM unnest($1::integer[], $2::text[]) RETURNING id, brand_id, name',
    [models.map(({ brand_id }) => brand_id), models.map(({ model }) => model)],
  )
  for (const { id, brand_id, name } of created) ids.set(keyOf(brand_id, name), id)
  totals.counts.models += created.length
  await trackCreated(merge, 'model', created)
  const modelIds = wanted.map(({ brand_id, model }) => ids.get(keyOf(brand_id, model)))
  await db.execute(
    `UPDATE import_products i SET model_id = m.id
       FROM unnest($1::integer[], $2::text[], $3::integer[]) m (brand_id, model, id)
      WHERE i.model = m.model AND coalesce(i.brand_id, 0) = m.brand_id`,
    [wanted.map(({ brand_id }) => brand_id ?? 0), wanted.map(({ model }) => model), modelIds],
  )
}
