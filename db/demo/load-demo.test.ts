import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type StoreSettings, storeSettings } from '#contract/settings.ts'
import { hasWrongCheckDigit } from '#domain/barcode.ts'
import { cartTotals } from '#domain/cart.ts'
import { verify } from '@node-rs/argon2'
import { createTestDatabase, type TestDatabase } from '#server/platform/db/test-database.ts'
import { isStoreEmpty, loadDemo } from './load-demo.ts'

const today = new Date('2026-11-20T09:00:00Z')
let folder: string
let shop: TestDatabase

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toptan-demo-'))
  shop = await createTestDatabase({ role: 'command' })
  await loadDemo(shop.pool, {
    size: 'small',
    dataDir: folder,
    today,
    secret: 'a secret of at least thirty-two letters',
  })
})
afterAll(async () => {
  await shop.drop()
  await rm(folder, { recursive: true, force: true })
})

async function numberOf(sql: string): Promise<number> {
  const row = await shop.pool.one<{ n: number }>(`SELECT count(*)::int AS n FROM ${sql}`)
  return row?.n ?? 0
}

describe('the demo store', () => {
  test('has as many products in its list as its size says', async () => {
    expect(await numberOf('products WHERE parent_id IS NULL')).toBe(100)
    expect(await numberOf('brands')).toBe(40)
    expect(await numberOf('categories WHERE parent_id IS NULL')).toBe(10)
    expect(await isStoreEmpty(shop.pool)).toBe(false)
  })

  test('has categories three deep, and products only in the third level', async () => {
    expect(
      await numberOf(`products JOIN categories leaf ON leaf.id = category_id JOIN categories middle ON middle.id = leaf.parent_id
        JOIN categories top ON top.id = middle.parent_id WHERE top.parent_id IS NULL`),
    ).toBe(await numberOf('products'))
  })

  test('gives every product a default unit of its own, a brand and a model', async () => {
    expect(await numberOf('products WHERE default_unit_id IS NULL OR brand_id IS NULL OR model_id IS NULL')).toBe(0)
    expect(
      await numberOf('products JOIN product_units ON product_units.id = default_unit_id AND product_id = products.id'),
    ).toBe(await numberOf('products'))
  })

  test('has codes of plain letters and figures', async () => {
    expect(await numberOf("products WHERE code !~ '^[A-Z]{3}-[A-Z0-9.-]{1,20}$'")).toBe(0)
  })

  test('has codes and second special codes once each', async () => {
    expect(await numberOf('(SELECT code FROM products GROUP BY code HAVING count(*) > 1) AS twice')).toBe(0)
    expect(await numberOf('(SELECT ozelkod2 FROM products GROUP BY 1 HAVING count(ozelkod2) > 1) AS twice')).toBe(0)
  })

  test('has EAN-13 barcodes of Turkey, each once', async () => {
    const rows = await shop.pool.query<{ barcode: string }>(
      'SELECT barcode FROM product_units WHERE barcode IS NOT NULL',
    )
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter(({ barcode }) => !/^869\d{10}$/.test(barcode) || hasWrongCheckDigit(barcode))).toEqual([])
    expect(new Set(rows.map(({ barcode }) => barcode)).size).toBe(rows.length)
  })

  test.each([1, 2, 3])(
    'has variants of %i dimensions, with all values named and some combinations missing',
    async (n) => {
      expect(await numberOf(`products WHERE cardinality(variant_names) = ${n}`)).toBeGreaterThan(0)
      expect(
        await numberOf(`products child JOIN products parent ON parent.id = child.parent_id
        WHERE cardinality(child.variant_values) <> cardinality(parent.variant_names)`),
      ).toBe(0)
    },
  )

  test.each(['total > 100', 'total BETWEEN 1 AND 10', 'total = 0', 'total < 0'])('has stock where %s', async (rule) => {
    const total = '(SELECT product_id, sum(quantity) AS total FROM inventory GROUP BY 1) AS stock'
    expect(await numberOf(`${total} WHERE ${rule}`)).toBeGreaterThan(0)
  })

  test('has stock movements that sum to the stock, none for parents of variants', async () => {
    expect(
      await numberOf(`inventory i LEFT JOIN (SELECT product_id, warehouse_id, sum(quantity) AS moved FROM stock_movements
        GROUP BY 1, 2) m USING (product_id, warehouse_id) WHERE i.quantity <> coalesce(m.moved, 0)`),
    ).toBe(0)
    expect(await numberOf('inventory JOIN products ON products.id = product_id WHERE variant_names IS NOT NULL')).toBe(
      0,
    )
  })

  test('has a sortable price for every product with a price, parents with their cheapest variant', async () => {
    expect(
      await numberOf(`products p JOIN unit_prices up ON up.unit_id = p.default_unit_id AND up.sale_value > 0
        LEFT JOIN product_sort_prices s ON s.product_id = p.id AND s.price_list_id = up.price_list_id WHERE s.product_id IS NULL`),
    ).toBe(0)
    expect(
      await numberOf(`products p JOIN product_sort_prices s ON s.product_id = p.id
        WHERE p.variant_names IS NOT NULL AND s.price_try <> (SELECT min(c.price_try) FROM product_sort_prices c
          JOIN products child ON child.id = c.product_id WHERE child.parent_id = p.id AND c.price_list_id = s.price_list_id)`),
    ).toBe(0)
    expect(await numberOf('catalog_changes WHERE product_ids IS NULL')).toBeGreaterThan(0)
  })

  test('has orders whose figures the rules of the cart give', async () => {
    const orders = await shop.pool.query<{
      id: number
      rates: Record<string, string>
      subtotal: string
      tax: string
      total: string
    }>('SELECT id, rates, subtotal, tax, total FROM orders')
    expect(orders.length).toBeGreaterThanOrEqual(20)
    for (const order of orders) {
      const lines = await shop.pool.query<{ value: string; currency: string; quantity: number; rate: string }>(
        `SELECT price_value AS value, price_currency AS currency, quantity, tax_rate AS rate FROM order_lines WHERE order_id = $1`,
        [order.id],
      )
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
    const number = await shop.pool.one<{ next: number }>(`SELECT nextval('order_number') AS next`)
    expect(number?.next).toBeGreaterThan(orders.length)
  })

  test('has offers of the first dealer: discounted, marked up, cancelled, for a customer and for nobody yet', async () => {
    const of = `offers o JOIN users u ON u.id = o.user_id AND u.email = 'bayi@example.com'`
    expect(await numberOf(of)).toBeGreaterThanOrEqual(12)
    for (const rule of ['o.is_cancel', 'NOT o.is_cancel', "o.customer_email = ''", "o.customer_company <> ''"]) {
      expect(await numberOf(`${of} WHERE ${rule}`)).toBeGreaterThan(0)
    }
    expect(await numberOf('offer_items WHERE profit > 0')).toBeGreaterThan(0)
    expect(await numberOf('offer_items WHERE profit < 0')).toBeGreaterThan(0)
    expect(await numberOf('offers WHERE NOT EXISTS (SELECT FROM offer_items WHERE offer_id = offers.id)')).toBe(0)
    const number = await shop.pool.one<{ next: number }>(`SELECT nextval('offer_number') AS next`)
    expect(number?.next).toBeGreaterThan(await numberOf('offers'))
  })

  test.each(['yonetici@example.com', 'bayi@example.com', 'bayi2@example.com'])('lets %s sign in', async (email) => {
    const user = await shop.pool.one<{ hash: string; dealer_id: number | null }>(
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
    expect(await numberOf(`dealers WHERE ${rule}`)).toBeGreaterThan(0)
  })

  test('has accounts whose movements add up to what the dealers owe', async () => {
    expect(await numberOf('account_movements')).toBeGreaterThan(300)
    const wrong = await shop.pool.query(
      `SELECT d.code FROM dealers d LEFT JOIN account_movements m ON m.dealer_id = d.id AND m.currency = 'TRY'
        GROUP BY d.id HAVING d.balance <> coalesce(sum(debit - credit), 0)`,
    )
    expect(wrong).toEqual([])
    const late = await shop.pool.one(
      `SELECT d.balance, d.overdue_balance, current_date - d.overdue_since AS days
         FROM dealers d JOIN users u ON u.dealer_id = d.id WHERE u.email = 'vadesigecmis@example.com'`,
    )
    expect(late).toMatchObject({ balance: '81240.50', overdue_balance: '62310.75' })
  })

  test('has a user who may not order', async () => {
    expect(await numberOf('users WHERE NOT can_order')).toBeGreaterThan(0)
  })

  test('has settings of the right shape', async () => {
    const rows = await shop.pool.query<{ key: keyof StoreSettings; value: unknown }>('SELECT key, value FROM settings')
    expect(storeSettings.safeParse(Object.fromEntries(rows.map(({ key, value }) => [key, value]))).success).toBe(true)
  })

  test('takes cards at the sandbox bank, in up to twelve installments, with a default and no fee on the single payment', async () => {
    const accounts = await shop.pool.query(
      `SELECT code, mode, environment, is_active, a.is_default,
              array_agg(trim_scale(commission)::text ORDER BY installment) AS commissions
         FROM pos_accounts a JOIN pos_plans p ON p.pos_account_id = a.id GROUP BY a.id ORDER BY position`,
    )
    expect(accounts).toMatchObject([
      {
        ...{ code: 'demo-arti', mode: 'own_form', environment: 'sandbox', is_active: true, is_default: true },
        commissions: ['0', '2.1', '3.05', '4.2', '5.3', '6.4', '7.6', '8.75', '9.9', '11.1', '12.3', '13.5'],
      },
      { code: 'demo-kule', is_active: true, is_default: false },
      { code: 'demo-pusula', mode: 'hosted', is_active: false },
    ])
    expect(
      await numberOf("card_bins WHERE bin IN ('499990', '526599', '979299', '379999') AND family IS NOT NULL"),
    ).toBe(4)
  })

  test('has every picture that a product names, all of them light', async () => {
    const rows = await shop.pool.query<{ image: string }>('SELECT DISTINCT unnest(images) AS image FROM products')
    expect(rows.length).toBeGreaterThan(100)
    expect(rows.filter(({ image }) => !existsSync(join(folder, 'images', image)))).toEqual([])
    expect((await readdir(join(folder, 'images'))).length).toBe(rows.length)
  })
})

describe('loading', () => {
  test('gives the same store for the same seed and another for another', async () => {
    const prints = []
    for (const seed of [7, 7, 8]) {
      const other = await createTestDatabase({ role: 'command' })
      await loadDemo(other.pool, { size: 'small', seed, today })
      prints.push(await fingerprint(other))
      await other.drop()
    }
    expect(prints[1]).toEqual(prints[0])
    expect(prints[2]).not.toEqual(prints[0])
  })

  test('refuses in production and writes nothing', async () => {
    const empty = await createTestDatabase({ role: 'command' })
    expect(await loadDemo(empty.pool, { size: 'small', production: true })).toEqual({
      ok: false,
      code: 'in_production',
    })
    expect(await isStoreEmpty(empty.pool)).toBe(true)
    await empty.drop()
  })

  test('refuses a store that has data, and replaces it when told to', async () => {
    expect(await loadDemo(shop.pool, { size: 'small', today })).toEqual({ ok: false, code: 'not_empty' })
    const catalog = ['products', 'product_units', 'categories', 'order_lines']
    const before = await fingerprint(shop, catalog)
    const secret = 'a secret of at least thirty-two letters'
    expect(await loadDemo(shop.pool, { size: 'small', replace: true, today, secret })).toMatchObject({
      ok: true,
      products: 100,
    })
    expect(await fingerprint(shop, catalog)).toEqual(before)
  })
})

const tables = ['products', 'product_units', 'unit_prices', 'categories', 'brands', 'models', 'dealers', 'branches']
const sales = ['orders', 'order_lines', 'offers', 'offer_items', 'inventory', 'stock_movements']
const allTables = [...tables, ...sales, 'settings', 'payment_plans']

/** Sums over whole tables, without what says when and by whom a row was written. */
function fingerprint({ pool }: TestDatabase, of: readonly string[] = allTables): Promise<object[]> {
  const sum = (table: string) =>
    pool.query(
      `SELECT md5(string_agg((to_jsonb(t) - '{updated_at}'::text[])::text, '|' ORDER BY t::text)) FROM ${table} t`,
    )
  return Promise.all(of.map(sum))
}
