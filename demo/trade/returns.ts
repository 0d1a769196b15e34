import type { Db } from '#server/platform/db/pool.ts'

const staff = '(SELECT min(id) FROM users WHERE dealer_id IS NULL)'

/** Returns in every state, of shipped orders of the demo dealers, the newest first. Received goods were scrap. */
export async function loadReturns(db: Db): Promise<void> {
  await db.execute(
    `CREATE TEMP TABLE demo_returns ON COMMIT DROP AS
     SELECT row_number() OVER (ORDER BY at DESC, order_id) AS id, *,
            (ARRAY['requested', 'accepted', 'received', 'refused', 'closed', 'requested'])[
              row_number() OVER (ORDER BY at DESC, order_id)] AS state
       FROM (SELECT DISTINCT ON (l.order_id) l.order_id, l.line_no, o.dealer_id, o.user_id, s.created_at AS at,
                    greatest(1, l.shipped / 3) AS quantity
               FROM order_lines l JOIN orders o ON o.id = l.order_id
               JOIN shipment_lines x ON x.order_id = l.order_id AND x.line_no = l.line_no
               JOIN shipments s ON s.id = x.shipment_id
              WHERE l.shipped > 0 ORDER BY l.order_id, l.line_no) goods
      ORDER BY at DESC, order_id LIMIT 6`,
  )
  await db.execute(
    `INSERT INTO returns (id, return_no, order_id, dealer_id, user_id, state, reason, description, invoice_no, locale, created_at)
     OVERRIDING SYSTEM VALUE
     SELECT id, 'R' || to_char(at, 'YYYY') || lpad(id::text, 6, '0'), order_id, dealer_id, user_id, state,
            (ARRAY['damaged', 'wrong_product', 'surplus'])[1 + id % 3], (ARRAY['Kolinin köşesi ezilmiş, ürün çizik.',
            'Sipariş ettiğimizden farklı model geldi.', 'Şantiye iptal oldu, kullanılmadı.'])[1 + id % 3],
            CASE WHEN state = 'closed' THEN 'IAD' || to_char(at, 'YYYY') || '000000041' ELSE '' END, 'tr',
            at + interval '6 hours'
       FROM demo_returns`,
  )
  await db.execute(
    `INSERT INTO return_lines (return_id, order_id, line_no, quantity, accepted, received)
     SELECT id, order_id, line_no, quantity,
            CASE state WHEN 'requested' THEN NULL WHEN 'refused' THEN 0 ELSE quantity END,
            CASE WHEN state IN ('received', 'closed') THEN quantity END
       FROM demo_returns`,
  )
  await db.execute(
    `UPDATE order_lines l SET returned = d.quantity FROM demo_returns d
      WHERE l.order_id = d.order_id AND l.line_no = d.line_no AND d.state IN ('received', 'closed')`,
  )
  await db.execute(
    `CREATE TEMP TABLE demo_return_steps ON COMMIT DROP AS
     SELECT d.*, s.to_state, s.step, d.at + s.after AS moment
       FROM demo_returns d, LATERAL (VALUES
         ('requested', 'return_requested', interval '6 hours'), ('refused', 'return_refused', interval '7 hours'),
         ('accepted', 'return_accepted', interval '7 hours'), ('received', 'returned', interval '9 hours'),
         ('closed', NULL, interval '10 hours')) s (to_state, step, after)
      WHERE s.to_state = 'requested' OR s.to_state = d.state
         OR (d.state IN ('received', 'closed') AND s.to_state = 'accepted') OR (d.state = 'closed' AND s.to_state = 'received')`,
  )
  await db.execute(
    `INSERT INTO return_events (return_id, state, note, user_id, created_at)
     SELECT id, to_state, CASE WHEN to_state = 'refused' THEN 'Ürün kullanılmış, ambalajı eksik.' ELSE '' END,
            CASE WHEN to_state = 'requested' THEN user_id ELSE ${staff} END, moment
       FROM demo_return_steps ORDER BY moment, id`,
  )
  await db.execute(
    `INSERT INTO order_history (order_id, at, step, actor, user_id, facts)
     SELECT s.order_id, s.moment, s.step, CASE WHEN s.to_state = 'requested' THEN 'dealer' ELSE 'staff' END,
            CASE WHEN s.to_state = 'requested' THEN s.user_id ELSE ${staff} END,
            jsonb_build_object('goodsReturn', jsonb_build_object('id', r.id, 'returnNo', r.return_no))
       FROM demo_return_steps s JOIN returns r ON r.id = s.id WHERE s.step IS NOT NULL ORDER BY s.moment`,
  )
  await db.query(`SELECT setval('return_number', (SELECT greatest(max(id), 1) FROM returns))`)
  await db.query(`SELECT setval(pg_get_serial_sequence('returns', 'id'), (SELECT greatest(max(id), 1) FROM returns))`)
}
