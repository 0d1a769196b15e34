import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryChoices } from '#contract/shop/delivery.ts'
import type { Order } from '#contract/shop/orders.ts'
import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { deliveryDaysMax } from '#domain/orders/delivery.ts'
import { addBuyer, type Buyer } from '#server/orders/test-orders.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { addressForm } from '#testing/address-requests.ts'
import { addDealerProgram } from '#testing/programs.ts'
import { type Answer, codeOf, openTestShop, type TestShop } from '#testing/shop.ts'
import { addColleague, addProduct, fillCart, setStock, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let buyer: Buyer
let drill: TestProduct
/** Pages do not receive this setting: a later one that they receive shows that it was read. */
async function offerCarriers(value: '0' | '1'): Promise<void> {
  await saveSetting(db(), 'carrierChoice', value)
  await shop.setSetting('storeHours', `carriers ${value}`)
}

/** Ids by name: the default one, another, a disabled one. */
let depot: number
let site: number
let closed: number
const db = () => shop.database.pool
const today = dayInTurkey(new Date())

beforeAll(async () => {
  shop = await openTestShop()
  drill = await addProduct(db(), { code: 'MTK-1', price: 100, stock: 1000 })
  await shop.settle()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await setStock(db(), drill.id, 1000)
  buyer = await addBuyer(shop)
  depot = await addAddress({ name: 'Depo', isDefault: true, erpCode: 'D-1' })
  site = await addAddress({ name: 'Şantiye', erpCode: 'S-1' })
  closed = await addAddress({ name: 'Eski', isDisabled: true, erpCode: 'E-1' })
})

async function addAddress(part: object, by: Buyer = buyer): Promise<number> {
  const { body } = await by.send('POST', '/api/account/addresses', { body: { values: { ...addressForm, ...part } } })
  const { items } = body as { items: { id: number }[] }
  return Math.max(...items.map(({ id }) => id))
}

let serial = 0
async function send(fields: object = {}, by: Buyer = buyer): Promise<Answer> {
  serial += 1
  await fillCart(db(), by.actor, [{ unitId: drill.unitId, quantity: 1 }])
  return by.send('POST', '/api/catalog/cart', { body: fields, headers: { 'idempotency-key': `delivery-${serial}` } })
}
const summaryOf = async ({ body }: Answer, by: Buyer = buyer) =>
  (await by.send('GET', `/api/catalog/orders/summary?order=${(body as { orderNo: string }).orderNo}`)).body as Order
const deliveryOf = async (fields: object = {}) => (await summaryOf(await send(fields))).delivery
const nameOf = async (fields: object = {}) => (await deliveryOf(fields))?.address?.name ?? null
const choices = async () => (await buyer.send('GET', '/api/catalog/delivery')).body as DeliveryChoices

const typed = {
  deliverTo: 'typed',
  toRecipient: 'Ayşe Kaya',
  toPhone: '0312 555 00 00',
  toAddress: 'Atatürk Bulvarı 1',
  toDistrict: 'Çankaya',
  toCity: 'Ankara',
}

describe('the address of an order', () => {
  test('is the default one, without wishes, unless another is chosen', async () => {
    const copy = { ...addressForm, name: 'Depo', erpCode: 'D-1', isDefault: undefined, isDisabled: undefined }
    const { isDefault: _d, isDisabled: _x, ...address } = copy
    expect(await deliveryOf()).toEqual({ address, requestedOn: null, partDelivery: true, carrier: null })
    expect(await nameOf({ deliverTo: String(site) })).toBe('Şantiye')
  })

  test('is the one that the user chose last', async () => {
    expect((await choices()).chosen).toBe(depot)
    await send({ deliverTo: site })
    expect((await choices()).chosen).toBe(site)
    expect(await nameOf()).toBe('Şantiye')
    await send({ deliverTo: 'own' })
    expect((await choices()).chosen).toBeNull()
    expect(await deliveryOf()).toBeNull()
  })

  test('is a copy: changing or removing the address does not change the order', async () => {
    const order = await send({ deliverTo: site })
    const before = await summaryOf(order)
    const values = { ...addressForm, name: 'Şantiye', erpCode: 'S-1' }
    await buyer.send('PATCH', `/api/account/addresses/${site}`, {
      body: { before: values, values: { ...values, address: 'Başka yer' } },
    })
    await buyer.send('DELETE', `/api/account/addresses/${site}`)
    expect(await summaryOf(order)).toEqual(before)
    expect((await choices()).addresses.map(({ name }) => name)).toEqual(['Depo'])
  })

  test('can be typed for one order, and is stored only on request', async () => {
    expect(await deliveryOf(typed)).toMatchObject({ address: { name: '', recipient: 'Ayşe Kaya', city: 'Ankara' } })
    expect((await choices()).addresses).toHaveLength(2)
    expect(await nameOf({ ...typed, toName: 'Ankara ofisi' })).toBe('Ankara ofisi')
    // The same address again is the stored one.
    await send({ ...typed, toName: 'Ankara ofisi' })
    expect((await choices()).addresses.map(({ name }) => name)).toEqual(['Depo', 'Ankara ofisi', 'Şantiye'])
  })

  test('is not stored by users who do not keep the addresses', async () => {
    const colleague = await addColleague(db(), buyer.actor.dealer ?? expect.fail())
    const visitor = { ...(await shop.signedIn(colleague)), actor: colleague }
    const order = await send({ ...typed, toName: 'Gizli' }, visitor)
    expect((await summaryOf(order, visitor)).delivery?.address?.name).toBe('')
    expect((await choices()).addresses).toHaveLength(2)
  })

  test('is none for a dealer without addresses, as before', async () => {
    buyer = await addBuyer(shop)
    expect(await deliveryOf()).toBeNull()
    expect(await choices()).toMatchObject({ addresses: [], chosen: null, mayType: true, mayStore: true })
  })

  test('goes along when an order is repeated', async () => {
    const order = await send({ deliverTo: site })
    await send({ deliverTo: depot })
    await buyer.send('POST', `/api/catalog/order/${(order.body as { id: number }).id}/again`, { body: {} })
    expect((await choices()).chosen).toBe(site)
  })
})

describe('a wrong delivery is refused and orders nothing', () => {
  test.each<[string, () => object | Promise<object>, string]>([
    ['an unknown address', () => ({ deliverTo: '999999999' }), 'delivery_address_unknown'],
    ['no address at all', () => ({ deliverTo: 'x' }), 'delivery_address_unknown'],
    [
      'an address of another dealer',
      async () => ({ deliverTo: await addAddress({}, await addBuyer(shop)) }),
      'delivery_address_unknown',
    ],
    ['a disabled address', () => ({ deliverTo: closed }), 'delivery_address_disabled'],
    ['yesterday', () => ({ deliverOn: addDays(today, -1) }), 'delivery_date_invalid'],
    ['31 February', () => ({ deliverOn: '31.02.2027' }), 'delivery_date_invalid'],
    ['too late a day', () => ({ deliverOn: addDays(today, deliveryDaysMax + 1) }), 'delivery_date_invalid'],
    ['an unknown carrier', () => ({ carrier: 'güvercin' }), 'delivery_carrier_unknown'],
    ['NUL as a carrier', () => ({ carrier: 'ar\0as' }), 'delivery_carrier_unknown'],
    ['an empty typed address', () => ({ deliverTo: 'typed' }), 'validation_failed'],
    ['a typed address that is too long', () => ({ ...typed, toAddress: 'x'.repeat(501) }), 'validation_failed'],
    ['a typed address without a phone', () => ({ ...typed, toPhone: 'yok' }), 'validation_failed'],
    ['a name that is too long', () => ({ ...typed, toName: 'x'.repeat(101) }), 'validation_failed'],
  ])('%s', async (_name, fields, code) => {
    const answer = await send(await fields())
    expect([answer.status, codeOf(answer)]).toEqual([422, code])
    expect(await db().query('SELECT FROM orders WHERE user_id = $1', [buyer.actor.userId])).toEqual([])
    expect((await choices()).addresses).toHaveLength(2)
  })

  test('names the fields of a typed address as the form calls them', async () => {
    const { body } = await send({ ...typed, toPhone: 'yok', toCity: 'Gebze' })
    expect(Object.keys((body as { error: { fields: object } }).error.fields).toSorted()).toEqual(['toCity', 'toPhone'])
  })

  test('a carrier while the store chooses it', async () => {
    await offerCarriers('0')
    const answer = await send({ carrier: 'aras' })
    const offered = (await choices()).carriers
    await offerCarriers('1')
    expect([codeOf(answer), offered]).toEqual(['delivery_carrier_unknown', []])
  })
})

test('wishes are stored with the order, and NUL is taken out of a typed address', async () => {
  const wishes = { deliverOn: addDays(today, 3), partDelivery: '0', carrier: 'aras' }
  expect(await deliveryOf({ ...typed, toDistrict: 'Çan\0kaya', ...wishes })).toMatchObject({
    address: { district: 'Çankaya' },
    requestedOn: addDays(today, 3),
    partDelivery: false,
    carrier: 'aras',
  })
})

test('the same key with another address is another request', async () => {
  await fillCart(db(), buyer.actor, [{ unitId: drill.unitId, quantity: 1 }])
  const headers = { 'idempotency-key': 'one-address-only' }
  const first = await buyer.send('POST', '/api/catalog/cart', { body: { deliverTo: site }, headers })
  const again = await buyer.send('POST', '/api/catalog/cart', { body: { deliverTo: site }, headers })
  const other = await buyer.send('POST', '/api/catalog/cart', { body: { deliverTo: depot }, headers })
  expect([first.status, again.body, codeOf(other)]).toEqual([200, first.body, 'idempotency_mismatch'])
})

describe('the form without scripts', () => {
  const page = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'text/html',
    'x-requested-with': undefined,
    'x-csrf-token': undefined,
  }
  async function post(fields: Record<string, string>) {
    await fillCart(db(), buyer.actor, [{ unitId: drill.unitId, quantity: 1 }])
    serial += 1
    const body = new URLSearchParams({ _token: buyer.token, _key: `form-of-delivery-${serial}`, ...fields }).toString()
    const answer = await buyer.send('POST', '/checkout/cart', { body, headers: page })
    return (answer.headers['location'] as string | undefined) ?? ''
  }

  test('orders to the chosen address; empty fields of another one do not matter', async () => {
    const empty = { toRecipient: '', toPhone: '', toAddress: '', toDistrict: '', toCity: '', toPostalCode: '' }
    const location = await post({ deliverTo: String(site), deliverOn: '', partDelivery: '0', carrier: '', ...empty })
    const orderNo = new URL(location, 'http://shop').searchParams.get('order')
    const { body } = await buyer.send('GET', `/api/catalog/orders/summary?order=${orderNo}`)
    expect((body as Order).delivery).toMatchObject({ address: { name: 'Şantiye' }, partDelivery: false })
  })

  test('returns to the page with what was typed and what is wrong with it', async () => {
    const location = await post({ ...typed, toPhone: 'yok' })
    const refused = new URL(location, 'http://shop').searchParams.get('refused') ?? ''
    const { body } = await buyer.send('GET', `/api/catalog/checkout/refusal?refused=${encodeURIComponent(refused)}`)
    expect(body).toMatchObject({
      code: 'validation_failed',
      fields: { toPhone: 'Geçerli bir telefon numarası yazın.' },
      delivery: { ...typed, toPhone: 'yok' },
    })
  })
})

