import { createHash } from 'node:crypto'
import { insertPos } from '#db/demo/pos.ts'
import { addAdmin, addColleague, addDealer, addProduct, fillCart, type TestProduct } from '#db/test-store.ts'
import { hashPassword } from '#server/account/account.ts'
import { exportsFolder, newExportId, writeExportState } from '#server/platform/exports/export-state.ts'
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
  /** A declined payment of the dealer, and a link by which one can pay. */
  payment: { id: number; reference: string }
  link: { id: number; token: string }
  /** A fault report of the dealer, and a photo that it sent for another one. */
  fault: FaultOfDealer
  /** A colleague of the dealer's user who has no password yet. */
  waiting: number
  /** A workbook that the administrator ordered. */
  exportId: string
  /** Ids of a category and a brand. */
  category: number
  brand: number
}
type FaultOfDealer = { id: number; reportNo: string; event: number }
type OfferOfDealer = { id: number; itemId: number; offerNo: string }

export async function addPeople(shop: TestShop): Promise<People> {
  const { pool } = shop.database
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
  const paying = await addPayment(shop, dealer)
  const placed = { orderNo: order?.order_no ?? '', orderId: order?.id ?? 0 }
  const fault = await addFaultReport(shop, dealer, product)
  const exportId = newExportId()
  const state = { state: 'waiting', done: 0, total: 0, userId: admin.userId, name: 'siparisler' } as const
  await writeExportState(exportsFolder(shop.dataDir), exportId, state)
  const waiting = (await addColleague(pool, dealer.dealer)).userId
  const labels = await pool.one<{ category: number; brand: number }>(
    `WITH category AS (INSERT INTO categories (name, slug) VALUES ('Vidalar', 'vidalar') RETURNING id),
       brand AS (INSERT INTO brands (code, name, slug) VALUES ('PRS', 'Pirasan', 'pirasan') RETURNING id)
     SELECT category.id AS category, brand.id AS brand FROM category, brand`,
  )
  if (labels === undefined) throw new Error('No category and no brand were made.')
  return { dealer, noRight, other, admin, product, offer, fault, waiting, exportId, ...labels, ...placed, ...paying }
}

async function addFaultReport({ database: { pool } }: TestShop, dealer: Actor, { id, code }: TestProduct) {
  const fault = await pool.one<FaultOfDealer>(
    `WITH report AS (
       INSERT INTO fault_reports (report_no, dealer_id, user_id, product_id, product_code, product_name, description,
                                  contact_name, contact_phone, locale)
       VALUES ('A2020000001', $1, $2, $3, $4, 'P', 'Motor çalışmıyor', 'Ayşe Yılmaz', '0532 000 00 00', 'tr')
       RETURNING id, report_no
     ), event AS (
       INSERT INTO fault_report_events (report_id, state, user_id) SELECT id, 'new', $2 FROM report RETURNING id)
     SELECT report.id, report_no AS "reportNo", event.id AS event FROM report, event`,
    [dealer.dealer?.id, dealer.userId, id, code],
  )
  if (fault === undefined) throw new Error('No fault report was made.')
  return fault
}

/** Of the dealer's user, and in no report yet. */
const waitingPhoto = '0123456789abcdef0123456789abcdef'
/** A picture of one point. */
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const token = 'a-token-of-this-length'
/** Sets the password of a user whom nobody else is. */
const passwordToken = 'a-token-of-a-letter-of-this-length'
const reference = 'TEST0000000000000001'

async function addPayment(shop: TestShop, { userId, dealer }: Actor): Promise<Pick<People, 'payment' | 'link'>> {
  const { pool } = shop.database
  await insertPos(pool, testSecret)
  await shop.setSetting('b2b_cari_odeme_baglantisi', '1')
  const payment = await pool.one<{ id: number }>(
    `INSERT INTO payments (reference, kind, intent, state, dealer_id, user_id, pos_account_id, installment, base_amount,
                           amount)
     SELECT $1, 'account', concat('account:', $2::integer), 'declined', $3, $2, min(id), 1, 10, 10 FROM pos_accounts RETURNING id`,
    [reference, userId, dealer?.id],
  )
  const link = await pool.one<{ id: number }>(
    `INSERT INTO payment_links (token_hash, dealer_id, user_id, amount, expires_at)
     VALUES ($1, $2, $3, 100, now() + interval '1 day') RETURNING id`,
    [createHash('sha256').update(token).digest(), dealer?.id, userId],
  )
  return { payment: { id: payment?.id ?? 0, reference }, link: { id: link?.id ?? 0, token } }
}

export function visitorOf(shop: TestShop, people: People, who: ActorName): Promise<TestVisitor> {
  return who === 'guest' ? shop.guest() : shop.signedIn(people[who])
}

