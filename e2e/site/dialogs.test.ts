import {
  adminApiKeysPath,
  adminImportSourcesPath,
  adminPriceListsPath,
  adminWebhooksPath,
} from '#contract/core/admin-pages.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, emptyCart, fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { payButton } from '#e2e/support/payers.ts'
import { cardDialog } from '#e2e/support/paying.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
let dealer: Page
let staff: Page
let code: string
beforeAll(async () => {
  browser = await openBrowser()
  ;[{ page: dealer }, { page: staff }] = await Promise.all([newVisitor(browser, demoUrl), newVisitor(browser, demoUrl)])
  await Promise.all([signIn(dealer, people.dealer), signIn(staff, people.admin)])
  await emptyCart(dealer)
  const product = await plainProduct(dealer)
  code = product.code
  await fillCart(dealer, product, 2)
})
afterAll(async () => {
  await emptyCart(dealer)
  await browser?.close()
})

const widths = [390, 700, 1366, 1920]
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first().click()

type Opened = {
  name: string
  page: () => Page
  path: string
  open(page: Page): Promise<void>
  at?: number[]
}

const dialogs: Opened[] = [
  {
    name: 'the order question',
    page: () => dealer,
    path: pages.cart,
    open: (page) => press(page, t('cart.summary.order')),
    // On phones the order bar asks.
    at: [700, 1366, 1920],
  },
  {
    name: 'a pasted list with a row to repair',
    page: () => dealer,
    path: pages.cart,
    async open(page) {
      await press(page, t('cartPage.paste.open'))
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill(`${code}\t2\n${code}x9\t1`)
      await dialog.getByRole('button', { name: t('cartPage.paste.check'), exact: true }).click()
      await dialog.getByText(t('cartPage.paste.bad', { count: 1 })).waitFor()
    },
  },
  {
    name: 'the card dialog',
    page: () => dealer,
    path: '/payment?amount=100',
    async open(page) {
      await payButton(page).click()
      await cardDialog(page).waitFor()
    },
  },
  {
    name: 'the filter drawer',
    page: () => dealer,
    path: '/?view=grid',
    open: (page) => press(page, t('catalog.filters.open')),
    at: [390],
  },
  {
    name: 'the drawer of categories',
    page: () => dealer,
    path: '/',
    open: (page) => press(page, t('shell.categories')),
    at: [390],
  },
  {
    name: 'the drawer of the account',
    page: () => dealer,
    path: '/',
    // Its name ends with how many orders wait for the user's approval.
    open: (page) =>
      page
        .getByRole('button', { name: t('shell.account') })
        .last()
        .click(),
    at: [390],
  },
  {
    name: 'the copy of a price list',
    page: () => staff,
    path: adminPriceListsPath,
    open: (page) => press(page, t('priceLists.add')),
  },
  {
    name: 'the raise of a price list',
    page: () => staff,
    path: adminPriceListsPath,
    async open(page) {
      await page.locator('main a[href$="/fiyat-listeleri/1"]').first().click()
      await press(page, t('priceLists.raise.open'))
    },
  },
  ...[
    { name: 'a product feed', page: () => dealer, path: pages.feeds, button: 'feeds.add' },
    { name: 'an API key', page: () => staff, path: adminApiKeysPath, button: 'integration.keys.add' },
    { name: 'a webhook', page: () => staff, path: adminWebhooksPath, button: 'integration.webhooks.add' },
    { name: 'an ERP connection', page: () => staff, path: pages.adminErp, button: 'erp.add' },
    { name: 'an import source', page: () => staff, path: adminImportSourcesPath, button: 'imports.sources.add' },
  ].map(({ button, ...rest }): Opened => ({ ...rest, open: (page) => press(page, t(button)) })),
  {
    name: 'the export',
    page: () => staff,
    path: pages.adminOrders,
    async open(page) {
      // The dialog closes when the file is ready.
      await page.route('**/yonetim/exports/*', () => {})
      await press(page, t('administration.list.export.xlsx'))
    },
  },
]

test.each(dialogs)('$name has targets, scrolling regions, names and roles in order at every width', async (dialog) => {
  const page = dialog.page()
  const found: unknown[] = []
  const [first = 0, ...further] = dialog.at ?? widths
  await page.setViewportSize({ width: first, height: 800 })
  await visit(page, dialog.path)
  await dialog.open(page)
  const opened = page.getByRole('dialog').or(page.getByRole('alertdialog')).first()
  for (const [at, width] of [first, ...further].entries()) {
    await page.setViewportSize({ width, height: 800 })
    // It stays open while the window changes.
    await opened.waitFor()
    const violations = await axeViolations(page, at === 0 ? 'all' : 'layout')
    found.push(...violations.map((violation) => ({ width, ...violation })))
  }
  expect(found).toEqual([])
})

test('open dialogs and menus have no serious violation', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer, 'demo1234', '/?view=list')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('/')
  await page.keyboard.type('kablo')
  await page.getByRole('option').first().waitFor()
  expect(await axeViolations(page)).toEqual([])
  await visit(page, '/payment?amount=100')
  await page.locator('form:has(input[name=amount]) button[type=submit]').click()
  await page.locator('input[name=cardnumber]').waitFor()
  expect(await axeViolations(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})
