import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasHydrated, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { pattern, t } from '#e2e/support/words.ts'

let shop: Shop
let browser: Browser

beforeAll(async () => {
  shop = await openShop()
  await shop.toptan('settings', 'guestCarts', '1')
  await shop.start()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})

/** The rows of the list's products that can be added. */
const addable = (page: Page): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('button', { name: t('cart.button.addShort') }) })

async function addFromList(page: Page, name: string): Promise<void> {
  const response = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok())
  await addable(page)
    .filter({ has: page.getByRole('link', { name, exact: true }) })
    .getByRole('button', { name: t('cart.button.addShort') })
    .click()
  await response
}

const miniCart = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: new RegExp(t('cart.title')) })

test('a guest’s cart is filled, visible to the administrator, and moves to the dealer at sign-in', async () => {
  const { page, problems, context } = await newVisitor(browser, shop.url)
  await visit(page, '/search?q=vida&view=list')
  const names: string[] = []
  for (const row of (await addable(page).all()).slice(0, 2)) names.push(await row.getByRole('link').last().innerText())
  expect(names).toHaveLength(2)
  for (const name of names) await addFromList(page, name)

  const admin = await newVisitor(browser, shop.url)
  await signIn(admin.page, people.admin, 'demo1234', '/yonetim/sepetler')
  const watched = admin.page.getByTestId('watched-cart').filter({ hasText: t('monitoring.guest') })
  for (const name of names) await watched.getByRole('link', { name }).waitFor()

  await miniCart(page).click()
  const opened = page.getByRole('dialog', { name: t('cart.title') })
  await opened.getByRole('link', { name: t('cart.mini.signIn') }).waitFor()
  await opened.getByRole('link', { name: t('cart.goToCart') }).click()
  await page.waitForURL('**/sepet')
  await page.getByRole('heading', { level: 1, name: t('cart.title') }).waitFor()
  for (const name of names) await page.getByRole('row').getByRole('link', { name }).waitFor()
  const summary = page.getByRole('region', { name: t('cart.summary.title') })
  expect(await summary.innerText()).toContain(t('checkout.guest.textWithPrices'))
  expect(await page.getByRole('main').innerText()).not.toMatch(/[₺$€]\s?\d/)
  expect(await page.getByRole('button', { name: t('cart.summary.order') }).count()).toBe(0)
  // A change is saved and shown after a reload.
  const response = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok())
  const field = page.getByRole('textbox', { name: pattern('cart.quantityOf') }).first()
  await field.fill('2')
  await field.press('Enter')
  await response
  await visit(page, '/sepet')
  expect(
    await page
      .getByRole('textbox', { name: pattern('cart.quantityOf') })
      .first()
      .inputValue(),
  ).toBe('2')

  await summary.getByRole('link', { name: t('checkout.guest.signIn') }).click()
  await page.getByText(t('login.cartMoves')).waitFor()
  await page.locator('input[name=username]').fill(people.dealer)
  await page.locator('input[name=password]').fill('demo1234')
  await page.locator('form:has(input[name=password]) button[type=submit]').click()
  await page.waitForURL('**/sepet')
  await hasHydrated(page)
  for (const name of names) await page.getByRole('row').getByRole('link', { name }).waitFor()
  expect(
    await page
      .getByRole('textbox', { name: pattern('cart.quantityOf') })
      .first()
      .inputValue(),
  ).toBe('2')
  await summary
    .getByText(/₺\s?\d/)
    .first()
    .waitFor()
  await admin.page
    .getByTestId('watched-cart')
    .filter({ hasText: names[0] ?? '' })
    .waitFor()
  await expect.poll(() => watched.count()).toBe(0)
  await summary.getByRole('button', { name: t('cart.summary.order') }).click()
  await confirmOrder(page)
  await page.waitForURL(/\/checkout\/summary\?order=S/)
  expect([...problems, ...admin.problems]).toEqual([])
  await Promise.all([context.close(), admin.context.close()])
})

test('on a phone the sign-in button stays visible, and the checkout leads there too', async () => {
  const { page, problems, context } = await newVisitor(browser, shop.url, { screen: phone })
  await visit(page, '/search?q=vida&view=grid')
  const response = page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.ok())
  await page
    .getByRole('article')
    .getByRole('button', { name: t('cart.button.addShort') })
    .first()
    .click()
  await response
  await visit(page, '/sepet')
  await page
    .locator('[data-order-bar]')
    .getByRole('link', { name: t('checkout.guest.signIn') })
    .waitFor()
  await visit(page, '/checkout')
  expect(new URL(page.url()).pathname).toBe('/account/login')
  expect(problems).toEqual([])
  await context.close()
})
