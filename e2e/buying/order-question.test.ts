import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Product } from '#contract/shop/product.ts'
import { pages } from '#contract/core/pages.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, emptyCart, fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { pattern, t } from '#e2e/support/words.ts'

let browser: Browser
let page: Page
let problems: string[]
let product: Product

beforeAll(async () => {
  browser = await openBrowser()
  ;({ page, problems } = await newVisitor(browser, demoUrl))
  await signIn(page, people.dealer)
  product = await plainProduct(page)
})
afterAll(() => browser?.close())
beforeEach(async () => {
  await visit(page, '/account/settings')
  await callFrom(page, 'PATCH', '/api/account/order-question', { asksBeforeOrder: true })
  await emptyCart(page)
  await fillCart(page, product, 2)
})

const question = () => page.getByRole('alertdialog', { name: t('checkout.confirm.title') })
const orderButton = () => page.getByRole('button', { name: t('cart.summary.order'), exact: true })
const orderCount = async () => {
  const { total } = (await (await page.request.get('/api/catalog/orders')).json()) as { total: number }
  return total
}

test('on the desktop an order asks with dealer, lines, total, plan and branch, and places nothing when cancelled', async () => {
  const before = await orderCount()
  await visit(page, pages.cart)
  const total = await page
    .getByRole('region', { name: t('cart.summary.title') })
    .getByRole('definition')
    .nth(2)
    .innerText()
  // The second click of a double click confirms nothing.
  await orderButton().dblclick()
  const text = await question().innerText()
  const { user, branches } = (await (await page.request.get('/api/visitor')).json()) as {
    user: { dealerName: string }
    branches: object[]
  }
  expect(text).toContain(user.dealerName)
  expect(text).toMatch(new RegExp(`${t('checkout.confirm.lines')}\\s+1`))
  expect(text).toContain(total)
  expect(text).toContain(t('cartPage.plan.title'))
  expect(text.includes(t('cartPage.branch.title'))).toBe(branches.length > 0)
  await question()
    .getByRole('button', { name: t('ui.cancel') })
    .click()
  await question().waitFor({ state: 'detached' })
  expect(await orderCount()).toBe(before)
  expect(problems).toEqual([])
})

test('Ctrl+Enter asks and confirms, also from a field; held down it does neither', async () => {
  const before = await orderCount()
  await visit(page, pages.cart)
  const field = page.getByRole('textbox', { name: t('cart.quantityOf', { name: product.name }) })
  await field.fill('3')
  await page.keyboard.press('Control+Enter')
  await question().waitFor()
  await page.keyboard.press('Escape')
  await question().waitFor({ state: 'detached' })

  await page.getByRole('textbox', { name: t('cart.summary.note') }).focus()
  await page.keyboard.down('Control')
  await page.keyboard.down('Enter')
  await question().waitFor()
  for (let repeats = 0; repeats < 3; repeats += 1) await page.keyboard.down('Enter')
  expect(await question().isVisible()).toBe(true)
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.up('Control')
  await page.waitForURL('**/checkout/summary?order=*')
  await page
    .getByText(`3 ${product.units[0]?.value ?? ''}`)
    .first()
    .waitFor()
  expect(await orderCount()).toBe(before + 1)
})

test('a user who chooses not to be asked orders by one press, and can be asked again by the account settings', async () => {
  await visit(page, pages.cart)
  await orderButton().click()
  await question().getByRole('checkbox').check()
  await question()
    .getByRole('button', { name: t('checkout.confirm.order') })
    .click()
  await page.waitForURL('**/checkout/summary?order=*')

  await fillCart(page, product, 1)
  await visit(page, pages.cart)
  await orderButton().click()
  await page.waitForURL('**/checkout/summary?order=*')

  await visit(page, '/account/settings')
  const choice = page.getByRole('switch', { name: t('accountSettings.orderQuestion.switch') })
  expect(await choice.getAttribute('aria-checked')).toBe('false')
  await choice.click()
  await expect.poll(() => choice.getAttribute('aria-checked')).toBe('true')
  await fillCart(page, product, 1)
  await visit(page, pages.cart)
  await orderButton().click()
  await question().waitFor()
})

test('the cart’s two ways to order have names that differ', async () => {
  await visit(page, pages.cart)
  const names = await page
    .getByRole('region', { name: t('cart.summary.title') })
    .getByRole('button')
    .or(page.getByRole('link', { name: t('cart.summary.review') }))
    .allInnerTexts()
  const words = [t('cart.summary.order'), t('cart.summary.review')].map(
    (name) => new Set(name.toLowerCase().split(' ')),
  )
  expect(names).toEqual(expect.arrayContaining([t('cart.summary.order'), t('cart.summary.review')]))
  expect([...(words[0] ?? [])].filter((word) => words[1]?.has(word))).toEqual([])
})

test('F8 leads from the first line to the order button, and a skip link leads past the lines', async () => {
  await visit(page, pages.cart)
  await page.keyboard.press('F4')
  const focusedName = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  await expect.poll(focusedName).toBe(t('cart.quantityOf', { name: product.name }))
  await page.keyboard.press('F8')
  await expect.poll(() => orderButton().evaluate((element) => element === document.activeElement)).toBe(true)

  const skip = page.getByRole('link', { name: t('cart.keys.skip') })
  await skip.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('order-summary')
  await page.keyboard.press('F2')
  expect(
    await page
      .getByRole('combobox', { name: t('cartPage.quick.code') })
      .evaluate((field) => field === document.activeElement),
  ).toBe(true)
})

test('? lists the shortcuts on every page, but not while text is typed', async () => {
  for (const path of ['/', '/?view=grid', pages.cart, '/account/settings']) {
    await visit(page, path)
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: t('keys.title') })
    await keys.getByText('Ctrl', { exact: true }).first().waitFor()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
  }
  await visit(page, pages.cart)
  for (const field of [
    page.getByRole('combobox', { name: t('cartPage.quick.code') }),
    page.getByRole('textbox', { name: t('cart.summary.note') }),
    page.getByRole('combobox', { name: t('search.label') }),
  ]) {
    await field.focus()
    await page.keyboard.press('?')
    expect(await field.inputValue()).toContain('?')
    await field.fill('')
  }
  expect(await page.getByRole('dialog').count()).toBe(0)
  await visit(page, '/')
  await page.keyboard.press('F2')
  await page.waitForURL(`**${pages.cart}`)
  await page.getByRole('button', { name: pattern('cart.removeOf') }).waitFor()
})
