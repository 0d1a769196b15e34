import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contractEndpoints } from './test-endpoints.ts'
import { actorNames, addPeople, type People, refillCart, visitorOf } from './test-people.ts'
import { requests, withToken } from './test-requests.ts'
import { codeOf, type Method, openTestShop, sentenceOf, type TestShop } from './test-shop.ts'

let shop: TestShop
let people: People

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  await shop.settle()
})
afterAll(() => shop.close())

const everybody = [200, 200, 200, 200, 200]
const cart = [401, 200, 200, 200, 403]
const offer = [401, 200, 200, 404, 403]
const staff = [401, 403, 403, 403, 200]

/** Who gets what: a guest, a dealer's user, a colleague without the right to order, another dealer, an administrator. */
const matrix: Record<string, number[]> = {
  'POST /api/account/login': everybody,
  'POST /api/account/logout': everybody,
  'POST /api/account/forgotten': everybody,
  // Whoever has the token comes without an account.
  'GET /api/account/password/:token': everybody,
  'POST /api/account/password/:token': everybody,
  'GET /yonetim/dealers': staff,
  'GET /yonetim/dealer-form': staff,
  'GET /yonetim/dealers/:id': staff,
  'POST /yonetim/dealers': staff,
  'PATCH /yonetim/dealers/:id': staff,
  'POST /yonetim/dealers/:id/state': staff,
  'GET /yonetim/users': staff,
  'GET /yonetim/users/:id': staff,
  'POST /yonetim/users': staff,
  'PATCH /yonetim/users/:id': staff,
  'POST /yonetim/users/:id/state': staff,
  'POST /yonetim/users/:id/invitation': staff,
  'DELETE /yonetim/users/:id/invitation': staff,
  'POST /yonetim/users/:id/view': staff,
  'DELETE /api/account/view': [401, 200, 200, 200, 200],
  'GET /api/visitor': everybody,
  'POST /api/catalog/settings': everybody,
  'POST /api/catalog/cookies': everybody,
  'GET /api/catalog/products': everybody,
  'GET /api/catalog/products/*': everybody,
  'GET /api/catalog/product/:key': everybody,
  'GET /api/catalog/categories': everybody,
  'GET /api/catalog/campaigns': everybody,
  'GET /autocomplete': everybody,
  'POST /api/catalog/searches': everybody,
  'GET /api/catalog/cart': cart,
  'POST /api/catalog/cart/:productId': cart,
  'PATCH /api/catalog/cart/:productId': cart,
  'DELETE /api/catalog/cart/:productId': cart,
  'DELETE /api/catalog/cart': cart,
  'GET /api/catalog/cart/page': cart,
  'GET /api/catalog/cart/look': cart,
  'PATCH /api/catalog/cart': cart,
  'POST /api/catalog/cart/lines': cart,
  'POST /api/catalog/cart': [401, 200, 403, 200, 403],
  'POST /checkout/cart': [401, 200, 403, 200, 403],
  'GET /api/catalog/checkout/refusal': cart,
  // Users of one dealer see each other's orders; what belongs to another dealer is not there.
  'GET /api/catalog/orders': cart,
  'PATCH /api/catalog/order/:id': [401, 200, 403, 404, 403],
  'POST /api/catalog/order/:id/again': [401, 200, 200, 404, 403],
  // An offer is no order: it needs no right to order.
  'POST /api/catalog/cart/offer': cart,
  'GET /api/catalog/offers': cart,
  'PATCH /api/catalog/offer/:id': offer,
  'PATCH /api/catalog/offer/mail/:id': offer,
  'PATCH /api/catalog/offer/edit/:id': offer,
  'PATCH /api/catalog/offer/update/profit': offer,
  'PATCH /api/catalog/offer/update/customer': offer,
  'GET /api/catalog/offer/print/:offerNo': offer,
  'GET /api/account/statement': cart,
  'POST /api/catalog/account/settings': [401, 200, 200, 200, 200],
  'GET /api/catalog/account/letterhead': cart,
  'PATCH /api/catalog/account/letterhead': cart,
  'GET /api/catalog/orders/summary': [401, 200, 200, 404, 403],
  // What a dealer gets to know of a serial number: server/warranty/routes.test.ts.
  'POST /api/catalog/WarrantyInquiry': [401, 200, 200, 200, 200],
  'POST /api/catalog/bin-control': cart,
  'GET /api/catalog/installments': cart,
  'POST /api/payment/start': [401, 200, 403, 200, 403],
  // Colleagues see each other's payments; each gives up its own. Staff has calls of its own.
  'GET /api/payment/:reference': [401, 200, 200, 404, 404],
  'POST /api/payment/:reference/cancel': [401, 200, 404, 404, 404],
  // Whoever has the sealed token, or a link's, comes without an account.
  'GET /api/payment/return': everybody,
  'GET /api/payment-link/:token': everybody,
  'POST /api/payment-link': [401, 200, 403, 200, 403],
  'GET /api/payment-links': cart,
  'DELETE /api/payment-links/:id': [401, 200, 403, 404, 403],
  // The live channel: server/platform/live/live.test.ts.
  'GET /yonetim/top-queries': staff,
  'GET /yonetim/search_queries': staff,
  'GET /yonetim/online-users': staff,
  'GET /yonetim/carts': staff,
  'GET /yonetim/carts/state': staff,
  'GET /api/catalog/faultreport/basecategories/:categoryId': [401, 200, 200, 200, 200],
  'GET /api/catalog/faultreport/product/:categoryId': [401, 200, 200, 200, 200],
  'POST /api/catalog/fault-report-photos': cart,
  // A photo that no report has is its sender's alone.
  'DELETE /api/catalog/fault-report-photos/:file': [401, 200, 404, 404, 403],
  'POST /api/catalog/fault-reports': cart,
  'GET /api/catalog/fault-reports': cart,
  'GET /api/catalog/fault-reports/:reportNo': [401, 200, 200, 404, 403],
  'GET /yonetim/fault-reports': staff,
  'GET /yonetim/fault-reports/:id': staff,
  'PATCH /yonetim/fault-reports/:id': staff,
  'GET /yonetim/audit': staff,
  'GET /yonetim/currencies': staff,
  'POST /yonetim/currencies': staff,
  'GET /yonetim/currencies/:code/rates': staff,
  'POST /yonetim/currencies/:code/rates': staff,
  'PATCH /yonetim/currencies/:code': staff,
  'DELETE /yonetim/currencies/:code': staff,
  'GET /yonetim/payment-plans': staff,
  'PATCH /yonetim/payment-plans': [401, 403, 403, 403, 409],
  'GET /yonetim/settings': staff,
  'PATCH /yonetim/settings': staff,
  'POST /yonetim/settings/pictures': staff,
  'GET /yonetim/orders': staff,
  'GET /yonetim/orders/:id': staff,
  'POST /yonetim/orders/:id/cancel': staff,
  'POST /yonetim/orders/sent': staff,
  'GET /yonetim/offers': staff,
  'GET /yonetim/offers/:id': staff,
  'GET /yonetim/products': staff,
  'GET /yonetim/product-form': staff,
  'GET /yonetim/product-models': staff,
  'GET /yonetim/products/:id': staff,
  'POST /yonetim/products': staff,
  'PATCH /yonetim/products/:id': staff,
  'POST /yonetim/products/:id/stock': staff,
  'POST /yonetim/products/:id/stock/transfer': staff,
  'POST /yonetim/product-pictures': staff,
  'GET /yonetim/categories': staff,
  'POST /yonetim/categories': staff,
  'PATCH /yonetim/categories/:id': staff,
  'GET /yonetim/brands': staff,
  'POST /yonetim/brands': staff,
  'PATCH /yonetim/brands/:id': staff,
  'GET /yonetim/campaigns': staff,
  'GET /yonetim/campaigns/:id': staff,
  'POST /yonetim/campaign-products': staff,
  'POST /yonetim/campaigns': staff,
  'PATCH /yonetim/campaigns/:id': staff,
  'DELETE /yonetim/campaigns/:id': staff,
  'POST /yonetim/exports': staff,
  'GET /yonetim/exports/:id': staff,
  'GET /yonetim/warehouses': staff,
  'POST /yonetim/warehouses': staff,
  'PATCH /yonetim/warehouses': staff,
  'PATCH /yonetim/warehouses/:id': staff,
  'POST /yonetim/warehouses/:id/state': staff,
  'POST /yonetim/warehouses/:id/stock': staff,
  'DELETE /yonetim/warehouses/:id': staff,
  'POST /yonetim/branches': staff,
  'PATCH /yonetim/branches/:id': staff,
  'POST /yonetim/branches/:id/state': staff,
  'DELETE /yonetim/branches/:id': staff,
  'GET /yonetim/pos-accounts': staff,
  'GET /yonetim/pos-form': staff,
  'GET /yonetim/pos-accounts/:id': staff,
  'POST /yonetim/pos-accounts': staff,
  'PATCH /yonetim/pos-accounts/:id': staff,
  'PATCH /yonetim/pos-accounts/:id/plans': staff,
  'POST /yonetim/pos-accounts/:id/secrets': staff,
  'POST /yonetim/pos-accounts/:id/state': staff,
  'POST /yonetim/pos-accounts/:id/trial': [401, 403, 403, 403, 409],
  'DELETE /yonetim/pos-accounts/:id': staff,
  'GET /yonetim/installment-limits': staff,
  'POST /yonetim/installment-limits': staff,
  'PATCH /yonetim/installment-limits/:id': staff,
  'DELETE /yonetim/installment-limits/:id': staff,
  'GET /yonetim/imports': staff,
  'POST /yonetim/imports': staff,
  'POST /yonetim/imports/:id/files/:file': staff,
  'GET /yonetim/imports/:id': staff,
  // Its file is not there yet.
  'POST /yonetim/imports/:id/preview': [401, 403, 403, 403, 409],
  'POST /yonetim/imports/:id/apply': [401, 403, 403, 403, 409],
  'POST /yonetim/imports/:id/undo': [401, 403, 403, 403, 409],
  'POST /yonetim/imports/:id/cancel': [401, 403, 403, 403, 409],
  'GET /yonetim/imports/:id/changes': staff,
  'GET /yonetim/imports/:id/problems': staff,
  'GET /yonetim/payments': staff,
  'GET /yonetim/payments/:id': staff,
  'POST /yonetim/payments/:id/inquire': staff,
  // The payment was declined: there is nothing to give back.
  'POST /yonetim/payments/:id/void': [401, 403, 403, 403, 409],
  'POST /yonetim/payments/:id/refund': [401, 403, 403, 403, 409],
  'POST /yonetim/payments/:id/settle': staff,
}

