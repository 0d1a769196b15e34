import { addAdmin, addColleague, addDealer, addProduct, fillCart, type TestProduct } from '#db/test-store.ts'
import { hashPassword } from '#server/account/account.ts'
import type { Actor } from '#server/platform/http/context.ts'
import type { Sent, TestShop, TestVisitor } from './test-shop.ts'

export const password = 'demo1234'
export const actorNames = ['guest', 'dealer', 'noRight', 'other', 'admin'] as const
export type ActorName = (typeof actorNames)[number]

/** People of every kind: a dealer's user, a colleague without the right to order, another dealer, an administrator. */
export type People = Record<Exclude<ActorName, 'guest'>, Actor> & { product: TestProduct; orderNo: string }

export async function addPeople({ database: { pool } }: TestShop): Promise<People> {
  const passwordHash = await hashPassword(password)
  const dealer = await addDealer(pool, { passwordHash })
  if (dealer.dealer === null) throw new Error('A dealer’s user belongs to a dealer.')
  const noRight = await addColleague(pool, dealer.dealer, { canOrder: false, passwordHash })
  const other = await addDealer(pool, { passwordHash })
  const admin = await addAdmin(pool, passwordHash)
  const product = await addProduct(pool, { stock: 1_000_000, units: { KOLİ: 12 } })
  const order = await pool.one<{ order_no: string }>(
    `WITH placed AS (
       INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try)
       VALUES ('S2020000001', $1, $2, '-', 'TRY', '{"TRY": "1"}', 100, 20, 120, 120) RETURNING id, order_no
     ), line AS (
       INSERT INTO order_lines (order_id, line_no, product_id, code, name, unit, multiplier, quantity, price_value,
                                price_currency, tax_rate, amount)
       SELECT id, 1, $3, 'P', 'P', 'ADET', 1, 1, 100, 'TRY', 20, 100 FROM placed)
     SELECT order_no FROM placed`,
    [dealer.dealer.id, dealer.userId, product.id],
  )
  return { dealer, noRight, other, admin, product, orderNo: order?.order_no ?? '' }
}

export function visitorOf(shop: TestShop, people: People, who: ActorName): Promise<TestVisitor> {
  return who === 'guest' ? shop.guest() : shop.signedIn(people[who])
}

/** Two of the product in the cart of whoever has one. */
export async function refillCart({ database: { pool } }: TestShop, people: People, who: ActorName): Promise<void> {
  if (who === 'guest' || who === 'admin') return
  await pool.execute('DELETE FROM carts WHERE user_id = $1', [people[who].userId])
  await fillCart(pool, people[who], [{ unitId: people.product.unitId, quantity: 2 }])
}

export type Request = { url: string } & Sent

/** A request of every call that is right in itself: who may not make it is refused for that alone. */
export const requests: Record<string, (people: People) => Request> = {
  'POST /api/account/login': ({ other }) => ({ url: '/api/account/login', body: { username: other.email, password } }),
  'POST /api/account/logout': () => ({ url: '/api/account/logout' }),
  'GET /api/visitor': () => ({ url: '/api/visitor' }),
  'POST /api/catalog/settings': () => ({
    url: '/api/catalog/settings',
    body: { key: 'productListView', value: 'grid' },
  }),
  'POST /api/catalog/cookies': () => ({ url: '/api/catalog/cookies', body: { allowCookies: true } }),
  'GET /api/catalog/products': () => ({ url: '/api/catalog/products' }),
  'GET /api/catalog/products/*': () => ({ url: '/api/catalog/products/search?q=p' }),
  'GET /api/catalog/product/:key': ({ product }) => ({ url: `/api/catalog/product/${product.id}` }),
  'GET /api/catalog/categories': () => ({ url: '/api/catalog/categories' }),
  'GET /api/catalog/campaigns': () => ({ url: '/api/catalog/campaigns' }),
  'GET /autocomplete': () => ({ url: '/autocomplete?q=p' }),
  'POST /api/catalog/searches': () => ({ url: '/api/catalog/searches', body: { q: 'p' } }),
  'GET /api/catalog/cart': () => ({ url: '/api/catalog/cart' }),
  'POST /api/catalog/cart/:productId': ({ product }) => ({
    url: `/api/catalog/cart/${product.id}`,
    body: { quantity: 1, productValue: product.unitId },
  }),
  'PATCH /api/catalog/cart/:productId': ({ product }) => ({
    url: `/api/catalog/cart/${product.id}`,
    body: { quantity: 3 },
  }),
  'DELETE /api/catalog/cart/:productId': ({ product }) => ({ url: `/api/catalog/cart/${product.id}` }),
  'DELETE /api/catalog/cart': () => ({ url: '/api/catalog/cart' }),
  'POST /api/catalog/cart': () => ({ url: '/api/catalog/cart', body: { description: '' } }),
  'GET /api/catalog/orders/summary': ({ orderNo }) => ({ url: `/api/catalog/orders/summary?order=${orderNo}` }),
}
