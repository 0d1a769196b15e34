import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ProductList } from '#contract/catalog.ts'
import type { Product } from '#contract/product.ts'
import { type SettingKey, settingKeys, storeSettings } from '#contract/settings.ts'
import type { Visitor } from '#contract/visitor.ts'
import { insertPos } from '#db/demo/pos.ts'
import { addDealer, addProduct, addWarehouse, setStock, type TestProduct } from '#db/test-store.ts'
import { hashPassword } from '#server/account/account.ts'
import { sendOrderMail } from '#server/orders/orders.ts'
import type { OutsideRequest } from '#server/platform/http/outside-call.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { purgeStale } from './housekeeping.ts'
import type { screenSettings } from './test-settings.ts'
import { type Answer, codeOf, openTestShop, type TestShop, testSecret, type TestVisitor } from './test-shop.ts'

let shop: TestShop
let guest: TestVisitor
let dealer: TestVisitor
let drill: TestProduct
let name: string

const askedOutside: OutsideRequest[] = []
const password = 'kapıda7kişi'
const barcode = '8690000000017'

beforeAll(async () => {
  shop = await openTestShop({
    async outside(request) {
      askedOutside.push(request)
      return { ok: true, status: 200, text: '{"success": true, "data": null}' }
    },
  })
  const { pool } = shop.database
  await pool.execute("INSERT INTO payment_plans (key, name) VALUES ('advencePrice1', 'Peşin')")
  await addWarehouse(pool, 'DEPO2')
  drill = await addProduct(pool, { code: 'AYAR-2', price: 100, stock: 12, units: { KOLİ: 4 } })
  await setStock(pool, drill.id, 8, 'DEPO2')
  await pool.execute(
    `UPDATE unit_prices SET list_value = 120, list_currency = 'TRY', plan1_value = 105, plan1_currency = 'TRY'
      WHERE unit_id = $1`,
    [drill.unitId],
  )
  await pool.execute('UPDATE product_units SET barcode = $2 WHERE id = $1', [drill.unitId, barcode])
  await addProduct(pool, { code: 'AYAR-1', price: 300, stock: 0 })
  await insertPos(pool, testSecret)
  await shop.settle()
  const actor = await addDealer(pool, { passwordHash: await hashPassword(password) })
  name = actor.email
  await pool.execute('UPDATE dealers SET risk_limit = 5000, balance = 50, overdue_balance = 50 WHERE id = $1', [
    actor.dealer?.id,
  ])
  guest = await shop.guest()
  dealer = await shop.signedIn(actor)
})
afterAll(() => shop.close())
afterEach(async () => {
  for (const key of changed.splice(0)) await put(key, storeSettings.shape[key].parse(undefined))
})

/** Not every setting is told to visitors, but one state of the store is read at once: a later change shows an earlier one. */
let turn = 0
async function put(key: SettingKey, value: unknown): Promise<void> {
  await saveSetting(shop.database.pool, key, value)
  turn += 1
  await shop.setSetting('storeHours', String(turn))
}

const changed: SettingKey[] = []
async function set(key: SettingKey, value: unknown): Promise<void> {
  changed.push(key)
  await put(key, value)
}

const listFor = async (visitor: TestVisitor, query = '') =>
  (await visitor.send('GET', `/api/catalog/products${query}`)).body as ProductList
const drillFor = async (visitor: TestVisitor) =>
  (await visitor.send('GET', `/api/catalog/product/${drill.id}`)).body as Product
const codesFor = async (visitor: TestVisitor, query = '') =>
  (await listFor(visitor, query)).items.map(({ code }) => code)
const accountFor = async (visitor: TestVisitor) => ((await visitor.send('GET', '/api/visitor')).body as Visitor).account
const add = (quantity: number): Promise<Answer> =>
  dealer.send('POST', `/api/catalog/cart/${drill.id}`, { body: { quantity, productValue: drill.unitId } })

async function inquireWarranty(): Promise<OutsideRequest | undefined> {
  askedOutside.length = 0
  await dealer.send('POST', '/api/catalog/WarrantyInquiry', { body: { serialNumber: 'SN-1' } })
  return askedOutside[0]
}

function addOrder() {
  return shop.database.pool.one<{ id: number }>(
    `INSERT INTO orders (order_no, dealer_id, user_id, description, currency, rates, subtotal, tax, total, total_try)
     SELECT 'S2020' || nextval('order_number'), dealer_id, id, '-', 'TRY', '{"TRY": "1"}', 0, 0, 0, 0
       FROM users WHERE email = $1 RETURNING id`,
    [name],
  )
}

/** What is looked at, how it is at the setting's default and after the change. */
type Effect = { value: unknown; look(): Promise<unknown>; before: unknown; after: unknown }

