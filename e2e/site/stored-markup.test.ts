import { adminAuditPath, adminCartsPath, adminOnlinePath, adminSearchesPath } from '#contract/core/admin-pages.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OfferList } from '#contract/shop/offers.ts'
import type { Order } from '#contract/shop/orders.ts'
import { pages } from '#contract/core/pages.ts'
import { faultReportPath, orderPath, quotePath } from '#contract/core/record-paths.ts'
import type { Product } from '#contract/shop/product.ts'
import type { Database } from '#server/platform/db/database.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { addPayer, demoDatabase, setSetting } from '#e2e/support/paying.ts'
import { t } from '#e2e/support/words.ts'

const username = 'isaret@example.com'
const markup = `İş "><img src=x onerror="window.ranMarkup=1">`
/** The part that would become an element of the page. */
const element = '<img src=x'
const storeName = 'Toptan'

let browser: Browser
let database: Database
let page: Page
let admin: Page
let product: Product
let campaigns: { id: number; name: string }[]

beforeAll(async () => {
  browser = await openBrowser()
  database = await demoDatabase()
  await addPayer(database, username, markup)
  await database.pool.execute('UPDATE users SET name = $2 WHERE email = $1', [username, markup])
  page = (await newVisitor(browser, demoUrl)).page
  admin = (await newVisitor(browser, demoUrl)).page
  await signIn(page, username)
  await signIn(admin, people.admin)
  product = await plainProduct(page)
  campaigns = await database.pool.query('SELECT id, name FROM campaigns')
  await database.pool.execute('UPDATE campaigns SET name = $1 || id', [markup])
  await nameProduct(markup)
  await setSetting(database, 'storeName', markup)
})
afterAll(async () => {
  if (product !== undefined) await nameProduct(product.name)
  for (const { id, name } of campaigns ?? [])
    await database.pool.execute('UPDATE campaigns SET name = $2 WHERE id = $1', [id, name])
  await setSetting(database, 'storeName', storeName)
  await browser?.close()
  await database?.close()
})

async function nameProduct(name: string): Promise<void> {
  await database.pool.execute('UPDATE products SET name = $2 WHERE id = $1', [product.id, name])
}

const answerOf = async <T>(path: string): Promise<T> => (await (await page.request.get(path)).json()) as T

/** Everything that a dealer can leave behind: an order, an offer with a customer, a fault report, a search, a cart. */
async function leaveMarkup() {
  await fillCart(page, product)
  await callFrom(page, 'POST', '/api/catalog/cart', { description: markup, advencePrice: '' })
  const { orderNo } = await answerOf<Order>('/api/catalog/orders/summary')
  await fillCart(page, product)
  await callFrom(page, 'POST', '/api/catalog/cart/offer', { description: markup })
  const offerNo = (await answerOf<OfferList>('/api/catalog/offers')).items[0]?.orderNo ?? ''
  const customer = { name: markup, companyName: markup }
  await callFrom(page, 'PATCH', '/api/catalog/offer/update/customer', { [offerNo]: customer })
  await callFrom(page, 'POST', '/api/catalog/fault-reports', {
    productCode: product.code,
    serialNo: markup,
    description: markup,
    contactName: markup,
    contactPhone: '0212 555 01 42',
    contactEmail: '',
    photos: [],
  })
  const reports = await answerOf<{ items: { reportNo: string }[] }>('/api/catalog/fault-reports')
  const search = `${pages.search}?q=${encodeURIComponent(markup)}`
  await page.request.get(search)
  await fillCart(page, product)
  return { orderNo, offerNo, reportNo: reports.items[0]?.reportNo ?? '', search }
}

test('text typed by users is text on every screen', async () => {
  const { orderNo, offerNo, reportNo, search } = await leaveMarkup()
  const dealerPages = [
    '/',
    product.url,
    search,
    pages.cart,
    pages.checkout,
    `${pages.checkout}?step=payment`,
    pages.checkoutSummary,
    pages.orders,
    orderPath(orderNo),
    pages.offers,
    quotePath(offerNo),
    pages.campaigns,
    pages.payment,
    pages.account,
    pages.statement,
    pages.faultReports,
    faultReportPath(reportNo),
    `/${encodeURIComponent(markup)}`,
  ]
  const staff = [
    pages.admin,
    adminSearchesPath,
    adminOnlinePath,
    adminCartsPath,
    pages.adminDealers,
    pages.adminUsers,
    pages.adminOrders,
    pages.adminOffers,
    pages.adminFaultReports,
    pages.adminProducts,
    pages.adminSettings,
    adminAuditPath,
  ]
  const found = async (visitor: Page, path: string) => {
    const html = await (await visitor.request.get(path)).text()
    return { path, isText: html.includes('ranMarkup'), isElement: html.includes(element) }
  }
  const visited = []
  for (const path of dealerPages) visited.push(await found(page, path))
  for (const path of staff) visited.push(await found(admin, path))
  expect(visited.filter(({ isElement }) => isElement)).toEqual([])
  // The store's name is on all of them, so none was skipped.
  expect(visited.filter(({ isText }) => !isText)).toEqual([])

  for (const path of [product.url, pages.cart, pages.offers]) {
    await visit(page, path)
    if (path === pages.offers)
      await page
        .getByTestId('offer')
        .first()
        .getByRole('button', { name: new RegExp(`^${t('offers.action.detail')}`) })
        .click()
    await page.getByText('onerror').first().waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
    expect(await page.evaluate(() => 'ranMarkup' in window)).toBe(false)
  }
})
