import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import { dealerScopes } from '#contract/core/dealer-scopes.ts'
import type { getDealerCart } from '#contract/integration/dealer-cart.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Invoice } from '#contract/shop/statement.ts'
import { addDealerProgram, type Program } from '#testing/programs.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addDealer, addProduct, setPrice, type TestProduct } from '#testing/store-rows.ts'
import type { Actor } from '#server/visitor/visitor.ts'

let shop: TestShop
let actor: Actor
let dealer: TestVisitor
let program: Program
let drill: TestProduct
const db = () => shop.database.pool

beforeAll(async () => {
  shop = await openTestShop()
  drill = await addProduct(db(), { code: 'MTK-500', price: 100, stock: 50, units: { KOLİ: 6 }, taxRate: 20 })
  await shop.settle()
})
beforeEach(async () => {
  actor = await addDealer(db(), { discount: 10 })
  dealer = await shop.signedIn(actor)
  program = await addDealerProgram(shop, dealer, dealerScopes)
})
afterAll(() => shop.close())

let serial = 0
const key = () => ({ 'idempotency-key': `cart-lines-${(serial += 1)}` })
const lines = [{ code: 'MTK-500', quantity: 2 }]
const add = (body: object, headers: Record<string, string> = key()) =>
  program.send('POST', '/cart/lines', { body, headers })
const offer = (body: object, headers: Record<string, string> = key()) =>
  program.send('POST', '/offers', { body, headers })
const cartOnScreen = async () => (await dealer.send('GET', '/api/catalog/cart')).body as CartItem[]
const quantities = async () => (await cartOnScreen()).map(({ productUnit, quantity }) => [productUnit.value, quantity])
const fieldsOf = (answer: { body: unknown }) =>
  Object.keys((answer.body as { error: { fields?: object } }).error.fields ?? {})

describe('the cart of a dealer’s program', () => {
  test('is the cart on screen: lines are added to it, shown with their prices, ordered there, and removed', async () => {
    await dealer.send('POST', `/api/catalog/cart/${drill.id}`, { body: { quantity: 1, productValue: drill.unitId } })
    const added = (await add({ lines: [...lines, { code: 'mtk-500', quantity: 1, unit: 'koli' }] })).body as Reply<
      typeof getDealerCart
    >
    expect(added).toEqual({
      lines: [
        expect.objectContaining({ code: 'MTK-500', unit: 'ADET', quantity: 3, price: { value: 90, currency: 'TRY' } }),
        expect.objectContaining({ unit: 'KOLİ', quantity: 1, price: { value: 540, currency: 'TRY' } }),
      ],
      cart: expect.objectContaining({ lineCount: 2, totals: expect.objectContaining({ subtotal: 810, total: 972 }) }),
    })
    expect((await program.send('GET', '/cart')).body).toEqual(added)
    expect(await quantities()).toEqual([
      ['ADET', 3],
      ['KOLİ', 1],
    ])
    expect((await program.send('DELETE', '/cart')).body).toMatchObject({ lines: [], cart: { lineCount: 0 } })
    expect(await quantities()).toEqual([])
  })

  test('gets lines once with one key, also when they are sent ten times at the same time', async () => {
    const headers = key()
    const answers = await Promise.all(Array.from({ length: 10 }, () => add({ lines }, headers)))
    expect(answers.map((answer) => codeOf(answer) ?? answer.status)).toEqual(answers.map(() => 200))
    expect(await quantities()).toEqual([['ADET', 2]])
    expect(codeOf(await add({ lines: [{ code: 'MTK-500', quantity: 3 }] }, headers))).toBe('idempotency_mismatch')
    // A key of the cart is no key of an order.
    const ordered = await program.send('POST', '/orders', { body: { lines }, headers })
    expect(codeOf(ordered)).toBe('idempotency_mismatch')
    expect(codeOf(await add({ lines }, {}))).toBe('idempotency_key_missing')
    expect((await add({ lines }, { 'idempotency-key': 'kurz' })).status).toBe(400)
  })

  test('gets all lines or none, and names each refused one', async () => {
    const refused = await add({ lines: [...lines, { code: 'YOK', quantity: 1 }] })
    expect([refused.status, codeOf(refused), fieldsOf(refused)]).toEqual([422, 'order_line_refused', ['lines.1']])
    const tooMany = await add({ lines: [...lines, { code: 'MTK-500', quantity: 1_000_000 }] })
    expect(fieldsOf(tooMany)).toEqual(['lines.1'])
    expect(await quantities()).toEqual([])
  })

  test('leaves a changed price to be noticed by the person who opens it', async () => {
    await add({ lines })
    await cartOnScreen()
    await setPrice(db(), drill.unitId, 120)
    await shop.settle()
    await program.send('GET', '/cart')
    expect((await cartOnScreen())[0]?.previousPrice).toEqual({ value: 90, currency: 'TRY' })
    await setPrice(db(), drill.unitId, 100)
    await shop.settle()
  })

  test('has no prices where the shop hides them', async () => {
    await shop.setSetting('showPriceStatus', '0')
    try {
      const { body, text } = await add({ lines })
      expect(body).toMatchObject({ lines: [{ code: 'MTK-500', quantity: 2 }], cart: { lineCount: 1 } })
      expect(text).not.toMatch(/90|216|totals/)
    } finally {
      await shop.setSetting('showPriceStatus', '1')
    }
  })
})

