import { type LineDiscounts, lineDiscounts } from '#domain/erp/line-discounts.ts'
import type { PriceStep } from '#domain/pricing/price-steps.ts'
import { emptyNote } from '#domain/orders/order.ts'
import type {
  CancellationRecord,
  DealerRecord,
  FaultReportRecord,
  OfferRecord,
  OrderRecord,
  PaymentRecord,
  RefundRecord,
} from '#contract/integration/records.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { unseenArray } from '#server/platform/db/unseen-array.ts'
import { shownStep } from '#server/price-reasons/price-reasons.ts'

/** The text that stands for no note is for screens. */
const note = `coalesce(nullif(o.description, '${emptyNote}'), '')`

// Each statement returns the records of any number of ids at once, as the contract shapes them.
type RecordRow<Shape> = { id: number; record: Shape }

/** A moment in ISO 8601, UTC, with milliseconds. */
export const moment = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const dealerName = `jsonb_build_object('code', d.code, 'name', d.name)`

const erpDocument = (kind: string, subject: string) => `(
  SELECT jsonb_build_object('documentNo', e.document_no, 'acknowledgedAt', ${moment('e.acknowledged_at')})
    FROM erp_documents e WHERE e.kind = '${kind}' AND e.subject_id = ${subject})`

const rateTexts = (rates: string) =>
  `(SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each_text(${rates}))`

const orderLines = `(SELECT jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'code', l.code, 'externalKey', p.external_key,
    'name', l.name, 'brand', l.brand, 'unit', l.unit, 'multiplier', l.multiplier::text, 'quantity', l.quantity,
    'shipped', l.shipped, 'cancelled', l.cancelled, 'backOrdered', l.back_ordered, 'returned', l.returned,
    'backOrder', l.back_order::text, 'price', l.price_value::text, 'priceCurrency', l.price_currency,
    'taxRate', l.tax_rate::text, 'amount', l.amount::text, 'isFree', l.is_free, 'promotion',
    CASE WHEN l.is_free THEN jsonb_build_object('code',
      (SELECT m.code FROM promotions m WHERE m.id = (l.price_steps->-1->'rule'->>'id')::integer),
      'name', coalesce(l.price_steps->-1->'rule'->>'name', '')) END, 'steps',
    CASE WHEN (l.price_steps->-1->>'value')::numeric = coalesce(l.undiscounted_value, l.price_value) THEN l.price_steps END) ORDER BY l.line_no)
  FROM order_lines l LEFT JOIN products p ON p.id = l.product_id WHERE l.order_id = o.id)`

// Stock that a card payment held is a movement of the payment, which the order took over.
const orderStock = `(SELECT jsonb_agg(jsonb_build_object('code', p.code, 'warehouse', w.code, 'quantity', t.quantity::text)
      ORDER BY p.code, w.code)
  FROM (SELECT m.product_id, m.warehouse_id, -sum(m.quantity) AS quantity FROM stock_movements m
         WHERE m.reason IN ('order', 'reserve')
           AND (m.order_id = o.id OR m.payment_id = (SELECT k.id FROM payments k WHERE k.order_id = o.id))
         GROUP BY 1, 2) t
  JOIN products p ON p.id = t.product_id JOIN warehouses w ON w.id = t.warehouse_id)`

type OrderLine = OrderRecord['lines'][number]
type StoredLine = Omit<OrderLine, keyof LineDiscounts | 'steps'> & { steps: readonly PriceStep[] | null }
type StoredOrder = Omit<OrderRecord, 'lines'> & { lines: StoredLine[] }

function withDiscounts({ steps, ...line }: StoredLine, currency: string): OrderLine {
  const { price, priceCurrency, amount } = line
  // The amount is that of what was not cancelled; a cancelled order keeps its amounts.
  const quantity = line.quantity - line.cancelled || line.quantity
  const shown = (steps ?? []).map((stored) => {
    const { value, ...step } = shownStep(stored, 'tr')
    return { ...step, price: String(value) }
  })
  return { ...line, steps: shown, ...lineDiscounts({ steps, price, priceCurrency, currency, amount, quantity }) }
}