const effects: Record<Exclude<SettingKey, (typeof screenSettings)[number]>, Effect> = {
  showPriceStatus: {
    value: '0',
    look: async () => (await drillFor(dealer)).salePrice?.value,
    ...{ before: 100, after: undefined },
  },
  guestPrices: {
    value: '1',
    look: async () => (await drillFor(guest)).salePrice?.value,
    ...{ before: undefined, after: 100 },
  },
  showListPrice: {
    value: '0',
    look: async () => (await drillFor(dealer)).listPrice?.value,
    ...{ before: 120, after: undefined },
  },
  showStokInfo: {
    value: '1',
    look: async () => (await drillFor(guest)).quantity,
    ...{ before: undefined, after: 20 },
  },
  showPaymentPlanPrice: {
    value: '0',
    look: async () => (await drillFor(dealer)).advencePrice1?.value,
    ...{ before: 105, after: undefined },
  },
  productsWithKdv: {
    value: '1',
    // 100 without tax is 120 with the usual 20 percent.
    look: () => codesFor(dealer, '?filters=price:110-130'),
    ...{ before: [], after: ['AYAR-2'] },
  },
  stockInfoStatus: {
    value: 15,
    look: async () => (await drillFor(dealer)).quantity,
    ...{ before: 20, after: 6 },
  },
  cartStockControl: {
    value: '1',
    look: async () => (await add(1000)).status,
    ...{ before: 409, after: 200 },
  },
  defaultSort: {
    value: 'name',
    look: async () => [(await listFor(guest)).sort, ...(await codesFor(guest))],
    ...{ before: [null, 'AYAR-2', 'AYAR-1'], after: ['name', 'AYAR-1', 'AYAR-2'] },
  },
  showNotInStocks: {
    value: '0',
    look: async () => [
      (await codesFor(guest)).toSorted(),
      await codesFor(guest, '/search?q=ayar-1'),
      ((await guest.send('GET', '/autocomplete?q=ayar-1')).body as unknown[]).length,
    ],
    before: [['AYAR-1', 'AYAR-2'], ['AYAR-1'], 1],
    after: [['AYAR-2'], [], 0],
  },
  stockNumberType: {
    value: 'Barcode',
    look: async () => ((await guest.send('GET', '/autocomplete?q=ayar-2')).body as { code: string }[])[0]?.code,
    ...{ before: 'AYAR-2', after: barcode },
  },
  defaultTaxRate: {
    value: 10,
    look: async () => (await drillFor(guest)).taxRate,
    ...{ before: 20, after: 10 },
  },
  b2b_teklif_ver_durum: {
    value: '0',
    // A plan that is not offered makes no offer, but who may make none is told that first.
    look: async () =>
      (await dealer.send('POST', '/api/catalog/cart/offer', { body: { advencePrice: 'advencePrice5' } })).status,
    ...{ before: 422, after: 403 },
  },
  b2b_risk_limit_islem: {
    value: '1',
    look: async () => (await accountFor(dealer))?.availableLimit,
    ...{ before: null, after: 4950 },
  },
  showOverdueDebtInfo: {
    value: '0',
    look: async () => (await accountFor(dealer))?.overdueDebts.length,
    ...{ before: 1, after: 0 },
  },
  overdueDebtInfoLimit: {
    value: 50.01,
    look: async () => (await accountFor(dealer))?.overdueDebts.length,
    ...{ before: 1, after: 0 },
  },
  installmentLimit: {
    value: 1000,
    look: async () => {
      const body = { binNumber: '49999000', type: 'pay', amount: '1.000,00' }
      const answer = await dealer.send('POST', '/api/catalog/bin-control', { body })
      return (answer.body as { plans: unknown[] }).plans.length
    },
    ...{ before: 12, after: 1 },
  },
  b2b_cari_odeme_baglantisi: {
    value: '1',
    look: async () => codeOf(await dealer.send('POST', '/api/payment-link', { body: { amount: 'x' } })),
    ...{ before: 'payment_links_off', after: 'amount_invalid' },
  },
  paymentLinkDays: {
    value: 3,
    look: async () => {
      await put('b2b_cari_odeme_baglantisi', '1')
      const made = (await dealer.send('POST', '/api/payment-link', { body: { amount: '5' } })).body as { link: string }
      const token = made.link.slice(made.link.lastIndexOf('/') + 1)
      const { expiresAt } = (await guest.send('GET', `/api/payment-link/${token}`)).body as { expiresAt: string }
      await put('b2b_cari_odeme_baglantisi', '0')
      return Math.round((Date.parse(expiresAt) - Date.now()) / 86_400_000)
    },
    ...{ before: 7, after: 3 },
  },
  warrantyServiceUrl: {
    value: 'https://garanti.example/sorgu',
    look: async () => (await inquireWarranty())?.url,
    ...{ before: undefined, after: 'https://garanti.example/sorgu' },
  },
  warrantyServiceKey: {
    value: 'anahtar',
    look: async () => {
      await put('warrantyServiceUrl', 'https://garanti.example/sorgu')
      const asked = await inquireWarranty()
      await put('warrantyServiceUrl', '')
      return asked?.headers?.['authorization']
    },
    ...{ before: undefined, after: 'Bearer anahtar' },
  },
  sessionDays: {
    value: 7,
    look: async () => {
      const visitor = await shop.guest()
      await visitor.send('POST', '/api/account/login', { body: { username: name, password } })
      const row = await shop.database.pool.one<{ days: number }>(
        'SELECT round(extract(epoch FROM expires_at - created_at) / 86400)::int AS days FROM sessions ORDER BY created_at DESC',
      )
      return row?.days
    },
    ...{ before: 30, after: 7 },
  },
  searchLogDays: {
    value: 30,
    look: async () => {
      const { pool } = shop.database
      await pool.execute(
        `INSERT INTO searches (query, folded, result_count, created_at)
         VALUES ('old one', 'old one', 0, now() - interval '100 days')`,
      )
      await purgeStale(pool)
      return (await pool.query("SELECT id FROM searches WHERE query = 'old one'")).length
    },
    ...{ before: 1, after: 0 },
  },
  guestCarts: {
    value: '1',
    look: async () => (await guest.send('GET', '/api/catalog/cart')).status,
    ...{ before: 401, after: 200 },
  },
  guestCartDays: {
    value: 7,
    look: async () => {
      const { pool } = shop.database
      await pool.execute(
        `INSERT INTO carts (guest_hash, updated_at) VALUES (sha256('old one'), now() - interval '10 days')
         ON CONFLICT DO NOTHING`,
      )
      await purgeStale(pool)
      return (await pool.query("SELECT id FROM carts WHERE guest_hash = sha256('old one')")).length
    },
    ...{ before: 1, after: 0 },
  },
  storeLogo: {
    value: 'logo/toptan.png',
    look: async () => {
      const { pool } = shop.database
      const order = await addOrder()
      const letters: string[] = []
      const mailer = { send: async ({ html = '' }: { html?: string }) => void letters.push(html), close: () => {} }
      const job = { orderId: order?.id, reader: 'dealer', locale: 'tr' }
      await sendOrderMail({ pool, mailer, publicUrl: 'https://toptan.example' }, job, 'key')
      return /<img src="([^"]*)"/.exec(letters[0] ?? '')?.[1]
    },
    ...{ before: undefined, after: 'https://toptan.example/images/logo/toptan.png' },
  },
  bankAccounts: {
    value: 'Ziraat Bankası · TR330006100519786457841326',
    look: async () => {
      await addOrder()
      const { body } = await dealer.send('GET', '/api/catalog/orders/summary')
      return (body as { bankAccounts: object[] }).bankAccounts
    },
    ...{ before: [], after: [{ bank: 'Ziraat Bankası', iban: 'TR33 0006 1005 1978 6457 8413 26' }] },
  },
  orderMailTo: {
    value: 'siparis@example.com',
    look: async () => {
      const { pool } = shop.database
      const order = await addOrder()
      const recipients: string[] = []
      const mailer = { send: async ({ to }: { to: string }) => void recipients.push(to), close: () => {} }
      const job = { orderId: order?.id, reader: 'store', locale: 'tr' }
      await sendOrderMail({ pool, mailer, publicUrl: '' }, job, 'key')
      return recipients
    },
    ...{ before: [], after: ['siparis@example.com'] },
  },
}

