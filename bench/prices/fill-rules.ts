import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

export const dealerCount = 2000
const groupCount = 50
/** The numbers of price lists, agreements and tiers in the shop with rules. */
const ruleCounts = { lists: 500, agreements: 10_000, tiers: 50_000 }
/** A dealer to whom many rules apply: it is in a group, and has 1,000 agreements and 1,000 tiers of its own. */
export const manyRules = 'FIYAT00001'
/** A dealer without rules of its own, a group or a region: only everyone's apply. */
export const fewRules = 'FIYAT00002'

const dealers = `
  INSERT INTO dealers (code, name, discount)
  SELECT 'FIYAT' || lpad(n::text, 5, '0'), 'Fiyat ' || n, n % 8 * 2.5 FROM generate_series(1, ${dealerCount}) n`
const users = `
  INSERT INTO users (dealer_id, email, name, role)
  SELECT id, lower(code) || '@example.com', name, 'dealer' FROM dealers WHERE code LIKE 'FIYAT%' ORDER BY id`

/** Dealers of the bench with one user each, for both shops. */
export async function fillDealers(pool: Pool): Promise<void> {
  const found = await pool.one('SELECT 1 AS one FROM dealers WHERE code = $1', [manyRules])
  if (found !== undefined) return
  await pool.execute(dealers)
  await pool.execute(users)
}

const numbers = `
  CREATE TEMPORARY TABLE d ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY code) AS n, id FROM dealers WHERE code LIKE 'FIYAT%';
  CREATE TEMPORARY TABLE p ON COMMIT DROP AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS n, id, default_unit_id AS unit_id
      FROM products WHERE is_active AND parent_id IS NULL AND variant_names IS NULL;
  CREATE TEMPORARY TABLE b ON COMMIT DROP AS SELECT row_number() OVER (ORDER BY id) - 1 AS n, id FROM brands;
  CREATE TEMPORARY TABLE c ON COMMIT DROP AS SELECT row_number() OVER (ORDER BY id) - 1 AS n, id FROM categories;
  CREATE TEMPORARY TABLE g (n bigint, id integer) ON COMMIT DROP;
  CREATE INDEX ON d (n); CREATE INDEX ON p (n); CREATE INDEX ON b (n); CREATE INDEX ON c (n);
  ANALYZE d; ANALYZE p; ANALYZE b; ANALYZE c`

const nth = (table: string, n: string) => `(SELECT id FROM ${table} WHERE n = (${n}) % (SELECT count(*) FROM ${table}))`
const chainOf = (n: string) => `(ARRAY['10', '12.5', '10+5', '10+5+3', '7', '20+2'])[1 + (${n}) % 6]`

const insertRules = (columns: string, rows: string) => `INSERT INTO price_rules (name, kind, chain, ${columns}) ${rows}`

