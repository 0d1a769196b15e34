import type pg from 'pg'
import type { Pool } from '#server/platform/db/pool.ts'
import type { BenchUser } from '#bench/visitors.ts'

/**
 * The least SQL for an order of five lines, without rules, idempotency or validation: locks the cart, reads its lines
 * and prices, takes the stock, writes order, lines and movements, empties the cart. Returns orders per second.
 */
export async function placeBareOrders(pool: Pool, users: readonly BenchUser[], connections: number): Promise<number> {
  const started = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: connections }, () =>
      pool.withClient(async (client) => {
        while (next < users.length) {
          const user = users[next++]
          if (user !== undefined) await placeBareOrder(client, user.userId)
        }
      }),
    ),
  )
  return users.length / ((performance.now() - started) / 1000)
}

async function placeBareOrder(client: pg.PoolClient, userId: number): Promise<void> {
  const run = <Row extends object>(name: string, text: string, values: unknown[]) =>
    client.query<Row>({ name, text, values })
  await client.query('BEGIN')
  const cart = await run<{ id: number }>('bare_cart', 'SELECT id FROM carts WHERE user_id = $1 FOR UPDATE', [userId])
  const cartId = cart.rows[0]?.id
  const lines = await run<{ product_id: number }>(
    'bare_lines',
    `SELECT l.product_id, l.unit_id, l.quantity, p.code, p.name, u.name AS unit, u.multiplier, up.sale_value, up.sale_currency
       FROM cart_lines l JOIN products p ON p.id = l.product_id JOIN product_units u ON u.id = l.unit_id
       JOIN unit_prices up ON up.unit_id = u.id JOIN price_lists pl ON pl.id = up.price_list_id AND pl.is_default
      WHERE l.cart_id = $1 ORDER BY l.product_id`,
    [cartId],
  )
  const products = lines.rows.map((line) => line.product_id)
  await run(
    'bare_lock',
    'SELECT product_id, warehouse_id, quantity FROM inventory WHERE product_id = ANY ($1) ORDER BY product_id, warehouse_id FOR UPDATE',
    [products],
  )
  await run(
    'bare_take',
    `UPDATE inventory i SET quantity = i.quantity - 1
       FROM (SELECT DISTINCT ON (product_id) product_id, warehouse_id FROM inventory
              WHERE product_id = ANY ($1) ORDER BY product_id, quantity DESC) t
      WHERE i.product_id = t.product_id AND i.warehouse_id = t.warehouse_id AND i.quantity >= 1`,
    [products],
  )
  const order = await run<{ id: number }>(
    'bare_order',
    `INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try)
     SELECT 'B' || nextval('order_number'), dealer_id, id, '', 'TRY', '{}', 100, 20, 120, 120 FROM users WHERE id = $1
     RETURNING id`,
    [userId],
  )
  const orderId = order.rows[0]?.id
  await run(
    'bare_order_lines',
    `INSERT INTO order_lines (order_id, line_no, product_id, code, name, unit_id, unit, multiplier, quantity,
                              price_value, price_currency, tax_rate, amount)
     SELECT $1, row_number() OVER (), p.id, p.code, p.name, u.id, u.name, u.multiplier, 1, 1, 'TRY', 20, 1
       FROM products p JOIN product_units u ON u.id = p.default_unit_id WHERE p.id = ANY ($2)`,
    [orderId, products],
  )
  await run(
    'bare_movements',
    `INSERT INTO stock_movements (product_id, warehouse_id, quantity, reason, order_id)
     SELECT DISTINCT ON (product_id) product_id, warehouse_id, -1, 'order', $1 FROM inventory WHERE product_id = ANY ($2)
      ORDER BY product_id, quantity DESC`,
    [orderId, products],
  )
  await run('bare_empty', 'DELETE FROM cart_lines WHERE cart_id = $1', [cartId])
  await client.query('COMMIT')
}
