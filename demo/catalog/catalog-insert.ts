import type { Db } from '#server/platform/db/pool.ts'
import { type Batch, inventoryParams, priceParams, unitParams } from './catalog-rows.ts'

const productColumns = [
  'id integer, parent_id integer, code text, name text, seo text, brand_id integer, model_id integer, category_id integer',
  'default_unit_id integer, tax_rate numeric, description text, attributes jsonb, meta_title text, meta_description text',
  'meta_keywords text, equivalent_code text, variant_names text[], variant_values text[], ozelkod text, ozelkod2 text',
  'images text[]',
].join(', ')
const productNames = productColumns.replace(/ (integer|text|numeric|jsonb)(\[\])?/g, '')

const insertProducts = `
  INSERT INTO products (${productNames}, created_at, updated_at) OVERRIDING SYSTEM VALUE
  SELECT ${productNames}, added, added
    FROM (SELECT *, $2::timestamptz - age * interval '1 day' AS added
            FROM json_to_recordset($1) AS drafts (${productColumns}, age integer)) AS rows`

const insertUnits = `
  INSERT INTO product_units (id, product_id, name, multiplier, barcode, position) OVERRIDING SYSTEM VALUE
  SELECT * FROM unnest($1::int[], $2::int[], $3::text[], $4::numeric[], $5::text[], $6::int[])`

// Surcharges of the payment plans: 30, 60 and 90 days, credit card.
const insertPrices = `
  INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency, list_value, list_currency,
         plan1_value, plan1_currency, plan2_value, plan2_currency, plan3_value, plan3_currency,
         plan4_value, plan4_currency, plan5_value, plan5_currency)
  SELECT list, unit, sale, currency, list_price, CASE WHEN list_price IS NOT NULL THEN currency END,
         sale * plans, plan_currency, round(sale * 1.02, 2) * plans, plan_currency,
         round(sale * 1.05, 2) * plans, plan_currency, round(sale * 1.08, 2) * plans, plan_currency,
         round(sale * 1.03, 2) * plans, plan_currency
    FROM (SELECT list, unit, sale, currency, list_price, nullif(plans, 0) AS plans,
                 CASE WHEN plans = 1 THEN currency END AS plan_currency
            FROM unnest($1::int[], $2::int[], $3::numeric[], $4::text[], $5::numeric[], $6::int[])
              AS drafts (list, unit, sale, currency, list_price, plans)) AS rows`

const insertInventory = `
  INSERT INTO inventory (product_id, warehouse_id, quantity)
  SELECT * FROM unnest($1::int[], $2::int[], $3::numeric[])`

export async function insertBatch(db: Db, batch: Batch, today: Date): Promise<void> {
  await db.execute(insertProducts, [JSON.stringify(batch.products), today])
  await db.execute(insertUnits, unitParams(batch))
  await db.execute(insertPrices, priceParams(batch))
  await db.execute(insertInventory, inventoryParams(batch))
}

/** Records the initial stock as import movements. */
export async function insertImportMovements(db: Db, today: Date): Promise<void> {
  await db.execute(
    `INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason, created_at)
     SELECT product_id, warehouse_id, quantity, 'import', $1::timestamptz - interval '200 days'
       FROM inventory WHERE quantity <> 0`,
    [today],
  )
}
