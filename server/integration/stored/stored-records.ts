import type {
  BalanceRecord,
  CampaignRecord,
  DealerGroupRecord,
  PriceRecord,
  ProductRecord,
  StockRecord,
} from '#contract/integration/stored-records.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** A page: the records after a place, each with its own place; `place` is not part of the record. */
export type Placed<Shape> = { place: number; record: Shape }
export type Page = { after: number; limit: number }

export function loadProducts(db: Db, { after, limit }: Page): Promise<Placed<ProductRecord>[]> {
  return db.query(
    `WITH RECURSIVE page AS (
       SELECT * FROM products WHERE id > $1 ORDER BY id LIMIT $2
     ), paths AS (
       SELECT c.id, c.parent_id, ARRAY[c.name::text] AS names FROM categories c
        WHERE c.id IN (SELECT category_id FROM page)
        UNION ALL
       SELECT p.id, c.parent_id, c.name::text || p.names FROM paths p JOIN categories c ON c.id = p.parent_id
     )
     SELECT p.id AS place, jsonb_build_object('code', p.code, 'externalKey', p.external_key, 'name', p.name,
       'brand', b.name, 'brandCode', b.code, 'model', m.name, 'category', coalesce(to_jsonb(c.names), '[]'),
       'categoryCode', (SELECT code FROM categories own WHERE own.id = p.category_id), 'unit', u.name,
       'units', coalesce((SELECT jsonb_agg(jsonb_build_object('unit', pu.name, 'multiplier', pu.multiplier::text,
          'barcode', pu.barcode) ORDER BY pu.id) FROM product_units pu WHERE pu.product_id = p.id), '[]'),
       'taxRate', p.tax_rate::text, 'equivalentCode', p.equivalent_code, 'specialCode1', p.ozelkod,
       'specialCode2', p.ozelkod2, 'specialCode3', p.ozelkod3, 'specialCode4', p.ozelkod4, 'specialCode5', p.ozelkod5,
       'isActive', p.is_active, 'parentCode', parent.code) AS record
     FROM page p LEFT JOIN brands b ON b.id = p.brand_id LEFT JOIN models m ON m.id = p.model_id
     LEFT JOIN product_units u ON u.id = p.default_unit_id LEFT JOIN products parent ON parent.id = p.parent_id
     LEFT JOIN paths c ON c.id = p.category_id AND c.parent_id IS NULL
    ORDER BY p.id`,
    [after, limit],
    'stored_products',
  )
}

const plans = [1, 2, 3, 4, 5].map((n) => `('plan${n}', v.plan${n}_value, v.plan${n}_currency)`).join(', ')

export function loadPrices(
  db: Db,
  { after, limit, priceListId }: Page & { priceListId: number },
): Promise<Placed<PriceRecord>[]> {
  return db.query(
    `SELECT u.id AS place, jsonb_build_object('code', p.code, 'externalKey', p.external_key, 'unit', u.name,
       'price', v.sale_value::text, 'currency', v.sale_currency, 'listPrice', v.list_value::text,
       'listCurrency', v.list_currency, 'plans', coalesce((
          SELECT jsonb_agg(jsonb_build_object('plan', plan, 'price', value::text, 'currency', currency) ORDER BY plan)
            FROM (VALUES ${plans}) AS each (plan, value, currency) WHERE value IS NOT NULL), '[]')) AS record
     FROM unit_prices v JOIN product_units u ON u.id = v.unit_id JOIN products p ON p.id = u.product_id
    WHERE v.price_list_id = $3 AND v.unit_id > $1 ORDER BY v.unit_id LIMIT $2`,
    [after, limit, priceListId],
    'stored_prices',
  )
}

export function loadCampaigns(db: Db, { after, limit }: Page): Promise<Placed<CampaignRecord>[]> {
  const moment = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`
  return db.query(
    `SELECT c.id AS place, jsonb_build_object('code', c.code, 'name', c.name, 'discount', c.discount::text,
       'startsAt', ${moment('c.starts_at')}, 'endsAt', ${moment('c.ends_at')}, 'isActive', c.is_active,
       'position', c.position, 'products', coalesce((SELECT jsonb_agg(p.code ORDER BY cp.position)
          FROM campaign_products cp JOIN products p ON p.id = cp.product_id WHERE cp.campaign_id = c.id), '[]')) AS record
     FROM campaigns c WHERE c.id > $1 ORDER BY c.id LIMIT $2`,
    [after, limit],
    'stored_campaigns',
  )
}

export function loadDealerGroups(db: Db, { after, limit }: Page): Promise<Placed<DealerGroupRecord>[]> {
  return db.query(
    `SELECT id AS place, jsonb_build_object('code', code, 'name', name) AS record
       FROM dealer_groups WHERE id > $1 ORDER BY id LIMIT $2`,
    [after, limit],
    'stored_dealer_groups',
  )
}

/** Whole products: the limit counts products, of which each has a row for each of its warehouses. */
export function loadStock(db: Db, { after, limit }: Page): Promise<Placed<StockRecord>[]> {
  return db.query(
    `WITH page AS (
       SELECT id, code, external_key FROM products p
        WHERE id > $1 AND EXISTS (SELECT FROM inventory i WHERE i.product_id = p.id) ORDER BY id LIMIT $2
     )
     SELECT p.id AS place, jsonb_build_object('code', p.code, 'externalKey', p.external_key, 'warehouse', w.code,
       'quantity', i.quantity::text) AS record
     FROM page p JOIN inventory i ON i.product_id = p.id JOIN warehouses w ON w.id = i.warehouse_id
    ORDER BY p.id, w.id`,
    [after, limit],
    'stored_stock',
  )
}

export async function findDealerIds(db: Db, { after, limit }: Page): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    'SELECT id FROM dealers WHERE id > $1 ORDER BY id LIMIT $2',
    [after, limit],
    'stored_dealers',
  )
  return rows.map(({ id }) => id)
}

/** Figures that were entered in the shop are those of the dealer; they are in lira. */
export function loadBalances(db: Db, { after, limit }: Page): Promise<Placed<BalanceRecord>[]> {
  return db.query(
    `SELECT d.id AS place, jsonb_build_object('dealer', d.code, 'accounts', coalesce((
        SELECT jsonb_agg(jsonb_build_object('currency', currency, 'balance', balance::text, 'asOf', as_of,
            'isFromErp', is_imported) ORDER BY currency)
          FROM (SELECT currency, balance, as_of, is_imported FROM dealer_balances b WHERE b.dealer_id = d.id
                 UNION ALL
                SELECT 'TRY', d.balance, NULL, false WHERE d.balance <> 0 AND NOT EXISTS (
                  SELECT FROM dealer_balances b WHERE b.dealer_id = d.id AND b.currency = 'TRY')) each), '[]')) AS record
     FROM dealers d WHERE d.id > $1 ORDER BY d.id LIMIT $2`,
    [after, limit],
    'stored_balances',
  )
}
