import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { demoUrl, emptyCart, listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { words } from '#e2e/support/words.ts'

const t = words('en')
let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** The page is dark, in English, and not wider than the screen. */
async function expectFits(page: Page): Promise<void> {
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  const { width, light } = await page.evaluate(() => {
    const [red = 255, green = 255, blue = 255] = (
      getComputedStyle(document.body).backgroundColor.match(/[\d.]+/g) ?? []
    ).map(Number)
    return { width: document.documentElement.scrollWidth, light: Math.max(red, green, blue) }
  })
  expect(width).toBeLessThanOrEqual(phone.width)
  expect(light).toBeLessThan(80)
}

test('on a phone, in English and dark mode: list, product, cart, order', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl, { screen: phone, locale: 'en', theme: 'dark' })
  await signIn(page, people.other)
  await emptyCart(page)
  const product = await plainProduct(page)

  await visit(page, `/search?q=${encodeURIComponent(product.code)}`)
  await expectFits(page)
  await page.getByRole('main').getByRole('link', { name: product.name }).first().click()
  await page.getByRole('heading', { level: 1, name: product.name }).waitFor()
  await expectFits(page)
  await page
    .getByRole('button', { name: `${t('cart.button.add')} ${product.name}` })
    .first()
    .click()
  await page.getByText(t('cart.added.title')).first().waitFor()

  await page
    .getByRole('navigation', { name: t('shell.phoneBar') })
    .getByRole('link', { name: t('cart.title') })
    .click()
  await page.waitForURL('**/sepet')
  await page.getByRole('heading', { level: 1, name: t('cart.title') }).waitFor()
  await expectFits(page)
  await page
    .getByRole('button', { name: t('cart.summary.order') })
    .locator('visible=true')
    .click()
  const question = page.getByRole('alertdialog', { name: t('checkout.confirm.title') })
  expect(await question.innerText()).toMatch(/[₺$€]/)
  await expectFits(page)
  await confirmOrder(page, t)
  await page.waitForURL('**/checkout/summary?order=*')
  await page.getByRole('heading', { level: 1, name: t('checkout.summary.title') }).waitFor()
  await expectFits(page)
  expect(await page.getByTestId('order-number').innerText()).toMatch(/^S\d{10}$/)

  await visit(page, '/?view=grid')
  await expectFits(page)
  await page
    .getByRole('navigation', { name: t('shell.phoneBar') })
    .getByRole('button', { name: t('shell.categories') })
    .click()
  const [category] = (await listOf(page, '')).facets.category
  const drawer = page.getByRole('dialog', { name: t('shell.categories') })
  await drawer.getByText(category?.name ?? '', { exact: true }).click()
  await drawer.getByRole('link', { name: t('shell.allOf', { name: category?.name ?? '' }) }).click()
  await page.getByRole('heading', { level: 1, name: category?.name ?? '' }).waitFor()
  await expectFits(page)
  expect(problems).toEqual([])
  await context.close()
})

test('everything that can be pressed is at least 24 pixels in each direction', async () => {
  const { page, context } = await newVisitor(browser, demoUrl, { screen: phone, locale: 'en' })
  await signIn(page, people.other)
  const product = await plainProduct(page)
  for (const path of ['/?view=grid', '/?view=list', product.url]) {
    await visit(page, path)
    const small = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'button, select, [role=switch], input:not([type=checkbox], [type=radio])',
        ),
      ]
        .filter((element) => element.checkVisibility({ visibilityProperty: true }))
        .map((element) => ({ name: element.ariaLabel ?? element.innerText, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && (box.width < 24 || box.height < 24))
        .map(({ name, box }) => `${name} ${Math.round(box.width)}×${Math.round(box.height)}`),
    )
    expect({ path, small }).toEqual({ path, small: [] })
  }
  await context.close()
})