describe('an offer of a dealer’s program', () => {
  const offers = async () =>
    (await program.send('GET', '/offers')).body as { total: number; items: { orderNo: string; description: string }[] }

  test('is made of its lines with today’s prices, and leaves the cart on screen as it is', async () => {
    await dealer.send('POST', `/api/catalog/cart/${drill.id}`, { body: { quantity: 5, productValue: drill.unitId } })
    const answer = await offer({ lines: [...lines, { code: 'MTK-500', quantity: 1, unit: 'KOLİ' }], note: 'Şantiye' })
    const { offerNo } = answer.body as { offerNo: string }
    expect(offerNo).toMatch(/^T\d+$/)
    expect(await offers()).toMatchObject({
      total: 1,
      items: [{ orderNo: offerNo, description: 'Şantiye', subtotal: 720, total: 864, offerItems: [{}, {}] }],
    })
    expect(await quantities()).toEqual([['ADET', 5]])
    expect(await db().query('SELECT FROM carts WHERE guest_hash IS NOT NULL')).toEqual([])
  })

  test('is made once with one key', async () => {
    const headers = key()
    const answers = await Promise.all(Array.from({ length: 10 }, () => offer({ lines }, headers)))
    const numbers = answers.map(({ body }) => (body as { offerNo?: string }).offerNo)
    expect(new Set(numbers).size).toBe(1)
    expect((await offers()).total).toBe(1)
    expect(codeOf(await offer({ lines, note: 'Başka' }, headers))).toBe('idempotency_mismatch')
    expect(codeOf(await offer({ lines }, {}))).toBe('idempotency_key_missing')
  })

  test('is refused with its lines, and where the shop makes no offers', async () => {
    const refused = await offer({ lines: [{ code: 'YOK', quantity: 1 }] })
    expect([codeOf(refused), fieldsOf(refused)]).toEqual(['order_line_refused', ['lines.0']])
    await shop.setSetting('b2b_teklif_ver_durum', '0')
    try {
      expect(codeOf(await offer({ lines }))).toBe('forbidden')
    } finally {
      await shop.setSetting('b2b_teklif_ver_durum', '1')
    }
    expect((await offers()).total).toBe(0)
    expect(await db().query('SELECT FROM carts WHERE guest_hash IS NOT NULL')).toEqual([])
  })
})

