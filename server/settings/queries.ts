import type { PlanKey } from '#contract/core/money.ts'
import type { RuleKind } from '#domain/pricing/price-rule.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Versions of the settings, the price rules and the promotions, and today's date in Turkey, YYYY-MM-DD. */
export type StoreState = { version: number; rules_version: number; promotions_version: number; today: string }

export type StoreRow = StoreState & {
  settings: Record<string, unknown>
  currencies: {
    id: number
    code: string
    symbol: string
    name: string
    exchange_rate: string | null
    is_default: boolean
    /** Where the rate is from, and the day in Turkey from which it counts; null if the history does not say. */
    source: string | null
    since: string | null
  }[]
  plans: { key: PlanKey; name: string; is_default: boolean; is_virtual: boolean; due_days: number | null }[]
  branches: { id: number; dealer_id: number | null; name: string }[]
  warehouses: { id: number; name: string }[]
  price_lists: { id: number; code: string; name: string; is_default: boolean }[]
}

const storeState = `(SELECT version FROM cache_versions WHERE name = 'settings') AS version,
       (SELECT version FROM cache_versions WHERE name = 'price_rules') AS rules_version,
       (SELECT version FROM cache_versions WHERE name = 'promotions') AS promotions_version,
       (now() AT TIME ZONE 'Europe/Istanbul')::date::text AS today`

/** Loads everything in one statement, so that it is one state of the database. */
export async function loadStoreRow(db: Db): Promise<StoreRow> {
  const row = await db.one<StoreRow>(
    `SELECT
       ${storeState},
       (SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM settings) AS settings,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'code', code, 'symbol', symbol, 'name', name,
          'exchange_rate', exchange_rate::text, 'is_default', is_default, 'source', newest.source, 'since', newest.since)
          ORDER BY position, id), '[]')
          FROM currencies LEFT JOIN LATERAL (
            SELECT source, (valid_from AT TIME ZONE 'Europe/Istanbul')::date::text AS since
              FROM exchange_rates WHERE currency_id = currencies.id AND rate = currencies.exchange_rate
             ORDER BY valid_from DESC LIMIT 1
          ) newest ON true) AS currencies,
       (SELECT coalesce(jsonb_agg(jsonb_build_object('key', key, 'name', name, 'is_default', is_default,
          'is_virtual', is_virtual, 'due_days', due_days) ORDER BY key), '[]') FROM payment_plans WHERE is_enabled) AS plans,
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
  above_cost: string | null
  min_quantity: string | null
  quantity: string | null
  period_days: number | null
  unit: string | null
  starts_on: string | null
  ends_on: string | null
  priority: number
  stops: boolean
  keeps_discount: boolean
  passes_floor: boolean
  /** Changes with the row. */
  stamp: string
}

export type RuleStamps = Pick<PriceRuleRows, 'tree' | 'members'> & { stamps: [id: number, stamp: string][] }

export type PriceRuleRows = {
  rules: PriceRuleRow[]
  /** Ids of a category and of the one above it. */
  tree: [id: number, parentId: number][]
  /** Dealers to whom rules of a group or a region may apply. */
  members: [dealerId: number, groupId: number | null, region: string][]
}

const ruleColumns = `id, kind, name, dealer_id, group_id, region, product_id, brand_id, category_id, price_list_id,
            trim_scale(fixed_value)::text AS fixed_value, fixed_currency, chain, trim_scale(above_cost)::text AS above_cost, trim_scale(min_quantity)::text AS min_quantity,
            trim_scale(quantity)::text AS quantity, period_days, unit, starts_on::text, ends_on::text, priority, stops, keeps_discount, passes_floor, xmin::text AS stamp`
const inUse = (day: string) => `is_active AND coalesce(ends_on >= ${day}, true)`
const treeAndMembers = `
            (SELECT coalesce(json_agg(json_build_array(id, parent_id) ORDER BY id), '[]') FROM categories
              WHERE parent_id IS NOT NULL) AS tree,
            (SELECT coalesce(json_agg(json_build_array(d.id, d.group_id, fold(d.region))), '[]') FROM dealers d
              WHERE d.group_id IN (SELECT group_id FROM price_rules)
                 OR (d.region <> '' AND fold(d.region) IN (SELECT region FROM price_rules))) AS members`

/**
 * The price rules that are in use now or later, each with a stamp that changes with it, and what they need to know of
 * categories and dealers.
 */
export async function loadRuleStamps(db: Db): Promise<RuleStamps> {
  const row = await db.one<RuleStamps>(
    `SELECT (SELECT coalesce(json_agg(json_build_array(id, xmin::text) ORDER BY id), '[]') FROM price_rules
              WHERE ${inUse("(now() AT TIME ZONE 'Europe/Istanbul')::date")}) AS stamps, ${treeAndMembers}`,
  )
  return row ?? { stamps: [], tree: [], members: [] }
}

export function loadRulesById(db: Db, ids: readonly number[]): Promise<PriceRuleRow[]> {
  return db.query<PriceRuleRow>(`SELECT ${ruleColumns} FROM price_rules WHERE id = ANY ($1)`, [ids])
}

/** The rules of a dealer (null: of guests) for a product that were or will be in use on a day (YYYY-MM-DD). */
export async function loadRulesFor(
  db: Db,
  { dealerId, productId, day }: { dealerId: number | null; productId: number; day: string },
): Promise<PriceRuleRows> {
  const rules = await db.query<PriceRuleRow>(
    `SELECT ${ruleColumns} FROM price_rules
      WHERE ${inUse('$1')}
        AND (product_id IS NULL OR product_id IN ($2, (SELECT parent_id FROM products WHERE id = $2)))
        AND (dealer_id IS NULL OR dealer_id = $3)
        AND (group_id IS NULL OR group_id = (SELECT group_id FROM dealers WHERE id = $3))
        AND (region IS NULL OR region = (SELECT fold(region) FROM dealers WHERE id = $3))
      ORDER BY id`,
    [day, productId, dealerId],
    'price_rules_for',
  )
  const row = await db.one<Pick<PriceRuleRows, 'tree' | 'members'>>(
    `SELECT (SELECT coalesce(json_agg(json_build_array(id, parent_id)), '[]') FROM categories WHERE parent_id IS NOT NULL)
              AS tree,
            (SELECT coalesce(json_agg(json_build_array(id, group_id, fold(region))), '[]') FROM dealers WHERE id = $1)
              AS members`,
    [dealerId],
    'price_rules_members',
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
