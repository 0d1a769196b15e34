import type { Db } from '#server/platform/db/pool.ts'

/** Editions of every product in stores that are larger than the kinds can fill: copies with other codes and names. */
export const editions = 5
const letters = ['B', 'C', 'D', 'E']

const copiedColumns = `id, parent_id, code, name, seo, brand_id, model_id, category_id, default_unit_id, tax_rate, description, attributes,
  equivalent_code, variant_names, variant_values, images, created_at, updated_at`

const copyProducts = `
  INSERT INTO products (${copiedColumns}) OVERRIDING SYSTEM VALUE
  SELECT id + $2::int, parent_id + $2::int, code || '-' || $4, name || ' ' || $4 || ' Baskı', seo || '-' || lower($4), brand_id,
         model_id, category_id, default_unit_id + $3::int, tax_rate, description, attributes, equivalent_code || '-' || $4,
         variant_names, variant_values, images, created_at, updated_at
    FROM products WHERE id <= $1 ORDER BY id`

// The seventh digit of the barcode identifies the edition.
const copyUnits = `
  INSERT INTO product_units (id, product_id, name, multiplier, barcode, position) OVERRIDING SYSTEM VALUE
  SELECT id + $3::int, product_id + $2::int, name, multiplier, overlay(barcode PLACING (9 - strpos('BCDE', $4))::text FROM 7 FOR 1),
         position
    FROM product_units WHERE product_id <= $1 ORDER BY id`

const copyPrices = `
  INSERT INTO unit_prices
  SELECT price_list_id, unit_id + $2::int, round(sale_value * $3::numeric, 2), sale_currency,
         round(list_value * $3::numeric, 2), list_currency, plan1_value, plan1_currency, plan2_value, plan2_currency,
         plan3_value, plan3_currency, plan4_value, plan4_currency, plan5_value, plan5_currency
    FROM unit_prices WHERE unit_id <= $1`

const copyInventory = `
  INSERT INTO inventory (product_id, warehouse_id, quantity)
  SELECT product_id + $2::int, warehouse_id, quantity FROM inventory WHERE product_id <= $1`

const copyAttributes = `
  INSERT INTO product_attributes (product_id, attribute_id, value_id)
  SELECT product_id + $2::int, attribute_id, value_id FROM product_attributes WHERE product_id <= $1
  ON CONFLICT DO NOTHING`

/** Copies all products into the other editions, one statement per table and edition. Returns the last product id. */
export async function copyEditions(db: Db, products: number, units: number): Promise<number> {
  for (const [i, letter] of letters.entries()) {
    const productsAhead = products * (i + 1)
    const unitsAhead = units * (i + 1)
    await db.execute(copyProducts, [products, productsAhead, unitsAhead, letter])
    await db.execute(copyUnits, [products, productsAhead, unitsAhead, letter])
    await db.execute(copyPrices, [units, unitsAhead, 1 + (i + 1) / 50])
    await db.execute(copyInventory, [products, productsAhead])
    await db.execute(copyAttributes, [products, productsAhead])
  }
  return products * editions
}
