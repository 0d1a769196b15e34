import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { CampaignDetail, CampaignValues } from '#contract/admin/campaigns.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import type { ErrorBody } from '#contract/core/errors.ts'
import { addAdmin, addDealer, addProduct, type TestProduct } from '#testing/store-rows.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { codeOf, openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'

let shop: TestShop
let staff: TestVisitor
let dealer: TestVisitor
let drill: TestProduct
let saw: TestProduct
const today = dayInTurkey(new Date())

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  staff = await shop.signedIn(await addAdmin(pool))
  dealer = await shop.signedIn(await addDealer(pool, { discount: 20 }))
  drill = await addProduct(pool, { code: 'MATKAP', price: 100, stock: 100, units: { KOLİ: 12 }, taxRate: 20 })
  saw = await addProduct(pool, { code: 'TESTERE', price: 95, stock: 100, taxRate: 20 })
  await shop.settle()
})
afterAll(() => shop.close())
afterEach(async () => {
  await dealer.send('DELETE', '/api/catalog/cart')
  for (const id of await idsOf()) await staff.send('DELETE', `/yonetim/campaigns/${id}`)
})

const form: CampaignValues = {
  name: 'Güz',
  discount: '10',
  startDay: today,
  startTime: '',
  endDay: addDays(today, 6),
  endTime: '',
  rowCount: '1',
  position: '1',
  isActive: true,
  codes: ['MATKAP'],
}

async function idsOf(): Promise<number[]> {
  const { body } = await staff.send('GET', '/yonetim/campaigns')
  return (body as { items: { id: number }[] }).items.map(({ id }) => id)
}

async function create(values: Partial<CampaignValues> = {}): Promise<number> {
  const { body } = await staff.send('POST', '/yonetim/campaigns', { body: { values: { ...form, ...values } } })
  return (body as { id: number }).id
}

const read = async (id: number) => (await staff.send('GET', `/yonetim/campaigns/${id}`)).body as CampaignDetail
const change = (id: number, before: CampaignValues, values: CampaignValues) =>
  staff.send('PATCH', `/yonetim/campaigns/${id}`, { body: { before, values } })
const salePrice = async (who: TestVisitor, { id }: TestProduct) =>
  ((await who.send('GET', `/api/catalog/product/${id}`)).body as { salePrice: { value: number } }).salePrice.value
const cart = async () => (await dealer.send('GET', '/api/catalog/cart')).body as CartItem[]
const add = ({ id, unitId }: TestProduct, quantity: number, unit = unitId) =>
  dealer.send('POST', `/api/catalog/cart/${id}`, { body: { quantity, productValue: unit } })
const problems = (body: unknown) => (body as ErrorBody).error.fields

describe('a campaign discount', () => {
  test('applies to the dealer’s price on the page, in the cart and its totals, and in the order', async () => {
    await add(drill, 2)
    const id = await create()
    expect(await salePrice(staff, drill)).toBe(90)
    expect(await salePrice(dealer, drill)).toBe(72)
    expect(await salePrice(dealer, saw)).toBe(76)
    await add(drill, 1, drill.units['KOLİ'])
    expect((await cart()).map(({ productUnit }) => productUnit.defaultPrice?.value)).toEqual([72, 864])
    const { body } = await dealer.send('GET', '/api/catalog/cart/page')
    expect((body as { cart: { totals: object } }).cart.totals).toMatchObject({ subtotal: 1008, total: 1209.6 })
    const { status } = await dealer.send('POST', '/api/catalog/cart', { body: { description: '' } })
    expect(status).toBe(200)
    const order = await shop.database.pool.one('SELECT subtotal, total FROM orders ORDER BY id DESC LIMIT 1')
    expect(order).toEqual({ subtotal: '1008.00', total: '1209.60' })
    await staff.send('DELETE', `/yonetim/campaigns/${id}`)
    expect(await salePrice(dealer, drill)).toBe(80)
  })

  test('shows the previous price as list price when the store has none', async () => {
    await create()
    const { body } = await dealer.send('GET', `/api/catalog/product/${drill.id}`)
    expect(body).toMatchObject({ listPrice: { value: 80 }, salePrice: { value: 72 } })
  })

  test('counts when lists are sorted and filtered by price', async () => {
    const order = async (query: string) =>
      ((await dealer.send('GET', `/api/catalog/products?${query}`)).body as { items: { code: string }[] }).items.map(
        ({ code }) => code,
      )
    await shop.settle()
    expect(await order('sort=price')).toEqual(['TESTERE', 'MATKAP'])
    await create()
    await shop.settle()
    expect(await order('sort=price')).toEqual(['MATKAP', 'TESTERE'])
    expect(await order('filters=price:0-73')).toEqual(['MATKAP'])
  })

  test('applies only between its dates, and the highest one applies when campaigns overlap', async () => {
    await create({ name: 'Geçen hafta', startDay: addDays(today, -7), endDay: addDays(today, -1), discount: '50' })
    await create({ name: 'Gelecek', startDay: addDays(today, 1), discount: '40' })
    await create({ name: 'Kapalı', isActive: false, discount: '30' })
    expect(await salePrice(staff, drill)).toBe(100)
    await create({ name: 'Yüzde beş', discount: '5' })
    await create({ name: 'On iki buçuk', discount: '12,5' })
    expect(await salePrice(staff, drill)).toBe(87.5)
    const { body } = await staff.send('GET', '/yonetim/campaigns?sort=name')
    expect((body as { items: object[] }).items.map((item) => (item as { state: string }).state)).toEqual([
      'ended',
      'planned',
      'off',
      'running',
      'running',
    ])
    const { body: planned } = await staff.send('GET', '/yonetim/campaigns?state=planned&q=gelecek')
    expect(planned).toMatchObject({ total: 1, items: [{ name: 'Gelecek', discount: 40, products: 1 }] })
  })

  test('applies to a variant’s whole family, including variants added later', async () => {
    const { pool } = shop.database
    const parent = await addProduct(pool, { code: 'TS', variantNames: ['Renk'], price: null })
    const red = await addProduct(pool, { code: 'TS-K', parentId: parent.id, variantValues: ['Kırmızı'], price: 50 })
    await create({ codes: ['TS-K'], discount: '20' })
    const blue = await addProduct(pool, { code: 'TS-M', parentId: parent.id, variantValues: ['Mavi'], price: 40 })
    await expect.poll(() => salePrice(staff, blue), { timeout: 10_000 }).toBe(32)
    expect(await salePrice(staff, red)).toBe(40)
    expect(await salePrice(staff, parent)).toBe(32)
  })
})

