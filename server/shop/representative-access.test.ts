import { afterAll, beforeAll, expect, test } from 'vitest'
import { representativePermissions } from '#domain/people/permissions.ts'
import { matrix } from '#testing/access-matrix.ts'
import { visitorEndpoints } from '#testing/endpoints.ts'
import { addPeople, type People, refillCart } from '#testing/people.ts'
import { requests, withToken } from '#testing/requests.ts'
import { codeOf, type Method, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, fillCart } from '#testing/store-rows.ts'

/** A representative works for one dealer; the requests of the access matrix are about another one. */
let shop: TestShop
let people: People
let acting: TestVisitor
let atDesk: TestVisitor
let seat: number

beforeAll(async () => {
  shop = await openTestShop()
  people = await addPeople(shop)
  const { pool } = shop.database
  const seller = await addAdmin(pool)
  await pool.execute("UPDATE users SET user_role = 'representative' WHERE id = $1", [seller.userId])
  await pool.execute('INSERT INTO representative_dealers (dealer_id, user_id) VALUES ($1, $2)', [
    people.other.dealer?.id,
    seller.userId,
  ])
  acting = await shop.signedIn(seller)
  atDesk = await shop.signedIn(seller)
  await acting.send('POST', `/yonetim/own-dealers/${people.other.dealer?.id}/act`)
  const row = await pool.one<{ id: number }>('SELECT id FROM users WHERE representative_id = $1', [seller.userId])
  seat = row?.id ?? 0
  await shop.settle()
})
afterAll(() => shop.close())

async function refill(): Promise<void> {
  const { pool } = shop.database
  await refillCart(shop, people, 'other')
  await pool.execute('DELETE FROM carts WHERE user_id = $1', [seat])
  await fillCart(pool, { userId: seat }, [{ unitId: people.product.unitId, quantity: 2 }])
}

async function statusOf(visitor: TestVisitor, name: string) {
  const { url, ...sent } = requests[name]?.(people) ?? { url: '' }
  const answer = await visitor.send(name.split(' ')[0] as Method, url, withToken(name, visitor, sent))
  return { status: answer.status, code: codeOf(answer) }
}

const calls = [...visitorEndpoints]
const ofDealers = calls.filter(([, { access }]) => access === 'dealer' || access === 'buyer').map(([name]) => name)
const ofStaff = calls.filter(([, { access }]) => access === 'admin').map(([name]) => name)
/** In the matrix: the owner of a dealer that the requests are not about. */
const otherColumn = 3

/** Whether a call may have changed the rows that others need. */
let isChanged = true

test.each(ofDealers)('%s answers somebody who works for another dealer like that dealer, or refuses', async (name) => {
  if (isChanged) await refill()
  const needs: readonly string[] = visitorEndpoints.get(name)?.needs ?? []
  const missing = needs.some((need) => !representativePermissions.some((own) => own === need))
  const { status, code } = await statusOf(acting, name)
  isChanged = status === 200 && !name.startsWith('GET ')
  const isAccount = name === 'PATCH /api/catalog/account/letterhead'
  if (isAccount) expect({ status, code }).toEqual({ status: 403, code: 'acting_only' })
  else if (missing) expect({ status, code }).toEqual({ status: 403, code: 'no_right' })
  else expect(status).toBe(name.includes('/cart/discount') ? 200 : matrix[name]?.[otherColumn])
})

test.each(ofStaff)('%s is closed to somebody who works for a dealer', async (name) => {
  expect(await statusOf(acting, name)).toEqual({ status: 403, code: 'forbidden' })
})

test.each(ofStaff)('%s gives a representative nothing but its own dealers', async (name) => {
  const area = visitorEndpoints.get(name)?.area
  if (area === 'any') return
  const { status, code } = await statusOf(atDesk, name)
  if (area !== 'field') expect({ status, code }).toEqual({ status: 403, code: 'no_right' })
  else expect(status).toBe(name.includes('/:id') ? 404 : 200)
})

test.each([
  ['the invoice', () => `/account/invoices/${people.invoice}/pdf`],
  ['the photo of a fault report', () => `/ariza-bildirimi/foto/${people.fault.event}`],
  ['the page of the order', () => `/siparis/${people.orderNo}`],
  ['the page of the dealer', () => `/yonetim/bayiler/${people.dealer.dealer?.id}`],
  ['the statement of the dealer', () => `/yonetim/bayiler/${people.dealer.dealer?.id}/ekstre.xlsx`],
  ['the page of a representative’s dealer', () => `/yonetim/plasiyer/bayi/${people.dealer.dealer?.id}`],
])('%s of another dealer cannot be opened', async (_, urlOf) => {
  for (const visitor of [acting, atDesk]) {
    const { status } = await visitor.send('GET', urlOf(), { headers: { accept: 'text/html' } })
    expect([403, 404]).toContain(status)
  }
})
