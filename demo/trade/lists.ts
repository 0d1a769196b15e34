import type { Db } from '#server/platform/db/pool.ts'

type DemoList = { name: string; owner: 'owner' | 'buyer'; isShared: boolean; offset: number; note: string }

const lists: readonly DemoList[] = [
  { name: 'Haftalık sipariş', owner: 'owner', isShared: true, offset: 0, note: 'Pazartesi rafta olmalı' },
  { name: 'Bornova şantiyesi', owner: 'owner', isShared: false, offset: 40, note: 'Şantiye şefine sorulacak' },
  { name: 'Servis araçları', owner: 'buyer', isShared: true, offset: 80, note: 'Her araca bir takım' },
]

/** Lines of each list. */
const lineCount = 8

/**
 * Lists of the first dealer: one that it follows, with a price that changed and stock that returned since the last visit, an
 * own one, and one that a colleague shares. The first has a product that is no longer sold, and one that is out of stock.
 * Also what its user looked at.
 */
export async function loadLists(db: Db, today: Date): Promise<void> {
  for (const list of lists) await insertList(db, list, today)
  await addProblems(db)
  await follow(db)
  await insertSeen(db, today)
}

async function insertList(db: Db, { name, owner, isShared, offset, note }: DemoList, today: Date): Promise<void> {
  await db.execute(
    `WITH owner AS (
       SELECT id, dealer_id FROM users
        WHERE email = CASE WHEN $2 = 'owner' THEN 'bayi@example.com' ELSE 'satinalma@example.com' END
     ), made AS (
       INSERT INTO lists (dealer_id, user_id, name, is_shared, created_at, changed_at, changed_by)
       SELECT dealer_id, id, $1, $3, $4::timestamptz - interval '40 days', $4::timestamptz - interval '2 days', id FROM owner
       RETURNING id, user_id
     ), chosen AS (
       SELECT p.id AS product_id, u.id AS unit_id, p.code, p.name, u.name AS unit, row_number() OVER (ORDER BY p.id) AS place
         FROM products p JOIN product_units u ON u.id = p.default_unit_id
         JOIN unit_prices price ON price.unit_id = u.id AND price.sale_value > 0
         JOIN price_lists list ON list.id = price.price_list_id AND list.is_default
        WHERE p.is_active AND p.parent_id IS NULL AND p.variant_names IS NULL
          AND (SELECT sum(quantity) FROM inventory i WHERE i.product_id = p.id) > 20
        ORDER BY p.id LIMIT $6 OFFSET $5
     )
     INSERT INTO list_lines (list_id, place, product_id, unit_id, code, name, unit, quantity, note, changed_by)
     SELECT made.id, place, product_id, unit_id, code, name, unit, 2 + place % 5 * 3, CASE WHEN place = 2 THEN $7 ELSE '' END,
            made.user_id
       FROM made, chosen`,
    [name, owner, isShared, today, offset, lineCount, note],
  )
}

/** A product that the store gave up, and one that has an equivalent and no stock. */
async function addProblems(db: Db): Promise<void> {
  await db.execute(
    `INSERT INTO list_lines (list_id, place, product_id, unit_id, code, name, unit, quantity)
     SELECT l.id, 3, NULL, NULL, 'ESK-0417', 'Kollu makaralı kablo 25 m (eski model)', 'ADET', 2
       FROM lists l WHERE l.name = 'Haftalık sipariş'`,
  )
  await db.execute(
    `INSERT INTO list_lines (list_id, place, product_id, unit_id, code, name, unit, quantity)
     SELECT l.id, 5, p.id, u.id, p.code, p.name, u.name, 6
       FROM lists l, products p JOIN product_units u ON u.id = p.default_unit_id
      WHERE l.name = 'Haftalık sipariş' AND p.id = (
        SELECT e.id FROM products e
         WHERE e.is_active AND e.parent_id IS NULL AND e.variant_names IS NULL AND e.equivalent_code IS NOT NULL
           AND coalesce((SELECT sum(quantity) FROM inventory i WHERE i.product_id = e.id), 0) <= 0
         ORDER BY e.id LIMIT 1)
     ON CONFLICT DO NOTHING`,
  )
}

/** What the owner was shown before: the price of one line was another one, and another line was out of stock. */
async function follow(db: Db): Promise<void> {
  await db.execute(
    `WITH list AS (SELECT id, user_id FROM lists WHERE name = 'Haftalık sipariş'), followed AS (
       INSERT INTO list_follows (list_id, user_id, has_emails) SELECT id, user_id, true FROM list)
     INSERT INTO list_line_states (line_id, user_id, shown, price_value, price_currency, is_in_stock)
     SELECT n.id, list.user_id, shown, CASE WHEN n.place = 1 THEN round(price.sale_value * 0.9, 2) END,
            CASE WHEN n.place = 1 THEN price.sale_currency END, n.place = 1
       FROM list JOIN list_lines n ON n.list_id = list.id AND n.place IN (1, 4) AND n.product_id IS NOT NULL
       JOIN unit_prices price ON price.unit_id = n.unit_id
       JOIN price_lists l ON l.id = price.price_list_id AND l.is_default,
            (VALUES ('page'), ('email')) s (shown)`,
  )
}

/** Products that the owner looked at, a minute apart. */
async function insertSeen(db: Db, today: Date): Promise<void> {
  await db.execute(
    `INSERT INTO seen_products (user_id, product_id, seen_at)
     SELECT u.id, p.id, $1::timestamptz - p.place * interval '1 minute'
       FROM users u, (SELECT id, row_number() OVER (ORDER BY id) AS place FROM products
                       WHERE is_active AND parent_id IS NULL ORDER BY id LIMIT 9 OFFSET 3) p
      WHERE u.email = 'bayi@example.com'`,
    [today],
  )
}
