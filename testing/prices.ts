import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { ProductList } from '#contract/shop/catalog.ts'
import type { ProductDetail } from '#contract/shop/product.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { addAdmin, addDealer, addProduct, type TestProduct } from './store-rows.ts'
import { decimal } from '#domain/money/money.ts'
import { saveRates } from '#server/exchange-rates/exchange-rates.ts'
import { openTestShop, type TestShop, type TestVisitor } from './shop.ts'

/** `priced` has every price in lira, `dollar` a price in dollars. */
type PriceShop = {
  shop: TestShop
  priced: TestProduct
  dollar: TestProduct
  visitors: Record<'guest' | 'dealer' | 'admin', TestVisitor>
}

export const visitorKinds = ['guest', 'dealer', 'admin'] as const

/** Opens a shop with a product in lira, one in dollars and one without a price. Filled before the first test. */
export function useTestPrices(): PriceShop {
  const prices = {} as PriceShop
  beforeAll(async () => {
    const shop = await openTestShop()
    prices.shop = shop
    const { pool } = shop.database
    await setRates(shop, { USD: '40', EUR: '50' })
    await pool.execute(
      `INSERT INTO payment_plans (key, name, is_default, is_virtual) VALUES ('advencePrice1', 'Peşin', true, false),
      ('advencePrice2', 'Kredi kartı', false, true), ('advencePrice3', '30 gün', false, false),
      ('advencePrice4', '60 gün', false, false), ('advencePrice5', '90 gün', false, false)`,
    )
    prices.priced = await addProduct(pool, { code: 'LIRA', price: 100, taxRate: 20, units: { KOLİ: 12 }, stock: 1000 })
    await pool.execute(
      `UPDATE unit_prices SET list_value = 125, list_currency = 'TRY', plan1_value = 95, plan1_currency = 'TRY',
        plan2_value = 3, plan2_currency = 'USD', plan3_value = 105, plan3_currency = 'TRY', plan4_value = 0,
        plan4_currency = 'TRY' WHERE unit_id = $1`,
      [prices.priced.unitId],
    )
    prices.dollar = await addProduct(pool, { code: 'DOLAR', price: 10, currency: 'USD', taxRate: 10, stock: 1000 })
    await addProduct(pool, { code: 'SORUNUZ', price: 0, stock: 10 })
    await shop.settle()
    prices.visitors = {
      guest: await shop.guest(),
      dealer: await shop.signedIn(await addDealer(pool)),
      admin: await shop.signedIn(await addAdmin(pool)),
    }
  })
  afterAll(() => prices.shop.close())
  afterEach(async () => {
    await prices.shop.database.pool.execute('DELETE FROM settings')
    await waitForVisitor(prices.shop, ({ settings }) => settings.guestPrices === '0' && settings.showListPrice === '1')
  })
  return prices
}

export const list = async (visitor: TestVisitor, query = '') =>
  (await visitor.send('GET', `/api/catalog/products${query}`)).body as ProductList
export const codes = async (visitor: TestVisitor, query: string) =>
  (await list(visitor, query)).items.map(({ code }) => code)
export const product = async (visitor: TestVisitor, { id }: { id: number }) =>
  (await visitor.send('GET', `/api/catalog/product/${id}`)).body as ProductDetail
export const visitorOf = async (visitor: TestVisitor) => (await visitor.send('GET', '/api/visitor')).body as Visitor
export const cartOf = async (visitor: TestVisitor) =>
  (await visitor.send('GET', '/api/catalog/cart')).body as CartItem[]
export const add = (visitor: TestVisitor, { id, unitId }: TestProduct, quantity = 1) =>
  visitor.send('POST', `/api/catalog/cart/${id}`, { body: { quantity, productValue: unitId } })

/** Waits until the shop's responses to a guest satisfy a condition. */
export async function waitForVisitor(shop: TestShop, isExpected: (visitor: Visitor) => boolean): Promise<void> {
  const guest = await shop.guest()
  await vi.waitUntil(async () => isExpected(await visitorOf(guest)), { timeout: 10_000 })
}

export async function setRates(shop: TestShop, rates: Record<string, string>): Promise<void> {
  const input = Object.entries(rates).map(([code, rate]) => ({ code, rate: decimal(rate) }))
  const saved = await saveRates(shop.database.pool, input, { source: 'manual', force: true })
  if (!saved.ok) throw new Error(saved.problem)
  await waitForVisitor(shop, ({ currencies }) =>
    Object.entries(rates).every(([code, rate]) =>
      currencies.some((c) => c.code === code && c.exchangeRate === Number(rate)),
    ),
  )
}

export async function choose(visitor: TestVisitor, code: string): Promise<void> {
  const { currencies } = await visitorOf(visitor)
  const value = currencies.find((currency) => currency.code === code)?.id
  const answer = await visitor.send('POST', '/api/catalog/settings', { body: { key: 'defaultCurrency', value } })
  expect(answer.status).toBe(200)
  for (const { name, value: cookie } of answer.cookies) visitor.cookies[name] = cookie
}
