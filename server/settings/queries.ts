import type { PlanKey } from '#contract/core/money.ts'
import type { RuleKind } from '#domain/pricing/price-rule.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Versions of the settings and of the price rules, and today's date in Turkey, YYYY-MM-DD. */
export type StoreState = { version: number; rules_version: number; today: string }

export type StoreRow = StoreState & {
  settings: Record<string, unknown>
  currencies: {
    id: number
    code: string
    symbol: string
    name: string
    exchange_rate: string | null
    is_default: boolean
  }[]
  plans: { key: PlanKey; name: string; is_default: boolean; is_virtual: boolean }[]
  branches: { id: number; dealer_id: number | null; name: string }[]
  warehouses: { id: number; name: string }[]
  price_lists: { id: number; code: string; name: string; is_default: boolean }[]
}

const storeState = `(SELECT version FROM cache_versions WHERE name = 'settings') AS version,
       (SELECT version FROM cache_versions WHERE name = 'price_rules') AS rules_version,
       (now() AT TIME ZONE 'Europe/Istanbul')::date::text AS today`

/** Loads everything in one statement, so that it is one state of the database. */
export async function loadStoreRow(db: Db): Promise<StoreRow> {
  const row = await db.one<StoreRow>(
    `SELECT
       ${storeState},
       (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM settings) AS settings,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'code', code, 'symbol', symbol, 'name', name,
          'exchange_rate', exchange_rate::text, 'is_default', is_default) ORDER BY position, id), '[]')
          FROM currencies) AS currencies,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('key', key, 'name', name, 'is_default', is_default,
          'is_virtual', is_virtual) ORDER BY key), '[]') FROM payment_plans WHERE is_enabled) AS plans,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'dealer_id', dealer_id, 'name', name)
          ORDER BY position, name, id), '[]') FROM branches WHERE is_active) AS branches,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name) ORDER BY position, id), '[]')
          FROM warehouses) AS warehouses,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'code', code, 'name', name,
          'is_default', is_default) ORDER BY id), '[]') FROM price_lists) AS price_lists`,
  )
  if (row === undefined) throw new Error('Could not read the settings of the store.')
  return row
}

export async function loadStoreState(db: Db): Promise<StoreState> {
  const row = await db.one<StoreState>(`SELECT ${storeState}`, [], 'store_state')
  if (row === undefined) throw new Error('Could not read the versions of the store.')
  return row
}

export type PriceRuleRow = {
  id: number
  kind: RuleKind
  name: string
  dealer_id: number | null
  group_id: number | null
  region: string | null
  product_id: number | null
  brand_id: number | null
  category_id: number | null
  price_list_id: number | null
  fixed_value: string | null
  fixed_currency: string | null
  chain: string | null
  min_quantity: string | null
  unit: string | null
  starts_on: string | null
  ends_on: string | null
  priority: number
  stops: boolean
  keeps_discount: boolean
}

export type PriceRuleRows = {
  rules: PriceRuleRow[]
  /** Ids of a category and of the one above it. */
  tree: [id: number, parentId: number][]
  /** Dealers to whom rules of a group or a region may apply. */
  members: [dealerId: number, groupId: number | null, region: string][]
}

/**
 * The price rules that are in use now or later, or on a day in any time (YYYY-MM-DD), with what they need to know of categories and dealers.
 */
export async function loadPriceRules(db: Db, day: string | null = null): Promise<PriceRuleRows> {
  const rules = await db.query<PriceRuleRow>(
    `SELECT id, kind, name, dealer_id, group_id, region, product_id, brand_id, category_id, price_list_id,
            trim_scale(fixed_value)::text AS fixed_value, fixed_currency, chain, trim_scale(min_quantity)::text AS min_quantity,
            unit, starts_on::text, ends_on::text, priority, stops, keeps_discount
       FROM price_rules
      WHERE is_active AND coalesce(ends_on >= coalesce($1, (now() AT TIME ZONE 'Europe/Istanbul')::date), true)
      ORDER BY id`,
    [day],
  )
  if (rules.length === 0) return { rules, tree: [], members: [] }
  const row = await db.one<Pick<PriceRuleRows, 'tree' | 'members'>>(
    `SELECT (SELECT coalesce(json_agg(json_build_array(id, parent_id)), '[]') FROM categories WHERE parent_id IS NOT NULL)
              AS tree,
            (SELECT coalesce(json_agg(json_build_array(d.id, d.group_id, fold(d.region))), '[]') FROM dealers d
              WHERE d.group_id IN (SELECT group_id FROM price_rules)
                 OR (d.region <> '' AND fold(d.region) IN (SELECT region FROM price_rules))) AS members`,
  )
  return { rules, tree: row?.tree ?? [], members: row?.members ?? [] }
}

/** A setting that is not at its default. `stamp` identifies its state. */
export type CustomSetting = { key: string; value: unknown; stamp: string }

export function loadCustomSettings(db: Db, keys: readonly string[]): Promise<CustomSetting[]> {
  return db.query<CustomSetting>(
    `SELECT key, value, (extract(epoch FROM updated_at) * 1000000)::bigint::text AS stamp
       FROM settings WHERE key = ANY ($1)`,
    [keys],
  )
}

/** Loads settings and blocks other changes of settings until the transaction ends. */
export async function lockSettings(db: Db, keys: readonly string[]): Promise<CustomSetting[]> {
  await db.one("SELECT FROM cache_versions WHERE name = 'settings' FOR UPDATE")
  return loadCustomSettings(db, keys)
}

export async function saveSetting(db: Db, key: string, value: unknown, userId: number | null = null): Promise<void> {
  await db.execute(
    `INSERT INTO settings (key, value, updated_by) VALUES ($1, $2, $3)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now(), updated_by = excluded.updated_by`,
    [key, JSON.stringify(value), userId],
  )
}

/** Resets a setting to its default. */
export async function resetSetting(db: Db, key: string): Promise<void> {
  await db.execute('DELETE FROM settings WHERE key = $1', [key])
}
