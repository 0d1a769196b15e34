import { verifyAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Rules that must hold in every database after any fault. Each query finds the rows that break its rule. */
const rules: Record<string, string> = {
  'inventory is the sum of its movements': `
    SELECT product_id, warehouse_id, i.quantity, m.quantity AS moved
      FROM inventory i
      FULL JOIN (SELECT product_id, warehouse_id, sum(quantity) AS quantity FROM stock_movements GROUP BY 1, 2) m
        USING (product_id, warehouse_id)
     WHERE coalesce(i.quantity, 0) <> coalesce(m.quantity, 0)`,

  'no order or payment takes stock below zero': `
    SELECT * FROM (
      SELECT product_id, warehouse_id, reason, order_id,
             sum(quantity) OVER (PARTITION BY product_id, warehouse_id ORDER BY id) AS left_over
        FROM stock_movements) s
     WHERE reason IN ('order', 'reserve') AND left_over < 0`,

  'an order has lines': `
    SELECT order_no FROM orders o WHERE NOT EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id)`,

  // Reports rely on it.
  'an order without a line that is not cancelled is cancelled': `
    SELECT order_no FROM orders o
     WHERE NOT is_cancel AND NOT EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.quantity > l.cancelled)`,

  // price × quantity × rate / rate of the order's currency; multiplied before it is divided, rounded half away from zero.
  // The lira total does not depend on the order's currency. Cancelled parts of lines are not charged; a cancelled
  // order keeps its last totals.
  'an order’s totals are those of its lines': `
    SELECT o.order_no, o.subtotal, s.subtotal AS expected_subtotal, o.tax, s.tax AS expected_tax, o.total_try, s.total_try
      FROM orders o
      CROSS JOIN LATERAL (SELECT '{"TRY": "1"}' || o.rates AS rates) kept
      CROSS JOIN LATERAL (SELECT (kept.rates ->> o.currency)::numeric AS rate) r
      CROSS JOIN LATERAL (
        SELECT round(sum(l.price_value * (l.quantity - l.cancelled) * (kept.rates ->> l.price_currency)::numeric / r.rate
                         * 1.00000000000000000000), 2) AS subtotal,
               round(sum(l.price_value * (l.quantity - l.cancelled) * l.tax_rate * (kept.rates ->> l.price_currency)::numeric / r.rate
                         * 1.00000000000000000000) / 100, 2) AS tax,
               round(sum(l.price_value * (l.quantity - l.cancelled) * (kept.rates ->> l.price_currency)::numeric), 2)
               + round(sum(l.price_value * (l.quantity - l.cancelled) * l.tax_rate * (kept.rates ->> l.price_currency)::numeric) / 100, 2)
                 AS total_try
          FROM order_lines l WHERE l.order_id = o.id) s
     WHERE NOT o.is_cancel AND (o.subtotal, o.tax, o.total, o.total_try)
           IS DISTINCT FROM (s.subtotal, s.tax, s.subtotal + s.tax, s.total_try)`,

  // Orders that came with the data (demo store) have no stock movements; every order that this program placed has some
  // or is on back-order.
  'an order took the stock of its lines, or is on back-order': `
    SELECT o.order_no, w.wanted, coalesce(m.taken, 0) AS taken
      FROM orders o
      JOIN LATERAL (SELECT sum((quantity - cancelled) * multiplier - back_order) AS wanted FROM order_lines l WHERE l.order_id = o.id) w
        ON true
      LEFT JOIN (SELECT order_id, -sum(quantity) AS taken FROM stock_movements WHERE order_id IS NOT NULL GROUP BY 1) m
        ON m.order_id = o.id
     WHERE (m.order_id IS NOT NULL OR EXISTS (SELECT FROM idempotency_keys k WHERE k.order_id = o.id)
            OR EXISTS (SELECT FROM payments p WHERE p.order_id = o.id))
       AND coalesce(m.taken, 0) <> CASE WHEN o.is_cancel THEN 0 ELSE w.wanted END`,

  'an idempotency key has led to one order or one offer': `
    SELECT user_id, key, 'unfinished' AS problem FROM idempotency_keys WHERE order_id IS NULL AND offer_id IS NULL
    UNION ALL
    SELECT min(user_id), string_agg(key, ' '), 'shared' FROM idempotency_keys
     GROUP BY order_id, offer_id HAVING count(*) > 1`,

  'an offer has lines': `
    SELECT id, offer_no FROM offers o WHERE NOT EXISTS (SELECT FROM offer_items i WHERE i.offer_id = o.id)`,

  'a movement of an order belongs to an order': `
    SELECT id, order_id FROM stock_movements m
     WHERE order_id IS NOT NULL AND NOT EXISTS (SELECT FROM orders o WHERE o.id = m.order_id)`,
}

/** A payment in progress, or money being returned: its accounts may differ until the jobs have run. */
const underWay = `(p.state IN ('created', 'redirected', 'authenticated', 'capturing', 'unknown') OR p.inquire_at IS NOT NULL
  OR EXISTS (SELECT FROM payment_refunds r WHERE r.payment_id = p.id AND r.state IN ('requested', 'sending', 'unknown')))`

/** Rules for card payments. The sandbox bank keeps its ledger in the same database. */
const paymentRules: Record<string, string> = {
  // What the bank sold without the shop is a finding of its list.
  'the bank and we agree on each payment': `
    SELECT coalesce(p.reference, bank.oid) AS reference, p.state, p.amount, p.refunded, bank.captured, bank.returned
      FROM (SELECT * FROM payments WHERE pos_account_id IN
              (SELECT id FROM pos_accounts WHERE environment = 'sandbox' AND settings ->> 'api' LIKE '/sandbox-bank/%')) p
      FULL JOIN (SELECT oid, sum(amount) FILTER (WHERE kind = 'sale') AS captured,
                        coalesce(sum(amount) FILTER (WHERE kind <> 'sale'), 0) AS returned
                   FROM sandbox_transactions WHERE approved GROUP BY oid) bank ON bank.oid = p.reference
     WHERE (p.id IS NULL OR NOT ${underWay})
       AND NOT EXISTS (SELECT FROM bank_findings f WHERE p.id IS NULL AND f.reference = bank.oid)
       AND (CASE WHEN p.captured_at IS NULL THEN 0 ELSE p.amount END <> coalesce(bank.captured, 0)
         OR coalesce(p.refunded, 0) <> coalesce(bank.returned, 0))`,

  'captured money is one account entry of its amount without the fee, with its order if it is for one, or goes back': `
    SELECT p.reference, p.kind, p.state, p.base_amount, o.total_try, m.credit
      FROM payments p LEFT JOIN orders o ON o.id = p.order_id LEFT JOIN account_movements m ON m.id = p.movement_id
     WHERE (p.captured_at IS NULL AND (o.id IS NOT NULL OR m.id IS NOT NULL))
        OR (p.captured_at IS NOT NULL AND NOT ${underWay}
            AND CASE WHEN m.id IS NOT NULL OR o.id IS NOT NULL
                     THEN m.credit IS DISTINCT FROM p.base_amount
                          OR (p.kind = 'order' AND o.total_try IS DISTINCT FROM p.base_amount)
                     ELSE p.state NOT IN ('voided', 'refunded') AND p.attention IS DISTINCT FROM 'return_refused' END)`,

  'what went back of a payment is the sum of its refunds': `
    SELECT p.reference, p.state, p.refunded, r.amount
      FROM payments p
      LEFT JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS amount FROM payment_refunds r
                          WHERE r.payment_id = p.id AND r.state = 'done') r ON true
     WHERE p.refunded <> r.amount OR (p.state IN ('voided', 'refunded') AND p.refunded <> p.amount)`,

  'the last move of a payment led to its state': `
    SELECT p.reference, p.state, e.to_state
      FROM payments p
      JOIN LATERAL (SELECT to_state FROM payment_events e WHERE e.payment_id = p.id AND to_state IS NOT NULL
                     ORDER BY id DESC LIMIT 1) e ON true
     WHERE e.to_state <> p.state`,

  'only a payment under way holds stock, and none that it gave back': `
    SELECT p.reference, p.state, p.stock_state, coalesce(m.quantity, 0) AS quantity
      FROM payments p
      LEFT JOIN (SELECT payment_id, sum(quantity) AS quantity FROM stock_movements
                  WHERE reason IN ('reserve', 'release') GROUP BY 1) m ON m.payment_id = p.id
     WHERE (p.stock_state = 'held' AND p.state NOT IN ('created', 'redirected', 'authenticated', 'capturing', 'unknown'))
        OR (p.stock_state <> 'held' AND coalesce(m.quantity, 0) <> 0)`,

  'an order that was paid by card is its payer’s, and uses the stock that the payment held': `
    SELECT p.reference, p.stock_state, o.order_no FROM payments p JOIN orders o ON o.id = p.order_id
     WHERE p.dealer_id <> o.dealer_id OR p.user_id <> o.user_id OR p.stock_state <> 'used'`,

  'a payment’s entry in the account is what it paid, without the fee': `
    SELECT p.reference, p.base_amount, m.credit, m.debit FROM payments p JOIN account_movements m ON m.id = p.movement_id
     WHERE m.credit <> p.base_amount OR m.debit <> 0 OR m.dealer_id <> p.dealer_id OR m.currency <> 'TRY'
        OR m.reference <> 'KART-' || p.reference`,

  'refunds take back the same share of the account as of the card': `
    SELECT p.reference, p.refunded, b.posted FROM payments p
      CROSS JOIN LATERAL (SELECT coalesce(sum(r.amount) FILTER (WHERE r.state = 'done'), 0) AS done,
                                 coalesce(sum(m.debit), 0) AS posted
                            FROM payment_refunds r LEFT JOIN account_movements m ON m.id = r.movement_id
                           WHERE r.payment_id = p.id) b
     WHERE b.posted <> CASE WHEN p.movement_id IS NULL THEN 0 ELSE round(p.base_amount * b.done / p.amount, 2) END`,

  'an order of a payment that went back as a whole is cancelled, or the ERP has it': `
    SELECT o.order_no, p.state FROM payments p JOIN orders o ON o.id = p.order_id
     WHERE p.state IN ('refunded', 'voided') AND NOT o.is_cancel AND o.sent_to_erp_at IS NULL`,

  'a payment link is paid by one payment that counts': `
    SELECT l.id, l.paid_at, n.counted FROM payment_links l
      CROSS JOIN LATERAL (SELECT count(*) AS counted FROM payments p
                           WHERE p.payment_link_id = l.id AND p.movement_id IS NOT NULL) n
     WHERE n.counted <> CASE WHEN l.paid_at IS NULL THEN 0 ELSE 1 END`,
}

/** Rules for bank transfers. */
const transferRules: Record<string, string> = {
  'a booked line of a bank statement is its parts, and no other line has any': `
    SELECT l.id, l.state, l.amount, b.amount AS booked FROM bank_lines l
      CROSS JOIN LATERAL (SELECT coalesce(sum(amount), 0) AS amount FROM bank_line_bookings
                           WHERE line_id = l.id AND reversed_at IS NULL) b
     WHERE b.amount <> CASE WHEN l.state = 'booked' THEN l.amount ELSE 0 END`,

  'each part of a line is one entry in the account, and its return another': `
    SELECT b.id, b.amount, m.credit, r.debit FROM bank_line_bookings b
      LEFT JOIN account_movements m ON m.id = b.movement_id LEFT JOIN account_movements r ON r.id = b.reversal_id
     WHERE m.credit IS DISTINCT FROM b.amount OR m.dealer_id <> b.dealer_id OR m.reference <> 'HAVALE-' || b.id
        OR r.debit IS DISTINCT FROM CASE WHEN b.reversed_at IS NOT NULL THEN b.amount END`,

  'an order is paid by a transfer that was booked to its dealer and not taken back': `
    SELECT w.order_id, w.booking_id FROM awaited_transfers w JOIN orders o ON o.id = w.order_id
      LEFT JOIN bank_line_bookings b ON b.id = w.booking_id
     WHERE w.dealer_id <> o.dealer_id
        OR (w.booking_id IS NOT NULL AND (b.dealer_id <> w.dealer_id OR b.reversed_at IS NOT NULL))`,

  'a matched notice belongs to one line': `
    SELECT n.id, n.state FROM transfer_notices n
     WHERE (n.state = 'matched') <> EXISTS (SELECT FROM bank_line_bookings b
                                             WHERE b.notice_id = n.id AND b.dealer_id = n.dealer_id AND b.reversed_at IS NULL)`,
}

/** Rules that hold in a shop whose job queue has run. */
const queueRules: Record<string, string> = {
  'a placed order has its emails, waiting or in the queue': `
    SELECT o.order_no FROM orders o JOIN idempotency_keys k ON k.order_id = o.id
     WHERE o.id NOT IN (SELECT (data ->> 'orderId')::bigint FROM outbox WHERE name = 'order-mail'
                        UNION ALL SELECT (data ->> 'orderId')::bigint FROM pgboss.job WHERE name = 'order-mail')`,

  'no number of an order is ahead of its sequence': `
    SELECT o.order_no, s.last_value FROM orders o JOIN idempotency_keys k ON k.order_id = o.id
      CROSS JOIN order_number s WHERE right(o.order_no, 6)::bigint > s.last_value`,
}

/** What is missing besides: emails of orders, numbers of the sequence, and entries in the chain of the audit log. */
export async function findIncomplete(db: Db): Promise<string[]> {
  const { problem } = await verifyAudit(db)
  return [...(await brokenOf(db, queueRules)), ...(problem ? [`the audit log: ${JSON.stringify(problem)}`] : [])]
}

/** Checks all rules after a fault test. Returns one line for each broken rule, with the rows that break it. */
export const findBroken = (db: Db): Promise<string[]> => brokenOf(db, { ...rules, ...paymentRules, ...transferRules })

async function brokenOf(db: Db, checked: Record<string, string>): Promise<string[]> {
  const broken: string[] = []
  for (const [rule, sql] of Object.entries(checked)) {
    const rows = await db.query(sql)
    if (rows.length > 0) broken.push(`${rule}: ${rows.length} rows, ${JSON.stringify(rows.slice(0, 3))}`)
  }
  return broken
}
