import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type TaskRow = {
  to_approve: number
  received: number
  requested: number
  returns: number
  limit_approvals: number
  asked_offers: number
  applications: number
  to_pick: number
  late: number
  payments: number
  price_proposals: number
  price_changes: number
  rule_proposals: number
}

/** Counts orders, returns, applications and payments that need someone, by partial indexes. `lateUntil`: the last day of orders that are late. */
export async function countTasks(db: Db, lateUntil: Day): Promise<TaskRow | undefined> {
  return db.one<TaskRow>(
    `SELECT (SELECT count(*) FROM orders WHERE state = 'awaiting_approval') AS to_approve,
            (SELECT count(*) FROM orders WHERE state = 'received') AS received,
            (SELECT count(*) FROM order_requests WHERE state = 'open') AS requested,
            (SELECT count(*) FROM returns WHERE state = 'requested') AS returns,
            (SELECT count(*) FROM limit_approvals WHERE state = 'waiting' AND expires_at > now()) AS limit_approvals,
            (SELECT count(*) FROM offers WHERE negotiation = 'asked' AND NOT is_cancel AND order_id IS NULL) AS asked_offers,
            (SELECT count(*) FROM applications WHERE state IN ('new', 'answered')) AS applications,
            (SELECT count(*) FROM orders WHERE state = 'confirmed') AS to_pick,
            (SELECT count(*) FROM orders WHERE state = 'confirmed'
                AND created_at < ($1::date + 1)::timestamp AT TIME ZONE 'Europe/Istanbul') AS late,
            (SELECT count(*) FROM payments p WHERE p.attention IS NOT NULL AND p.attention_settled_at IS NULL
               OR EXISTS (SELECT FROM payment_refunds w WHERE w.payment_id = p.id AND w.state = 'waiting')) AS payments,
            (SELECT count(DISTINCT price_list_id) FROM price_proposals WHERE state = 'waiting') AS price_proposals,
            (SELECT count(*) FROM price_changes WHERE state = 'waiting') AS price_changes,
            (SELECT count(*) FROM rule_proposals WHERE state = 'waiting') AS rule_proposals`,
    [lateUntil],
    'reports_board_tasks',
  )
}

export type SalesDayRow = { day: string; orders: number; total: string }

/** Days with orders, oldest first. Each day is a range of the index, which is faster than to group the orders by day. */
export async function loadSalesByDay(db: Db, from: Day, to: Day): Promise<SalesDayRow[]> {
  return db.query<SalesDayRow>(
    `SELECT to_char(d.day, 'YYYY-MM-DD') AS day, s.orders, s.total
       FROM (SELECT $1::date + n AS day FROM generate_series(0, $2::date - $1::date) n) d
      CROSS JOIN LATERAL (
        SELECT count(*) AS orders, coalesce(sum(total_try), 0) AS total FROM orders
         WHERE NOT is_cancel AND created_at >= d.day::timestamp AT TIME ZONE 'Europe/Istanbul'
           AND created_at < (d.day + 1)::timestamp AT TIME ZONE 'Europe/Istanbul') s
      WHERE s.orders > 0 ORDER BY d.day`,
    [from, to],
    'reports_sales_by_day',
  )
}

export type BestDealerRow = { id: number; code: string; name: string; orders: number; total: string }

export async function loadBestDealers(db: Db, from: Day, to: Day, limit: number): Promise<BestDealerRow[]> {
  return db.query<BestDealerRow>(
    `SELECT d.id, d.code, d.name, s.orders, s.total
       FROM (SELECT dealer_id, count(*) AS orders, sum(total_try) AS total FROM orders
              WHERE NOT is_cancel AND created_at >= $1::date::timestamp AT TIME ZONE 'Europe/Istanbul'
                AND created_at < ($2::date + 1)::timestamp AT TIME ZONE 'Europe/Istanbul'
              GROUP BY dealer_id ORDER BY sum(total_try) DESC, dealer_id LIMIT $3) s
       JOIN dealers d ON d.id = s.dealer_id
      ORDER BY s.total DESC, d.id`,
    [from, to, limit],
    'reports_best_dealers',
  )
}

export type BestProductRow = { id: number; code: string; name: string; orders: number; total: string }

/**
 * Lines with tax at the rate of their order, so that they add up to the totals of the orders. Products that were deleted
 * since are left out.
 */
export async function loadBestProducts(db: Db, from: Day, to: Day, limit: number): Promise<BestProductRow[]> {
  return db.query<BestProductRow>(
    `WITH sold AS MATERIALIZED (
       SELECT l.product_id, l.order_id,
              CASE WHEN o.total_try = o.total THEN l.amount * (100 + l.tax_rate)
                   ELSE l.amount * (100 + l.tax_rate) * o.total_try / o.total END AS amount
         FROM orders o JOIN order_lines l ON l.order_id = o.id
        WHERE NOT o.is_cancel AND o.total > 0 AND l.product_id IS NOT NULL
          AND o.created_at >= $1::date::timestamp AT TIME ZONE 'Europe/Istanbul'
          AND o.created_at < ($2::date + 1)::timestamp AT TIME ZONE 'Europe/Istanbul'
     ), best AS (
       SELECT product_id, sum(amount) AS amount FROM sold
        GROUP BY product_id ORDER BY sum(amount) DESC, product_id LIMIT $3
     )
     SELECT p.id, p.code, p.name, count(DISTINCT s.order_id) AS orders, round(b.amount / 100, 2) AS total
       FROM best b JOIN products p ON p.id = b.product_id JOIN sold s ON s.product_id = b.product_id
      GROUP BY p.id, b.amount ORDER BY b.amount DESC, p.id`,
    [from, to, limit],
    'reports_best_products',
  )
}