export async function loadOrders(db: Db, ids: readonly number[]): Promise<RecordRow<OrderRecord>[]> {
  const rows = await db.query<RecordRow<StoredOrder>>(
    `SELECT o.id, jsonb_build_object('orderNo', o.order_no, 'createdAt', ${moment('o.created_at')},
       'dealer', ${dealerName} || jsonb_build_object('taxOffice', coalesce(d.tax_office, ''),
         'taxNumber', coalesce(d.tax_number, ''), 'address', coalesce(d.address, ''),
         'district', coalesce(d.district, ''), 'city', coalesce(d.city, ''), 'phone', coalesce(d.phone, '')),
       'user', jsonb_build_object('name', u.name, 'email', u.email), 'branch', b.name, 'delivery', o.delivery, 'carrierPayer', o.carrier_payer, 'note', ${note},
       'paymentPlan', CASE WHEN pl.key IS NOT NULL THEN jsonb_build_object('key', replace(pl.key, 'advencePrice', 'plan'), 'name', pl.name) END,
       'currency', o.currency, 'rates', ${rateTexts('o.rates')},
       'rateSources', o.rate_sources, 'ratePolicy', o.rate_policy, 'subtotal', o.subtotal::text, 'tax', o.tax::text,
       'total', o.total::text, 'totalTry', o.total_try::text, 'state', o.state, 'isCancelled', o.is_cancel,
       'payment', (SELECT jsonb_build_object('reference', k.reference, 'amount', k.amount::text, 'fee', k.fee::text,
          'installment', k.installment, 'pos', a.code) FROM payments k JOIN pos_accounts a ON a.id = k.pos_account_id
          WHERE k.order_id = o.id),
       'erp', ${erpDocument('order', 'o.id')}, 'lines', coalesce(${orderLines}, '[]'),
       'stock', coalesce(${orderStock}, '[]')) AS record
     FROM orders o JOIN dealers d ON d.id = o.dealer_id JOIN users u ON u.id = o.user_id
     LEFT JOIN branches b ON b.id = o.branch_id LEFT JOIN payment_plans pl ON pl.key = o.plan_key
    WHERE o.id = ANY (${unseenArray('$1', 'bigint')})`,
    [ids],
    'event_orders',
  )
  return rows.map(({ id, record }) => {
    const lines = record.lines.map((line) => withDiscounts(line, record.currency))
    return { id, record: { ...record, lines } }
  })
}

export function loadCancellations(db: Db, ids: readonly number[]): Promise<RecordRow<CancellationRecord>[]> {
  return db.query(
    `SELECT o.id, jsonb_build_object('orderNo', o.order_no, 'dealer', ${dealerName}, 'cancelledAt', ${moment('o.cancelled_at')},
       'cancelledBy', c.name, 'reason', o.cancel_reason, 'orderErp', ${erpDocument('order', 'o.id')},
       'erp', ${erpDocument('cancellation', 'o.id')}) AS record
     FROM orders o JOIN dealers d ON d.id = o.dealer_id LEFT JOIN users c ON c.id = o.cancelled_by
    WHERE o.id = ANY ($1)`,
    [ids],
    'event_cancellations',
  )
}

export function loadPayments(db: Db, ids: readonly number[]): Promise<RecordRow<PaymentRecord>[]> {
  return db.query(
    `SELECT k.id, jsonb_build_object('reference', k.reference, 'kind', k.kind, 'state', k.state, 'dealer', ${dealerName},
       'orderNo', o.order_no, 'capturedAt', ${moment('k.captured_at')}, 'amount', k.amount::text, 'baseAmount', k.base_amount::text,
       'fee', k.fee::text, 'refunded', k.refunded::text, 'currency', k.currency, 'installment', k.installment,
       'pos', jsonb_build_object('code', a.code, 'name', a.name), 'authCode', k.auth_code, 'movement', m.reference,
       'erp', ${erpDocument('payment', 'k.id')}) AS record
     FROM payments k JOIN dealers d ON d.id = k.dealer_id JOIN pos_accounts a ON a.id = k.pos_account_id
     LEFT JOIN orders o ON o.id = k.order_id LEFT JOIN account_movements m ON m.id = k.movement_id
    WHERE k.id = ANY ($1)`,
    [ids],
    'event_payments',
  )
}

