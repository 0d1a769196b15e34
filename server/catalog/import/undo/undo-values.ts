import type { Db } from '#server/platform/db/pool.ts'

const productColumns =
  `code, name, seo, external_key, brand_id, model_id, category_id, tax_rate, description, attributes, meta_title,
  meta_description, meta_keywords, equivalent_code, variant_names, variant_values, ozelkod, ozelkod2, ozelkod3, ozelkod4, ozelkod5,
  images, is_active, parent_id, default_unit_id`
    .split(',')
    .map((name) => name.trim())
const priceColumns = ['sale', 'list', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5'].flatMap((price) => [
  `${price}_value`,
  `${price}_currency`,
])

/** Restores existing products with their units and prices; units and prices that the import added are removed. */
export async function undoValues(db: Db): Promise<void> {
  await undoProducts(db)
  await collectParts(db, 'prices')
  await undoPrices(db)
  await collectParts(db, 'units')
  await undoUnits(db)
}

/** Whether the row that a restored value refers to still exists. */
const referenceExists = `CASE f.key
  WHEN 'brand_id' THEN EXISTS (SELECT FROM brands x WHERE x.id = (f.value #>> '{}')::integer)
  WHEN 'model_id' THEN EXISTS (SELECT FROM models x WHERE x.id = (f.value #>> '{}')::integer)
  WHEN 'category_id' THEN EXISTS (SELECT FROM categories x WHERE x.id = (f.value #>> '{}')::integer)
  WHEN 'parent_id' THEN EXISTS (SELECT FROM products x WHERE x.id = (f.value #>> '{}')::integer)
  WHEN 'default_unit_id' THEN EXISTS (SELECT FROM product_units x WHERE x.id = (f.value #>> '{}')::integer)
  WHEN 'external_key' THEN NOT EXISTS (SELECT FROM products x WHERE x.external_key = f.value #>> '{}')
  ELSE true END`

async function undoProducts(db: Db): Promise<void> {
  await db.execute(
    `CREATE TEMP TABLE undo_fields ON COMMIT DROP AS
     SELECT product_id, key, value, now_value = after_value AND (value = 'null' OR is_there) AS can, now_value = value AS is_back
       FROM (SELECT u.product_id, f.key, f.value, u.after -> 'product' -> f.key AS after_value,
                    u.current -> 'product' -> f.key AS now_value, ${referenceExists} AS is_there
               FROM undo_all u, jsonb_each(u.before -> 'product') f WHERE NOT u.is_new) each_field
      WHERE value <> after_value`,
  )
  await db.execute(
    `INSERT INTO undo_skipped SELECT product_id, 'undo_changed', key FROM undo_fields WHERE NOT can AND NOT is_back`,
  )
  // Temporary values: two variants that get each other's values back would violate the unique index during the update.
  await db.execute(
    `UPDATE products p SET variant_values = ARRAY['#' || p.id] FROM undo_fields f
      WHERE f.product_id = p.id AND f.key IN ('variant_values', 'parent_id') AND f.can AND p.parent_id IS NOT NULL`,
  )
  await db.execute(
    `WITH target AS (
       SELECT f.product_id, u.current -> 'product' || jsonb_object_agg(f.key, f.value) AS state
         FROM undo_fields f JOIN undo_all u USING (product_id) WHERE f.can GROUP BY f.product_id, u.current),
     restored AS (
       UPDATE products p SET (updated_at, ${productColumns.join(', ')}) = ROW (now(), ${productColumns.map((name) => `r.${name}`).join(', ')})
         FROM target t, jsonb_populate_record(NULL::products, t.state) r WHERE p.id = t.product_id RETURNING p.id)
     INSERT INTO undo_done SELECT id FROM restored`,
  )
}

/**
 * Creates undo_units or undo_prices: the units or prices that the import changed, and whether they are still as it left
 * them. A new code of their list does not change prices.
 */
