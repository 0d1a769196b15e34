import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, emptyCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const focusedRow = (page: Page) =>
  page.evaluate(() => {
    const row = document.activeElement?.closest('tbody tr')
    return row ? [...(row.parentElement?.children ?? [])].indexOf(row) : -1
  })

async function tabToRows(page: Page): Promise<void> {
  for (let presses = 0; (await focusedRow(page)) < 0; presses += 1) {
    if (presses > 80) throw new Error('The rows cannot be reached with the Tab key.')
    await page.keyboard.press('Tab')
  }
}

const cartOf = async (page: Page) => (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]

/** The expected result of keyboard actions on the cart. */
async function expectCart(page: Page, code: string, quantity: number): Promise<void> {
  await expect
    .poll(async () => (await cartOf(page)).map((line) => [line.product.code, line.quantity]))
    .toEqual([[code, quantity]])
}

test('with the keyboard only: search, select a row, set the quantity, add', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  await emptyCart(page)
  const product = await plainProduct(page)
  await visit(page, '/?view=list')

  await page.keyboard.press('/')
  await page.keyboard.type(product.code.toLowerCase())
  await page
    .getByRole('listbox', { name: t('search.suggestions') })
    .getByRole('option')
    .first()
    .waitFor()
  await page.keyboard.press('ArrowDown')
  expect(await page.getByRole('combobox', { name: t('search.label') }).inputValue()).toBe(product.code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: t('catalog.resultsFor', { q: product.code }) }).waitFor()

  await visit(page, '/?view=list&sort=-quantity')
  await page.getByRole('table', { name: t('catalog.table') }).waitFor()
  await tabToRows(page)
  expect(await focusedRow(page)).toBe(0)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await focusedRow(page)).toBe(2)
  await page.keyboard.press('ArrowUp')
  expect(await focusedRow(page)).toBe(1)
  await page.keyboard.press('ArrowUp')

  const rows = page.getByRole('table', { name: t('catalog.table') }).getByRole('row')
  const at = (await rows.allInnerTexts()).findIndex((text) => text.includes(product.code)) - 1
  for (let step = 0; step < at; step += 1) await page.keyboard.press('ArrowDown')
  expect(await focusedRow(page)).toBe(at)
  await page.keyboard.press('+')
  await page.keyboard.press('Enter')
  await expectCart(page, product.code, 2)
  expect(problems).toEqual([])
  await context.close()
})

test('ArrowDown leads into the list after a sort, another page and a category', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer, 'demo1234', '/?view=list')
  const table = page.getByRole('table', { name: t('catalog.table') })
  async function enter(shown: Locator): Promise<void> {
    await shown.waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focusedRow(page)).toBe(0)
    await page.keyboard.press('ArrowDown')
    expect(await focusedRow(page)).toBe(1)
  }
  await table.getByRole('link', { name: t('catalog.column.name') }).click()
  await enter(table.locator('th[aria-sort=ascending]'))
  const second = page.getByRole('link', { name: t('catalog.pages.page', { page: 2 }), exact: true })
  await second.click()
  await enter(second.and(page.locator('[aria-current=page]')))
  const sort = page.getByRole('combobox', { name: t('catalog.sort.label') })
  await sort.dispatchEvent('pointerdown')
  await sort.focus()
  await sort.selectOption('-name')
  await enter(table.locator('th[aria-sort=descending]'))
  const category = page
    .getByRole('navigation', { name: t('shell.categories') })
    .getByRole('link')
    .first()
  const name = (await category.innerText()).trim()
  await category.click()
  await enter(page.getByRole('heading', { level: 1, name, exact: true }))
  // From a link of a row, too; its own Enter stays.
  await table.getByRole('row').nth(2).getByRole('link').last().focus()
  await page.keyboard.press('ArrowDown')
  expect(await focusedRow(page)).toBe(2)
  await context.close()
})

test('a code scanned into the search and Enter lead to the product', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  const product = await plainProduct(page)
  await visit(page, '/')
  await page.keyboard.press('/')
  // A scanner types without pauses and ends with Enter.
  await page.keyboard.type(product.code)
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByRole('link', { name: product.name }).first().waitFor()
  await context.close()
})

test('on the cart page arrows move between lines, + and − change them, and dialogs return the focus', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  await emptyCart(page)
  const product = await plainProduct(page)
  await visit(page, product.url)
  const button = page.getByRole('button', { name: `${t('cart.button.add')} ${product.name}` }).first()
  await button.focus()
  await page.keyboard.press('Enter')
  await expectCart(page, product.code, 1)
  await visit(page, '/sepet')
  await page.getByRole('textbox', { name: t('cart.quantityOf', { name: product.name }) }).focus()
  await page.keyboard.press('+')
  await expectCart(page, product.code, 2)
  await page.keyboard.press('-')
  await expectCart(page, product.code, 1)

  const clear = page.getByRole('button', { name: t('cart.clear.action') })
  await clear.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText(t('cart.clear.title')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => clear.evaluate((element) => element === document.activeElement)).toBe(true)
  await expectCart(page, product.code, 1)
  await emptyCart(page)
  await context.close()
})

test('the first Tab skips the header and moves to the content', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await visit(page, '/')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: t('shell.skip') })
  expect(await skip.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
  await context.close()
})

test('with the keyboard only: from the search through the product page to the cart', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  await emptyCart(page)
  const product = await plainProduct(page)
  await visit(page, '/')
  await page.keyboard.press('/')
  await page.keyboard.type(product.code)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: t('catalog.resultsFor', { q: product.code }) }).waitFor()
  await tabTo(page, (at) => at instanceof HTMLAnchorElement && at.closest('[data-products]') !== null)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: product.name }).waitFor()
  await tabTo(page, (at) => at instanceof HTMLInputElement && at.type === 'radio')
  await tabTo(page, (at) => at instanceof HTMLInputElement && at.inputMode === 'numeric')
  await page.keyboard.type('3')
  await tabTo(page, (at) => at.matches('[data-adds]'))
  await page.keyboard.press('Enter')
  await expectCart(page, product.code, 3)
  await emptyCart(page)
  await context.close()
})

async function tabTo(page: Page, isTarget: (focused: Element) => boolean): Promise<void> {
  const isFocused = () => page.evaluate(`(${String(isTarget)})(document.activeElement)`)
  for (let presses = 0; !(await isFocused()); presses += 1) {
    if (presses > 150) throw new Error(`The Tab key does not lead there: ${String(isTarget)}`)
    await page.keyboard.press('Tab')
  }
}
