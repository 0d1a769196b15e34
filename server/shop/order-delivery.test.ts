import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/admin/orders.ts'
import type { OrderSlip } from '#contract/admin/order-bulk.ts'
import type { AdminShipment, getShipmentDraft } from '#contract/admin/shipments.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { ordersFilePath } from '#contract/core/record-paths.ts'
import { addDays, dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { ordersExport, sendOrderMail } from '#server/orders/orders.ts'
import { addBuyer, type Buyer, type Placed, product } from '#server/orders/test-orders.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import { moveTo, sent, shipped } from '#server/shipping/test-shipping.ts'
import { addressForm } from '#testing/address-requests.ts'
import { addProgram } from '#testing/programs.ts'
import { openTestShop, type TestShop, type TestVisitor } from '#testing/shop.ts'
import { addAdmin, fillCart, type TestProduct } from '#testing/store-rows.ts'

let shop: TestShop
let staff: TestVisitor
let buyer: Buyer
let drill: TestProduct
let site: number
const day = addDays(dayInTurkey(new Date()), 5)
const wishes = () => ({ deliverTo: site, deliverOn: day, partDelivery: '0', carrier: 'ptt' })
const delivery = {
  address: { name: 'Şantiye Gebze', recipient: 'Mehmet Demir', city: 'Kocaeli', erpCode: 'S-1' },
  requestedOn: day,
  partDelivery: false,
  carrier: 'ptt',
}

beforeAll(async () => {
  shop = await openTestShop()
  staff = await shop.signedIn(await addAdmin(shop.database.pool))
  buyer = await addBuyer(shop)
  drill = await product(shop, { code: 'MTK-7', price: 100, stock: 1000 })
  await shop.setSetting('storeEmail', 'satis@example.com')
  const values = { ...addressForm, erpCode: 'S-1' }
  const { body } = await buyer.send('POST', '/api/account/addresses', { body: { values } })
  site = (body as { items: { id: number }[] }).items[0]?.id ?? 0
})
afterAll(() => shop.close())

async function order(fields: object = wishes()): Promise<Placed> {
  await fillCart(shop.database.pool, buyer.actor, [{ unitId: drill.unitId, quantity: 6 }])
  const answer = await buyer.send('POST', '/api/catalog/cart', { body: fields })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body as Placed
}
async function confirmed(fields: object = wishes()): Promise<Placed> {
  const placed = await order(fields)
  await moveTo(staff, placed, 'received', 'confirmed')
  return placed
}
const draftOf = async (...orders: Placed[]) =>
  (await staff.send('GET', `/yonetim/shipment-draft?orders=${orders.map(({ id }) => id).join(',')}`)).body as Reply<
    typeof getShipmentDraft
  >

test('staff and programs see the delivery of an order', async () => {
  const { id, orderNo } = await order()
  expect((await staff.send('GET', `/yonetim/orders/${id}`)).body as AdminOrder).toMatchObject({ delivery })
  const program = await addProgram(shop, ['orders:read'])
  expect((await program.send('GET', `/orders/${orderNo}`)).body).toMatchObject({ delivery })
})

test('its emails name the address and the wishes', async () => {
  const { id } = await order()
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close: () => {} }
  const jobs = await shop.database.pool.query<{ data: object }>(
    "SELECT data FROM outbox WHERE data ->> 'orderId' = $1",
    [String(id)],
  )
  for (const { data } of jobs) await sendOrderMail({ pool: shop.database.pool, mailer, publicUrl: '' }, data, 'key')
  expect(mails).toHaveLength(2)
  for (const { text } of mails) {
    const expected = ['Şantiye Gebze – Mehmet Demir', 'Sanayi Caddesi 12', '41400 Gebze / Kocaeli', formatDay(day)]
    for (const part of [...expected, 'Tek seferde gönderilsin', 'PTT Kargo']) expect(text).toContain(part)
  }
})

test('a shipment is proposed to the address, by the preferred carrier; the slip has both', async () => {
  const placed = await confirmed()
  const draft = await draftOf(placed)
  expect(draft).toMatchObject({
    recipient: `Mehmet Demir – ${draft.dealer}`,
    address: 'Sanayi Caddesi 12, 41400',
    district: 'Gebze',
    city: 'Kocaeli',
    phone: '0532 555 00 00',
    carrier: 'ptt',
  })
  expect(draft.orders.find(({ id }) => id === placed.id)).toMatchObject({ isWhole: true, delivery })
  const slips = (await staff.send('GET', `/yonetim/order-slips?orders=${placed.id}`)).body as { slips: OrderSlip[] }
  expect(slips.slips).toMatchObject([{ delivery }])
  await shipped(staff, [sent(placed, 2)])
  expect((await draftOf(placed)).orders.find(({ id }) => id === placed.id)?.isWhole).toBe(false)
})

test('orders to different addresses are proposed to the dealer’s own one', async () => {
  const orders = [await confirmed(), await confirmed({ deliverTo: 'own' })]
  const draft = await draftOf(...orders)
  expect(draft).toMatchObject({ recipient: draft.dealer, address: '', city: '', carrier: null })
})

test('shipping orders of the list sends each to its own address', async () => {
  const placed = await confirmed()
  const body = {
    key: 'list-of-delivery',
    orders: [{ id: placed.id, from: 'confirmed' }],
    carrier: 'aras',
    deliveryNoteNo: '',
  }
  const { shipped: made } = (await staff.send('POST', '/yonetim/order-shipments', { body })).body as {
    shipped: { shipmentNo: string }[]
  }
  const list = await staff.send('GET', `/yonetim/shipments?q=${made[0]?.shipmentNo}`)
  const [item] = (list.body as { items: { id: number }[] }).items
  const shipment = (await staff.send('GET', `/yonetim/shipments/${item?.id}`)).body as AdminShipment
  expect(shipment).toMatchObject({ address: 'Sanayi Caddesi 12, 41400', city: 'Kocaeli', phone: '0532 555 00 00' })
})

test('files of orders have the delivery in columns of their own', async () => {
  await order()
  const file = await shop.app.inject({ url: ordersFilePath('xlsx'), cookies: buyer.cookies })
  expect(file.statusCode).toBe(200)
  const source = ordersExport(shop.database.pool)
  const titles = source.sheet('tr').columns.map(({ title }) => title)
  const at = titles.indexOf('Teslimat adı')
  expect(titles.slice(at, at + 6)).toEqual([
    'Teslimat adı',
    'Teslimat adresi',
    'Teslimat ili',
    'İstenen tarih',
    'Parçalı teslimat',
    'Tercih edilen kargo',
  ])
  const opened = await source.open({}, 'tr')
  const rows = []
  for await (const batch of opened.batches()) rows.push(...batch)
  expect(rows[0]?.slice(at, at + 6)).toEqual([
    'Şantiye Gebze',
    'Mehmet Demir, Sanayi Caddesi 12, 41400 Gebze / Kocaeli, 0532 555 00 00',
    'Kocaeli',
    day,
    'Tek seferde gönderilsin',
    'PTT Kargo',
  ])
})