const statements: readonly string[] = [
  `WITH made AS (INSERT INTO dealer_groups (code, name)
     SELECT 'FIYAT' || n, 'Fiyat grubu ' || n FROM generate_series(1, ${groupCount}) n RETURNING id)
   INSERT INTO g SELECT row_number() OVER (ORDER BY id) - 1, id FROM made`,
  `UPDATE dealers SET group_id = ${nth('g', 'd.n')}, region = (ARRAY['Ege', 'Marmara', 'Akdeniz'])[1 + d.n % 3]
     FROM d WHERE d.id = dealers.id AND d.n <> 2`,
  // The shop has two lists already. Ten large lists, others of 1,000 prices each; every dealer but one has a list.
  `INSERT INTO price_lists (code, name)
   SELECT 'FIYAT' || n, 'Fiyat listesi ' || n FROM generate_series(1, ${ruleCounts.lists - 2}) n`,
  `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency)
   SELECT l.id, up.unit_id, round(up.sale_value * (0.8 + l.id % 30 * 0.01), 2), up.sale_currency
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS n FROM price_lists WHERE code LIKE 'FIYAT%') l
     CROSS JOIN LATERAL generate_series(1, CASE WHEN l.n <= 10 THEN 20000 ELSE 1000 END) k
     JOIN p ON p.n = (l.n * 977 + k * 7) % (SELECT count(*) FROM p)
     JOIN unit_prices up ON up.unit_id = p.unit_id AND up.sale_value > 0
     JOIN price_lists own ON own.id = up.price_list_id AND own.is_default
   ON CONFLICT DO NOTHING`,
  `UPDATE dealers SET price_list_id = (SELECT id FROM price_lists WHERE code = 'FIYAT' || (1 + d.n % ${ruleCounts.lists - 2}))
     FROM d WHERE d.id = dealers.id AND d.n <> 2`,
  // Agreements: four per dealer, 950 of groups, 50 of everyone, 1,000 more of one dealer.
  insertRules(
    'dealer_id, brand_id, category_id, product_id, keeps_discount',
    `SELECT 'Anlaşma', 'agreement', ${chainOf('d.n + k')}, d.id, CASE WHEN k < 2 THEN ${nth('b', 'd.n * 7 + k')} END,
            CASE WHEN k = 2 THEN ${nth('c', 'd.n * 13')} END, CASE WHEN k = 3 THEN ${nth('p', 'd.n * 97')} END, k = 1
       FROM d, generate_series(0, 3) k WHERE d.n <> 2`,
  ),
  insertRules(
    'group_id, brand_id',
    `SELECT 'Grup anlaşması', 'agreement', ${chainOf('g.n + k')}, g.id, ${nth('b', 'g.n * 19 + k')} FROM g, generate_series(1, 19) k`,
  ),
  insertRules(
    'category_id',
    `SELECT 'Genel anlaşma', 'agreement', ${chainOf('k')}, ${nth('c', 'k * 11')} FROM generate_series(1, 54) k`,
  ),
  insertRules(
    'dealer_id, product_id',
    `SELECT 'Ürün anlaşması', 'agreement', ${chainOf('k')}, d.id, ${nth('p', 'k * 151')} FROM d, generate_series(1, 1000) k WHERE d.n = 1`,
  ),
  // Tiers: ten per dealer, 200 per group, three each on 6,000 products and 1,001 on categories for everyone, 1,000 of one dealer.
  insertRules(
    'dealer_id, product_id, min_quantity',
    `SELECT 'Kademe', 'tier', ${chainOf('k')}, d.id, ${nth('p', 'd.n * 89 + k / 2 * 31')}, 10 + k % 2 * 40 FROM d, generate_series(0, 9) k WHERE d.n > 2`,
  ),
  insertRules(
    'group_id, product_id, min_quantity',
    `SELECT 'Grup kademesi', 'tier', ${chainOf('k')}, g.id, ${nth('p', 'g.n * 2003 + k * 17')}, 20 FROM g, generate_series(1, 200) k`,
  ),
  insertRules(
    'product_id, min_quantity',
    `SELECT 'Genel kademe', 'tier', ${chainOf('k')}, ${nth('p', 'k / 3 * 29')}, (ARRAY[10, 50, 200])[1 + k % 3] FROM generate_series(0, 17999) k`,
  ),
  insertRules(
    'dealer_id, product_id, min_quantity',
    `SELECT 'Ürün kademesi', 'tier', ${chainOf('k')}, d.id, ${nth('p', 'k * 151')}, 12 FROM d, generate_series(1, 1000) k WHERE d.n = 1`,
  ),
  insertRules(
    'brand_id, min_quantity, group_id',
    `SELECT 'Marka kademesi', 'tier', ${chainOf('k')}, ${nth('b', 'k')}, 100 + k, ${nth('g', 'k')} FROM generate_series(1, 1020) k`,
  ),
  insertRules(
    'group_id, category_id',
    `SELECT 'Zincir', 'chain', ${chainOf('g.n + k')}, g.id, ${nth('c', 'g.n * 3 + k * 5')} FROM g, generate_series(1, 4) k`,
  ),
  insertRules('brand_id', `SELECT 'Taban', 'floor', '45', ${nth('b', 'k')} FROM generate_series(0, 9) k`),
]

/** Fills a shop with lists and rules that touch most of its dealers. Does nothing if it is filled already. */
export async function fillRules(pool: Pool, log: (line: string) => void): Promise<void> {
  const found = await pool.one("SELECT 1 AS one FROM price_lists WHERE code = 'FIYAT1'")
  if (found !== undefined) return
  log('Writing price lists and rules …')
  await transaction(pool, async (db) => {
    await db.execute('SET LOCAL statement_timeout = 0')
    for (const statement of numbers.split(';')) await db.execute(statement)
    for (const statement of statements) await db.execute(statement)
  })
  await pool.withClient(async (client) => {
    await client.query('SET statement_timeout = 0')
    for (const table of ['price_rules', 'unit_prices', 'product_sort_prices', 'dealers']) {
      await client.query(`VACUUM ANALYZE ${table}`)
    }
    await client.query('RESET statement_timeout')
  })
}

/** Rules by kind, and price lists, as they are in the shop. */
export async function countRules(pool: Pool): Promise<Record<string, number>> {
  const rows = await pool.query<{ kind: string; count: number }>(
    `SELECT kind, count(*)::int AS count FROM price_rules GROUP BY kind
     UNION ALL SELECT 'lists', count(*)::int FROM price_lists ORDER BY 1`,
  )
  return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
}
