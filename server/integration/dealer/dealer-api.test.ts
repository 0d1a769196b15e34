import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { urlOf } from '#contract/core/endpoint.ts'
import { dealerScopes } from '#contract/core/dealer-scopes.ts'
import { scopes } from '#contract/core/scopes.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { dealerKeyEndpoints, serviceEndpoints } from '#testing/endpoints.ts'
import { addDealerProgram, addProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, addColleague, addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'

let shop: TestShop
let actor: Actor
let dealer: TestVisitor
let program: Program
let drill: TestProduct
const db = () => shop.database.pool
const base = '/api/dealer/v1'

beforeAll(async () => {
  shop = await openTestShop()
  actor = await addDealer(db(), { discount: 10 })
  dealer = await shop.signedIn(actor)
  program = await addDealerProgram(shop, dealer, dealerScopes)
  drill = await addProduct(db(), { code: 'MTK-500', price: 100, stock: 1000, units: { KOLİ: 6 }, taxRate: 20 })
  await db().execute('UPDATE product_units SET barcode = $2 WHERE id = $1', [drill.units['KOLİ'], '8690000000029'])
  // The address of the example.
  await db().execute(
    `INSERT INTO dealer_addresses (dealer_id, name, recipient, phone, address, district, city, erp_code)
     VALUES ($1, 'Şantiye Gebze', 'Hasan Kaya', '0262 555 01 02', 'Sanayi Caddesi 12', 'Gebze', 'Kocaeli', 'SEVK-02')`,
    [actor.dealer?.id],
  )
  await shop.settle()
})
afterAll(() => shop.close())

let serial = 0
const key = () => ({ 'idempotency-key': `order-${(serial += 1)}-${Date.now()}` })
const order = (body: object, headers: Record<string, string> = key(), from = program) =>
  from.send('POST', '/orders', { body, headers })
const lines = [{ code: 'MTK-500', quantity: 1 }]
let lastAddress = 0
const newAddress = () => `203.0.113.${(lastAddress += 1)}`
/** An order of the program that waits for a colleague. */
async function approvalNumber(): Promise<number> {
  await db().execute('INSERT INTO purchase_limits (user_id, per_order) VALUES ($1, 0)', [actor.userId])
  await addColleague(db(), actor.dealer ?? expect.fail())
  await db().execute(
    "UPDATE users SET user_role = 'approver' WHERE dealer_id = $1 AND id <> $2 AND user_role = 'buyer'",
    [actor.dealer?.id, actor.userId],
  )
  const { body } = await order({ lines, sendForApproval: true })
  await db().execute('DELETE FROM purchase_limits WHERE user_id = $1', [actor.userId])
  return (body as { approval: { number: number } }).approval.number
}
async function listId(): Promise<string> {
  const row = await db().one<{ id: number }>(
    "INSERT INTO lists (dealer_id, user_id, name) VALUES ($1, $2, 'Haftalık') RETURNING id",
    [actor.dealer?.id, actor.userId],
  )
  return String(row?.id)
}
const orderNoOf = (answer: { body: unknown }) => (answer.body as { orderNo: string }).orderNo

/** The example with a delivery that can be requested today: its own day passes. */
const withComingDay = (body: unknown) =>
  typeof body === 'object' && body !== null && 'deliveryDate' in body
    ? { ...body, deliveryDate: addDays(dayInTurkey(new Date()), 3) }
    : body

describe.each([...dealerKeyEndpoints])('%s', (name, { scope, method, path, example, reply, needs }) => {
  const needsRight = needs?.includes('order') === true
  const url = path.replaceAll(/:\w+/g, '1')
  const sent = method === 'GET' ? {} : { body: withComingDay(example?.body) }

  test('refuses everybody without a dealer’s key: people, and programs of the shop', async () => {
    const admin = await shop.signedIn(await addAdmin(db()))
    const other = await addProgram(shop, scopes)
    const headers = { authorization: `Bearer ${other.key}` }
    // Attempts without an accepted key are limited by address.
    const from = { ...sent, address: newAddress() }
    for (const answer of [
      await (await shop.guest()).send(method, url, from),
      await dealer.send(method, url, from),
      await admin.send(method, url, from),
      await (await shop.guest()).send(method, url, { ...from, headers }),
    ]) {
      expect([answer.status, codeOf(answer)]).toEqual([401, 'key_invalid'])
    }
  })

  test('needs its own scope, and the right to order if it orders', async () => {
    const others = dealerScopes.filter((each) => each !== scope)
    const narrow = await addDealerProgram(shop, dealer, others)
    const answer = await narrow.send(method, url.slice(base.length), sent)
    // A user has 20 keys at most.
    await db().execute('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [narrow.keyId])
    if (scope !== undefined) expect([answer.status, codeOf(answer)]).toEqual([403, 'scope_missing'])
    else expect(answer.status).toBe(200)
    if (!needsRight) return
    const colleague = await addColleague(db(), actor.dealer ?? expect.fail())
    const without = await addDealerProgram(shop, await shop.signedIn(colleague), dealerScopes)
    await db().execute('UPDATE users SET can_order = false WHERE id = $1', [colleague.userId])
    const refused = await without.send(method, url.slice(base.length), { ...sent, headers: key() })
    expect([refused.status, codeOf(refused)]).toEqual([403, 'no_order_right'])
  })

  test('has an example whose reply has the declared shape, and answers its request', async () => {
    expect(z.parse(reply, example?.reply)).toEqual(example?.reply)
    const params = { ...example?.params } as Record<string, string>
    if (name.includes('/orders/:orderNo')) params['orderNo'] = orderNoOf(await order({ lines }))
    if (name.includes('/approvals/:id')) params['id'] = String(await approvalNumber())
    if (name.includes('/lists/:id')) params['id'] = await listId()
    const called = urlOf(path.slice(base.length), params, { ...example?.query })
    const headers = method === 'GET' ? {} : key()
    const answer = await program.send(method, called, { ...sent, headers })
    expect([answer.status, codeOf(answer)]).toEqual([200, undefined])
  })
})

test.each([...serviceEndpoints].map(([name, endpoint], index) => [name, endpoint, index] as const))(
  'a dealer’s key opens no call of the shop’s programs: %s',
  async (_, { method, path }, index) => {
    const answer = await shop.app.inject({
      method: method as 'GET',
      url: path.replaceAll(/:\w+/g, '1'),
      // Attempts with keys that are not accepted are limited by address.
      headers: { authorization: `Bearer ${program.key}`, 'x-forwarded-for': `198.51.100.${index}` },
      ...(method !== 'GET' && { payload: {} }),
    })
    expect(answer.statusCode).toBe(401)
  },
)

describe('POST /orders', () => {
  const countOrders = async () => (await db().query('SELECT FROM orders')).length
  const cartOf = async () => (await dealer.send('GET', '/api/catalog/cart')).body as unknown[]

  test('orders by code and barcode as the screen would, and leaves the cart on screen as it is', async () => {
    await dealer.send('POST', `/api/catalog/cart/${drill.id}`, { body: { quantity: 3, productValue: drill.unitId } })
    const answer = await order({
      lines: [
        { code: 'MTK-500', quantity: 2 },
        { code: '8690000000029', quantity: 1 },
      ],
      note: 'Öğleden sonra',
      ownOrderNo: 'WEB-1',
      total: '864.00',
    })
    expect(answer.status).toBe(200)
    const found = (await program.send('GET', `/orders/${orderNoOf(answer)}`)).body
    expect(found).toMatchObject({
      total: 864,
      description: 'Bayi sipariş no: WEB-1 · Öğleden sonra',
      orderItems: [
        { code: 'MTK-500', unit: 'ADET', quantity: 2, price: { value: 90 } },
        { code: 'MTK-500', unit: 'KOLİ', quantity: 1, price: { value: 540 } },
      ],
    })
    expect(await cartOf()).toHaveLength(1)
    expect(await db().query('SELECT FROM carts WHERE guest_hash IS NOT NULL')).toEqual([])
  })

  test('is done once with one key, also when it is sent twenty times at the same time', async () => {
    const before = await countOrders()
    const headers = key()
    const answers = await Promise.all(Array.from({ length: 20 }, () => order({ lines }, headers)))
    const numbers = new Set(answers.filter(({ status }) => status === 200).map(orderNoOf))
    expect(numbers.size).toBe(1)
    expect(answers.every((answer) => answer.status === 200 || codeOf(answer) === 'in_progress')).toBe(true)
    expect(await countOrders()).toBe(before + 1)
    const other = await order({ lines: [{ code: 'MTK-500', quantity: 2 }] }, headers)
    expect(codeOf(other)).toBe('idempotency_mismatch')
  })

  test('needs a key that makes it repeatable', async () => {
    expect(codeOf(await order({ lines }, {}))).toBe('idempotency_key_missing')
    expect((await order({ lines }, { 'idempotency-key': 'a b' })).status).toBe(400)
  })

  test('names each refused line and orders nothing', async () => {
    const before = await countOrders()
    const answer = await order({
      lines: [
        { code: 'MTK-500', quantity: 1 },
        { code: 'YOK', quantity: 1 },
        { code: 'MTK-500', quantity: 1, unit: 'PALET' },
        { code: 'MTK-500', quantity: 1_000_000 },
      ],
    })
    expect([answer.status, codeOf(answer)]).toEqual([422, 'order_line_refused'])
    const { fields } = (answer.body as { error: { fields: Record<string, string> } }).error
    expect(Object.keys(fields)).toEqual(['lines.1', 'lines.2'])
    const tooMany = await order({ lines: [{ code: 'MTK-500', quantity: 1_000_000 }] })
    expect(tooMany.status).toBe(422)
    expect(tooMany.text).toContain('lines.0')
    expect(await countOrders()).toBe(before)
    expect(await db().query('SELECT FROM carts WHERE guest_hash IS NOT NULL')).toEqual([])
  })

  test.each([
    ['no lines', { lines: [] }],
    ['half a unit', { lines: [{ code: 'MTK-500', quantity: 1.5 }] }],
    ['a negative quantity', { lines: [{ code: 'MTK-500', quantity: -1 }] }],
    ['a price', { lines: [{ code: 'MTK-500', quantity: 1, price: '0.01' }] }],
    ['a dealer', { lines, dealer: 'B1' }],
    ['2,001 lines', { lines: Array.from({ length: 2001 }, () => lines[0]) }],
  ])('refuses %s', async (_, body) => {
    expect((await order(body)).status).toBe(422)
  })

  test('names an unknown field itself, and the limit of too many lines, in the language of the program', async () => {
    const fieldsOf = async (body: object, language = 'tr') =>
      (
        (await order(body, { 'idempotency-key': 'alanlar-1', 'accept-language': language })).body as {
          error: { fields: Record<string, string> }
        }
      ).error.fields
    expect(await fieldsOf({ lines: [{ code: 'MTK-500', quantity: 1, price: '0.01' }], dealer: 'B1' })).toEqual({
      'lines.0.price': 'Böyle bir alan yok.',
      dealer: 'Böyle bir alan yok.',
    })
    const many = { lines: Array.from({ length: 2001 }, () => lines[0]) }
    expect(await fieldsOf(many)).toEqual({ lines: 'En çok 2.000 kayıt olabilir.' })
    expect(await fieldsOf(many, 'en')).toEqual({ lines: 'At most 2,000 entries are allowed.' })
  })

  test('answers with sentences for programs, not with those of the screen', async () => {
    const messageOf = ({ body }: { body: unknown }) =>
      (body as { error: { messages: { type: string } } }).error.messages.type
    const other = await order({ lines, total: '0.01' })
    expect(codeOf(other)).toBe('total_changed')
    expect(messageOf(other)).toMatch(/^“total”, siparişin şimdiki toplamı değil: .* Sipariş verilmedi\.$/)
    const headers = { 'idempotency-key': 'cumleler-1' }
    await order({ lines }, headers)
    const mismatch = await order({ lines: [{ code: 'MTK-500', quantity: 3 }] }, headers)
    expect(messageOf(mismatch)).toContain('Idempotency-Key')
    expect(messageOf(mismatch)).not.toContain('Sayfayı')
  })

  test('uses a number of the dealer once, until the order is cancelled', async () => {
    const first = await order({ lines, ownOrderNo: 'WEB-9' })
    expect(first.status).toBe(200)
    const [again, twin] = await Promise.all([
      order({ lines, ownOrderNo: 'WEB-9' }),
      order({ lines, ownOrderNo: 'WEB-10' }),
    ])
    expect([codeOf(again), twin.status]).toEqual(['own_order_no_used', 200])
    const both = await Promise.all([1, 2].map(() => order({ lines, ownOrderNo: 'WEB-11' })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await db().execute(
      `UPDATE orders SET state = 'cancelled', is_cancel = true, cancelled_at = now() WHERE order_no = $1`,
      [orderNoOf(first)],
    )
    expect((await order({ lines, ownOrderNo: 'WEB-9' })).status).toBe(200)
  })

  test('refuses another total, an unknown branch, and one of another dealer', async () => {
    expect(codeOf(await order({ lines, total: '1.00' }))).toBe('total_changed')
    const stranger = await addDealer(db())
    await db().execute("INSERT INTO branches (name, dealer_id) VALUES ('Yabancı', $1), ('Kendi', $2)", [
      stranger.dealer?.id,
      actor.dealer?.id,
    ])
    await shop.settle()
    await expect.poll(async () => (await program.send('GET', '/me')).text).toContain('Kendi')
    expect(codeOf(await order({ lines, branch: 'Yabancı' }))).toBe('branch_unknown')
    const placed = await order({ lines, branch: 'Kendi' })
    expect((await program.send('GET', `/orders/${orderNoOf(placed)}`)).body).toMatchObject({ branch: 'Kendi' })
  })

  test('takes no more stock than there is when two programs order at the same time', async () => {
    const scarce = await addProduct(db(), { code: 'AZ-1', price: 10, stock: 5 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => order({ lines: [{ code: scarce.code, quantity: 1 }] })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = answers.filter(({ status }) => status !== 200).map(codeOf)
    expect(refused.every((code) => code === 'insufficient_stock' || code === 'order_line_refused')).toBe(true)
  })
})

test('orders of another dealer do not exist for a key', async () => {
  const placed = await order({ lines })
  const stranger = await addDealerProgram(shop, await shop.signedIn(await addDealer(db())), dealerScopes)
  const foreign = await stranger.send('GET', `/orders/${orderNoOf(placed)}`)
  const unknown = await stranger.send('GET', '/orders/S2020999999')
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
  expect((await stranger.send('GET', '/orders')).body).toMatchObject({ items: [], total: 0 })
})

describe('the catalog', () => {
  test('is read in pages, and then only what changed', async () => {
    const read = async (query: string) =>
      (await program.send('GET', `/products${query}`)).body as {
        items: { code: string }[]
        removed: string[]
        cursor: string | null
        version: string
        isFull: boolean
      }
    const codes: string[] = []
    let cursor: string | null = '0'
    while (cursor !== null) {
      const page = await read(`?limit=1&cursor=${cursor}`)
      codes.push(...page.items.map(({ code }) => code))
      cursor = page.cursor
    }
    expect(codes).toContain('MTK-500')
    expect(new Set(codes).size).toBe(codes.length)
    const { version } = await read('')
    expect(await read(`?since=${version}`)).toMatchObject({ items: [], isFull: false })
    await db().execute("UPDATE products SET is_active = false WHERE code = 'AZ-1'")
    expect(await read(`?since=${version}`)).toMatchObject({ items: [], removed: ['AZ-1'] })
    expect((await read('?since=1')).isFull).toBe(true)
    expect((await program.send('GET', '/products?cursor=x')).status).toBe(422)
  })

  test('has a product by its code and by the barcode of a unit', async () => {
    const byCode = await program.send('GET', '/products/MTK-500')
    expect(byCode.body).toMatchObject({
      code: 'MTK-500',
      units: [
        { name: 'ADET', price: { value: '90.00', currency: 'TRY' } },
        { name: 'KOLİ', barcode: '8690000000029' },
      ],
    })
    expect((await program.send('GET', '/products/8690000000029')).text).toBe(byCode.text)
    expect(codeOf(await program.send('GET', '/products/YOK'))).toBe('product_not_found')
  })

  test('explains a price as far as the store shows this', async () => {
    await db().execute(
      "INSERT INTO price_rules (name, kind, product_id, chain, min_quantity) VALUES ('On adet', 'tier', $1, '5', 10)",
      [drill.id],
    )
    await shop.settle()
    const why = (query: string) => program.send('GET', `/products/MTK-500/price-reasons?${query}`)
    const steps = ['list', 'discount']
    expect((await why('')).body).toMatchObject({ unit: 'ADET', steps: steps.map((kind) => ({ kind })) })
    const { body } = await why('quantity=10')
    expect(body).toMatchObject({
      quantity: 10,
      steps: [{ value: 100 }, { value: 90 }, { kind: 'tier', rule: 'On adet', chain: '5', value: 85.5 }],
      line: { amount: 855 },
    })
    expect((await why('unit=koli&quantity=2')).body).toMatchObject({ unit: 'KOLİ', steps: { length: 4 } })
    expect(codeOf(await why('unit=VARİL'))).toBe('unit_not_found')
    await shop.setSetting('showPriceReasons', '0')
    expect(codeOf(await why(''))).toBe('price_reasons_hidden')
    await shop.setSetting('showPriceReasons', '1')
    await db().execute('DELETE FROM price_rules')
    await shop.settle()
  })
})

test('the document of these calls has them and no others, with the header that orders need', async () => {
  const document = (await shop.app.inject(`${base}/openapi.json`)).json<{
    paths: Record<string, Record<string, { tags: string[]; parameters: { name: string; in: string }[] }>>
  }>()
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(documented.toSorted()).toEqual([...dealerKeyEndpoints.keys()].toSorted())
  const { tags, parameters } = document.paths[`${base}/orders`]?.['post'] ?? expect.fail()
  expect([tags, parameters]).toMatchObject([['Dealers'], [{ name: 'Idempotency-Key', in: 'header' }]])
})
