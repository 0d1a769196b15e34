import type { Db } from '#server/platform/db/pool.ts'

/** Lets dealers ask to halve a line of the newest order that can change, of the first dealer if it has one; a request of an older one was refused. */
export async function loadOrderRequests(db: Db): Promise<void> {
  await db.execute(
    `WITH asked AS (
       SELECT *, row_number() OVER (ORDER BY dealer_id = 1 DESC, id DESC) AS place
         FROM (SELECT DISTINCT ON (o.id) o.id, o.dealer_id, o.user_id, o.created_at, l.line_no, l.code, l.name, l.unit,
                      l.quantity - l.cancelled AS before, (l.quantity - l.cancelled) / 2 AS quantity
                 FROM orders o JOIN order_lines l ON l.order_id = o.id
                WHERE o.state IN ('received', 'confirmed') AND NOT EXISTS (SELECT FROM payments k WHERE k.order_id = o.id) AND o.sent_to_erp_at IS NULL AND l.quantity - l.cancelled > 1
                ORDER BY o.id, l.line_no) lines
        ORDER BY dealer_id = 1 DESC, id DESC LIMIT 2
     ), added AS (
       INSERT INTO order_requests (order_id, line_no, quantity_before, quantity, reason, user_id, created_at, state, answer, ended_at)
       SELECT id, line_no, before, quantity, 'Müşterimiz projeyi küçülttü', user_id, least(created_at + interval '30 minutes', now()),
              CASE place WHEN 1 THEN 'open' ELSE 'refused' END, CASE place WHEN 1 THEN '' ELSE 'Ürün paketlendi' END,
              CASE WHEN place > 1 THEN least(created_at + interval '1 hour', now()) END
         FROM asked
     )
     INSERT INTO order_history (order_id, at, step, actor, user_id, reason, facts)
     SELECT a.id, least(a.created_at + s.after, now()), s.step, s.actor, CASE s.actor WHEN 'staff' THEN (SELECT min(id) FROM users WHERE dealer_id IS NULL) ELSE a.user_id END,
            s.reason, jsonb_build_object('lines', jsonb_build_array(jsonb_build_object('lineNo', a.line_no, 'code', a.code,
              'name', a.name, 'unit', a.unit, 'quantity', jsonb_build_object('before', a.before, 'after', a.quantity))))
       FROM asked a JOIN (VALUES
         (1, 'requested', 'dealer', 'Müşterimiz projeyi küçülttü', interval '30 minutes'),
         (2, 'requested', 'dealer', 'Müşterimiz projeyi küçülttü', interval '30 minutes'),
         (2, 'request_refused', 'staff', 'Ürün paketlendi', interval '1 hour')
       ) s (place, step, actor, reason, after) ON s.place = a.place
      ORDER BY a.id, s.after`,
  )
}