describe('the invoices of a dealer', () => {
  const addMovement = (day: string, kind: string, parts: { debit?: number; currency?: string; paid?: number } = {}) => {
    const { debit = 100, currency = 'TRY', paid = 0 } = parts
    return db().execute(
      `INSERT INTO account_movements (dealer_id, posted_on, due_on, document_no, kind, debit, currency, reference, unpaid)
       VALUES ($1, $2, $2::date + 30, $3, $4, $5, $6, $3, $7)`,
      [actor.dealer?.id, day, `${kind}-${(serial += 1)}`, kind, debit, currency, debit - paid],
    )
  }
  const read = async (query = '') =>
    (await program.send('GET', `/invoices${query}`)).body as { items: Invoice[]; total: number; pages: number }

  test('are those of the account, newest first, in all currencies or one', async () => {
    await addMovement('2026-03-01', 'invoice', { debit: 1250.5, paid: 250.5 })
    await addMovement('2026-03-02', 'debit')
    await addMovement('2026-04-01', 'invoice', { debit: 40, currency: 'USD' })
    const { items, total } = await read()
    expect(total).toBe(2)
    expect(items).toEqual([
      expect.objectContaining({ date: '2026-04-01', amount: '40.00', unpaid: '40.00', currency: 'USD' }),
      expect.objectContaining({
        date: '2026-03-01',
        dueDate: '2026-03-31',
        amount: '1250.50',
        unpaid: '1000.00',
        currency: 'TRY',
      }),
    ])
    expect((await read('?currency=TRY')).total).toBe(1)
    expect((await read('?currency=GBP')).total).toBe(0)
    expect((await read('?from=2026-03-15')).items.map(({ date }) => date)).toEqual(['2026-04-01'])
    expect((await read('?to=31.03.2026')).items.map(({ date }) => date)).toEqual(['2026-03-01'])
    expect((await read(`?q=${items[1]?.documentNo}`)).total).toBe(1)
    expect((await read('?q=%25')).total).toBe(0)
  })

  test('come in pages', async () => {
    for (let n = 0; n < 51; n += 1) await addMovement('2026-03-01', 'invoice')
    const first = await read()
    const second = await read('?page=2')
    expect([first.items.length, second.items.length, first.total, first.pages]).toEqual([50, 1, 51, 2])
    expect(new Set([...first.items, ...second.items].map(({ documentNo }) => documentNo)).size).toBe(51)
  })
})

describe('the catalog of a dealer’s program', () => {
  test('has prices and stock by scopes of their own', async () => {
    const plain = await addDealerProgram(shop, dealer, ['catalog:read'])
    const priced = await addDealerProgram(shop, dealer, ['catalog:read', 'prices:read'])
    const read = async ({ send }: Program, url = '/products/MTK-500') => (await send('GET', url)).text
    expect(await read(plain)).not.toMatch(/"price"|"listPrice"|"stock"|isInStock|90/)
    expect(await read(priced)).toContain('"price":{"value":"90.00"')
    expect(await read(priced)).not.toContain('"stock"')
    expect(await read(plain, '/products')).not.toMatch(/"price"|"listPrice"|"stock"|isInStock|90\.00/)
    expect(codeOf(await plain.send('GET', '/prices'))).toBe('scope_missing')
    expect(codeOf(await plain.send('GET', '/stock'))).toBe('scope_missing')
    const { items } = (await program.send('GET', '/prices')).body as { items: object[] }
    expect(items).toMatchObject([{ code: 'MTK-500', units: [{ name: 'ADET', price: { value: '90.00' } }, {}] }])
    expect((await program.send('GET', '/stock')).body).toMatchObject({
      items: [{ code: 'MTK-500', stock: '50', isInStock: true }],
    })
  })

  const conditions: [string, () => Promise<unknown>][] = [
    ['the discount', () => db().execute('UPDATE dealers SET discount = 20 WHERE id = $1', [actor.dealer?.id])],
    ['a rate', () => db().execute("UPDATE currencies SET exchange_rate = exchange_rate + 1 WHERE code = 'USD'")],
    ['a setting', () => shop.setSetting('stockInfoStatus', 2)],
    ['the setting back', () => shop.setSetting('stockInfoStatus', 0)],
  ]
  test.each(conditions)('is read as a whole after %s changed', async (_, change) => {
    const read = async (query: string) =>
      (await program.send('GET', `/prices${query}`)).body as { version: string; isFull: boolean; items: object[] }
    const { version } = await read('')
    expect(await read(`?since=${version}`)).toMatchObject({ isFull: false, items: [] })
    await change()
    await expect.poll(async () => (await read(`?since=${version}`)).isFull, { interval: 50 }).toBe(true)
    expect((await read(`?since=${version}`)).items.length).toBeGreaterThan(0)
  })
})
