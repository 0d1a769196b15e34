import type { Pool } from '#server/platform/db/pool.ts'
import { transaction } from '#server/platform/db/transaction.ts'

/** Products, each with two units, prices, stock in one warehouse, a description and two pictures; and one dealer's user. */
const statements = [
  `INSERT INTO brands (code, name, slug) SELECT 'M' || n, 'Marka ' || n, 'marka-' || n FROM generate_series(1, 400) n`,
  `INSERT INTO categories (name, slug) SELECT 'Bölüm ' || n, 'bolum-' || n FROM generate_series(1, 20) n`,
  `INSERT INTO categories (parent_id, name, slug)
   SELECT c.id, 'Grup ' || c.id || '-' || n, 'grup-' || c.id || '-' || n FROM categories c, generate_series(1, 15) n`,
  `INSERT INTO products (code, name, seo, tax_rate, brand_id, category_id, description, images)
   SELECT 'BSL-' || lpad(n::text, 7, '0'), 'Matkap ucu ' || n % 997 || ' x ' || n % 89 || ' mm seri ' || n % 4001,
          'matkap-ucu-' || n, CASE WHEN n % 10 = 0 THEN 10 ELSE 20 END,
          (SELECT min(id) FROM brands) + n % 400, (SELECT max(id) FROM categories) - n % 300,
          'HSS-G çelik, silindirik şaft. Çelik, döküm ve demir dışı metallerde kullanılır. Kutu içeriği: ' || n % 50 || ' adet.',
          ARRAY['urun/' || n || '-1.jpg', 'urun/' || n || '-2.jpg']
     FROM generate_series(1, $1::int) n`,
  `INSERT INTO product_units (product_id, name, multiplier, barcode, position)
   SELECT id, 'ADET', 1, (8690000000000 + id)::text, 0 FROM products`,
  `INSERT INTO product_units (product_id, name, multiplier, barcode, position)
   SELECT id, 'KOLİ', 12, (8680000000000 + id)::text, 1 FROM products`,
  `UPDATE products p SET default_unit_id = u.id FROM product_units u WHERE u.product_id = p.id AND u.multiplier = 1`,
  `INSERT INTO unit_prices (price_list_id, unit_id, sale_value, sale_currency, list_value, list_currency)
   SELECT l.id, u.id, 10 + u.id % 5000 + 0.35, 'TRY', 6000 + u.id % 5000, 'TRY'
     FROM product_units u, price_lists l WHERE l.is_default AND u.multiplier = 1`,
  `INSERT INTO inventory (product_id, warehouse_id, quantity)
   SELECT p.id, w.id, p.id % 250 FROM products p, (SELECT id FROM warehouses ORDER BY id LIMIT 1) w`,
  `INSERT INTO dealers (code, name, discount) VALUES ('OLCUM', 'Ölçüm Ticaret', 12)`,
  `INSERT INTO users (dealer_id, email, name, role)
   SELECT id, 'olcum@example.com', 'Ölçüm', 'dealer' FROM dealers WHERE code = 'OLCUM'`,
]

/** Fills a new shop; one that has products stays as it is. */
export async function fillProducts(pool: Pool, products: number, log: (line: string) => void): Promise<void> {
  if ((await pool.one('SELECT FROM products LIMIT 1')) !== undefined) return
  log(`Writing ${products} products …`)
  await transaction(pool, async (db) => {
    await db.execute('SET LOCAL statement_timeout = 0')
    for (const statement of statements) await db.execute(statement, statement.includes('$1') ? [products] : [])
  })
  await pool.withClient(async (client) => {
    await client.query('SET statement_timeout = 0')
    await client.query('VACUUM (ANALYZE)')
  })
}
