import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listReorders } from '#contract/shop/bought.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Product } from '#contract/shop/product.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, emptyCart, fillCart, listOf, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const cartOf = async (page: Page) => (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]
const stateOf = async (page: Page) =>
  (await cartOf(page)).map(({ id, productUnit, quantity }) => [id, productUnit.id, quantity])

/** A cart with these many products, each with its own quantity. */
async function cartWith(page: Page, count: number): Promise<Product[]> {
  await emptyCart(page)
  const { items } = await listOf(page, '?limit=96&sort=-quantity')
  const products = items
    .filter(
      ({ varyantx, salePrice, quantity }) => varyantx === 1 && (salePrice?.value ?? 0) > 0 && (quantity ?? 0) > 100,
    )
    .slice(0, count)
  expect(products).toHaveLength(count)
  for (const [i, product] of products.entries()) await fillCart(page, product, i + 2)
  return products
}

const removeButton = (page: Page, name: string) =>
  page.getByRole('button', { name: t('cart.removeOf', { name }), exact: true })
const undoButton = (page: Page, name: string) =>
  page.getByRole('button', { name: t('cart.removed.undoOf', { name }), exact: true })

test('a double click on the remove button of a line removes one line, and undo puts it back as it was', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  const [first, second] = await cartWith(page, 4)
  const before = await stateOf(page)
  await visit(page, '/sepet')
  const button = removeButton(page, first?.name ?? '')
  const box = await button.boundingBox()
  await button.dblclick()
  await expect.poll(() => stateOf(page)).toEqual(before.slice(1))
  // The next line has not moved under the pointer.
  const next = await removeButton(page, second?.name ?? '').boundingBox()
  expect(next?.y).toBeGreaterThan((box?.y ?? 0) + (box?.height ?? 0))
  expect(await page.getByRole('row').count()).toBe(5)

  await undoButton(page, first?.name ?? '').click()
  await expect.poll(() => stateOf(page)).toEqual(before)
  await removeButton(page, first?.name ?? '').waitFor()
  const names = await page.getByRole('row').allInnerTexts()
  expect(names[1]).toContain(first?.name)
  expect(problems).toEqual([])
  await context.close()
})

test('the place of a removed line is kept under the pointer and goes after ten seconds', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  const [first, second] = await cartWith(page, 3)
  await visit(page, '/sepet')
  await page.clock.install()
  const at = await removeButton(page, second?.name ?? '').boundingBox()
  await removeButton(page, first?.name ?? '').click()
  await undoButton(page, first?.name ?? '').waitFor()
  await page.clock.runFor(11_000)
  expect((await removeButton(page, second?.name ?? '').boundingBox())?.y).toBe(at?.y)
  await page.mouse.move(2, 2)
  await page.clock.runFor(1_000)
  await undoButton(page, first?.name ?? '').waitFor({ state: 'detached' })
  expect((await removeButton(page, second?.name ?? '').boundingBox())?.y).toBeLessThan(at?.y ?? 0)
  await emptyCart(page)
  await context.close()
})

test('suggestions to order again come later than the lines, and do not move them', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  const [first] = await cartWith(page, 1)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(`**${listReorders.path}`, async (route) => {
    await released
    await route.continue()
  })
  await visit(page, '/sepet')
  const suggestions = page.getByRole('link', { name: t('bought.reorders.open') })
  const before = await removeButton(page, first?.name ?? '').boundingBox()
  expect(await suggestions.count()).toBe(0)
  release()
  await suggestions.waitFor()
  expect(await removeButton(page, first?.name ?? '').boundingBox()).toEqual(before)
  await emptyCart(page)
  await context.close()
})

test('with the keyboard, removing a line focuses its undo, also for the last line of the cart', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  const [only] = await cartWith(page, 1)
  const before = await stateOf(page)
  await visit(page, '/sepet')
  await removeButton(page, only?.name ?? '').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: t('cart.empty.title') }).waitFor()
  await expect.poll(() => stateOf(page)).toEqual([])
  await expect
    .poll(() => undoButton(page, only?.name ?? '').evaluate((element) => element === document.activeElement))
    .toBe(true)
  await page.keyboard.press('Enter')
  await expect.poll(() => stateOf(page)).toEqual(before)
  await removeButton(page, only?.name ?? '').waitFor()
  await context.close()
})

test('undo in one window keeps what another window has added of the same product', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  const [first] = await cartWith(page, 2)
  await visit(page, '/sepet')
  await removeButton(page, first?.name ?? '').click()
  await expect.poll(async () => (await cartOf(page)).length).toBe(1)
  const other = await context.newPage()
  await visit(other, '/account/settings')
  await fillCart(other, first as Product, 5)
  await undoButton(page, first?.name ?? '').click()
  const quantities = async () =>
    Object.fromEntries((await cartOf(page)).map((line) => [line.product.id, line.quantity]))
  await expect.poll(async () => (await quantities())[first?.id ?? 0]).toBe(7)
  await emptyCart(page)
  await context.close()
})

test('an emptied cart can be restored: from the cart page, and from the cart of the header on another page', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  await cartWith(page, 3)
  const before = await stateOf(page)
  const confirm = () =>
    page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('cart.clear.confirm'), exact: true })
      .click()
  const undo = () => page.getByRole('button', { name: t('cart.removed.undo'), exact: true }).click()

  await visit(page, '/sepet')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('cart.clear.action') })
    .click()
  await confirm()
  await page.getByRole('heading', { name: t('cart.empty.title') }).waitFor()
  // The page shows the empty cart before the server has answered.
  await expect.poll(() => stateOf(page)).toEqual([])
  await undo()
  await expect.poll(() => stateOf(page)).toEqual(before)
  await expect.poll(() => page.getByRole('row').count()).toBe(4)

  await visit(page, '/')
  await page
    .getByRole('banner')
    .getByRole('button', { name: t('cart.lines', { count: 3 }) })
    .click()
  await page.getByRole('button', { name: t('cart.mini.clear') }).click()
  await confirm()
  await expect.poll(() => stateOf(page)).toEqual([])
  await undo()
  await expect.poll(() => stateOf(page)).toEqual(before)
  await emptyCart(page)
  await context.close()
})

test('on a phone a removed line keeps its height', async () => {
  const { page, context } = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(page, people.dealer)
  const [first, second] = await cartWith(page, 2)
  await visit(page, '/sepet')
  const at = await removeButton(page, second?.name ?? '').boundingBox()
  await removeButton(page, first?.name ?? '').tap()
  await undoButton(page, first?.name ?? '').waitFor()
  expect((await removeButton(page, second?.name ?? '').boundingBox())?.y).toBe(at?.y)
  await emptyCart(page)
  await context.close()
})
