import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CategoryNode } from '#contract/shop/categories.ts'
import type { ProductList } from '#contract/shop/catalog.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { desktop, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, emptyCart, listOf, people } from '#e2e/support/demo-shop.ts'
import { openOwnShop } from '#e2e/support/own-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** A category of the demo store with an attribute of several values, and its list. */
async function filteredCategory(page: Page): Promise<{ path: string; list: ProductList }> {
  const roots = (await (await page.request.get('/api/catalog/categories')).json()) as CategoryNode[]
  for (const { url } of roots) {
    const list = await listOf(page, '', url)
    if ((list.facets.attributes?.[0]?.values.length ?? 0) > 2) return { path: url, list }
  }
  throw new Error('No category of the demo store has attributes.')
}

const cards = (page: Page) => page.locator('[data-products] article')
const heads = (page: Page) => page.locator('thead th[scope=col]:has(a)')

test('a list is filtered by the values of an attribute, which a chip names and removes', async () => {
  const { page, context } = await newVisitor(browser, demoUrl, { screen: desktop })
  const { path, list } = await filteredCategory(page)
  const attribute = list.facets.attributes![0]!
  const value = attribute.values[1]!
  await visit(page, `${path}?view=grid`)
  const panel = page.locator('aside')
  const section = panel
    .locator('details')
    .filter({ has: page.getByRole('heading', { name: attribute.name, exact: true }) })
  await section.getByLabel(value.name, { exact: false }).first().click()
  await page.waitForURL((url) => url.searchParams.get('filters') === `a.${attribute.key}:${value.value}`)
  await expect.poll(() => cards(page).count()).toBe(Math.min(24, value.count))
  const chip = page.getByRole('link', {
    name: t('catalog.filters.remove', { name: `${attribute.name} ${value.name}` }),
  })
  expect(await chip.innerText()).toContain(attribute.name)
  expect(await axeViolations(page)).toEqual([])
  // Other filters are added to it.
  const brands = panel
    .locator('details')
    .filter({ has: page.getByRole('heading', { name: t('catalog.filters.brand') }) })
  await brands.getByRole('checkbox').first().click()
  const filters = (url: URL) => url.searchParams.get('filters') ?? ''
  await page.waitForURL((url) => /^brand:[^;]+;a\./.test(filters(url)))
  await chip.click()
  await page.waitForURL((url) => /^brand:[^;]+$/.test(filters(url)))
  await context.close()
})

test('four products are compared, the fifth is refused; differences remain and one is added to the cart', async () => {
  const { page, context } = await newVisitor(browser, demoUrl, { screen: desktop })
  await signIn(page, people.dealer, 'demo1234', '/')
  await emptyCart(page)
  const { path } = await filteredCategory(page)
  await visit(page, `${path}?view=grid`)
  const compare = (at: number) =>
    cards(page)
      .nth(at)
      .getByRole('button', { name: new RegExp(`^${t('catalog.compare')}:`) })
  for (let at = 0; at < 4; at++) {
    await compare(at).click()
    await expect.poll(() => compare(at).getAttribute('aria-pressed')).toBe('true')
  }
  await compare(4).click()
  await page
    .getByText(t('compare.full', { most: 4 }))
    .first()
    .waitFor()
  expect(await compare(4).getAttribute('aria-pressed')).toBe('false')
  const tray = page.getByRole('region', { name: t('compare.title') })
  await tray.getByRole('link', { name: t('compare.open') }).click()
  await page.getByRole('heading', { name: t('compare.title') }).waitFor()
  expect(await heads(page).count()).toBe(4)
  expect(await axeViolations(page)).toEqual([])
  const rows = page.locator('tbody tr')
  const all = await rows.count()
  await page.getByRole('switch', { name: t('compare.onlyDifferent') }).click()
  await expect.poll(() => rows.count()).toBeLessThanOrEqual(all)
  await page.locator('thead button[data-adds]').first().click()
  await page.locator('thead').getByText(t('cart.button.added')).first().waitFor()
  await heads(page)
    .first()
    .getByRole('button', { name: /karşılaştırmadan çıkar/ })
    .click()
  await expect.poll(() => heads(page).count()).toBe(3)
  await context.close()
})

test('a guest compares from product pages; on phones the names stay while the products scroll; what is gone is said', async () => {
  const { page, context } = await newVisitor(browser, demoUrl, { screen: phone })
  const { items } = (await filteredCategory(page)).list
  for (const { url } of items.slice(0, 2)) {
    await visit(page, url)
    await page.getByRole('button', { name: t('catalog.compare'), exact: true }).click()
    await page
      .getByText(/Karşılaştırmaya eklendi/)
      .first()
      .waitFor()
  }
  await page.getByRole('link', { name: t('compare.openCount', { number: '2' }) }).click()
  await expect.poll(() => heads(page).count()).toBe(2)
  const name = page.locator('tbody th[scope=row]').first()
  const frame = page.getByRole('group', { name: t('compare.title') })
  const before = await name.boundingBox()
  await frame.evaluate((element) => element.scrollTo({ left: 200 }))
  await expect.poll(() => frame.evaluate((element) => element.scrollLeft)).toBeGreaterThan(100)
  expect((await name.boundingBox())?.x).toBe(before?.x)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width)
  await visit(page, `/karsilastir?u=${items[0]?.id},99999999`)
  await page.getByText(t('compare.gone', { count: 1 })).waitFor()
  await visit(page, '/karsilastir')
  await page.getByRole('heading', { name: t('compare.empty') }).waitFor()
  await context.close()
})

test('an administrator defines an attribute, learns what cannot be read, and uses it in the product form', async () => {
  const own = await openOwnShop()
  const page = await own.open(people.admin, '/yonetim/ozellikler')
  await page.getByRole('button', { name: t('administration.attributes.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('administration.attributes.fields.nameTr'), { exact: true }).fill('Malzeme')
  await dialog.getByLabel(t('administration.attributes.fields.type'), { exact: true }).selectOption('list')
  await dialog.getByRole('button', { name: t('administration.labels.save') }).click()
  await dialog.getByText(t('administration.attributes.choicesMissing')).waitFor()
  await dialog
    .getByLabel(t('administration.attributes.fields.choices'), { exact: true })
    .fill('Naylon | Nylon\nPaslanmaz')
  await dialog.getByRole('button', { name: t('administration.labels.save') }).click()
  const alert = page.getByRole('alertdialog')
  await alert.getByText(/okunamadı/).waitFor()
  await alert.getByRole('button', { name: t('ui.ok') }).click()
  const row = page.getByTestId('admin-attribute').filter({ hasText: 'Malzeme' })
  await row.getByText('Liste (2)').waitFor()

  await visit(page, '/yonetim/urunler/yeni')
  await page.getByRole('button', { name: t('productForm.addAttribute') }).click()
  await page.getByLabel(t('productForm.attributeName', { number: 1 })).fill('malzeme')
  const value = page.getByLabel(t('productForm.attributeValue', { number: 1 }))
  await value.selectOption('Naylon')
  expect(await value.inputValue()).toBe('Naylon')

  await visit(page, '/yonetim/ozellikler?q=Malzeme')
  await row.getByRole('button', { name: t('administration.attributes.delete', { name: 'Malzeme' }) }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('administration.attributes.deleteNow') })
    .click()
  await row.waitFor({ state: 'detached' })
  await own.remove()
})
