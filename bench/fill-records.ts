import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

/** The number of records of each kind that administrator lists are measured with. */
export const recordCounts = {
  dealers: 2_000,
  people: 4_000,
  orders: 50_000,
  offers: 50_000,
  payments: 20_000,
  bankLines: 50_000,
  faultReports: 20_000,
  auditEntries: 200_000,
  /** In addition to those of the demo store. */
  inactiveProducts: 20_000,
  carts: 2_000,
} as const

const mark = 'Ölçüm kaydı'

/** Some products, numbered from 0. */
const goods = `goods AS MATERIALIZED (
  SELECT p.id, p.code, p.name, p.default_unit_id AS unit_id, row_number() OVER (ORDER BY p.id) - 1 AS place
    FROM products p WHERE p.is_active AND p.variant_names IS NULL ORDER BY p.id LIMIT 5000)`
/** Users of the dealers created here, numbered from 0; the first ones order most. */
const people = `people AS MATERIALIZED (
  SELECT u.id, u.dealer_id, u.name, row_number() OVER (ORDER BY u.id) - 1 AS place
    FROM users u WHERE u.email LIKE 'kisi%@olcum.example')`
const personOf = (n: string) =>
  `p.place = floor(power(${recordCounts.people}, abs(hashtext(${n}::text) % 10000) / 10000.0))::int`
const goodOf = (n: string, line: string) => `g.place = (${n} * 31 + ${line} * 977) % 5000`