describe('a dealer’s program', () => {
  const lines = [{ code: 'MTK-1', quantity: 1 }]
  async function orderBy(body: object) {
    const program = await addDealerProgram(shop, buyer, ['orders:read', 'orders:write'])
    serial += 1
    const headers = { 'idempotency-key': `program-delivery-${serial}` }
    const placed = await program.send('POST', '/orders', { body: { lines, ...body }, headers })
    if (placed.status !== 200) return codeOf(placed)
    const { orderNo } = placed.body as { orderNo: string }
    return ((await program.send('GET', `/orders/${orderNo}`)).body as Order).delivery
  }

  test('names an address by ERP code or id, and the wishes; the user’s own choice stays', async () => {
    const wishes = { deliveryDate: addDays(today, 2), partDelivery: false, carrier: 'ptt' }
    expect(await orderBy({ address: 'S-1', ...wishes })).toMatchObject({
      address: { name: 'Şantiye' },
      requestedOn: addDays(today, 2),
      partDelivery: false,
      carrier: 'ptt',
    })
    expect(await orderBy({ address: site })).toMatchObject({ address: { name: 'Şantiye' } })
    expect(await orderBy({})).toMatchObject({ address: { name: 'Depo' } })
    expect(await orderBy({ address: 'own' })).toBeNull()
    const { toRecipient: recipient, toPhone: phone, toAddress: address, toDistrict: district, toCity: city } = typed
    const deliveryAddress = { recipient, phone, address, district, city }
    expect(await orderBy({ deliveryAddress })).toMatchObject({ address: { name: '', city: 'Ankara' } })
    expect((await choices()).chosen).toBe(depot)
  })

  test('gets the codes of the shop for a wrong one', async () => {
    const foreign = await addAddress({ erpCode: 'X-9' }, await addBuyer(shop))
    expect(await orderBy({ address: 'X-9' })).toBe('delivery_address_unknown')
    expect(await orderBy({ address: foreign })).toBe('delivery_address_unknown')
    expect(await orderBy({ address: 'E-1' })).toBe('delivery_address_disabled')
    expect(await orderBy({ deliveryDate: '31.02.2027' })).toBe('delivery_date_invalid')
  })
})
