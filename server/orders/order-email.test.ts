import { afterAll, beforeAll, expect, test } from 'vitest'
import { addAdmin } from '#testing/store-rows.ts'
import type { Mail } from '#server/platform/email/mail.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { startJobs } from '#server/platform/jobs/jobs.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { orderMailJob, sendOrderMail } from './send-order-email.ts'
import { addBuyer, type Buyer, placeOrder, product } from './test-orders.ts'

let shop: TestShop
let buyer: Buyer

beforeAll(async () => {
  shop = await openTestShop()
  buyer = await addBuyer(shop)
  const { pool } = shop.database
  await saveSetting(pool, 'storeName', 'Yılmaz & Oğulları')
  await saveSetting(pool, 'storeEmail', 'satis@example.com')
})
afterAll(() => shop.close())

type Row = { id: string; name: string; data: { orderId: number; reader: string; locale: string } }
const outboxOf = (orderId: number) =>
  shop.database.pool.query<Row>(
    `SELECT id, name, data FROM outbox WHERE data->>'orderId' = $1 ORDER BY data->>'reader'`,
    [String(orderId)],
  )

/** The emails that the jobs of an order send. */
async function emailsOf(orderId: number): Promise<Mail[]> {
  const sent: Mail[] = []
  const mailer: Mailer = { send: async (mail) => void sent.push(mail), close: () => {} }
  const deps = { pool: shop.database.pool, mailer, publicUrl: 'https://bayi.example.com' }
  for (const { id, data } of await outboxOf(orderId)) await sendOrderMail(deps, data, id)
  return sent
}

test('an order enqueues one job per recipient, a refused order none', async () => {
  const { pool } = shop.database
  const order = await placeOrder(shop, buyer, { [(await product(shop)).unitId]: 1 })
  expect(await outboxOf(order.id)).toMatchObject([
    { name: orderMailJob, data: { reader: 'dealer', locale: 'tr' } },
    { name: orderMailJob, data: { reader: 'store', locale: 'tr' } },
  ])
  const before = await pool.query('SELECT FROM outbox')
  expect((await buyer.send('POST', '/api/catalog/cart', { body: {} })).status).toBe(422)
  expect(await pool.query('SELECT FROM outbox')).toHaveLength(before.length)
})

test('emails contain number, lines, totals and note; the dealer’s is in its language, the store’s in Turkish', async () => {
  const { pool } = shop.database
  const who = await addBuyer(shop)
  await who.send('POST', '/api/catalog/settings', { body: { key: 'locale', value: 'en' } })
  const drill = await product(shop, { code: 'MTK-ğ', price: 1234.5, units: { KOLİ: 2 } })
  const order = await placeOrder(shop, who, { [drill.units['KOLİ'] ?? 0]: 3 })
  await saveSetting(pool, 'orderMailTo', 'siparis@example.com')
  const emails = await emailsOf(order.id)
  await saveSetting(pool, 'orderMailTo', '')
  expect(emails).toMatchObject([
    { to: who.actor.email, subject: `We received your order ${order.orderNo}` },
    {
      to: 'siparis@example.com',
      subject: `Yeni sipariş ${order.orderNo}: ${who.actor.dealer?.name}`,
      replyTo: who.actor.email,
    },
  ])
  const amounts = [
    ['₺2,469.00', '₺7,407.00', '₺1,481.40', '₺8,888.40'],
    ['₺2.469,00', '₺7.407,00', '₺1.481,40', '₺8.888,40'],
  ]
  expect(emails[0]?.text).toMatch(/: \d{1,2} [A-Z][a-z]+ \d{4} at \d\d:\d\d\n/)
  expect(emails[1]?.text).toMatch(/: \d{1,2} \p{Lu}\p{Ll}+ \d{4} \d\d:\d\d\n/u)
  for (const [at, { text, html, from }] of emails.entries()) {
    expect(from).toEqual({ name: 'Yılmaz & Oğulları', address: 'satis@example.com' })
    for (const part of [order.orderNo, 'MTK-ğ', '3 KOLİ', ...(amounts[at] ?? [])])
      expect([text.includes(part), html?.includes(part), part]).toEqual([true, true, part])
  }
  expect(emails[0]?.text).toContain(`https://bayi.example.com/siparis/${order.orderNo}`)
  expect(emails[1]?.text).toContain(`https://bayi.example.com/yonetim/siparisler/${order.id}`)
  expect(emails[1]?.html).toContain('Yılmaz &amp; Oğulları')
  expect(emails[1]?.html).toContain('birim fiyat (KDV hariç)')
  expect(emails[1]?.text).not.toContain('yuvarlanmamış')
})

