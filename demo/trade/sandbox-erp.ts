import type { Db } from '#server/platform/db/pool.ts'
import { demoRates } from '#demo/rates.ts'

/** Items of the sandbox ERP at most, more than the medium store has: a full read of the demo's connection stays short. */
export const sandboxErpItems = 10_000

/**
 * Fills the sandbox ERP with the demo store's own catalog, stock, dealers and account movements, so that a connection to it
 * finds almost nothing to change. The movements get the ERP's references.
 */
export async function insertSandboxErp(db: Db, today: Date): Promise<void> {
  await db.execute(
    `INSERT INTO sandbox_erp_items (id, code, name, brand, group_code, tax_rate, is_active, changed_at)
       OVERRIDING SYSTEM VALUE
     SELECT p.id, p.code, p.name, coalesce(b.name, ''), '', coalesce(p.tax_rate, 20), p.is_active, $2::timestamptz - interval '30 days'
       FROM products p LEFT JOIN brands b ON b.id = p.brand_id
      WHERE p.variant_names IS NULL AND length(p.code) <= 25 ORDER BY p.id LIMIT $1`,
    [sandboxErpItems, today],
  )
  await db.execute(
    `INSERT INTO sandbox_erp_units (item_id, unit_no, name, multiplier, barcode)
     SELECT product_id, no, name, multiplier, barcode
       FROM (SELECT u.*, row_number() OVER (PARTITION BY u.product_id ORDER BY u.multiplier, u.position) AS no
               FROM product_units u JOIN sandbox_erp_items i ON i.id = u.product_id) AS numbered
      WHERE no <= 4 ORDER BY product_id, no`,
  )
  await db.execute(
    `INSERT INTO sandbox_erp_prices (item_id, unit_no, list_no, price, currency, changed_at)
     SELECT e.item_id, e.unit_no, CASE WHEN l.is_default THEN 1 ELSE 2 END, p.sale_value, p.sale_currency,
            $1::timestamptz - interval '30 days'
       FROM unit_prices p JOIN product_units u ON u.id = p.unit_id JOIN price_lists l ON l.id = p.price_list_id
       JOIN sandbox_erp_units e ON e.item_id = u.product_id AND e.name = u.name
      WHERE p.sale_value > 0 AND (l.is_default OR l.code = 'OZEL') ORDER BY e.item_id, e.unit_no`,
    [today],
  )
  await db.execute(
    `INSERT INTO sandbox_erp_stock (item_id, warehouse_no, quantity)
     SELECT v.product_id, w.position + 1, v.quantity FROM inventory v JOIN warehouses w ON w.id = v.warehouse_id
       JOIN sandbox_erp_items i ON i.id = v.product_id`,
  )
  await insertAccounts(db, today)
  // A price of one dealer, which the connection reads as a price rule.
  await db.execute(
    `INSERT INTO sandbox_erp_terms (item_id, account_id, price, starts_on, changed_at)
     SELECT i.id, 3, 219.9, $1::date, $1::timestamptz - interval '30 days' FROM sandbox_erp_items i WHERE i.code = 'VLT-GRP-5-3M'`,
    [today],
  )
  await db.execute(
    `INSERT INTO sandbox_erp_rates (currency, day, buying, selling)
     SELECT code, $2::date, round(rate * 0.998, 4), rate FROM json_to_recordset($1) AS given (code text, rate numeric)`,
    [JSON.stringify(Object.entries(demoRates).map(([code, rate]) => ({ code, rate }))), today],
  )
  await db.query(
    `SELECT setval('sandbox_erp_items_id_seq', (SELECT coalesce(max(id), 1) FROM sandbox_erp_items)) AS items,
            setval('sandbox_erp_ledger_id_seq', (SELECT coalesce(max(id), 1) FROM sandbox_erp_ledger)) AS ledger,
            setval('sandbox_erp_accounts_id_seq', (SELECT coalesce(max(id), 1) FROM sandbox_erp_accounts)) AS accounts`,
  )
}

async function insertAccounts(db: Db, today: Date): Promise<void> {
  await db.execute(
    `INSERT INTO sandbox_erp_accounts (id, code, name, address, district, city, phone, tax_office, tax_number, is_active, changed_at)
       OVERRIDING SYSTEM VALUE
     SELECT id, code, name, coalesce(address, ''), coalesce(district, ''), coalesce(city, ''), coalesce(phone, ''),
            coalesce(tax_office, ''), coalesce(tax_number, ''), disabled_at IS NULL, $1::timestamptz - interval '30 days' FROM dealers`,
    [today],
  )
  await db.execute(
    `INSERT INTO sandbox_erp_ledger (id, account_id, posted_on, due_on, document_no, kind, description, debit, credit, changed_at)
       OVERRIDING SYSTEM VALUE
     SELECT id, dealer_id, posted_on, coalesce(due_on, posted_on), document_no,
            CASE WHEN kind IN ('debit', 'credit') THEN 'other' ELSE kind END, description, debit, credit, posted_on
       FROM account_movements WHERE currency = 'TRY'`,
  )
  await db.execute("UPDATE account_movements SET reference = id::text WHERE currency = 'TRY'")
}
