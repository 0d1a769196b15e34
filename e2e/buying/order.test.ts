import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/shop/product.ts'
import type { Visitor } from '#contract/core/visitor.ts'
import { productPath } from '#contract/core/pages.ts'
import { decimal, roundMoney } from '#domain/money/money.ts'
import { formatsOf } from '#domain/text/format.ts'
import { findBroken } from '#faults/invariants.ts'
import type { Database } from '#server/platform/db/database.ts'
import { newVisitor, openBrowser, signIn } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { type OrderedProduct, openStockedShop, type StockedShop } from '#e2e/support/stocked-shop.ts'
import { pattern, t } from '#e2e/support/words.ts'

const { formatQuantity } = formatsOf('tr')

let stocked: StockedShop
let database: Database
let browser: Browser

beforeAll(async () => {
  stocked = await openStockedShop()
  database = await stocked.shop.database()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await database?.close()
  await stocked?.shop.remove()
})

const inLines = (page: Page, unit: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('combobox').locator(`option:checked:text-matches("^${unit}")`) })

/** Changes the quantity of a cart line and waits until the server has saved it. */
async function setQuantity(page: Page, line: Locator, action: (field: Locator) => Promise<void>): Promise<void> {
  const response = page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok())
  await action(line.getByRole('textbox'))
  await response
}

async function add(page: Page, { name }: OrderedProduct, unit: string, quantity: number): Promise<void> {
  await page
    .getByRole('group', { name: t('product.unit') })
    .getByRole('radio', { name: new RegExp(`^${unit}`) })
    .check()
  const field = page.getByRole('textbox', { name: pattern('cart.quantityOf') })
  await field.fill(String(quantity))
  await page
    .getByRole('button', { name: `${t('cart.button.add')} ${name}` })
    .first()
    .click()
  await page.getByText(`${quantity} ${unit} × `).waitFor()
}

async function searchFor(page: Page, words: string): Promise<void> {
  const field = page.getByRole('combobox', { name: t('search.label') })
  await field.fill(words)
  await page
    .getByRole('listbox', { name: t('search.suggestions') })
    .getByRole('option')
    .first()
    .waitFor()
  await field.press('Enter')
  await page.getByRole('heading', { level: 1, name: t('catalog.resultsFor', { q: words }) }).waitFor()
}

async function sortAndView(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: t('catalog.sort.label') }).selectOption({ label: t('catalog.sort.-price') })
  await page.waitForURL(/sort=-price/)
  await page.getByRole('link', { name: t('catalog.view.grid') }).click()
  await page.waitForURL(/view=grid/)
  await page.getByRole('article').first().waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-price')
}

async function stockOf({ code }: OrderedProduct): Promise<number> {
  const row = await database.pool.one<{ quantity: number }>(
    'SELECT sum(quantity)::float AS quantity FROM inventory JOIN products ON id = product_id WHERE code = $1',
    [code],
  )
  return row?.quantity ?? Number.NaN
}