const statements: Record<string, string> = {
  dealers: `INSERT INTO dealers (code, name, phone, city, district, tax_office, tax_number, price_list_id, discount, risk_limit,
                                 risk_mode, balance, overdue_balance, disabled_at, created_at)
    SELECT 'OLC' || lpad(n::text, 5, '0'),
           (ARRAY['Yıldız','Çınar','Gökçe','Işık','Öztürk','Şahin','Üçler','Anadolu'])[1 + n % 8] || ' ' ||
           (ARRAY['Hırdavat','Elektrik','Yapı','Nalbur','Makina','Boya'])[1 + n / 8 % 6] || ' ' || n,
           '0312 000 ' || n, (ARRAY['İstanbul','Ankara','İzmir','Bursa','Çorum','Şanlıurfa','Iğdır'])[1 + n % 7], 'Merkez',
           'Merkez', lpad(n::text, 10, '1'), (SELECT min(id) + n % count(*)::int FROM price_lists), n % 20, 1000 + n * 50,
           CASE WHEN n % 3 = 0 THEN 'balance' ELSE 'order' END, n % 700 * 100, n % 90 * 1000,
           CASE WHEN n % 40 = 0 THEN now() END, now() - n * interval '1 hour'
      FROM generate_series(1, ${recordCounts.dealers}) n`,
  people: `INSERT INTO users (dealer_id, email, name, role, can_order, password_hash, disabled_at, last_seen_at)
    SELECT d.id, 'kisi' || d.n || '-' || k || '@olcum.example',
           (ARRAY['Ayşe','Çağrı','Gülşen','İbrahim','Müge','Ömer','Şule','Umut'])[1 + (d.n + k) % 8] || ' Kişi ' || d.n * 2 + k,
           'dealer', d.n % 10 > 0, CASE WHEN d.n % 20 > 0 THEN 'x' END, CASE WHEN d.n % 50 = 0 THEN now() END,
           now() - d.n * interval '7 minutes'
      FROM (SELECT id, substr(code, 4)::int AS n FROM dealers WHERE code ~ '^OLC\\d{5}$') d, generate_series(0, 1) k`,
  orders: `WITH ${goods}, ${people}, made AS (
      INSERT INTO orders (order_no, dealer_id, user_id, created_at, state, is_cancel, cancelled_at, sent_to_erp_at, description,
                          currency, rates, subtotal, tax, total, total_try)
      SELECT 'R' || lpad(n::text, 9, '0'), p.dealer_id, p.id, at,
             CASE WHEN n % 50 = 0 THEN 'cancelled' WHEN n < 49000 THEN 'confirmed' ELSE 'received' END, n % 50 = 0,
             CASE WHEN n % 50 = 0 THEN at END, CASE WHEN n % 50 > 0 AND n < 49000 THEN at END, '${mark}', 'TRY', '{"TRY": "1"}', 1000 + n % 7919, 200,
             1200 + n % 7919, 1200 + n % 7919
        FROM generate_series(1, ${recordCounts.orders}) n JOIN people p ON ${personOf('n')},
             LATERAL (SELECT now() - (${recordCounts.orders} - n) * interval '30 minutes' AS at) t
      RETURNING id, substr(order_no, 2)::int AS n
    )
    INSERT INTO order_lines (order_id, line_no, product_id, code, name, unit_id, unit, multiplier, quantity, price_value,
                             price_currency, tax_rate, amount)
    SELECT m.id, k, g.id, g.code, g.name, g.unit_id, 'ADET', 1, 2, 62.5, 'TRY', 20, 125
      FROM made m CROSS JOIN generate_series(1, 4) k JOIN goods g ON ${goodOf('m.n', 'k')}`,
  offers: `WITH ${goods}, ${people}, made AS (
      INSERT INTO offers (offer_no, dealer_id, user_id, created_at, is_cancel, cancelled_at, description, currency, rates,
                          customer_name, customer_company, customer_email)
      SELECT 'Q' || lpad(n::text, 9, '0'), p.dealer_id, p.id, at, n % 50 = 0, CASE WHEN n % 50 = 0 THEN at END, '${mark}',
             'TRY', '{"TRY": "1"}', 'Müşteri ' || n % 3000,
             (ARRAY['Çelik','Işıl','Öz','Güneş','Şen',''])[1 + n % 6] || ' Yapı ' || n % 3000, 'musteri' || n % 3000 || '@ornek.example'
        FROM generate_series(1, ${recordCounts.offers}) n JOIN people p ON ${personOf('n')},
             LATERAL (SELECT now() - (${recordCounts.offers} - n) * interval '30 minutes' AS at) t
      RETURNING id, substr(offer_no, 2)::int AS n
    )
    INSERT INTO offer_items (offer_id, line_no, product_id, unit_id, code, name, unit, multiplier, quantity, price_value,
                             price_currency, tax_rate, profit)
    SELECT m.id, k, g.id, g.unit_id, g.code, g.name, 'ADET', 1, 2, 62.5, 'TRY', 20, -5
      FROM made m CROSS JOIN generate_series(1, 4) k JOIN goods g ON ${goodOf('m.n', 'k')}`,
  accounts: `INSERT INTO pos_accounts (code, name, adapter, mode, is_active) VALUES ('olcum', '${mark}', 'nestpay', 'own_form', false)
    ON CONFLICT DO NOTHING`,
  payments: `WITH ${people}, ordered AS MATERIALIZED (
      SELECT id, row_number() OVER (ORDER BY id) * 5 AS nth FROM orders WHERE order_no LIKE 'R%' AND substr(order_no, 2)::int % 5 = 0
    )
    INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment, base_amount, amount,
                          card_first6, card_last4, card_bank, created_at, captured_at, order_id, attention,
                          attention_settled_at)
    SELECT 'OLCUM' || lpad(n::text, 15, '0'), CASE WHEN n % 5 = 0 THEN 'order' ELSE 'account' END, 'olcum-' || n,
           CASE WHEN n % 5 = 0 OR n % 3 = 0 THEN 'captured' ELSE 'declined' END, p.dealer_id, p.id,
           (SELECT id FROM pos_accounts WHERE code = 'olcum'), 1, 100 + n % 7919, 100 + n % 7919, '454360',
           lpad((n % 10000)::text, 4, '0'), 'Örnek Bank', now() - (${recordCounts.payments} - n) * interval '75 minutes',
           CASE WHEN n % 5 = 0 OR n % 3 = 0 THEN now() - (${recordCounts.payments} - n) * interval '75 minutes' END, o.id,
           CASE WHEN n % 5 > 0 AND n % 3 = 0 THEN 'difference' END, CASE WHEN n % 1000 <> 999 THEN now() END
      FROM generate_series(1, ${recordCounts.payments}) n JOIN people p ON ${personOf('n')} LEFT JOIN ordered o ON o.nth = n`,
  faultReports: `WITH ${goods}, ${people}
    INSERT INTO fault_reports (report_no, dealer_id, user_id, product_id, product_code, product_name, serial_no, description,
                               contact_name, contact_phone, locale, state, created_at)
    SELECT 'OA' || lpad(n::text, 9, '0'), p.dealer_id, p.id, g.id, g.code, g.name, 'SN' || n, '${mark}', p.name, '0312', 'tr',
           (ARRAY['new','in_review','repaired','replaced','rejected','closed'])[CASE WHEN n > 19900 THEN 1 ELSE 2 + n % 5 END],
           now() - (${recordCounts.faultReports} - n) * interval '1 hour'
      FROM generate_series(1, ${recordCounts.faultReports}) n JOIN people p ON ${personOf('n')} JOIN goods g ON ${goodOf('n', '1')}`,
  // A year of a large wholesaler; the newest 500 lines are open.
  bankLines: `WITH statement AS (
      INSERT INTO bank_statements (name, format, iban, lines, new_lines)
      VALUES ('olcum.csv', 'table', 'TR330006100519786457841326', ${recordCounts.bankLines}, ${recordCounts.bankLines}) RETURNING id
    )
    INSERT INTO bank_lines (statement_id, iban, booked_on, amount, reference, description, sender, fingerprint, occurrence, state,
                            reason, settled_at)
    SELECT s.id, 'TR330006100519786457841326', current_date - ((${recordCounts.bankLines} - n) / 140),
           CASE WHEN n % 9 = 0 THEN -1 ELSE 1 END * (100 + n * 37 % 900000 / 100.0), 'DK' || n, 'GELEN EFT ' || upper(d.name) || ' ' || n,
           d.name, md5('a' || n) || md5('b' || n), 1,
           CASE WHEN n % 9 = 0 OR n > ${recordCounts.bankLines} - 500 THEN 'open' ELSE 'ignored' END,
           CASE WHEN n % 9 = 0 OR n > ${recordCounts.bankLines} - 500 THEN '' ELSE 'POS' END,
           CASE WHEN n % 9 = 0 OR n > ${recordCounts.bankLines} - 500 THEN NULL ELSE now() END
      FROM statement s, generate_series(1, ${recordCounts.bankLines}) n
      JOIN dealers d ON d.code = 'OLC' || lpad((1 + n % ${recordCounts.dealers})::text, 5, '0')`,
  auditEntries: `INSERT INTO audit_log (user_id, at, action, noun, noun_id, before, after, address)
    SELECT CASE WHEN n % 10 > 0 THEN (SELECT min(id) FROM users WHERE role = 'admin') END,
           now() - (${recordCounts.auditEntries} - n) * interval '3 minutes',
           (ARRAY['change','send_to_erp','create','activate'])[1 + n % 4], (ARRAY['dealer','order','product','user'])[1 + n % 4],
           'OLC' || lpad((n % 50000)::text, 5, '0'), jsonb_build_object('name', 'Eski ad ' || n),
           jsonb_build_object('name', 'Yeni ad ' || n, 'city', (ARRAY['İstanbul','Çorum','Iğdır'])[1 + n % 3]), '198.51.100.7'
      FROM generate_series(1, ${recordCounts.auditEntries}) n`,
  inactiveProducts: `INSERT INTO products (code, name, seo, is_active, brand_id, category_id)
    SELECT 'OLC-' || p.code || n, p.name || ' ' || n, 'olcum', false, p.brand_id, p.category_id
      FROM (SELECT code, name, brand_id, category_id, row_number() OVER (ORDER BY id) AS place FROM products LIMIT 5000) p
      JOIN generate_series(1, ${recordCounts.inactiveProducts}) n ON p.place = 1 + n % 5000`,
  carts: `WITH ${goods}, ${people}, made AS (
      INSERT INTO carts (user_id, updated_at) SELECT p.id, now() - p.place * interval '11 minutes' FROM people p
       WHERE p.place % 2 = 0 RETURNING id, user_id
    )
    INSERT INTO cart_lines (cart_id, product_id, unit_id, quantity)
    SELECT m.id, g.id, g.unit_id, 1 + k FROM made m CROSS JOIN generate_series(1, 12) k JOIN goods g ON ${goodOf('m.id', 'k')}
     WHERE g.unit_id IS NOT NULL
    ON CONFLICT DO NOTHING`,
}

const tables = [
  ...['dealers', 'users', 'orders', 'order_lines', 'offers', 'offer_items', 'payments', 'fault_reports', 'audit_log'],
  'bank_lines',
  ...['carts', 'cart_lines', 'products'],
]

/** Fills the administrator lists as in a shop that has run for years. Does nothing if they are filled already. */
export async function fillRecords(pool: Pool): Promise<void> {
  const there = await pool.one("SELECT 1 AS one FROM dealers WHERE code = 'OLC00001'")
  if (there !== undefined) return
  await transaction(pool, async (db) => {
    for (const sql of Object.values(statements)) await db.execute(sql)
  })
  for (const table of tables) await pool.execute(`VACUUM ANALYZE ${table}`)
}
