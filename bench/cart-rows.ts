import type { Pool } from '#server/platform/db/pool.ts'
import { measure } from './load.ts'
import type { Shot } from './send.ts'
import type { BenchRow, RunOptions } from './report.ts'
import type { BenchShop } from './shop.ts'
import { type BenchUser, fillCarts, callOf } from './visitors.ts'

/** Lines of a cart, and how many users order one of that size. */
const sizes = [
  { lines: 10, orders: 100 },
  { lines: 200, orders: 40 },
  { lines: 2000, orders: 8 },
]

/** Carts of 10, 200 and 2,000 lines: loaded as a page and as a call, one line changed, ordered. */
export async function cartRows(
  shop: BenchShop,
  pool: Pool,
  users: readonly BenchUser[],
  options: RunOptions,
): Promise<BenchRow[]> {
  const rows: BenchRow[] = []
  for (const { lines, orders } of sizes) {
    const of = (what: string) => `cart of ${lines} lines, ${what}`
    const wanted = ['page', 'call', 'change one line', 'order'].filter((what) => of(what).includes(options.only))
    if (wanted.length === 0) continue
    const people = users.slice(0, orders)
    await fillCarts(pool, people, lines)
    const shots: Record<string, () => Promise<Shot[]> | Shot[]> = {
      page: () => people.map((user) => ({ method: 'GET', path: '/sepet', headers: callOf(user) })),
      call: () => people.map((user) => ({ method: 'GET', path: '/api/catalog/cart', headers: callOf(user) })),
      'change one line': () => changeShots(pool, people),
      order: () => orderShots(people, lines),
    }
    for (const what of wanted) {
      const once = what === 'order'
      const connections = Math.min(once ? 2 : 4, options.connections)
      const figures = await measure(shop.shop, (await shots[what]?.()) ?? [], { ...options, connections, once })
      rows.push({ name: of(what), figures })
      options.log(`${of(what)}: ${figures.p50.toFixed(0)} ms`)
    }
  }
  return rows
}

/** Sets one line of each cart alternately to one and to two. */
async function changeShots(pool: Pool, people: readonly BenchUser[]): Promise<Shot[]> {
  const lines = await pool.query<{ user_id: number; product_id: number; unit_id: number }>(
    `SELECT DISTINCT ON (c.user_id) c.user_id, l.product_id, l.unit_id FROM carts c JOIN cart_lines l ON l.cart_id = c.id
      WHERE c.user_id = ANY ($1) ORDER BY c.user_id, l.id DESC`,
    [people.map(({ userId }) => userId)],
  )
  return lines.flatMap(({ user_id, product_id, unit_id }) => {
    const user = people.find(({ userId }) => userId === user_id)
    return [1, 2].map((quantity): Shot => {
      const path = `/api/catalog/cart/${product_id}?unit=${unit_id}`
      return { method: 'PATCH', path, headers: user ? callOf(user) : {}, body: JSON.stringify({ quantity }) }
    })
  })
}

function orderShots(people: readonly BenchUser[], lines: number): Shot[] {
  return people.map((user, i) => ({
    method: 'POST',
    path: '/api/catalog/cart',
    headers: { ...callOf(user), 'idempotency-key': `bench-cart-${lines}-${Date.now()}-${i}` },
    body: JSON.stringify({ description: 'Ölçüm' }),
  }))
}
