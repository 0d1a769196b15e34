import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Locale } from '#contract/core/visitor.ts'
import { orderPath, pages, quotePath } from '#contract/core/pages.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, emptyCart, fillCart, listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** Numbers that only the other language writes so. Days (21.11.2026) and three decimals of quantities have one reading. */
const foreign: Record<Locale, RegExp> = {
  tr: /\d%|(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])|(?<![\d.])\d+(?:,\d{3})*\.\d{2}(?![\d.])/g,
  en: /%\d|(?<![\d.,])\d{1,3}(?:\.\d{3})+(?![\d.])|(?<![\d,])\d+(?:\.\d{3})*,\d{1,2}(?![\d,])/g,
}

/** Measures in names and descriptions of products (2×2,0 Ah, 2,2×40 mm), and hours of the day (08.30). */
const notFormatted =
  /\d[\d.,]*(?:×[\d.,]+)?\s?(?:Ah|lm|TTR|kg|mm²?|m)(?![a-zğüşıöç])|(?<!\S)[0-2]\d\.[0-5]\d(?=’|\s–|$)/gi

/** The texts of the page, and the numbers in its fields; without links to products, codes, and values of the audit log. */
function textsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ofStore = 'a[href*="-p-"], h1, script, style, .code, time, del, ins'
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: string[] = []
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      if (node.parentElement?.closest(ofStore) === null) texts.push(node.textContent ?? '')
    }
    for (const input of document.querySelectorAll<HTMLInputElement>('input[inputmode=decimal]')) {
      // Prices have up to four decimals: 52.452 alone has two readings.
      texts.push(...[input.value, input.placeholder].map((text) => text.replace(/^\d{1,3}\.\d{3}$/, '')))
    }
    return texts
  })
}

async function foreignNumbers(page: Page, paths: readonly string[], locale: Locale): Promise<unknown[]> {
  const found: unknown[] = []
  for (const path of paths) {
    await visit(page, path)
    expect(await page.locator('html').getAttribute('lang')).toBe(locale)
    const texts = await textsOf(page)
    found.push(
      ...texts
        .filter((text) => text.replaceAll(notFormatted, '').match(foreign[locale]))
        .map((text) => ({ path, text })),
    )
  }
  return found
}

const choose = (page: Page, locale: Locale) =>
  callFrom(page, 'POST', '/api/catalog/settings', { key: 'locale', value: locale })

const locales: Locale[] = ['en', 'tr']

test.each(locales)('a guest finds no number in the notation of the other language: %s', async (locale) => {
  const { page, context, problems } = await newVisitor(browser, demoUrl, { locale })
  await visit(page, pages.login)
  const { items } = await listOf(page, '?limit=96')
  const paths = ['/?view=grid', '/?view=list', '/?page=999', items[0]?.url ?? '/', pages.campaigns]
  expect(await foreignNumbers(page, paths, locale)).toEqual([])
  // A page that the browser renders otherwise than the server is a problem, too.
  expect(problems).toEqual([])
  await context.close()
})

test.each(locales)('a dealer finds no number in the notation of the other language: %s', async (locale) => {
  const { page, context, problems } = await newVisitor(browser, demoUrl, { locale })
  await signIn(page, people.dealer)
  await choose(page, locale)
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
  expect(await foreignNumbers(page, paths, locale)).toEqual([])
  await emptyCart(page)
  await choose(page, 'tr')
  // A page that the browser renders otherwise than the server is a problem, too.
  expect(problems).toEqual([])
  await context.close()
})

test.each(locales)('an administrator finds no number in the notation of the other language: %s', async (locale) => {
  const { page, context, problems } = await newVisitor(browser, demoUrl, { locale })
  await signIn(page, people.admin)
  await choose(page, locale)
  const all = Object.entries(pages).flatMap(([name, path]) => (name.startsWith('admin') ? [path] : []))
  // The other pages are in Turkish in all other journeys.
  const lists = locale === 'en' ? all : [pages.adminOrders, pages.adminPayments, pages.adminCurrencies]
  const found: unknown[] = []
  for (const list of lists) {
    found.push(...(await foreignNumbers(page, [list], locale)))
    const links = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    const detail = links.find((link) => /^\/yonetim\/[\w-]+\/\d+$/.test(link))
    if (detail !== undefined) found.push(...(await foreignNumbers(page, [detail], locale)))
  }
  expect(found).toEqual([])
  await choose(page, 'tr')
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