async function collectParts(db: Db, part: 'units' | 'prices'): Promise<void> {
  await db.execute(
    `CREATE TEMP TABLE undo_${part} ON COMMIT DROP AS
     SELECT product_id, key, before, after, current, current IS NOT DISTINCT FROM after AS can,
            current IS NOT DISTINCT FROM before AS is_back
       FROM (SELECT u.product_id, k.key, (u.before -> '${part}' -> k.key) - 'list' AS before,
                    (u.after -> '${part}' -> k.key) - 'list' AS after, (u.current -> '${part}' -> k.key) - 'list' AS current
               FROM undo_all u, LATERAL (SELECT jsonb_object_keys(u.before -> '${part}') UNION
                                         SELECT jsonb_object_keys(u.after -> '${part}')) k (key)
              WHERE NOT u.is_new) each_one
      WHERE before IS DISTINCT FROM after`,
  )
}

async function undoPrices(db: Db): Promise<void> {
  await db.execute(
    `UPDATE undo_prices SET can = false WHERE can AND before IS NOT NULL AND (
       NOT EXISTS (SELECT FROM product_units x WHERE x.id = split_part(key, ':', 1)::integer)
       OR NOT EXISTS (SELECT FROM price_lists x WHERE x.id = split_part(key, ':', 2)::integer))`,
  )
  await db.execute(
    `INSERT INTO undo_skipped SELECT product_id, 'undo_changed', 'price' FROM undo_prices WHERE NOT can AND NOT is_back`,
  )
  await db.execute(
    `WITH gone AS (
       DELETE FROM unit_prices up USING undo_prices u
        WHERE u.can AND u.before IS NULL AND up.unit_id = split_part(u.key, ':', 1)::integer
          AND up.price_list_id = split_part(u.key, ':', 2)::integer RETURNING u.product_id)
     INSERT INTO undo_done SELECT product_id FROM gone`,
  )
  await db.execute(
    `WITH back AS (
       INSERT INTO unit_prices (unit_id, price_list_id, ${priceColumns.join(', ')})
       SELECT split_part(u.key, ':', 1)::integer, split_part(u.key, ':', 2)::integer, ${priceColumns.map((name) => `r.${name}`).join(', ')}
         FROM undo_prices u, jsonb_populate_record(NULL::unit_prices, u.before) r WHERE u.can AND u.before IS NOT NULL
       ON CONFLICT (unit_id, price_list_id) DO UPDATE SET ${priceColumns.map((name) => `${name} = excluded.${name}`).join(', ')}
       RETURNING unit_id)
     INSERT INTO undo_done SELECT DISTINCT product_id FROM undo_prices WHERE can AND before IS NOT NULL`,
  )
}

/** Removes units that the import added, unless a cart contains them or they are the default unit by now. */
async function undoUnits(db: Db): Promise<void> {
  await db.execute(
    `UPDATE undo_units SET can = false WHERE can AND before IS NULL AND (
       EXISTS (SELECT FROM cart_lines x WHERE x.unit_id = key::integer)
       OR EXISTS (SELECT FROM products x WHERE x.default_unit_id = key::integer))`,
  )
  await db.execute(
    `INSERT INTO undo_skipped SELECT product_id, 'undo_changed', 'unit' FROM undo_units WHERE NOT can AND NOT is_back`,
  )
  await db.execute(
    `WITH gone AS (
       DELETE FROM product_units p USING undo_units u
        WHERE u.can AND u.before IS NULL AND p.id = u.key::integer RETURNING u.product_id)
     INSERT INTO undo_done SELECT product_id FROM gone`,
  )
  await db.execute(
    `WITH back AS (
       UPDATE product_units p SET (name, multiplier, barcode, position) = ROW (r.name, r.multiplier, r.barcode, r.position)
         FROM undo_units u, jsonb_populate_record(NULL::product_units, u.before) r
        WHERE u.can AND u.before IS NOT NULL AND p.id = u.key::integer RETURNING u.product_id)
     INSERT INTO undo_done SELECT product_id FROM back`,
  )
}