test('a dealer finds a product with Turkish letters and orders it in two units, which reduces the stock', async () => {
  const { product, dealer } = stocked
  const { page, problems } = await newVisitor(browser, stocked.shop.url)
  await signIn(page, dealer.email, dealer.password, '/')
  await page.getByRole('button', { name: new RegExp(dealer.name) }).waitFor()

  for (const words of product.searches) {
    await searchFor(page, words)
    await page.getByRole('link', { name: product.name }).first().waitFor()
  }
  await sortAndView(page)
  await page.getByRole('article').getByRole('link', { name: product.name }).first().click()
  await page.getByRole('heading', { level: 1, name: product.name }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/-p-/)

  const before = await stockOf(product)
  await add(page, product, 'KOLİ', 1)
  await add(page, product, 'ADET', 2)

  await page
    .getByRole('link', { name: t('cart.goToCart') })
    .or(page.getByRole('button', { name: t('cart.goToCart') }))
    .first()
    .click()
  await page.waitForURL('**/sepet')
  await page.getByRole('heading', { level: 1, name: t('cart.title') }).waitFor()
  expect(await page.getByRole('row').count()).toBe(3)
  await setQuantity(page, inLines(page, 'ADET'), async (field) => {
    await field.fill('5')
    await field.press('Enter')
  })
  await setQuantity(page, inLines(page, 'KOLİ'), (field) => field.press('+'))
  await page
    .getByRole('status')
    .filter({ hasText: t('cart.saved') })
    .waitFor()

  const total = await page
    .getByRole('region', { name: t('cart.summary.title') })
    .getByRole('definition')
    .nth(2)
    .innerText()
  await page.getByRole('textbox', { name: t('cart.summary.note') }).fill('Şantiyeye öğleden önce, ığdır kapısı')
  await page.getByRole('button', { name: t('cart.summary.order') }).click()
  await confirmOrder(page)

  await page.waitForURL('**/checkout/summary?order=*')
  await page.getByRole('heading', { level: 1, name: t('checkout.summary.title') }).waitFor()
  expect(t('checkout.summary.title')).toBe('Siparişiniz başarılı.')
  const orderNo = await page.getByTestId('order-number').innerText()
  expect(orderNo).toMatch(/^S\d{10}$/)
  await page.getByText('Şantiyeye öğleden önce, ığdır kapısı').waitFor()
  const lines = page.getByRole('table', { name: t('checkout.summary.lines') }).getByRole('row')
  expect(await lines.count()).toBe(3)
  expect((await lines.allInnerTexts()).join('\n')).toMatch(/2 KOLİ[\s\S]*5 ADET|5 ADET[\s\S]*2 KOLİ/)
  await page.getByText(total, { exact: true }).waitFor()

  const remaining = before - 2 * 12 - 5
  expect(await stockOf(product)).toBe(remaining)
  await page.goto('/sepet')
  await page.getByRole('heading', { name: t('cart.empty.title') }).waitFor()
  const shown = await productAs(page, product)
  expect(shown.quantity).toBe(remaining)
  await page.goto(productPath(shown))
  await page.getByText(formatQuantity(remaining)).first().waitFor()

  const stored = await database.pool.one('SELECT description, is_cancel FROM orders WHERE order_no = $1', [orderNo])
  expect(stored).toEqual({ description: 'Şantiyeye öğleden önce, ığdır kapısı', is_cancel: false })
  expect(await findBroken(database.pool)).toEqual([])
  expect(problems).toEqual([])
  await page.context().close()
})

async function productAs(page: Page, { code }: OrderedProduct): Promise<Product> {
  const answer = await page.request.get(`/api/catalog/products/search?q=${encodeURIComponent(code)}`)
  const { items } = (await answer.json()) as { items: Product[] }
  const found = items.find((item) => item.code === code)
  if (found === undefined) throw new Error(`${code} is not found.`)
  return found
}

test('sorting by price is in the order of the prices shown, across pages', async () => {
  const { page } = await newVisitor(browser, stocked.shop.url)
  await signIn(page, stocked.dealer.email, stocked.dealer.password)
  const visitor = (await (await page.request.get('/api/visitor')).json()) as Visitor
  const isWithTax = visitor.settings.productsWithKdv === '1'
  const pricesOf = async (number: number) => {
    const answer = await page.request.get(`/api/catalog/products?sort=-price&page=${number}`)
    const { items } = (await answer.json()) as { items: Product[] }
    return items.flatMap(({ cartPrice, salePrice, taxRate }) => {
      const price = cartPrice ?? salePrice
      if (price?.currency !== 'TRY' || price.value <= 0) return []
      return roundMoney(
        decimal(price.value)
          .times(isWithTax ? 100 + taxRate : 100)
          .dividedBy(100),
      ).toNumber()
    })
  }
  const prices = (await Promise.all([1, 2, 3].map(pricesOf))).flat()
  expect(prices).toEqual(prices.toSorted((a, b) => b - a))
  await page.context().close()
})