const cells = [...contractEndpoints.keys()].flatMap((name) =>
  actorNames.map((who, i) => ({ name, who, status: matrix[name]?.[i] })),
)

test('every call of the contract stands in the table, with a request for it', () => {
  const names = [...contractEndpoints.keys()].toSorted()
  expect(Object.keys(matrix).toSorted()).toEqual(names)
  expect(Object.keys(requests).toSorted()).toEqual(names)
})

test.each(cells)('$name · $who → $status', async ({ name, who, status }) => {
  await refillCart(shop, people, who)
  const visitor = await visitorOf(shop, people, who)
  const { url, ...sent } = requests[name]?.(people) ?? { url: '' }
  const answer = await visitor.send(name.split(' ')[0] as Method, url, withToken(name, visitor, sent))
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({
    status,
    code: {
      200: undefined,
      401: 'not_signed_in',
      403: name.includes('/yonetim') ? 'forbidden' : codeOfForbidden(who),
      404: codeOfMissing(name),
      409: codeOfConflict(name),
    }[status ?? 0],
  })
})

function codeOfConflict(name: string): string {
  if (name.includes('/pos-accounts')) return 'pos_incomplete'
  if (name.includes('/imports')) return 'import_moved'
  return name.includes('/payment-plans') ? 'settings_changed' : 'refund_not_possible'
}

