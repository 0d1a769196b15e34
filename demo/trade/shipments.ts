import type { Db } from '#server/platform/db/pool.ts'

const staff = '(SELECT min(id) FROM users WHERE dealer_id IS NULL)'

/**
 * Ships the goods of orders that were handed to the ERP, each in a shipment of its own: the newest wait, were shipped in part or
 * are on their way, older ones were delivered.
 */
export async function loadShipments(db: Db): Promise<void> {
  await db.execute(
    'CREATE TEMP TABLE demo_shipments (id bigint, order_id bigint, dealer_id integer, at timestamptz, state text) ON COMMIT DROP',
  )
  await db.execute(
    `INSERT INTO demo_shipments
     SELECT row_number() OVER (ORDER BY id), id, dealer_id, created_at + interval '1 day',
            CASE WHEN age > 8 THEN 'delivered' WHEN age % 4 = 1 THEN 'confirmed' WHEN age % 4 = 2 AND lines > 1
                 THEN 'partly_shipped' ELSE 'shipped' END
       FROM (SELECT o.id, o.dealer_id, o.created_at, row_number() OVER (ORDER BY o.id DESC) AS age,
                    (SELECT count(*) FROM order_lines l WHERE l.order_id = o.id) AS lines
               FROM orders o WHERE o.state = 'confirmed') sent`,
  )
  await db.execute("DELETE FROM demo_shipments WHERE state = 'confirmed'")
  await db.execute(
    `WITH moved AS (
       UPDATE orders o SET state = d.state FROM demo_shipments d WHERE o.id = d.order_id RETURNING o.id
     ), sent AS (
       UPDATE order_lines l SET shipped = l.confirmed FROM demo_shipments d
        WHERE l.order_id = d.order_id AND (d.state <> 'partly_shipped' OR l.line_no = 1)
     )
     SELECT count(*) FROM moved`,
  )
  await db.execute(
    `INSERT INTO shipments (id, shipment_no, dealer_id, carrier, tracking_no, delivery_note_no, recipient, address, district,
                            city, phone, created_at, created_by, shipped_on)
     OVERRIDING SYSTEM VALUE
     SELECT d.id, 'SV' || to_char(d.at, 'YYYY') || lpad(d.id::text, 6, '0'), d.dealer_id,
            (ARRAY['yurtici', 'aras', 'surat', 'own'])[1 + d.id % 4],
            CASE WHEN d.id % 4 = 3 THEN '' ELSE (402000000000 + d.id * 7919)::text END,
            'IRS' || to_char(d.at, 'YYYY') || lpad(d.id::text, 9, '0'), e.name, coalesce(e.address, ''),
            coalesce(e.district, ''), coalesce(e.city, ''), coalesce(e.phone, ''), d.at, ${staff},
            (d.at AT TIME ZONE 'Europe/Istanbul')::date
       FROM demo_shipments d JOIN dealers e ON e.id = d.dealer_id`,
  )
  await db.execute(
    `INSERT INTO shipment_lines (shipment_id, order_id, line_no, quantity)
     SELECT d.id, l.order_id, l.line_no, l.shipped
       FROM demo_shipments d JOIN order_lines l ON l.order_id = d.order_id WHERE l.shipped > 0`,
  )
  await db.execute(
    `INSERT INTO parcels (shipment_id, parcel_no, weight)
     SELECT d.id, n, (20 + d.id * 13 % 180)::numeric / 10
       FROM demo_shipments d, generate_series(1, 1 + d.id % 3) n`,
  )
  await db.execute(
    `INSERT INTO order_history (order_id, at, step, from_state, to_state, actor, user_id, facts)
     SELECT d.order_id, d.at + s.after, s.step, s.from_state, s.to_state, 'staff', ${staff},
            CASE WHEN s.step = 'shipped' THEN jsonb_build_object('shipment', jsonb_build_object('shipmentNo', h.shipment_no))
                 ELSE '{}' END
       FROM demo_shipments d
       JOIN shipments h ON h.id = d.id,
            LATERAL (VALUES
              ('partly_shipped', 'shipped', 'confirmed', 'partly_shipped', interval '0'),
              ('shipped', 'shipped', 'confirmed', 'shipped', interval '0'),
              ('delivered', 'shipped', 'confirmed', 'shipped', interval '0'),
              ('delivered', 'delivered', 'shipped', 'delivered', interval '2 days')
            ) s (state, step, from_state, to_state, after)
      WHERE s.state = d.state ORDER BY 2, 1`,
  )
  await db.query(`SELECT setval('shipment_number', (SELECT greatest(max(id), 1) FROM demo_shipments))`)
  await db.query(
    `SELECT setval(pg_get_serial_sequence('shipments', 'id'), (SELECT greatest(max(id), 1) FROM demo_shipments))`,
  )
}
