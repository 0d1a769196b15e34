import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locale } from '#contract/core/visitor.ts'
import { pages } from '#contract/core/pages.ts'
import { orderPath, quotePath } from '#contract/core/record-paths.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { chooseLocale, foreignNumbers } from '#e2e/support/notation.ts'
import { callFrom, demoUrl, emptyCart, fillCart, listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function numbersOn(page: Page, paths: readonly string[], locale: Locale): Promise<unknown[]> {
  const found: unknown[] = []
  for (const path of paths) {
    await visit(page, path)
    expect(await page.locator('html').getAttribute('lang')).toBe(locale)
    found.push(...(await foreignNumbers(page, locale)).map((text) => ({ path, text })))
  }
  return found
}

/** every-admin-page.test.ts reads the pages of administrators. */
const locales: Locale[] = ['en', 'tr']

test.each(locales)('a guest finds no number in the notation of the other language: %s', async (locale) => {
  const { page, context, problems } = await newVisitor(browser, demoUrl, { locale })
  await visit(page, pages.login)
  const { items } = await listOf(page, '?limit=96')
  const paths = ['/?view=grid', '/?view=list', '/?page=999', items[0]?.url ?? '/', pages.campaigns]
  expect(await numbersOn(page, paths, locale)).toEqual([])
  // A page that the browser renders otherwise than the server is a problem, too.
  expect(problems).toEqual([])
  await context.close()
})

test.each(locales)('a dealer finds no number in the notation of the other language: %s', async (locale) => {
  const { page, context, problems } = await newVisitor(browser, demoUrl, { locale })
  await signIn(page, people.dealer)
  await chooseLocale(page, locale)
  const product = await plainProduct(page)
  await emptyCart(page)
  await fillCart(page, product)
  await callFrom(page, 'POST', '/api/catalog/cart/offer', { description: '' })
  await fillCart(page, product)
  await callFrom(page, 'POST', '/api/catalog/cart', { description: '' })
  await fillCart(page, product)
  const order = await firstOf<{ orderNo: string }>(page, '/api/catalog/orders')
  const offer = await firstOf<{ orderNo: string }>(page, '/api/catalog/offers')
  const paths = [
    ...['/?view=grid', '/?view=list', product.url, pages.cart, pages.checkout, '/checkout?step=payment'],
    ...[pages.orders, orderPath(order.orderNo), pages.checkoutSummary, pages.offers, quotePath(offer.orderNo)],
    ...[pages.statement, '/payment?amount=1234.50', pages.account],
  ]
  expect(await numbersOn(page, paths, locale)).toEqual([])
  await emptyCart(page)
  await chooseLocale(page, 'tr')
  // A page that the browser renders otherwise than the server is a problem, too.
  expect(problems).toEqual([])
  await context.close()
})

/** The first record of a list. */
async function firstOf<Item>(page: Page, path: string): Promise<Item> {
  const { items } = (await (await page.request.get(path)).json()) as { items: Item[] }
  const [item] = items
  if (item === undefined) throw new Error(`${path} is empty.`)
  return item
}
