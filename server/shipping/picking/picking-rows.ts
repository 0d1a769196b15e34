import type { CarrierPayer } from '#domain/orders/carrier-payer.ts'
import type { OrderDelivery } from '#domain/orders/delivery.ts'
import type { PickingRest } from '#domain/orders/picking.ts'
import type { OrderState } from '#domain/orders/order-life.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type PickingRow = {
  id: number
  created_at: Date
  creator: string
  ended_at: Date | null
  ended_by: string | null
  end_key: string | null
  orders: {
    id: number
    orderNo: string
    dealer: string
    state: OrderState
    delivery: OrderDelivery | null
    carrierPayer: CarrierPayer | null
  }[]
}

export async function findPicking(db: Db, id: number): Promise<PickingRow | undefined> {
  return db.one<PickingRow>(
    `SELECT p.id, p.created_at, u.name AS creator, p.ended_at, e.name AS ended_by, p.end_key,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'orderNo', o.order_no, 'dealer', d.name,
                      'state', o.state, 'delivery', o.delivery, 'carrierPayer', o.carrier_payer) ORDER BY o.id), '[]')
               FROM orders o JOIN dealers d ON d.id = o.dealer_id
              WHERE o.id IN (SELECT x.order_id FROM picking_lines x WHERE x.picking_id = p.id)) AS orders
       FROM pickings p JOIN users u ON u.id = p.created_by LEFT JOIN users e ON e.id = p.ended_by
      WHERE p.id = $1`,
    [id],
    'picking_whole',
  )
}

export type PickingPlace = { warehouse: string; position: number; shelf: string; quantity: number }

export type PickingLineRow = {
  order_id: number
  order_no: string
  dealer: string
  line_no: number
  product_id: number | null
  code: string
  name: string
  unit: string
  multiplier: string
  quantity: number
  picked: number
  rest: PickingRest | null
  /** Where the order took its stock, the largest part first; base units. */
  places: PickingPlace[]
}

export async function loadPickingLines(db: Db, id: number): Promise<PickingLineRow[]> {
  return db.query<PickingLineRow>(
    `SELECT x.order_id, o.order_no, d.name AS dealer, x.line_no, l.product_id, l.code, l.name, l.unit, l.multiplier,
            x.quantity, x.picked, x.rest,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('warehouse', w.name, 'position', w.position,
                      'shelf', coalesce(s.shelf, ''), 'quantity', m.taken) ORDER BY m.taken DESC, w.position, w.id), '[]')
               FROM (SELECT warehouse_id, -sum(quantity) AS taken FROM stock_movements
                      WHERE order_id = x.order_id AND product_id = l.product_id
                      GROUP BY warehouse_id HAVING sum(quantity) < 0) m
               JOIN warehouses w ON w.id = m.warehouse_id
               LEFT JOIN shelves s ON s.product_id = l.product_id AND s.warehouse_id = m.warehouse_id) AS places
       FROM picking_lines x
       JOIN orders o ON o.id = x.order_id
       JOIN dealers d ON d.id = o.dealer_id
       JOIN order_lines l ON l.order_id = x.order_id AND l.line_no = x.line_no
      WHERE x.picking_id = $1 ORDER BY x.order_id, x.line_no`,
    [id],
    'picking_lines',
  )
}

export type ListedPickingRow = {
  id: number
  created_at: Date
  creator: string
  ended_at: Date | null
  order_nos: string[]
  line_count: number
  quantity: number
  picked: number
}

export async function countPickings(db: Db): Promise<number> {
  const row = await db.one<{ count: number }>('SELECT count(*) AS count FROM pickings', [], 'pickings_count')
  return row?.count ?? 0
}

