import { afterAll, afterEach, beforeAll } from 'vitest'
import type { ProductList } from '#contract/shop/catalog.ts'
import type { Product } from '#contract/shop/product.ts'
import { type SettingKey, storeSettings } from '#contract/shop/settings.ts'
import { insertPos } from '#demo/trade/pos.ts'
import { addDealer, addProduct, addWarehouse, setStock, type TestProduct } from './store-rows.ts'
import { hashPassword } from '#server/account/account.ts'
import type { OutsideRequest } from '#server/platform/http/outside-call.ts'
import { saveSetting } from '#server/settings/settings.ts'
import { type Answer, openTestShop, type TestShop, testSecret, type TestVisitor } from './shop.ts'

/** A value of the setting, what to read, its result with the default and its result with the value. */
export type SettingEffect = { value: unknown; read(): Promise<unknown>; before: unknown; after: unknown }

/** The shop of the settings' tests. `guest`, `dealer` and `drill` are set before the first test. */
export type EffectsShop = {
  shop: TestShop
  guest: TestVisitor
  dealer: TestVisitor
  /** The user name of `dealer`. */
  username: string
  drill: TestProduct
  /** Requests that the shop sent to other servers. */
  outsideRequests: OutsideRequest[]
  /** Changes a setting; resolves when the shop applies it. */
  put(key: SettingKey, value: unknown): Promise<void>
  /** As `put`, and resets the setting after the test. */
  set(key: SettingKey, value: unknown): Promise<void>
  drillFor(visitor: TestVisitor): Promise<Product>
  add(quantity: number): Promise<Answer>
}

export const password = 'kapıda7kişi'
export const barcode = '8690000000017'

/**
 * Opens a shop with a product in two warehouses, a sold-out one, a guest, and a dealer who owes 50. Resets each changed
 * setting.
 */
export function useEffectsShop(): EffectsShop {
  const test = createEffectsShop()
  beforeAll(() => fillEffectsShop(test))
  afterAll(() => test.shop.close())
  return test
}

function createEffectsShop(): EffectsShop {
  const changed: SettingKey[] = []
  let changeCount = 0
  afterEach(async () => {
    for (const key of changed.splice(0)) await test.put(key, storeSettings.shape[key].parse(undefined))
  })
  const test = {
    outsideRequests: [] as OutsideRequest[],
    async put(key: SettingKey, value: unknown) {
      await saveSetting(test.shop.database.pool, key, value)
      // Not every setting is visible to visitors, but all are read at once: a later visible change shows that an
      // earlier one was read.
      changeCount += 1
      await test.shop.setSetting('storeHours', String(changeCount))
    },
    async set(key: SettingKey, value: unknown) {
      changed.push(key)
      await test.put(key, value)
    },
    drillFor: async (visitor: TestVisitor) =>
      (await visitor.send('GET', `/api/catalog/product/${test.drill.id}`)).body as Product,
    add: (quantity: number) =>
      test.dealer.send('POST', `/api/catalog/cart/${test.drill.id}`, {
        body: { quantity, productValue: test.drill.unitId },
      }),
  } as EffectsShop
  return test
}

async function fillEffectsShop(test: EffectsShop): Promise<void> {
  const shop = await openTestShop({
    async outside(request) {
      test.outsideRequests.push(request)
      return { ok: true, status: 200, text: '{"success": true, "data": null}' }
    },
  })
  test.shop = shop
  const { pool } = shop.database
  await pool.execute("INSERT INTO payment_plans (key, name) VALUES ('advencePrice1', 'Peşin')")
  await addWarehouse(pool, 'DEPO2')
  test.drill = await addProduct(pool, { code: 'AYAR-2', price: 100, stock: 12, units: { KOLİ: 4 } })
  await setStock(pool, test.drill.id, 8, 'DEPO2')
  await pool.execute(
    `UPDATE unit_prices SET list_value = 120, list_currency = 'TRY', plan1_value = 105, plan1_currency = 'TRY'
      WHERE unit_id = $1`,
    [test.drill.unitId],
  )
  await pool.execute('UPDATE product_units SET barcode = $2 WHERE id = $1', [test.drill.unitId, barcode])
  await addProduct(pool, { code: 'AYAR-1', price: 300, stock: 0 })
  await insertPos(pool, testSecret)
  await shop.settle()
  const actor = await addDealer(pool, { passwordHash: await hashPassword(password) })
  test.username = actor.email
  await pool.execute('UPDATE dealers SET risk_limit = 5000, balance = 50, overdue_balance = 50 WHERE id = $1', [
    actor.dealer?.id,
  ])
  test.guest = await shop.guest()
  test.dealer = await shop.signedIn(actor)
}

export const listFor = async (visitor: TestVisitor, query = '') =>
  (await visitor.send('GET', `/api/catalog/products${query}`)).body as ProductList
export const codesFor = async (visitor: TestVisitor, query = '') =>
  (await listFor(visitor, query)).items.map(({ code }) => code)
