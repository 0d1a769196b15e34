import type { Db, Pool } from '#server/platform/db/pool.ts'
import { demoRates } from './rates.ts'
import { demoEarlyPayment, demoPlans, demoSettings } from './settings.ts'
import { demoWarehouses } from '#demo/catalog/stock.ts'

/** Tables whose triggers are disabled during the load; prices and change feed are updated at the end. */
const filledTables = ['products', 'product_units', 'unit_prices', 'inventory']
const largeTables = [...filledTables, 'product_sort_prices', 'product_attributes', 'stock_movements']
const refreshedAtOnce = 20_000

export type LoadContext = { warehouses: number[]; defaultList: number; dealerList: number }

/** Deletes products, dealers, payments and everything that depends on them. Administrators and settings are kept. */
export async function clearStore(db: Db): Promise<void> {
  await db.execute(
    `TRUNCATE products, attributes, brands, models, categories, campaigns, branches, warehouses, carts, orders, dealer_addresses, shipments, returns, pickings, offers, invoices,
              exchange_rates, payments, stored_cards, payment_links, dealer_feeds, product_changes, sandbox_sessions, sandbox_transactions, sandbox_faults, sandbox_cards,
              sandbox_erp_items, sandbox_erp_accounts, sandbox_erp_rates, sandbox_erp_sessions, sandbox_erp_faults
     RESTART IDENTITY CASCADE`,
  )
  await db.execute('DELETE FROM pos_rules')
  await db.execute("DELETE FROM pos_accounts WHERE environment = 'sandbox'")
  await db.execute("DELETE FROM erp_connections WHERE settings->>'url' LIKE 'http://sandbox-erp.localhost/%'")
  await db.execute('DELETE FROM searches')
  await db.execute('TRUNCATE events, erp_documents, webhook_targets CASCADE')
  await db.execute('DELETE FROM import_sources')
  await db.execute('DELETE FROM imports')
  await db.execute('DELETE FROM picture_addresses')
  await db.execute('DELETE FROM picture_hosts')
  await db.execute('TRUNCATE note_threads CASCADE')
  await db.execute('TRUNCATE transfer_notices, transfer_receipts, bank_statements CASCADE')
  await db.execute('DELETE FROM note_files')
  await db.execute('TRUNCATE announcements, documents, document_files CASCADE')
  await db.execute('TRUNCATE applications, application_files, application_attempts, text_versions CASCADE')
  await db.execute('DELETE FROM file_imports')
  await db.execute('DELETE FROM import_profiles')
  await clearDealerKeys(db)
  await db.execute('DELETE FROM users WHERE dealer_id IS NOT NULL')
  await db.execute('DELETE FROM dealers')
  await db.execute('DELETE FROM dealer_groups')
  await db.execute('DELETE FROM price_lists WHERE NOT is_default')
}

/** Keys that the audit log names stay, revoked and without their dealer. */
async function clearDealerKeys(db: Db): Promise<void> {
  await db.execute('DELETE FROM api_requests WHERE key_id IN (SELECT id FROM api_keys WHERE dealer_id IS NOT NULL)')
  await db.execute(
    'DELETE FROM api_keys k WHERE dealer_id IS NOT NULL AND NOT EXISTS (SELECT FROM audit_log WHERE key_id = k.id)',
  )
  await db.execute(
    `UPDATE api_keys SET dealer_id = NULL, user_id = NULL, created_by = NULL, revoked_by = NULL,
            revoked_at = coalesce(revoked_at, now()) WHERE dealer_id IS NOT NULL`,
  )
}