/** Two of the product in the cart of whoever has one; the dealer's order, offer and payment link are open again, its photo is there. */
export async function refillCart({ database: { pool } }: TestShop, people: People, who: ActorName): Promise<void> {
  await pool.execute('UPDATE offers SET is_cancel = false, cancelled_at = NULL WHERE id = $1', [people.offer.id])
  await pool.execute(
    'UPDATE orders SET is_cancel = false, cancelled_at = NULL, cancelled_by = NULL, sent_to_erp_at = NULL WHERE id = $1',
    [people.orderId],
  )
  await pool.execute('UPDATE payment_links SET cancelled_at = NULL WHERE id = $1', [people.link.id])
  await pool.execute(
    'INSERT INTO fault_report_photos (file, user_id, width, height) VALUES ($1, $2, 1, 1) ON CONFLICT DO NOTHING',
    [waitingPhoto, people.dealer.userId],
  )
  await pool.execute(
    `WITH reader AS (INSERT INTO users (email, name, role) VALUES ('yeni@example.com', 'Y', 'admin')
       ON CONFLICT (email) DO UPDATE SET name = excluded.name RETURNING id)
     INSERT INTO one_time_links (token_hash, user_id, kind, expires_at)
     SELECT $1, id, 'reset', now() + interval '1 hour' FROM reader
     ON CONFLICT (token_hash) DO UPDATE SET used_at = NULL`,
    [createHash('sha256').update(passwordToken).digest()],
  )
  if (who === 'guest' || who === 'admin') return
  await pool.execute('DELETE FROM carts WHERE user_id = $1', [people[who].userId])
  await fillCart(pool, people[who], [{ unitId: people.product.unitId, quantity: 2 }])
}

/** A dealer's form with what it needs. */
const dealerForm = {
  ...{ code: '', name: 'Yeni bayi', contactName: '', email: '', phone: '', address: '', district: '', city: '' },
  ...{
    taxOffice: '',
    taxNumber: '',
    priceList: '',
    discount: '0,00',
    riskLimit: '0,00',
    riskMode: 'order',
    branches: [],
  },
}

export type Request = { url: string } & Sent

