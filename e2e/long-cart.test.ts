import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/pages.ts'
import { hasWoken, newVisitor, openBrowser, signIn, visit } from './browser.ts'
import { callFrom, demoUrl, emptyCart, listOf, people } from './demo-shop.ts'
import { pattern, t } from './words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** One of every unit of the demo store's products, by the call that takes pasted rows; answers how many lines it made. */
async function fillWithAll(page: Page): Promise<number> {
  const { items } = await listOf(page, '?limit=96')
  const lines = items
    .filter((item) => item.varyantx === 1 && (item.salePrice?.value ?? 0) > 0)
    .flatMap(({ code, units }) => units.map(({ value }) => ({ code, quantity: 1, unit: value })))
  await emptyCart(page)
  await callFrom(page, 'POST', '/api/catalog/cart/lines', { lines })
  return ((await (await page.request.get('/api/catalog/cart')).json()) as unknown[]).length
}

const totalOf = (page: Page) =>
  page.getByRole('region', { name: t('cart.summary.title') }).locator(`dt:text-is("${t('cart.summary.total')}") + dd`)

/** The first hundred lines come with the page, the others by a call. */
const allHere = (page: Page) => page.getByText(pattern('cartPage.coming')).waitFor({ state: 'hidden' })

test('a cart of more than a hundred lines: one total from the start, each line in reach, and the same after a reload further down', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.other)
  const count = await fillWithAll(page)
  expect(count).toBeGreaterThan(100)
  await visit(page, pages.cart)
  const first = await totalOf(page).innerText()
  await allHere(page)
  expect(await totalOf(page).innerText()).toBe(first)
  const last = page.locator(`tr[aria-rowindex="${count + 1}"]`)
  const drawnBelow = async () => {
    await page.evaluate(() => void window.scrollTo(0, document.body.scrollHeight))
    return last.count()
  }
  await expect.poll(drawnBelow).toBe(1)

  // In the middle of the page, where others are drawn than those that come with it.
  await page.evaluate(() => void window.scrollTo(0, 3000))
  const middle = page.locator('tr[aria-rowindex="50"]')
  await middle.waitFor()
  await page.reload({ waitUntil: 'domcontentloaded' })
  await hasWoken(page)
  await allHere(page)
  await middle.waitFor()
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(2000)
  expect(await totalOf(page).innerText()).toBe(first)
  expect(problems).toEqual([])
  await emptyCart(page)
  await context.close()
})
