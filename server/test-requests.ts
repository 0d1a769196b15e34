import { addAdmin, addColleague, addDealer, addProduct, fillCart, type TestProduct } from '#db/test-store.ts'
import { hashPassword } from '#server/account/account.ts'
import type { Actor } from '#server/platform/http/context.ts'
import { seal } from '#server/platform/http/secrets.ts'
import { contractEndpoints } from './test-endpoints.ts'
import { type Sent, type TestShop, testSecret, type TestVisitor } from './test-shop.ts'

export const password = 'demo1234'
export const actorNames = ['guest', 'dealer', 'noRight', 'other', 'admin'] as const
export type ActorName = (typeof actorNames)[number]

/** People of every kind: a dealer's user, a colleague without the right to order, another dealer, an administrator. */
export type People = Record<Exclude<ActorName, 'guest'>, Actor> & {
  product: TestProduct
  orderNo: string
  orderId: number
  offer: OfferOfDealer
}
type OfferOfDealer = { id: number; itemId: number; offerNo: string }

export async function addPeople({ database: { pool } }: TestShop): Promise<People> {
  const passwordHash = await hashPassword(password)
  const dealer = await addDealer(pool, { passwordHash })
  if (dealer.dealer === null) throw new Error('A dealer’s user belongs to a dealer.')
  const noRight = await addColleague(pool, dealer.dealer, { canOrder: false, passwordHash })
  const other = await addDealer(pool, { passwordHash })
  const admin = await addAdmin(pool, passwordHash)
  const product = await addProduct(pool, { stock: 1_000_000, units: { KOLİ: 12 } })
  const order = await pool.one<{ id: number; order_no: string }>(
    `WITH placed AS (
       INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try)
       VALUES ('S2020000001', $1, $2, '-', 'TRY', '{"TRY": "1"}', 100, 20, 120, 120) RETURNING id, order_no
     ), line AS (
       INSERT INTO order_lines (order_id, line_no, product_id, code, name, unit, multiplier, quantity, price_value,
                                price_currency, tax_rate, amount)
       SELECT id, 1, $3, 'P', 'P', 'ADET', 1, 1, 100, 'TRY', 20, 100 FROM placed)
     SELECT id, order_no FROM placed`,
    [dealer.dealer.id, dealer.userId, product.id],
  )
  const offer = await pool.one<OfferOfDealer>(
    `WITH made AS (
       INSERT INTO offers (offer_no, dealer_id, user_id, description, currency, rates, customer_email)
       VALUES ('T2020000001', $1, $2, '', 'TRY', '{"TRY": "1"}', 'musteri@example.com') RETURNING id, offer_no
     ), line AS (
       INSERT INTO offer_items (offer_id, line_no, product_id, unit_id, code, name, unit, multiplier, quantity,
                                price_value, price_currency, tax_rate)
       SELECT id, 1, $3, $4, 'P', 'P', 'ADET', 1, 1, 100, 'TRY', 20 FROM made RETURNING id)
     SELECT made.id, line.id AS "itemId", offer_no AS "offerNo" FROM made, line`,
    [dealer.dealer.id, dealer.userId, product.id, product.unitId],
  )
  if (offer === undefined) throw new Error('No offer was made.')
  return { dealer, noRight, other, admin, product, offer, orderNo: order?.order_no ?? '', orderId: order?.id ?? 0 }
}

export function visitorOf(shop: TestShop, people: People, who: ActorName): Promise<TestVisitor> {
  return who === 'guest' ? shop.guest() : shop.signedIn(people[who])
}

/** Two of the product in the cart of whoever has one, and the dealer's offer open again. */
export async function refillCart({ database: { pool } }: TestShop, people: People, who: ActorName): Promise<void> {
  await pool.execute('UPDATE offers SET is_cancel = false, cancelled_at = NULL WHERE id = $1', [people.offer.id])
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
  'GET /api/catalog/cart/page': () => ({ url: '/api/catalog/cart/page' }),
  'PATCH /api/catalog/cart': () => ({ url: '/api/catalog/cart', body: { advencePrice: '' } }),
  'POST /api/catalog/cart/lines': ({ product }) => ({
    url: '/api/catalog/cart/lines',
    body: { lines: [{ code: product.code, quantity: 1 }] },
  }),
  'POST /checkout/cart': () => ({ url: '/checkout/cart', body: { description: '' } }),
  'GET /api/catalog/checkout/refusal': () => ({
    url: `/api/catalog/checkout/refusal?refused=${seal(testSecret, { refusal: { code: 'cart_empty' }, description: '', advencePrice: null, at: Date.now() })}`,
  }),
  'POST /api/catalog/cart': () => ({ url: '/api/catalog/cart', body: { description: '' } }),
  'GET /api/catalog/orders': () => ({ url: '/api/catalog/orders' }),
  'PATCH /api/catalog/order/:id': ({ orderId }) => ({ url: `/api/catalog/order/${orderId}`, body: { cancel: true } }),
  'POST /api/catalog/order/:id/again': ({ orderId }) => ({ url: `/api/catalog/order/${orderId}/again`, body: {} }),
  'POST /api/catalog/cart/offer': () => ({ url: '/api/catalog/cart/offer', body: { description: '' } }),
  'GET /api/catalog/offers': () => ({ url: '/api/catalog/offers' }),
  'PATCH /api/catalog/offer/:id': ({ offer }) => ({ url: `/api/catalog/offer/${offer.id}`, body: { cancel: true } }),
  'PATCH /api/catalog/offer/mail/:id': ({ offer }) => ({ url: `/api/catalog/offer/mail/${offer.id}` }),
  'PATCH /api/catalog/offer/edit/:id': ({ offer }) => ({ url: `/api/catalog/offer/edit/${offer.id}` }),
  'PATCH /api/catalog/offer/update/profit': ({ offer }) => ({
    url: '/api/catalog/offer/update/profit',
    body: { [offer.id]: { [offer.itemId]: 10 } },
  }),
  'PATCH /api/catalog/offer/update/customer': ({ offer }) => ({
    url: '/api/catalog/offer/update/customer',
    body: { [offer.offerNo]: { name: 'Seda', email: 'musteri@example.com' } },
  }),
  'GET /api/catalog/offer/print/:offerNo': ({ offer }) => ({ url: `/api/catalog/offer/print/${offer.offerNo}` }),
  'POST /api/catalog/account/settings': () => ({ url: '/api/catalog/account/settings', body: {} }),
  'GET /api/catalog/account/letterhead': () => ({ url: '/api/catalog/account/letterhead' }),
  'PATCH /api/catalog/account/letterhead': () => ({
    url: '/api/catalog/account/letterhead',
    body: { name: 'Bayi', address: '', town: '', city: '', number: '' },
  }),
  'GET /api/account/statement': () => ({ url: '/api/account/statement' }),
  'GET /api/catalog/orders/summary': ({ orderNo }) => ({ url: `/api/catalog/orders/summary?order=${orderNo}` }),
}

/** Whether the call takes the page's token from its form, not from headers. */
export const isSignedForm = (name: string): boolean => contractEndpoints.get(name)?.signed === 'form'

/** The request with the visitor's token where the call wants it in its form. */
export function withToken(name: string, { token }: TestVisitor, sent: Sent): Sent {
  return isSignedForm(name) ? { ...sent, body: { ...(sent.body as object), _token: token } } : sent
}
