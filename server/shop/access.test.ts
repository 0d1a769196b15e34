import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { matrix } from '#testing/access-matrix.ts'
import { visitorEndpoints } from '#testing/endpoints.ts'
import {
  type ActorName,
  actorNames,
  addPeople,
  fillCartOf,
  type People,
  refillCart,
  restoreRows,
  visitorOf,
} from '#testing/people.ts'
import { requests, withToken } from '#testing/requests.ts'
import { codeOf, type Method, openTestShop, sentenceOf, type TestShop } from '#testing/shop.ts'

let shop: TestShop
let people: People

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  await shop.settle()
})
afterAll(() => shop.close())

const cells = [...visitorEndpoints.keys()].flatMap((name) =>
  actorNames.map((who, i) => ({ name, who, status: matrix[name]?.[i] })),
)

test('the access matrix contains every call of people, with a request for it', () => {
  const names = [...visitorEndpoints.keys()].toSorted()
  expect(Object.keys(matrix).toSorted()).toEqual(names)
  expect(Object.keys(requests).toSorted()).toEqual(names)
})

/** Whose carts are filled and all rows restored: no call has changed anything since. Calls that read change nothing. */
const prepared = new Set<ActorName>()

async function prepare(who: ActorName): Promise<void> {
  if (prepared.size === 0) await restoreRows(shop, people)
  if (!prepared.has(who)) await fillCartOf(shop, people, who)
  prepared.add(who)
}

function codeOfInvalid(name: string): string {
  if (name.includes('/single-sign-on')) return 'sso_domain_unknown'
  return name === 'POST /api/catalog/cart/coupons' ? 'coupon_unknown' : 'validation_failed'
}

test.each(cells)('$name · $who → $status', async ({ name, who, status }) => {
  await prepare(who)
  const visitor = await visitorOf(shop, people, who)
  const { url, ...sent } = requests[name]?.(people) ?? { url: '' }
  const answer = await visitor.send(name.split(' ')[0] as Method, url, withToken(name, visitor, sent))
  if (answer.status === 200 && !name.startsWith('GET ')) prepared.clear()
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({
    status,
    code: {
      200: undefined,
      401: 'not_signed_in',
      403: name.includes('/yonetim') ? 'forbidden' : codeOfForbidden(who, name),
      404: codeOfMissing(name),
      409: codeOfConflict(name),
      422: codeOfInvalid(name),
    }[status ?? 0],
  })
})

function codeOfConflict(name: string): string {
  if (name.includes('/order-pad/')) return 'draft_changed'
  if (name.endsWith('/limit-approvals')) return 'limit_not_exceeded'
  if (name.includes('/offer/order/')) return 'offer_not_accepted'
  if (name.includes('/offer/rounds/')) return 'offer_turn_refused'
  if (name.includes('/quotes/')) return 'quote_changed'
  if (name.includes('/totp')) return 'factor_draft_expired'
  if (name.includes('/pos-accounts')) return 'pos_incomplete'
  if (name.includes('/pos-rules')) return 'pos_rules_changed'
  if (name.includes('imports')) return 'import_moved'
  if (name.includes('/price-lists')) return 'price_list_changed'
  if (name.endsWith('/release')) return 'payment_not_released'
  if (name.endsWith('/change')) return 'order_change_answered'
  if (name.endsWith('/order/:id/request')) return 'order_state_changed'
  if (name.includes('/request')) return 'order_request_answered'
  if (name.includes('/back-orders')) return 'back_orders_nothing'
  if (name.includes('/mail-server')) return 'mail_server_missing'
  if (name.includes('/account/transfers')) return 'transfer_settled'
  return name.includes('/payment-plans') ? 'settings_changed' : 'refund_not_possible'
}

