import { gunzipSync, gzipSync } from 'node:zlib'
import type { Pool } from '#server/platform/db/pool.ts'

/** Tables with the columns and keys of the rows alone. */
const tables = `
  DROP SCHEMA IF EXISTS bench_floor CASCADE;
  CREATE SCHEMA bench_floor;
  CREATE TABLE bench_floor.products (code text PRIMARY KEY, name text, brand text, category jsonb, tax_rate numeric);
  CREATE TABLE bench_floor.units (code text, unit text, multiplier numeric, barcode text, price numeric, list_price numeric,
    PRIMARY KEY (code, unit));
  CREATE TABLE bench_floor.stock (code text, warehouse text, quantity numeric, PRIMARY KEY (code, warehouse));`

const columns = `r (code text, name text, brand text, category jsonb, unit text, multiplier numeric, barcode text,
  "taxRate" numeric, price numeric, "listPrice" numeric, stock jsonb, warehouse text, quantity numeric)`
const rows = `json_to_recordset($1::json) AS ${columns}`
const saveStock = 'ON CONFLICT (code, warehouse) DO UPDATE SET quantity = excluded.quantity'

const statements = {
  products: [
    `INSERT INTO bench_floor.products SELECT code, name, brand, category, "taxRate" FROM ${rows}`,
    `INSERT INTO bench_floor.units SELECT code, unit, 1, barcode, price, "listPrice" FROM ${rows}`,
    `INSERT INTO bench_floor.stock SELECT code, s.key, s.value::numeric FROM ${rows}, jsonb_each_text(r.stock) s ${saveStock}`,
  ],
  units: [`INSERT INTO bench_floor.units SELECT code, unit, multiplier, barcode, price FROM ${rows}`],
  stock: [`INSERT INTO bench_floor.stock SELECT code, warehouse, quantity FROM ${rows} ${saveStock}`],
}

export type FloorResource = keyof typeof statements

export async function prepareBareBatches(pool: Pool): Promise<void> {
  await pool.withClient((client) => client.query(tables))
}

/**
 * The least work for a request of rows: unpacks and parses it, and writes it by one statement for each table, without keys,
 * rules, comparison, index or answer. Returns seconds.
 */
export async function writeBareBatch(pool: Pool, resource: FloorResource, sent: readonly object[]): Promise<number> {
  const body = gzipSync(JSON.stringify({ rows: sent }), { level: 1 })
  const started = performance.now()
  const { rows: received } = JSON.parse(gunzipSync(body).toString()) as { rows: object[] }
  const text = JSON.stringify(received)
  await pool.withClient(async (client) => {
    await client.query('BEGIN')
    for (const statement of statements[resource]) await client.query(statement, [text])
    await client.query('COMMIT')
  })
  return (performance.now() - started) / 1000
}