describe('the campaign form', () => {
  test('returns the saved values with the products in their order', async () => {
    const id = await create({ codes: ['TESTERE', 'MATKAP'], startTime: '09:30' })
    const { values, products, state } = await read(id)
    expect(values).toEqual({ ...form, codes: ['TESTERE', 'MATKAP'], startTime: '09:30' })
    expect(products.map(({ code, price }) => [code, price?.value])).toEqual([
      ['TESTERE', 95],
      ['MATKAP', 100],
    ])
    expect(['running', 'planned']).toContain(state)
  })

  test('looks up product codes and returns the unknown ones', async () => {
    const body = { codes: [' MATKAP', 'YOK', 'MATKAP', ''] }
    const { body: found } = await staff.send('POST', '/yonetim/campaign-products', { body })
    expect(found).toMatchObject({ items: [{ code: 'MATKAP', isHidden: false, isParent: false }], unknown: ['YOK'] })
  })

  test('reports a problem for every invalid field', async () => {
    const values = { ...form, name: ' ', discount: '100', rowCount: '11', position: 'x', codes: [] }
    const response = await staff.send('POST', '/yonetim/campaigns', {
      body: { values: { ...values, endDay: addDays(today, -1) } },
    })
    expect(response.status).toBe(422)
    expect(problems(response.body)).toEqual({
      name: 'Kampanyaya bir ad verin.',
      discount: '0 ile 99,99 arasında, en çok iki ondalıklı bir yüzde yazın.',
      endDay: 'Kampanya başlamadan bitemez.',
      rowCount: '1 ile 10 arasında bir tam sayı yazın.',
      position: '0 ile 1.000.000 arasında bir tam sayı yazın.',
      codes: 'En az bir ürün seçin.',
    })
    await create()
    const twice = await staff.send('POST', '/yonetim/campaigns', {
      body: { values: { ...form, codes: ['YOK', 'MATKAP'], startDay: '' } },
    })
    expect(problems(twice.body)).toEqual({
      name: 'Bu adda başka bir kampanya var.',
      codes: 'Bu kodlarla ürün yok: YOK',
    })
    for (const startDay of ['2026-02-30', 'yarın']) {
      const response = await staff.send('POST', '/yonetim/campaigns', { body: { values: { ...form, startDay } } })
      expect(problems(response.body)?.['startDay']).toBe('Geçerli bir gün ve saat yazın.')
    }
  })

  test('does not overwrite changes saved by another administrator', async () => {
    const id = await create()
    const { values } = await read(id)
    expect((await change(id, values, { ...values, discount: '15' })).status).toBe(200)
    const lateChange = await change(id, values, { ...values, discount: '25' })
    expect(codeOf(lateChange)).toBe('campaign_changed')
    expect(problems(lateChange.body)).toEqual({ discount: 'Bu arada değişti; şimdi: 15' })
    expect((await change(id, values, { ...values, name: 'Kış' })).status).toBe(409)
    expect((await change(id, { ...values, discount: '15' }, { ...values, discount: '15', name: 'Kış' })).status).toBe(
      200,
    )
    expect(await salePrice(staff, drill)).toBe(85)
    expect(codeOf(await change(999_999, values, values))).toBe('campaign_not_found')
  })
})

test('writes each change to the audit log with the differing values', async () => {
  const id = await create({ name: 'Denetim' })
  const { values } = await read(id)
  await change(id, values, { ...values, discount: '0', isActive: false })
  await staff.send('DELETE', `/yonetim/campaigns/${id}`)
  const rows = await shop.database.pool.query(
    "SELECT action, before, after FROM audit_log WHERE noun = 'campaign' AND noun_id = 'Denetim' ORDER BY id",
  )
  expect(rows).toMatchObject([
    { action: 'create', before: null, after: { discount: 10, products: ['MATKAP'] } },
    { action: 'change', before: { discount: 10, isActive: true }, after: { discount: 0, isActive: false } },
    { action: 'remove', before: { discount: 0 }, after: null },
  ])
})

test('exports no name as a spreadsheet formula', async () => {
  await create({ name: '=1+1', endDay: '2030-12-31', startDay: '' })
  const { text } = await staff.send('GET', '/yonetim/kampanyalar.csv?state=running')
  expect(text.split('\r\n')[1]).toBe(`"'=1+1";"Sürüyor";10;;31.12.2030;1;1;1`)
})