function codeOfMissing(name: string): string {
  if (name.includes('/shared-drafts/')) return 'shared_draft_unknown'
  if (name.includes('/linked-lists/')) return 'list_link_unknown'
  if (name.includes('/account/lists/')) return 'list_not_found'
  if (name.includes('/price-changes/')) return 'price_change_not_found'
  if (name.includes('/limit-approvals/')) return 'limit_approval_not_found'
  if (name.includes('/proposals/') || name.includes('/rule-proposals/') || name.includes('/jobs/')) return 'not_found'
  if (name.includes('/own-dealers/')) return 'dealer_not_found'
  if (name.includes('/visits/')) return 'visit_not_found'
  if (name.includes('/representatives/')) return 'representative_not_found'
  if (name.includes('/login/link/')) return 'sign_in_link_not_found'
  if (/\/totp|\/recovery-codes|\/factors/.test(name)) return 'factor_not_found'
  if (name.endsWith('/account/erasure') || name.endsWith('/refusal')) return 'erasure_request_not_found'
  if (name.includes('/yonetim/users/')) return 'user_not_found'
  if (name.includes('/account/texts')) return 'text_not_found'
  if (name.includes('/identity-providers')) return 'identity_provider_not_found'
  if (name.includes('/report-views')) return 'report_view_not_found'
  if (name.includes('/account/approvals/')) return 'purchase_not_found'
  if (name.includes('/account/deputies')) return name.startsWith('POST') ? 'user_not_found' : 'deputy_not_found'
  if (name.includes('/roles/')) return 'role_not_found'
  if (name.includes('/addresses/:')) return 'address_not_found'
  if (name.includes('/api/account/users/')) return 'user_not_found'
  if (name.includes('/order-pad/')) return 'addition_not_found'
  if (name.includes('/catalog/variants/')) return 'product_not_found'
  if (name.includes('/cart/restore')) return 'removal_not_found'
  if (name.includes('/yonetim/pickings/')) return 'picking_not_found'
  if (name.includes('/yonetim/shipments/')) return 'shipment_not_found'
  if (name.includes('/returns/:')) return 'return_not_found'
  if (name.includes('/notes/')) return 'note_subject_not_found'
  if (name.includes('/offer')) return 'offer_not_found'
  if (name.includes('/account/transfers')) return 'transfer_not_found'
  if (name.includes('/invoices')) return 'invoice_not_found'
  if (name.includes('/fault-report-photos')) return 'not_found'
  if (name.includes('/fault-reports')) return 'fault_report_not_found'
  if (name.includes('/payment-link')) return 'link_not_found'
  if (name.includes('/account/cards/')) return 'stored_card_not_found'
  if (name.includes('/restores/')) return 'not_found'
  if (name.includes('/api-keys') || name.includes('/webhook') || name.includes('/yonetim/erp')) return 'not_found'
  if (name.includes('/account/')) return 'not_found'
  return name.includes('/payment') || name.includes('/bank-findings') ? 'not_found' : 'order_not_found'
}

function codeOfForbidden(who: string, name: string): string {
  if (name.includes('/price-reasons')) return 'price_reasons_hidden'
  if (name.includes('/payment-comparison')) return 'payment_comparison_hidden'
  if (name.includes('/login/code')) return 'factor_expired'
  if (name.includes('/login/link')) return 'sign_in_links_off'
  if (name.includes('/passkey')) return 'passkey_expired'
  if (who === 'admin') return 'admin_not_allowed'
  if (/(PATCH|DELETE) \S+\/lists\/:id$|\/lists\/:id\/restore$/.test(name)) return 'list_owner_only'
  if (name.includes('/lists/:id')) return 'list_read_only'
  if (name.includes('/cart/discount') && who !== 'noRight') return 'representative_only'
  return /\/api\/account\/(?:users|roles|addresses|deputies|purchase-rules)/.test(name) ? 'no_right' : 'no_order_right'
}

describe('data of another dealer', () => {
  test('is answered like data that does not exist', async () => {
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

  test('a branch in a body', async () => {
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

  test('is not changed by other users: each has a separate cart', async () => {
    const [mine, theirs] = [await shop.signedIn(people.dealer), await shop.signedIn(people.other)]
    await refillCart(shop, people, 'dealer')
    await refillCart(shop, people, 'other')
    await theirs.send('DELETE', '/api/catalog/cart')
    const { body } = await mine.send('GET', '/api/catalog/cart')
    expect(body).toMatchObject([{ quantity: 2, product: { id: people.product.id } }])
  })
})

test('refuses administrators in the specified words', async () => {
  const admin = await shop.signedIn(people.admin)
  const answer = await admin.send('POST', `/api/catalog/cart/${people.product.id}`, {
    body: { quantity: 1, productValue: people.product.unitId },
  })
  expect(sentenceOf(answer)).toBe('Yönetici hesabı ile bu işlemi gerçekleştiremezsiniz.')
})

test('applies a removed right, a disabled user and a disabled dealer at the next call', async () => {
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
