import { verify } from '@node-rs/argon2'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StoreSettings, storeSettings } from '#contract/shop/settings.ts'
import { cartTotals } from '#domain/cart/cart.ts'
import { findBroken } from '#faults/invariants.ts'
import { openTestDemo, small, type TestDemo } from '#demo/test-demo.ts'
import { sendTest } from '#server/integration/webhooks/deliver.ts'
import type { OutsideRequest } from '#server/platform/http/outside-call.ts'
import { dialects } from '#server/sandbox-bank/sandbox-bank.ts'

/** The time of the store's data. The tests compare with it, not with the time at which they run. */
const loadedAt = `'${small.today.toISOString()}'::timestamptz`

let demo: TestDemo
beforeAll(async () => {
  demo = await openTestDemo()
})
afterAll(() => demo.close())

describe('the demo store’s trade', () => {
  test('has a draft on the order pad, with one code that is no product', async () => {
    const drafts = await demo.pool.query<{ email: string; known: number; lines: number }>(
      `SELECT u.email, count(p.id)::int AS known, count(*)::int AS lines
         FROM order_drafts d JOIN users u ON u.id = d.user_id, jsonb_array_elements(d.lines) AS l (line)
         LEFT JOIN products p ON p.code = l.line ->> 'code' GROUP BY u.email`,
    )
    expect(drafts).toEqual([{ email: 'bayi@example.com', known: 5, lines: 6 }])
  })

  test('has products that several dealers bought together, and some that a user looked at', async () => {
    const pairs = await demo.pool.query<{ product_id: number }>('SELECT DISTINCT product_id FROM bought_together')
    expect(pairs.length).toBeGreaterThan(8)
    expect(
      await demo.pool.query(
        `SELECT u.email, count(*)::int AS seen FROM seen_products s JOIN users u ON u.id = s.user_id GROUP BY u.email`,
      ),
    ).toEqual([{ email: 'bayi@example.com', seen: 9 }])
  })

  test('has webhooks with a signing secret; the sandbox ERP receives those of the store', async () => {
    const targets = await demo.pool.query<{ id: number; url: string; secret: Buffer | null }>(
      'SELECT id, url, secret FROM webhook_targets ORDER BY dealer_id NULLS FIRST',
    )
    expect(targets.map(({ secret }) => secret !== null)).toEqual([true, true])
    const [own] = targets
    const sent: OutsideRequest[] = []
    const call = async (request: OutsideRequest) => {
      sent.push(request)
      const status = 204
      return { ok: true as const, status, bytes: Buffer.alloc(0), contentType: '', retryAfter: null }
    }
    await sendTest({ pool: demo.pool, secret: small.secret, call }, own?.id ?? 0)
    expect(sent).toMatchObject([{ url: 'http://sandbox-erp.localhost/webhooks', method: 'POST' }])
    expect(sent[0]?.headers?.['webhook-signature']).toMatch(/^v1,/)
  })

  test('has a finished import of each kind with its lists, and a profile that a source uses', async () => {
    expect(
      await demo.pool.query(
        `SELECT kind, state, (SELECT count(*) FROM file_import_problems p WHERE p.import_id = i.id) > 0 AS has_problems
           FROM file_imports i ORDER BY kind`,
      ),
    ).toEqual(
      ['balances', 'movements', 'pictures', 'serials', 'shipments'].map((kind) => ({
        kind,
        state: 'applied',
        has_problems: true,
      })),
    )
    expect(
      await demo.pool.query(
        `SELECT p.name, s.name AS source FROM import_profiles p LEFT JOIN import_sources s ON s.profile_id = p.id
          ORDER BY p.name`,
      ),
    ).toEqual([
      { name: 'Logo cari hareketler', source: null },
      { name: 'Voltan XML', source: 'Voltan Elektrik günlük liste' },
    ])
  })

  test('has an import with pictures from addresses, two of which could not be fetched, and nothing left to fetch', async () => {
    expect(
      await demo.pool.query(
        `SELECT i.state, count(*) FILTER (WHERE a.state = 'stored' AND o.added_file = ANY (p.images)) AS stored,
                count(*) FILTER (WHERE a.state = 'failed') AS failed, count(a.next_at) AS due
           FROM imports i JOIN product_picture_addresses o ON o.named_by = i.id JOIN picture_addresses a ON a.id = o.address_id
           JOIN products p ON p.id = o.product_id GROUP BY i.id`,
      ),
    ).toEqual([{ state: 'applied', stored: 12, failed: 2, due: 0 }])
  })

  test('has back-orders with and without stock, and a watch of each kind', async () => {
    expect(
      await demo.pool.query(
        `SELECT stock > 0 AS has_stock, count(*)::int >= 2 AS has_some
           FROM (SELECT (SELECT sum(i.quantity) FROM inventory i WHERE i.product_id = l.product_id) AS stock
                   FROM order_lines l WHERE l.back_order > 0) lines GROUP BY 1 ORDER BY 1`,
      ),
    ).toEqual([
      { has_stock: false, has_some: true },
      { has_stock: true, has_some: true },
    ])
    expect(
      await demo.pool.query(
        'SELECT notified_at IS NULL AS waits, count(*)::int AS n FROM stock_watches GROUP BY 1 ORDER BY 1',
      ),
    ).toEqual([
      { waits: false, n: 1 },
      { waits: true, n: 1 },
    ])
  })

  test('is connected to its sandbox ERP, which has booked the sent orders and refused the newest of the others', async () => {
    const { pool } = demo
    expect(await pool.query('SELECT kind, is_active, sends FROM erp_connections')).toEqual([
      { kind: 'logo', is_active: true, sends: ['order', 'cancellation', 'payment', 'refund'] },
    ])
    expect(await demo.numberOf('erp_feeds WHERE is_active')).toBe(9)
    const sent = await demo.numberOf('orders WHERE sent_to_erp_at IS NOT NULL')
    const open = await demo.numberOf("orders WHERE state = 'received' AND sent_to_erp_at IS NULL")
    expect(sent).toBeGreaterThan(0)
    expect(await pool.query('SELECT state, count(*)::int AS n FROM erp_outgoing GROUP BY 1 ORDER BY 1')).toEqual([
      { state: 'booked', n: sent },
      ...(open > 0 ? [{ state: 'refused', n: 1 }] : []),
    ])
  })

  test('has orders whose totals match the cart rules', async () => {
    const orders = await demo.pool.query<{
      id: number
      rates: Record<string, string>
      subtotal: string
      tax: string
      total: string
    }>('SELECT id, rates, subtotal, tax, total FROM orders')
    expect(orders.length).toBeGreaterThanOrEqual(20)
    for (const order of orders) {
      const lines = await demo.pool.query<{
        value: string
        currency: string
        quantity: number
        rate: string
        undiscounted: string
        steps: { value: string; currency: string }[]
      }>(
        `SELECT price_value AS value, price_currency AS currency, quantity, tax_rate AS rate, price_steps AS steps,
                coalesce(undiscounted_value, price_value) AS undiscounted
           FROM order_lines WHERE order_id = $1`,
        [order.id],
      )
      for (const { undiscounted, currency, steps } of lines) {
        expect(steps[0]).toMatchObject({ kind: 'list', currency })
        expect(Number(steps.at(-1)?.value)).toBe(Number(undiscounted))
      }
      const priced = lines.map(({ value, currency, quantity, rate }) => ({
        price: { value, currency },
        quantity,
        taxRate: rate,
      }))
      const totals = cartTotals(priced, 'TRY', order.rates)
      expect([order.subtotal, order.tax, order.total]).toEqual(
        [totals.subtotal, totals.tax, totals.total].map((amount) => amount.toFixed(2)),
      )
    }
    const number = await demo.pool.one<{ next: number }>(`SELECT nextval('order_number') AS next`)
    expect(number?.next).toBeGreaterThan(orders.length)
  })

  test('has offers of the first dealer: discounted, marked up, accepted, cancelled, with and without a customer', async () => {
    const of = `offers o JOIN users u ON u.id = o.user_id AND u.email = 'bayi@example.com'`
    expect(await demo.numberOf(of)).toBeGreaterThanOrEqual(12)
    for (const rule of [
      'o.is_cancel',
      'NOT o.is_cancel AND o.accepted_at IS NULL',
      'o.accepted_at IS NOT NULL',
      "o.customer_email = ''",
      "o.customer_company <> ''",
    ]) {
      expect(await demo.numberOf(`${of} WHERE ${rule}`)).toBeGreaterThan(0)
    }
    expect(await demo.numberOf('offer_items WHERE profit > 0')).toBeGreaterThan(0)
    expect(await demo.numberOf('offer_items WHERE profit < 0')).toBeGreaterThan(0)
    expect(await demo.numberOf('offers WHERE NOT EXISTS (SELECT FROM offer_items WHERE offer_id = offers.id)')).toBe(0)
    const number = await demo.pool.one<{ next: number }>(`SELECT nextval('offer_number') AS next`)
    expect(number?.next).toBeGreaterThan(await demo.numberOf('offers'))
  })

  test('has a negotiation with two versions, a request that waits for the store, and a quote with a public link', async () => {
    expect(await demo.numberOf("offer_rounds WHERE kind = 'version'")).toBe(2)
    expect(await demo.numberOf("offers WHERE negotiation = 'answered'")).toBe(1)
    expect(await demo.numberOf("offers WHERE negotiation = 'asked'")).toBe(1)
    expect(await demo.numberOf(`quote_links WHERE expires_at > ${loadedAt}`)).toBe(1)
    expect(await demo.numberOf('offer_round_lines WHERE price_value IS NULL')).toBe(0)
  })

  test.each(['yonetici@example.com', 'bayi@example.com', 'bayi2@example.com'])('lets %s sign in', async (email) => {
    const user = await demo.pool.one<{ hash: string; dealer_id: number | null }>(
      'SELECT password_hash AS hash, dealer_id FROM users WHERE email = $1 AND disabled_at IS NULL',
      [email],
    )
    expect(user?.dealer_id === null).toBe(email.startsWith('yonetici'))
    expect(user?.hash).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(await verify(user?.hash ?? '', 'demo1234')).toBe(true)
  })

  test.each([
    'risk_limit = 1',
    'risk_limit > 1',
    'risk_limit = 0',
    'overdue_balance > 0 AND overdue_since IS NOT NULL',
    'price_list_id IS NOT NULL AND discount > 0',
    'disabled_at IS NOT NULL',
  ])('has a dealer with %s', async (rule) => {
    expect(await demo.numberOf(`dealers WHERE ${rule}`)).toBeGreaterThan(0)
  })

  test("has accounts whose movements add up to the dealers' balances", async () => {
    expect(await demo.numberOf('account_movements')).toBeGreaterThan(300)
    const wrong = await demo.pool.query(
      `SELECT d.code FROM dealers d LEFT JOIN account_movements m ON m.dealer_id = d.id AND m.currency = 'TRY'
        GROUP BY d.id HAVING d.balance <> coalesce(sum(debit - credit), 0)`,
    )
    expect(wrong).toEqual([])
    const late = await demo.pool.one(
      `SELECT d.balance, d.overdue_balance, current_date - d.overdue_since AS days
         FROM dealers d JOIN users u ON u.dealer_id = d.id WHERE u.email = 'vadesigecmis@example.com'`,
    )
    expect(late).toMatchObject({ balance: '81240.50', overdue_balance: '62310.75' })
  })

  test('has a user who cannot order', async () => {
    expect(await demo.numberOf('users WHERE NOT can_order')).toBeGreaterThan(0)
  })

  test('has valid settings', async () => {
    const rows = await demo.pool.query<{ key: keyof StoreSettings; value: unknown }>('SELECT key, value FROM settings')
    expect(storeSettings.safeParse(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).success).toBe(true)
  })

  test('has an account for every other protocol of the sandbox bank, off but for the one that stores cards', async () => {
    const rows = await demo.pool.query<{ adapter: string; is_active: boolean }>(
      "SELECT adapter, is_active FROM pos_accounts WHERE position >= 20 AND position < 40 AND environment = 'sandbox'",
    )
    expect(rows.map(({ adapter }) => adapter).toSorted()).toEqual(Object.keys(dialects).toSorted())
    expect(rows.filter(({ is_active }) => is_active).map(({ adapter }) => adapter)).toEqual(['craftgate'])
  })

  test('has two stored cards of its dealer that the sandbox bank keeps', async () => {
    const rows = await demo.pool.query(
      `SELECT u.email, c.last4, k.card FROM stored_cards c JOIN users u ON u.id = c.user_id JOIN pos_accounts a ON a.id = c.pos_account_id
         JOIN sandbox_cards k ON right(k.card, 4) = c.last4 WHERE a.is_active AND c.expires_on > ${loadedAt} ORDER BY c.last4`,
    )
    expect(rows).toEqual([
      { email: 'bayi@example.com', last4: '0000', card: '499996******0000' },
      { email: 'bayi@example.com', last4: '0051', card: '499996******0051' },
    ])
  })

  test('accepts cards at the sandbox bank in up to twelve installments, with a default and no fee on the single payment', async () => {
    const accounts = await demo.pool.query(
      `SELECT code, mode, environment, is_active, a.is_default,
              array_agg(trim_scale(commission)::text ORDER BY installment) AS commissions
         FROM pos_accounts a JOIN pos_plans p ON p.pos_account_id = a.id WHERE adapter = 'nestpay' GROUP BY a.id ORDER BY position`,
    )
    expect(accounts).toMatchObject([
      {
        code: 'demo-arti',
        mode: 'own_form',
        environment: 'sandbox',
        is_active: true,
        is_default: true,
        commissions: ['0', '2.1', '3.05', '4.2', '5.3', '6.4', '7.6', '8.75', '9.9', '11.1', '12.3', '13.5'],
      },
      { code: 'demo-kule', is_active: true, is_default: false },
      { code: 'demo-pusula', mode: 'hosted', is_active: false },
      { code: 'demo-dolar', is_active: false, commissions: ['0'] },
    ])
    expect(
      await demo.numberOf("card_bins WHERE bin IN ('499990', '526599', '979299', '379999') AND family IS NOT NULL"),
    ).toBe(4)
  })

  test('has rules that choose among its accounts, one of them by shares', async () => {
    const rules = await demo.pool.query(
      `SELECT r.target, r.is_active, array_agg(a.code ORDER BY c.position) AS codes, sum(c.share)::text AS shares
         FROM pos_rules r JOIN pos_rule_accounts c ON c.rule_id = r.id JOIN pos_accounts a ON a.id = c.pos_account_id
        GROUP BY r.id ORDER BY r.position`,
    )
    expect(rules).toEqual([
      { target: 'ordered', is_active: true, codes: ['demo-kule', 'demo-arti'], shares: null },
      { target: 'shares', is_active: true, codes: ['demo-arti', 'demo-kule'], shares: '100.00' },
      { target: 'ordered', is_active: false, codes: ['demo-dolar'], shares: null },
    ])
  })

  test('has card payments of every outcome at two banks, which the books of the banks and the accounts agree with', async () => {
    const states = await demo.pool.query<{ state: string; n: number }>(
      'SELECT state, count(*)::int AS n FROM payments GROUP BY 1 ORDER BY 1',
    )
    expect(states.map(({ state }) => state)).toEqual([
      ...['cancelled', 'captured', 'declined', 'expired', 'partially_refunded', 'unknown'],
    ])
    expect(await demo.numberOf("(SELECT DISTINCT pos_account_id FROM payments WHERE state = 'captured') banks")).toBe(2)
    expect(await demo.numberOf("payments WHERE state = 'captured' AND installment > 1 AND fee > 0")).toBeGreaterThan(2)
    expect(await demo.numberOf("payments WHERE state = 'declined' AND result_code IS NOT NULL")).toBeGreaterThan(0)
    expect(await demo.numberOf('payments WHERE order_id IS NOT NULL')).toBeGreaterThan(0)
    expect(await demo.numberOf(`payments WHERE created_at > ${loadedAt}`)).toBe(0)
    expect(await findBroken(demo.pool)).toEqual([])
  })
})