/** Open lists first, then newest first. */
export async function loadPickings(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedPickingRow[]> {
  return db.query<ListedPickingRow>(
    `SELECT p.id, p.created_at, u.name AS creator, p.ended_at, x.line_count, x.quantity, x.picked,
            ARRAY(SELECT o.order_no FROM orders o
                   WHERE o.id IN (SELECT y.order_id FROM picking_lines y WHERE y.picking_id = p.id)
                   ORDER BY o.order_no) AS order_nos
       FROM (SELECT id, created_at, created_by, ended_at FROM pickings
              ORDER BY ended_at IS NOT NULL, created_at DESC, id DESC LIMIT $1 OFFSET $2) p
       JOIN users u ON u.id = p.created_by,
            LATERAL (SELECT count(*) AS line_count, coalesce(sum(y.quantity), 0) AS quantity,
                            coalesce(sum(y.picked), 0) AS picked
                       FROM picking_lines y WHERE y.picking_id = p.id) x
      ORDER BY p.ended_at IS NOT NULL, p.created_at DESC, p.id DESC`,
    [limit, offset],
    'pickings_listed',
  )
}

export async function findPickingByKey(db: Db, key: string): Promise<number | null> {
  const row = await db.one<{ id: number }>(
    'SELECT id FROM pickings WHERE request_key = $1',
    [key],
    'picking_of_request',
  )
  return row?.id ?? null
}

export type NewPickingLine = {
  order_id: number
  line_no: number
  quantity: number
  picked: number
  shipped_before: number
}

export async function insertPicking(
  db: Db,
  { key, userId, lines }: { key: string; userId: number; lines: readonly NewPickingLine[] },
): Promise<number> {
  const row = await db.one<{ id: number }>(
    'INSERT INTO pickings (request_key, created_by) VALUES ($1, $2) RETURNING id',
    [key, userId],
    'picking_insert',
  )
  if (row === undefined) throw new Error('The picking list was not written.')
  await db.execute(
    `INSERT INTO picking_lines (picking_id, order_id, line_no, quantity, picked, shipped_before)
     SELECT $1, order_id, line_no, quantity, picked, shipped_before
       FROM jsonb_to_recordset($2::jsonb)
         AS r (order_id bigint, line_no integer, quantity integer, picked integer, shipped_before integer)`,
    [row.id, JSON.stringify(lines)],
    'picking_lines_insert',
  )
  return row.id
}

/** Locks a list until the transaction ends: counts and its end take turns. */
export async function lockPicking(
  db: Db,
  id: number,
): Promise<{ is_ended: boolean; end_key: string | null } | undefined> {
  return db.one(
    'SELECT ended_at IS NOT NULL AS is_ended, end_key FROM pickings WHERE id = $1 FOR UPDATE',
    [id],
    'picking_lock',
  )
}

/** Notes a count; returns whether it is new. */
export async function insertCount(db: Db, id: number, key: string): Promise<boolean> {
  const added = await db.execute(
    'INSERT INTO picking_counts (picking_id, request_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
    [id, key],
    'picking_count_insert',
  )
  return added > 0
}

type CountedLine = { orderId: number; lineNo: number }

/** Counts within what is to be picked; returns whether it was counted. */
export async function addPicked(
  db: Db,
  id: number,
  { orderId, lineNo, change }: CountedLine & { change: number },
): Promise<boolean> {
  const changed = await db.execute(
    `UPDATE picking_lines SET picked = picked + $4
      WHERE picking_id = $1 AND order_id = $2 AND line_no = $3 AND picked + $4 BETWEEN 0 AND quantity`,
    [id, orderId, lineNo, change],
    'picking_line_count',
  )
  return changed > 0
}

/** Products and units of a barcode; products of a code, in their unit with multiplier 1. */
export async function findScanned(db: Db, code: string): Promise<{ product_id: number; multiplier: string }[]> {
  return db.query(
    `SELECT product_id, multiplier FROM product_units WHERE barcode = $1
     UNION
     SELECT id, 1 FROM products WHERE code IN ($1, upper($1))
     ORDER BY multiplier, product_id`,
    [code],
    'picking_scanned',
  )
}

export async function markEnded(
  db: Db,
  { id, key, userId }: { id: number; key: string; userId: number },
  rests: readonly { order_id: number; line_no: number; rest: PickingRest }[],
): Promise<void> {
  await db.execute(
    'UPDATE pickings SET ended_at = now(), ended_by = $2, end_key = $3 WHERE id = $1',
    [id, userId, key],
    'picking_end',
  )
  await db.execute(
    `UPDATE picking_lines x SET rest = r.rest
       FROM jsonb_to_recordset($2::jsonb) AS r (order_id bigint, line_no integer, rest text)
      WHERE x.picking_id = $1 AND x.order_id = r.order_id AND x.line_no = r.line_no AND x.picked < x.quantity`,
    [id, JSON.stringify(rests)],
    'picking_rests',
  )
}

export type LastPicked = {
  order_id: number
  line_no: number
  quantity: number
  picked: number
  shipped_before: number
  rest: PickingRest | null
}

/** What was picked of lines in the last ended list that has them. */
export async function loadLastPicked(db: Db, orderIds: readonly number[]): Promise<LastPicked[]> {
  return db.query<LastPicked>(
    `SELECT DISTINCT ON (x.order_id, x.line_no) x.order_id, x.line_no, x.quantity, x.picked, x.shipped_before,
            x.rest
       FROM picking_lines x JOIN pickings p ON p.id = x.picking_id
      WHERE x.order_id = ANY ($1::bigint[]) AND p.ended_at IS NOT NULL
      ORDER BY x.order_id, x.line_no, x.picking_id DESC`,
    [orderIds],
    'picking_last',
  )
}