/** Inserts what products depend on: settings, rates, plans, price lists and warehouses. */
export async function prepareLoad(db: Db, today: Date): Promise<LoadContext> {
  await db.execute('SET LOCAL statement_timeout = 0')
  await db.execute('SET LOCAL idle_in_transaction_session_timeout = 0')
  for (const table of filledTables) await db.execute(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
  await writeSettings(db)
  await writeEarlyPayment(db)
  await writeRates(db, today)
  const defaultList = await db.one<{ id: number }>('SELECT id FROM price_lists WHERE is_default')
  const dealerList = await db.one<{ id: number }>(
    `INSERT INTO price_lists (code, name) VALUES ('OZEL', 'Özel bayi listesi')
     ON CONFLICT (code) DO UPDATE SET name = excluded.name RETURNING id`,
  )
  if (!defaultList || !dealerList) throw new Error('The store has no default price list.')
  const warehouses = await db.query<{ id: number }>(
    `INSERT INTO warehouses (code, name, position)
     SELECT code, name, position FROM json_to_recordset($1) AS given (code text, name text, position integer)
     ON CONFLICT (code) DO UPDATE SET name = excluded.name, position = excluded.position RETURNING id`,
    [JSON.stringify(demoWarehouses.map(({ code, name }, position) => ({ code, name, position })))],
  )
  return { warehouses: warehouses.map(({ id }) => id), defaultList: defaultList.id, dealerList: dealerList.id }
}

async function writeSettings(db: Db): Promise<void> {
  const rows = Object.entries(demoSettings).map(([key, value]) => ({ key, value }))
  await db.execute(
    `INSERT INTO settings (key, value)
     SELECT key, value FROM json_to_recordset($1) AS given (key text, value jsonb)
     ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
    [JSON.stringify(rows)],
  )
  await db.execute('DELETE FROM payment_plans WHERE NOT EXISTS (SELECT FROM orders WHERE plan_key = payment_plans.key)')
  await db.execute(
    `INSERT INTO payment_plans (key, name, is_default, is_virtual, due_days)
     SELECT key, name, is_default, is_virtual, due_days
       FROM json_to_recordset($1) AS given (key text, name text, is_default boolean, is_virtual boolean, due_days integer)`,
    [JSON.stringify(demoPlans)],
  )
}

async function writeEarlyPayment(db: Db): Promise<void> {
  await db.execute('DELETE FROM early_payment_steps')
  await db.execute(
    'INSERT INTO early_payment_steps (days, percent) SELECT * FROM unnest($1::integer[], $2::numeric[])',
    [demoEarlyPayment.map(({ days }) => days), demoEarlyPayment.map(({ percent }) => percent)],
  )
}

async function writeRates(db: Db, today: Date): Promise<void> {
  const rows = Object.entries(demoRates).map(([code, rate]) => ({ code, rate }))
  await db.execute(
    `UPDATE currencies SET exchange_rate = given.rate
       FROM json_to_recordset($1) AS given (code text, rate numeric) WHERE currencies.code = given.code`,
    [JSON.stringify(rows)],
  )
  await db.execute(
    `INSERT INTO exchange_rates (currency_id, rate, source, valid_from)
     SELECT currencies.id, given.rate, 'demo', $2
       FROM json_to_recordset($1) AS given (code text, rate numeric) JOIN currencies USING (code)`,
    [JSON.stringify(rows), today],
  )
}

/** Without statistics, statements and deferred checks would read whole tables for each row. */
export async function analyzeTables(db: Db): Promise<void> {
  for (const table of filledTables) await db.execute(`ANALYZE ${table}`)
}

/**
 * Runs `work`, which fills the tables, without their foreign keys and other indexes than those of keys: checked and built once at
 * the end, they take a fraction of the time.
 */
export async function withoutIndexes<Value>(db: Db, work: () => Promise<Value>): Promise<Value> {
  const tables = [...filledTables, 'product_attributes', 'stock_movements']
  const keys = await db.query<{ table: string; name: string; definition: string }>(
    `SELECT c.conrelid::regclass::text AS "table", coalesce(quote_ident(c.conname), '') AS name,
            coalesce(pg_get_constraintdef(c.oid), '') AS definition
       FROM pg_constraint c WHERE c.contype = 'f' AND c.conrelid = ANY ($1::text[]::regclass[]) ORDER BY 1, 2`,
    [tables],
  )
  const indexes = await db.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, coalesce(pg_get_indexdef(indexrelid), '') AS definition
       FROM pg_index WHERE NOT indisunique AND indrelid = ANY ($1::text[]::regclass[]) ORDER BY 1`,
    [tables],
  )
  for (const { table, name } of keys) await db.execute(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`)
  for (const { name } of indexes) await db.execute(`DROP INDEX ${name}`)
  const value = await work()
  for (const { definition } of indexes) await db.execute(definition)
  for (const { table, name, definition } of keys) {
    await db.execute(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
  }
  return value
}

/** Enables the triggers again and does once what they would have done for every row. */
export async function finishLoad(db: Db, lastProduct: number): Promise<void> {
  await analyzeTables(db)
  await db.execute('SET CONSTRAINTS ALL IMMEDIATE')
  for (const table of filledTables) await db.execute(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
  for (let from = 1; from <= lastProduct; from += refreshedAtOnce) {
    await db.query('SELECT refresh_sort_prices(array(SELECT id FROM products WHERE id >= $1 AND id < $2))', [
      from,
      from + refreshedAtOnce,
    ])
  }
  await db.query('SELECT record_catalog_change(NULL)')
}

/** Vacuums and analyzes the tables, so that the first visitors find them as in an established store. */
export async function vacuumTables(pool: Pool): Promise<void> {
  await pool.withClient(async (client) => {
    await client.query('SET statement_timeout = 0')
    try {
      for (const table of largeTables) await client.query(`VACUUM (ANALYZE) ${table}`)
    } finally {
      await client.query('RESET statement_timeout')
    }
  })
}