test.each(Object.entries(effects) as [SettingKey, Effect][])('%s changes the answers', async (key, effect) => {
  expect(await effect.look()).toEqual(effect.before)
  await set(key, effect.value)
  expect(await effect.look()).toEqual(effect.after)
})

test('no setting is without a default', () => {
  for (const key of settingKeys) expect(storeSettings.shape[key].safeParse(undefined).success).toBe(true)
})

describe('stock in the answers, 20 base units in two warehouses of 12 and 8', () => {
  test.each([
    [0, 20, [12, 8], 20],
    [1, undefined, undefined, 20],
    [2, 1, [1, 1], 20],
    [3, 20, [17, 8], 25],
    [4, 20, [22, 8], 30],
    [5, 20, [62, 8], 70],
    [6, 20, [112, 8], 120],
    [7, 20, [1012, 8], 1020],
    [8, 20, [32, 8], 40],
    [9, 20, [7, 8], 15],
    [10, 20, [2, 8], 10],
    [11, 50, [0, 0], 0],
    [12, 100, [0, 0], 0],
    [13, 1000, [0, 0], 0],
    [14, 20, [0, 0], 0],
    [15, 6, [6, 6], 20],
    [16, 11, [11, 8], 20],
    [17, 20, [12, 8], 20],
    [18, 20, [12, 8], 20],
    [19, 20, [12, 8], 20],
    [20, 20, [12, 8], 20],
  ])('mode %i: quantity %s, warehouses %j, up to %i may be added', async (mode, quantity, warehouses, most) => {
    await set('stockInfoStatus', mode)
    await dealer.send('DELETE', '/api/catalog/cart')
    for (const product of [await drillFor(dealer), (await listFor(dealer, '/search?q=ayar-2')).items[0]]) {
      expect(product?.quantity).toBe(quantity)
      expect(product?.inventory?.map((row) => row.quantity)).toEqual(warehouses)
    }
    expect((await add(most + 1)).status).toBe(409)
    if (most > 0) expect((await add(most)).status).toBe(200)
  })
})
