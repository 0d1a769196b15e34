import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import type { listAllDealers } from '#contract/admin/dealers.ts'
import type { listSettings } from '#contract/admin/settings.ts'
import { adminStatementPath } from '#contract/core/record-paths.ts'
import type { ProductList } from '#contract/shop/catalog.ts'
import type { Product } from '#contract/shop/product.ts'
import { callHeaders } from './browser.ts'

/**
 * The demo store that the journeys of this worker share, one after the other. A journey that changes the store uses its
 * own shop.
 */
export const demoShop = shopOfWorker()
export const demoUrl = demoShop.url

function shopOfWorker(): { url: string; dataDir: string } {
  const shop = inject('demoShops')[Number(process.env.VITEST_POOL_ID) - 1]
  if (shop === undefined) throw new Error(`Worker ${process.env.VITEST_POOL_ID} has no demo shop.`)
  return shop
}

export const people = { dealer: 'bayi@example.com', other: 'bayi2@example.com', admin: 'yonetici@example.com' }

/** Products of a list of which a dealer can order `most` units: priced, in stock, without variants and rules of quantity. */
export const orderableOf = (items: readonly Product[], most: number): Product[] =>
  items.filter(
    ({ varyantx, salePrice, quantity, units, defaultUnit }) =>
      varyantx === 1 &&
      (salePrice?.value ?? 0) > 0 &&
      (quantity ?? 0) >= most * Math.max(1, units.find(({ id }) => id === defaultUnit)?.multiplier ?? 1) &&
      units.every(({ terms }) => terms === undefined),
  )

/** The list that this visitor sees, by the call of the list page. */
export async function listOf(page: Page, query: string, path = ''): Promise<ProductList> {
  return (await (await page.request.get(`/api/catalog/products${path}${query}`)).json()) as ProductList
}

/** A product of which a dealer can order any number: priced, in stock, without variants and rules of quantity. */
export async function plainProduct(page: Page): Promise<Product> {
  const { items } = await listOf(page, '?limit=96&sort=-quantity')
  const found = items.find(
    ({ varyantx, salePrice, quantity, units }) =>
      varyantx === 1 &&
      (salePrice?.value ?? 0) > 0 &&
      (quantity ?? 0) > 100 &&
      units.every(({ terms }) => terms === undefined),
  )
  if (found === undefined) throw new Error('The demo store has no product that can be added.')
  return found
}

/** The page of the statement of the dealer with the largest balance, for a page of an administrator. */
export async function statementOfDebtor(page: Page): Promise<string> {
  const answer = await page.request.get('/yonetim/dealers?sort=-balance&limit=1')
  const { items } = (await answer.json()) as Reply<typeof listAllDealers>
  return adminStatementPath(items[0]?.id ?? 0)
}

/** Makes a mutating call with what the page sends. */
export async function callFrom(page: Page, method: string, path: string, body?: object): Promise<void> {
  const headers = await callHeaders(page)
  const answer = await page.request.fetch(path, { method, headers, ...(body === undefined ? {} : { data: body }) })
  if (answer.status() !== 200) throw new Error(`${method} ${path}: ${answer.status()}`)
}

export const emptyCart = (page: Page) => callFrom(page, 'DELETE', '/api/catalog/cart')

export async function fillCart(page: Page, product: Product, quantity = 1): Promise<void> {
  await callFrom(page, 'POST', `/api/catalog/cart/${product.id}`, { quantity, productValue: product.defaultUnit })
}

/** Changes a setting by the call of the settings page, as an administrator. */
export async function changeSetting(staff: Page, key: string, value: string): Promise<void> {
  const { items } = (await (await staff.request.get('/yonetim/settings')).json()) as Reply<typeof listSettings>
  const stamp = items.find((item) => item.key === key)?.stamp
  await callFrom(staff, 'PATCH', '/yonetim/settings', { changes: [{ key, value, stamp }] })
}
