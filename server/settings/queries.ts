import type { PlanKey } from '#contract/core/money.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type StoreRow = {
  version: number
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

/** Loads everything in one statement, so that it is one state of the database. */
export async function loadStoreRow(db: Db): Promise<StoreRow> {
  const row = await db.one<StoreRow>(
    `SELECT
       (SELECT version FROM cache_versions WHERE name = 'settings') AS version,
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

export async function loadSettingsVersion(db: Db): Promise<number> {
  const row = await db.one<{ version: number }>(
    "SELECT version FROM cache_versions WHERE name = 'settings'",
    [],
    'settings_version',
  )
  return row?.version ?? 0
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