test('emails contain the tax by rate, where the order goes, and the company in the footer; the store’s has the tax number', async () => {
  const { pool } = shop.database
  const who = await addBuyer(shop)
  await pool.execute(
    `UPDATE dealers SET address = 'Atatürk Cad. 5', district = 'Çankaya', city = 'Ankara', phone = '0312 555 01 02',
            tax_office = 'Ulus', tax_number = '1234567890' WHERE id = $1`,
    [who.actor.dealer?.id],
  )
  const company = { storeTitle: 'Yılmaz Ticaret A.Ş.', storeMersis: '0123456789012345', storeTaxNumber: '1112223334' }
  for (const [key, value] of Object.entries(company)) await saveSetting(pool, key, value)
  const drill = await product(shop, { price: 100, taxRate: 20 })
  const book = await product(shop, { price: 50, taxRate: 10 })
  const order = await placeOrder(shop, who, { [drill.unitId]: 2, [book.unitId]: 1 })
  const emails = await emailsOf(order.id)
  for (const key of Object.keys(company)) await saveSetting(pool, key, '')
  const common = ['KDV %10 (matrah ₺50,00)', '₺5,00', 'KDV %20 (matrah ₺200,00)', '₺40,00', '₺295,00']
  const delivery = ['Atatürk Cad. 5', 'Çankaya / Ankara', '0312 555 01 02']
  const legal = ['Yılmaz Ticaret A.Ş.', 'MERSİS no: 0123456789012345', 'Vergi no: 1112223334']
  for (const { text, html } of emails)
    for (const part of [...common, ...delivery, ...legal])
      expect([text.includes(part), html?.includes(part), part]).toEqual([true, true, part])
  expect(emails.map(({ text }) => text.includes('Ulus 1234567890'))).toEqual([false, true])
})

test('the dealer’s email has the accounts for a transfer with their holder; the store’s has none', async () => {
  const { pool } = shop.database
  await saveSetting(pool, 'bankAccounts', 'Ziraat Bankası · TR330006100519786457841326')
  await saveSetting(pool, 'storeTitle', 'Yılmaz Ticaret A.Ş.')
  const emails = await emailsOf((await placeOrder(shop, buyer, { [(await product(shop)).unitId]: 1 })).id)
  for (const key of ['bankAccounts', 'storeTitle']) await saveSetting(pool, key, '')
  for (const part of ['Hesap sahibi: Yılmaz Ticaret A.Ş.', 'Ziraat Bankası: TR33 0006 1005 1978 6457 8413 26'])
    expect(emails.map(({ text }) => text.includes(part))).toEqual([true, false])
})

test('an email adds up: unit prices with enough decimals, and the difference of a subtotal that is rounded once', async () => {
  const [screw, nail] = [await product(shop, { price: 0.125 }), await product(shop, { price: 0.125 })]
  const [email] = await emailsOf((await placeOrder(shop, buyer, { [screw.unitId]: 3, [nail.unitId]: 3 })).id)
  // 3 × 0,125 = 0,38, twice; the subtotal is 0,75.
  for (const part of ['₺0,125', '₺0,38', 'Yuvarlama farkı', '−₺0,01', '₺0,75'])
    expect([part, email?.text.includes(part), email?.html?.includes(part)]).toEqual([part, true, true])
})

test('only the store’s email contains prices where the store hides them', async () => {
  const who = await addBuyer(shop)
  const order = await placeOrder(shop, who, { [(await product(shop, { price: 1234.5 })).unitId]: 3 })
  await saveSetting(shop.database.pool, 'showPriceStatus', '0')
  const emails = await emailsOf(order.id)
  await saveSetting(shop.database.pool, 'showPriceStatus', '1')
  const [dealers, stores] = emails.map(({ text, html }) => `${text} ${html}`)
  expect(dealers).toContain(order.orderNo)
  expect(dealers).not.toMatch(/₺|3\.703,50|1\.234,50/)
  expect(stores).toContain('₺3.703,50')
})