export function loadRefunds(db: Db, ids: readonly number[]): Promise<RecordRow<RefundRecord>[]> {
  return db.query(
    `SELECT r.id, jsonb_build_object('id', r.id, 'paymentReference', k.reference, 'orderNo', o.order_no,
       'dealer', ${dealerName}, 'kind', r.kind, 'amount', r.amount::text, 'currency', k.currency, 'endedAt', ${moment('r.ended_at')},
       'paymentErp', ${erpDocument('payment', 'k.id')}, 'erp', ${erpDocument('refund', 'r.id')}) AS record
     FROM payment_refunds r JOIN payments k ON k.id = r.payment_id JOIN dealers d ON d.id = k.dealer_id
     LEFT JOIN orders o ON o.id = k.order_id
    WHERE r.id = ANY ($1)`,
    [ids],
    'event_refunds',
  )
}

export function loadOffers(db: Db, ids: readonly number[]): Promise<RecordRow<OfferRecord>[]> {
  return db.query(
    `SELECT o.id, jsonb_build_object('offerNo', o.offer_no, 'dealer', ${dealerName}, 'createdAt', ${moment('o.created_at')},
       'validUntil', o.valid_until, 'acceptedAt', ${moment('o.accepted_at')}, 'isCancelled', o.is_cancel, 'note', ${note}, 'currency', o.currency,
       'rates', ${rateTexts('o.rates')},
       'rateSources', o.rate_sources, 'ratesLockedUntil', ${moment('o.rates_locked_until')}, 'customer', jsonb_build_object('name', o.customer_name,
         'company', o.customer_company, 'email', o.customer_email, 'phone', o.customer_phone),
       'lines', coalesce((SELECT jsonb_agg(jsonb_build_object('lineNo', i.line_no, 'code', i.code, 'name', i.name,
          'unit', i.unit, 'quantity', i.quantity, 'price', i.price_value::text, 'priceCurrency', i.price_currency,
          'taxRate', i.tax_rate::text, 'profit', i.profit::text) ORDER BY i.line_no)
          FROM offer_items i WHERE i.offer_id = o.id), '[]')) AS record
     FROM offers o JOIN dealers d ON d.id = o.dealer_id WHERE o.id = ANY ($1)`,
    [ids],
    'event_offers',
  )
}

export function loadDealers(db: Db, ids: readonly number[]): Promise<RecordRow<DealerRecord>[]> {
  return db.query(
    `SELECT d.id, jsonb_build_object('code', d.code, 'name', d.name, 'isActive', d.disabled_at IS NULL,
       'createdAt', ${moment('d.created_at')}, 'contactName', d.contact_name, 'email', d.email, 'phone', coalesce(d.phone, ''),
       'address', coalesce(d.address, ''), 'district', coalesce(d.district, ''), 'city', coalesce(d.city, ''),
       'taxOffice', coalesce(d.tax_office, ''), 'taxNumber', coalesce(d.tax_number, ''), 'region', d.region,
       'representative', d.representative,
       'group', (SELECT g.code FROM dealer_groups g WHERE g.id = d.group_id), 'priceList', l.code,
       'discount', d.discount::text, 'riskLimit', d.risk_limit::text, 'riskMode', d.risk_mode,
       'ratePolicy', d.rate_policy, 'fixedRates', d.fixed_rates, 'ratesUntil', d.rates_until::text, 'carrierPayer', d.carrier_payer) AS record
     FROM dealers d LEFT JOIN price_lists l ON l.id = d.price_list_id WHERE d.id = ANY ($1)`,
    [ids],
    'event_dealers',
  )
}

export function loadFaultReports(db: Db, ids: readonly number[]): Promise<RecordRow<FaultReportRecord>[]> {
  return db.query(
    `SELECT r.id, jsonb_build_object('reportNo', r.report_no, 'dealer', ${dealerName}, 'createdAt', ${moment('r.created_at')},
       'changedAt', ${moment('r.changed_at')}, 'state', r.state, 'note', r.note, 'productCode', r.product_code,
       'productName', r.product_name, 'serialNo', r.serial_no, 'description', r.description,
       'contact', jsonb_build_object('name', r.contact_name, 'phone', r.contact_phone, 'email', r.contact_email)) AS record
     FROM fault_reports r JOIN dealers d ON d.id = r.dealer_id WHERE r.id = ANY ($1)`,
    [ids],
    'event_fault_reports',
  )
}