/** A request of every call that is right in itself: who may not make it is refused for that alone. */
export const requests: Record<string, (people: People) => Request> = {
  'POST /api/account/login': ({ other }) => ({ url: '/api/account/login', body: { username: other.email, password } }),
  'POST /api/account/logout': () => ({ url: '/api/account/logout' }),
  'POST /api/account/forgotten': () => ({ url: '/api/account/forgotten', body: { email: 'kimse@example.com' } }),
  'GET /api/account/password/:token': () => ({ url: `/api/account/password/${passwordToken}` }),
  'POST /api/account/password/:token': () => ({
    url: `/api/account/password/${passwordToken}`,
    body: { password: 'yepyeni-parola-1', passwordVerify: 'yepyeni-parola-1' },
  }),
  'GET /yonetim/dealers': () => ({ url: '/yonetim/dealers' }),
  'GET /yonetim/dealer-form': () => ({ url: '/yonetim/dealer-form' }),
  'GET /yonetim/dealers/:id': ({ dealer }) => ({ url: `/yonetim/dealers/${dealer.dealer?.id}` }),
  'POST /yonetim/dealers': () => ({ url: '/yonetim/dealers', body: { values: { ...dealerForm, code: 'YENI' } } }),
  'PATCH /yonetim/dealers/:id': ({ other }) => {
    const values = { ...dealerForm, code: other.dealer?.code ?? '', name: other.dealer?.name ?? '' }
    return { url: `/yonetim/dealers/${other.dealer?.id}`, body: { before: values, values } }
  },
  'POST /yonetim/dealers/:id/state': ({ other }) => ({
    url: `/yonetim/dealers/${other.dealer?.id}/state`,
    body: { isDisabled: false },
  }),
  'GET /yonetim/users': () => ({ url: '/yonetim/users' }),
  'GET /yonetim/users/:id': ({ dealer }) => ({ url: `/yonetim/users/${dealer.userId}` }),
  'POST /yonetim/users': ({ dealer }) => ({
    url: '/yonetim/users',
    body: {
      values: {
        email: 'yepyeni@example.com',
        name: 'Yeni',
        role: 'dealer',
        dealer: dealer.dealer?.code,
        canOrder: true,
      },
      invite: false,
    },
  }),
  'PATCH /yonetim/users/:id': ({ other }) => {
    const { email, name, dealer, canOrder } = other
    const values = { email, name, role: 'dealer', dealer: dealer?.code, canOrder }
    return { url: `/yonetim/users/${other.userId}`, body: { before: values, values } }
  },
  'POST /yonetim/users/:id/state': ({ other }) => ({
    url: `/yonetim/users/${other.userId}/state`,
    body: { isDisabled: false },
  }),
  'POST /yonetim/users/:id/invitation': ({ waiting }) => ({ url: `/yonetim/users/${waiting}/invitation` }),
  'DELETE /yonetim/users/:id/invitation': ({ waiting }) => ({ url: `/yonetim/users/${waiting}/invitation` }),
  'POST /yonetim/users/:id/view': ({ dealer }) => ({ url: `/yonetim/users/${dealer.userId}/view` }),
  'DELETE /api/account/view': () => ({ url: '/api/account/view' }),
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
  'POST /api/catalog/WarrantyInquiry': () => ({
    url: '/api/catalog/WarrantyInquiry',
    body: { serialNumber: 'SN-1' },
  }),
  'POST /api/catalog/bin-control': () => ({ url: '/api/catalog/bin-control', body: { binNumber: '43550843' } }),
  'GET /api/catalog/installments': () => ({ url: '/api/catalog/installments' }),
  'POST /api/payment/start': () => ({
    url: '/api/payment/start',
    body: {
      ...{ type: 'order', ccno: '4355 0843 5508 4358', ccv: '000', expiry: '12/40', holder: 'Ayşe Yılmaz' },
      ...{ plan: null, installment: 1, amount: 240 },
    },
  }),
  'GET /api/payment/:reference': ({ payment }) => ({ url: `/api/payment/${payment.reference}` }),
  'POST /api/payment/:reference/cancel': ({ payment }) => ({
    url: `/api/payment/${payment.reference}/cancel`,
    body: {},
  }),
  'GET /api/payment/return': ({ payment }) => ({
    url: `/api/payment/return?token=${seal(testSecret, { payment: payment.reference, at: Date.now() })}`,
  }),
  'POST /api/payment-link': () => ({ url: '/api/payment-link', body: { amount: '100' } }),
  'GET /api/payment-link/:token': ({ link }) => ({ url: `/api/payment-link/${link.token}` }),
  'GET /api/payment-links': () => ({ url: '/api/payment-links' }),
  'DELETE /api/payment-links/:id': ({ link }) => ({ url: `/api/payment-links/${link.id}` }),
  'GET /yonetim/top-queries': () => ({ url: '/yonetim/top-queries' }),
  'GET /yonetim/search_queries': () => ({ url: '/yonetim/search_queries?query=vida&type=kelime' }),
  'GET /yonetim/online-users': () => ({ url: '/yonetim/online-users' }),
  'GET /yonetim/carts': () => ({ url: '/yonetim/carts' }),
  'GET /yonetim/carts/state': () => ({ url: '/yonetim/carts/state' }),
  'GET /yonetim/audit': () => ({ url: '/yonetim/audit' }),
  'GET /yonetim/currencies': () => ({ url: '/yonetim/currencies' }),
  'POST /yonetim/currencies': () => ({ url: '/yonetim/currencies', body: { code: 'SEK' } }),
  'GET /yonetim/currencies/:code/rates': () => ({ url: '/yonetim/currencies/USD/rates' }),
  'POST /yonetim/currencies/:code/rates': () => ({
    url: '/yonetim/currencies/USD/rates',
    body: { rate: '41,25', force: true },
  }),
  'PATCH /yonetim/currencies/:code': () => ({ url: '/yonetim/currencies/TRY', body: { isDefault: true } }),
  'DELETE /yonetim/currencies/:code': () => ({ url: '/yonetim/currencies/SEK' }),
  'GET /yonetim/payment-plans': () => ({ url: '/yonetim/payment-plans' }),
  'PATCH /yonetim/payment-plans': () => ({
    url: '/yonetim/payment-plans',
    body: {
      items: [{ key: 'advencePrice1', name: 'Peşin', isEnabled: true, isDefault: true, isVirtual: false }],
      stamp: 'another state',
    },
  }),
  'GET /yonetim/settings': () => ({ url: '/yonetim/settings' }),
  'PATCH /yonetim/settings': () => ({
    url: '/yonetim/settings',
    body: { changes: [{ key: 'storeHours', value: '', stamp: '' }] },
  }),
  'GET /yonetim/payments': () => ({ url: '/yonetim/payments' }),
  'GET /yonetim/payments/:id': ({ payment }) => ({ url: `/yonetim/payments/${payment.id}` }),
  'POST /yonetim/payments/:id/inquire': ({ payment }) => ({ url: `/yonetim/payments/${payment.id}/inquire` }),
  'POST /yonetim/payments/:id/void': ({ payment }) => ({
    url: `/yonetim/payments/${payment.id}/void`,
    body: { key: 'anahtar-0001' },
  }),
  'POST /yonetim/payments/:id/refund': ({ payment }) => ({
    url: `/yonetim/payments/${payment.id}/refund`,
    body: { key: 'anahtar-0002', amount: '1' },
  }),
  'POST /yonetim/payments/:id/settle': ({ payment }) => ({
    url: `/yonetim/payments/${payment.id}/settle`,
    body: { note: 'Bakıldı' },
  }),
  'GET /api/catalog/faultreport/basecategories/:categoryId': () => ({
    url: '/api/catalog/faultreport/basecategories/0',
  }),
  'GET /api/catalog/faultreport/product/:categoryId': () => ({ url: '/api/catalog/faultreport/product/0' }),
  'POST /api/catalog/fault-report-photos': () => ({ url: '/api/catalog/fault-report-photos', body: photo }),
  'DELETE /api/catalog/fault-report-photos/:file': () => ({ url: `/api/catalog/fault-report-photos/${waitingPhoto}` }),
  'POST /api/catalog/fault-reports': ({ product }) => ({
    url: '/api/catalog/fault-reports',
    body: {
      ...{ productCode: product.code, serialNo: '', description: 'Motor çalışmıyor', photos: [] },
      ...{ contactName: 'Ayşe Yılmaz', contactPhone: '0532 000 00 00', contactEmail: '' },
    },
  }),
  'GET /api/catalog/fault-reports': () => ({ url: '/api/catalog/fault-reports' }),
  'GET /api/catalog/fault-reports/:reportNo': ({ fault }) => ({ url: `/api/catalog/fault-reports/${fault.reportNo}` }),
  'GET /yonetim/fault-reports': () => ({ url: '/yonetim/fault-reports' }),
  'GET /yonetim/fault-reports/:id': ({ fault }) => ({ url: `/yonetim/fault-reports/${fault.id}` }),
  'PATCH /yonetim/fault-reports/:id': ({ fault }) => ({
    url: `/yonetim/fault-reports/${fault.id}`,
    body: { event: fault.event, state: 'new', note: '' },
  }),
  'GET /yonetim/orders': () => ({ url: '/yonetim/orders' }),
  'GET /yonetim/orders/:id': ({ orderId }) => ({ url: `/yonetim/orders/${orderId}` }),
  'POST /yonetim/orders/:id/cancel': ({ orderId }) => ({ url: `/yonetim/orders/${orderId}/cancel` }),
  'POST /yonetim/orders/sent': ({ orderId }) => ({
    url: '/yonetim/orders/sent',
    body: { ids: [orderId], isSent: true },
  }),
  'GET /yonetim/offers': () => ({ url: '/yonetim/offers' }),
  'GET /yonetim/offers/:id': ({ offer }) => ({ url: `/yonetim/offers/${offer.id}` }),
  'GET /yonetim/products': () => ({ url: '/yonetim/products' }),
  'GET /yonetim/categories': () => ({ url: '/yonetim/categories' }),
  'POST /yonetim/categories': () => ({
    url: '/yonetim/categories',
    body: { name: 'Kablolar', slug: '', parentId: null, position: 0 },
  }),
  'PATCH /yonetim/categories/:id': ({ category }) => ({
    url: `/yonetim/categories/${category}`,
    body: { name: 'Vidalar', slug: 'vidalar', parentId: null, position: 1 },
  }),
  'GET /yonetim/brands': () => ({ url: '/yonetim/brands' }),
  'POST /yonetim/brands': () => ({ url: '/yonetim/brands', body: { name: 'Kordavel', slug: '', code: '' } }),
  'PATCH /yonetim/brands/:id': ({ brand }) => ({
    url: `/yonetim/brands/${brand}`,
    body: { name: 'Pirasan', slug: 'pirasan', code: 'PRS' },
  }),
  'POST /yonetim/exports': () => ({ url: '/yonetim/exports', body: { list: 'orders', query: {} } }),
  'GET /yonetim/exports/:id': ({ exportId }) => ({ url: `/yonetim/exports/${exportId}` }),
  'GET /api/catalog/orders/summary': ({ orderNo }) => ({ url: `/api/catalog/orders/summary?order=${orderNo}` }),
}

/** Whether the call takes the page's token from its form, not from headers. */
export const isSignedForm = (name: string): boolean => contractEndpoints.get(name)?.signed === 'form'

/** The request with the visitor's token where the call wants it in its form. */
export function withToken(name: string, { token }: TestVisitor, sent: Sent): Sent {
  return isSignedForm(name) ? { ...sent, body: { ...(sent.body as object), _token: token } } : sent
}