test('cancelling by staff sends the buyer an email with the reason; cancelling by the dealer sends none', async () => {
  const { pool } = shop.database
  const staff = await shop.signedIn(await addAdmin(pool))
  const order = await placeOrder(shop, buyer, { [(await product(shop)).unitId]: 1 })
  const own = await placeOrder(shop, buyer, { [(await product(shop)).unitId]: 1 })
  await pool.execute('DELETE FROM outbox')
  expect((await buyer.send('PATCH', `/api/catalog/order/${own.id}`, { body: { cancel: true } })).status).toBe(200)
  expect(await emailsOf(own.id)).toEqual([])
  await staff.send('POST', `/yonetim/orders/${order.id}/cancel`, { body: { reason: 'Ürün <b>kalmadı</b>' } })
  const emails = await emailsOf(order.id)
  expect(emails).toMatchObject([{ to: buyer.actor.email, subject: `Siparişiniz iptal edildi: ${order.orderNo}` }])
  expect(emails[0]?.text).toMatch(/Genel toplam: ₺[\d.,]+[^]*Neden: Ürün <b>kalmadı<\/b>/)
  expect(emails[0]?.html).toContain('Ürün &lt;b&gt;kalmadı')
})

test('user input is text in the email, however long', async () => {
  const who = await addBuyer(shop)
  const drill = await product(shop)
  const note = `<script>alert(1)</script> & "tırnak" '${'x'.repeat(300)}'`
  await who.send('POST', `/api/catalog/cart/${drill.id}`, { body: { quantity: 1, productValue: drill.unitId } })
  const placed = await who.send('POST', '/api/catalog/cart', { body: { description: note } })
  await shop.database.pool.execute('UPDATE order_lines SET name = $2, code = $2 WHERE order_id = $1', [
    (placed.body as { id: number }).id,
    '<img src=x onerror=alert(2)>',
  ])
  const [email] = await emailsOf((placed.body as { id: number }).id)
  expect(email?.html).not.toMatch(/<script|<img/)
  expect(email?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;tırnak&quot; &#39;xxx')
  expect(email?.text).toContain(note)
})

test.each([
  ['orderMailTo', 'siparis@example.com', 'satis@example.com', 'siparis@example.com'],
  ['storeEmail', '', 'satis@example.com', 'satis@example.com'],
  ['nothing', '', '', null],
  ['no valid address', '', 'telefonla arayın', null],
])('the store gets its email at %s', async (_which, orderMailTo, storeEmail, to) => {
  const { pool } = shop.database
  await saveSetting(pool, 'orderMailTo', orderMailTo)
  await saveSetting(pool, 'storeEmail', storeEmail)
  const order = await placeOrder(shop, buyer, { [(await product(shop)).unitId]: 1 })
  const recipients = (await emailsOf(order.id)).map((email) => email.to)
  await saveSetting(pool, 'storeEmail', 'satis@example.com')
  expect(recipients).toEqual([buyer.actor.email, ...(to === null ? [] : [to])])
})

test('the queue sends one email per recipient; a failed one is sent again with the same key, without repeating the other', async () => {
  const { pool } = shop.database
  await pool.execute('DELETE FROM outbox')
  const order = await placeOrder(shop, buyer, { [(await product(shop)).unitId]: 1 })
  const keys = Object.fromEntries((await outboxOf(order.id)).map(({ id, data }) => [data.reader, id]))
  const tries: string[] = []
  const sent: string[] = []
  const mailer: Mailer = {
    async send({ key }) {
      tries.push(key)
      if (key === keys['store'] && tries.filter((each) => each === key).length === 1) throw new Error('451 not now')
      sent.push(key)
    },
    close: () => {},
  }
  const failures: string[] = []
  const jobs = await startJobs(shop.database, (error) => failures.push(error.message))
  await jobs.work(orderMailJob, (data, key) => sendOrderMail({ pool, mailer, publicUrl: '' }, data, key))
  await expect.poll(() => sent.toSorted()).toEqual(Object.values(keys).toSorted())
  await jobs.close()
  expect(tries).toHaveLength(3)
  expect(failures).toEqual([expect.stringContaining('451 not now')])
  expect(await pool.query('SELECT FROM outbox')).toEqual([])
})