function codeOfMissing(name: string): string {
  if (name.includes('/offer')) return 'offer_not_found'
  if (name.includes('/fault-report-photos')) return 'not_found'
  if (name.includes('/fault-reports')) return 'fault_report_not_found'
  if (name.includes('/payment-link')) return 'link_not_found'
  return name.includes('/payment') ? 'not_found' : 'order_not_found'
}

function codeOfForbidden(who: string): string {
  return who === 'admin' ? 'admin_not_allowed' : 'no_order_right'
}

describe('what belongs to somebody else', () => {
  test('is not there, in the same words as what does not exist', async () => {
    const visitor = await shop.signedIn(people.other)
    const foreign = await visitor.send('GET', `/api/catalog/orders/summary?order=${people.orderNo}`)
    const unknown = await visitor.send('GET', '/api/catalog/orders/summary?order=S2020999999')
    expect(foreign.status).toBe(404)
    expect(foreign.text).toBe(unknown.text)
  })

  test.each([
    ['GET', ({ payment }) => [`/api/payment/${payment.reference}`, '/api/payment/TEST0000000000000009']],
    ['POST', ({ payment }) => [`/api/payment/${payment.reference}/cancel`, '/api/payment/TEST0000000000000009/cancel']],
    ['DELETE', ({ link }) => [`/api/payment-links/${link.id}`, '/api/payment-links/999999999']],
  ] as [Method, (people: People) => [string, string]][])('%s of payments and links', async (method, urlsOf) => {
    const visitor = await shop.signedIn(people.other)
    const [foreign, unknown] = urlsOf(people)
    const body = method === 'POST' ? { body: {} } : {}
    const answers = [await visitor.send(method, foreign, body), await visitor.send(method, unknown, body)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    expect(answers[0]?.text).toBe(answers[1]?.text)
  })

  test('a branch that a body names', async () => {
    const { pool } = shop.database
    const [own] = await pool.query<{ id: number }>(
      `INSERT INTO branches (name, dealer_id) SELECT 'Başkasının', dealer_id FROM users WHERE id = $1 RETURNING id`,
      [people.dealer.userId],
    )
    await shop.settle()
    const visitor = await shop.signedIn(people.other)
    for (const [path, named] of [
      ['/api/catalog/settings', (branch: number) => ({ key: 'branch', value: branch })],
      ['/checkout/cart', (branch: number) => ({ branch, description: '' })],
    ] as const) {
      await refillCart(shop, people, 'other')
      const answers = [own?.id ?? 0, 999_999].map((branch) =>
        visitor.send('POST', path, withToken(`POST ${path}`, visitor, { body: named(branch) })),
      )
      const [foreign, unknown] = await Promise.all(answers)
      expect([foreign?.status, unknown?.status]).toEqual([404, 404])
      expect(foreign?.text).toBe(unknown?.text)
    }
  })

  test('stays as it is: each user has a cart of its own', async () => {
    const [mine, theirs] = [await shop.signedIn(people.dealer), await shop.signedIn(people.other)]
    await Promise.all([refillCart(shop, people, 'dealer'), refillCart(shop, people, 'other')])
    await theirs.send('DELETE', '/api/catalog/cart')
    const { body } = await mine.send('GET', '/api/catalog/cart')
    expect(body).toMatchObject([{ quantity: 2, product: { id: people.product.id } }])
  })
})

test('an administrator is refused in the specified words', async () => {
  const admin = await shop.signedIn(people.admin)
  const answer = await admin.send('POST', `/api/catalog/cart/${people.product.id}`, {
    body: { quantity: 1, productValue: people.product.unitId },
  })
  expect(sentenceOf(answer)).toBe('Yönetici hesabı ile bu işlemi gerçekleştiremezsiniz.')
})

test('a right that is taken away, a disabled user and a disabled dealer count at the next call', async () => {
  const { pool } = shop.database
  const { userId } = people.noRight
  const visitor = await shop.signedIn(people.noRight)
  const setUser = (sql: string) => pool.execute(`UPDATE users SET ${sql} WHERE id = $1`, [userId])
  await refillCart(shop, people, 'noRight')
  await setUser('can_order = true')
  expect((await visitor.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(200)
  await setUser('can_order = false')
  expect((await visitor.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(403)
  await setUser('disabled_at = now()')
  expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(401)
  await setUser('disabled_at = NULL')
  const setDealer = (sql: string) =>
    pool.execute(`UPDATE dealers SET ${sql} WHERE id = $1`, [people.noRight.dealer?.id])
  await setDealer('disabled_at = now()')
  expect((await visitor.send('GET', '/api/catalog/cart')).status).toBe(401)
  await setDealer('disabled_at = NULL')
})
