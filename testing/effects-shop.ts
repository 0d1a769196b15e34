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

export let shop: TestShop
export let guest: TestVisitor
export let dealer: TestVisitor
export let drill: TestProduct
export let name: string

export const askedOutside: OutsideRequest[] = []
export const password = 'kapıda7kişi'
export const barcode = '8690000000017'

/**
 * Opens a shop with a product in two warehouses, a sold-out one, a guest, and a dealer who owes 50. Resets each changed
 * setting.
 */
export function useEffectsShop(): void {
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
}

/**
 * Not every setting is visible to visitors, but all are read at once: a later visible change shows that an earlier one
 * was read.
 */
let turn = 0
export async function put(key: SettingKey, value: unknown): Promise<void> {
  await saveSetting(shop.database.pool, key, value)
  turn += 1
  await shop.setSetting('storeHours', String(turn))
}

const changed: SettingKey[] = []
export async function set(key: SettingKey, value: unknown): Promise<void> {
  changed.push(key)
  await put(key, value)
}

export const listFor = async (visitor: TestVisitor, query = '') =>
  (await visitor.send('GET', `/api/catalog/products${query}`)).body as ProductList
export const drillFor = async (visitor: TestVisitor) =>
  (await visitor.send('GET', `/api/catalog/product/${drill.id}`)).body as Product
export const codesFor = async (visitor: TestVisitor, query = '') =>
  (await listFor(visitor, query)).items.map(({ code }) => code)
export const add = (quantity: number): Promise<Answer> =>
  dealer.send('POST', `/api/catalog/cart/${drill.id}`, { body: { quantity, productValue: drill.unitId } })
