import { moment } from '#server/integration/events/records.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Products below zero: their stock by warehouse, in base units. */
export function loadStock(db: Db, ids: readonly number[]): Promise<{ id: number; record: object }[]> {
  return db.query(
    `SELECT p.id, jsonb_build_object('code', p.code, 'name', p.name, 'externalKey', p.external_key,
       'warehouses', coalesce((SELECT jsonb_agg(jsonb_build_object('warehouse', w.code, 'quantity', i.quantity::text)
          ORDER BY w.code) FROM inventory i JOIN warehouses w ON w.id = i.warehouse_id WHERE i.product_id = p.id), '[]'))
       AS record
     FROM products p WHERE p.id = ANY ($1)`,
    [ids],
    'webhook_stock',
  )
}

/** Imports of administrators and sources: their state, files and figures. */
export function loadImports(db: Db, ids: readonly number[]): Promise<{ id: number; record: object }[]> {
  return db.query(
    `SELECT i.id, jsonb_build_object('id', i.id, 'state', i.state, 'appliedAt', ${moment('i.applied_at')},
       'files', (SELECT coalesce(jsonb_agg(f ->> 'name'), '[]') FROM jsonb_array_elements(i.files) f),
       'created', i.summary -> 'created', 'updated', i.summary -> 'updated', 'rejected', i.summary -> 'rejected',
       'failure', i.refusal ->> 'code') AS record
     FROM imports i WHERE i.id = ANY ($1)`,
    [ids],
    'webhook_imports',
  )
}
