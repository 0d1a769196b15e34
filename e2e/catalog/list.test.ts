import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatsOf } from '#domain/text/format.ts'
import { hasHydrated, newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, listOf, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

const { formatQuantity } = formatsOf('tr')

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe('filters', () => {
  const found = (total: number) => t('catalog.found', { count: total, total: formatQuantity(total) })

  test('narrow the list, are shown above it, and can be removed', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    const { total, facets } = await listOf(page, '')
    const brand = facets.brand.find(({ count }) => count > 1 && count < total)
    if (brand === undefined) throw new Error('The demo store has one brand only.')
    await visit(page, '/?view=grid&page=2')
    await page.getByText(found(total), { exact: true }).waitFor()
    const group = page
      .getByRole('complementary')
      .getByRole('group')
      .filter({ hasText: t('catalog.filters.brand') })
    await group.getByRole('searchbox').fill(brand.name.toLocaleUpperCase('tr'))
    await group.getByRole('checkbox', { name: brand.name }).click()
    await page.getByText(found(brand.count), { exact: true }).waitFor()
    const { searchParams } = new URL(page.url())
    expect(searchParams.get('filters')).toBe(`brand:${brand.code}`)
    expect(searchParams.has('page')).toBe(false)
    await page.getByRole('link', { name: t('catalog.filters.remove', { name: brand.name }) }).click()
    await page.getByText(found(total), { exact: true }).waitFor()
    await context.close()
  })

  test('of a brand and a category are part of the address', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    const { facets } = await listOf(page, '')
    const brand = facets.brand[0]
    const category = facets.category[0]
    if (brand === undefined || category === undefined) throw new Error('The demo store is empty.')
    const expected = await listOf(page, `?filters=brand:${brand.code}`, category.url)
    await visit(page, `${category.url}?filters=brand:${brand.code}&view=grid`)
    await page.getByText(found(expected.total), { exact: true }).waitFor()
    expect(await page.getByRole('article').count()).toBe(expected.items.length)
    await context.close()
  })

  test('of price range and stock are part of the address; back and forward restore them', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await signIn(page, people.dealer, 'demo1234', '/?view=grid')
    const { total, facets } = await listOf(page, '')
    const range = facets.price?.find(({ min, max }) => min === null && max !== null)
    if (range === undefined || range.max === null) throw new Error('The demo store has no price ranges.')
    const cheap = `price:-${range.max}`
    await page
      .getByRole('checkbox', { name: t('catalog.filters.below', { to: '' }).trim() })
      .first()
      .click()
    await page.getByText(found(range.count), { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('filters')).toBe(cheap)
    const inStock = (await listOf(page, `?filters=${cheap};stock:1`)).total
    await page.getByRole('switch', { name: t('catalog.onlyInStock') }).click()
    await page.getByText(found(inStock), { exact: true }).waitFor()
    expect(new URL(page.url()).searchParams.get('filters')).toBe(`${cheap};stock:1`)
    await page.getByRole('switch', { name: t('catalog.onlyInStock'), checked: true }).waitFor()
    // Switching on adds no history entry: the saved choice would remain after going back. A press during the spinner is
    // ignored.
    await page.locator('[role=switch]:not([aria-busy])').click()
    await page.getByRole('switch', { name: t('catalog.onlyInStock'), checked: false }).waitFor()
    await page.getByText(found(range.count), { exact: true }).waitFor()
    await page.goBack()
    await page.getByText(found(inStock), { exact: true }).waitFor()
    await page.goBack()
    await page.getByText(found(total), { exact: true }).waitFor()
    await page.goForward()
    await page.getByText(found(inStock), { exact: true }).waitFor()
    await page.getByRole('link', { name: t('catalog.filters.clear') }).click()
    await page.getByText(found(total), { exact: true }).waitFor()
    await context.close()
  })

  test('show the specified text when nothing is found', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await visit(page, '/search?q=qqqxxxqqq')
    await page.getByRole('heading', { name: 'Aradığınız Ürün Bulunamadı!' }).waitFor()
    // Without a filter the text names the search; the specified one blames filters.
    await page.getByText(t('catalog.empty.search', { q: 'qqqxxxqqq' })).waitFor()
    await visit(page, '/search?q=matkap&filters=brand:YOK')
    await page.getByText('Seçtiğiniz filtrelere uygun bir ürün bulunamadı.').waitFor()
    await context.close()
  })

  test('"in stock only" is a saved choice', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await visit(page, '/')
    const all = await listOf(page, '')
    const toggle = page.getByRole('switch', { name: t('catalog.onlyInStock') })
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/catalog/settings') && response.ok())
    await toggle.click()
    await saved
    await page.getByRole('switch', { name: t('catalog.onlyInStock'), checked: true }).waitFor()
    const inStock = await listOf(page, '')
    expect(inStock.total).toBeLessThan(all.total)
    await page.getByText(found(inStock.total), { exact: true }).waitFor()
    await page.reload()
    await page.getByText(found(inStock.total), { exact: true }).waitFor()
    // It applies without being part of the address: a chip shows it and removes it.
    await visit(page, '/?view=grid')
    await page.getByRole('switch', { name: t('catalog.onlyInStock'), checked: true }).waitFor()
    const name = t('catalog.filters.remove', { name: t('catalog.filters.stockIn') })
    await page.getByRole('button', { name }).click()
    await page.getByText(found(all.total), { exact: true }).waitFor()
    await page.getByRole('switch', { name: t('catalog.onlyInStock'), checked: false }).waitFor()
    await toggle.click()
    await page.getByText(found(inStock.total), { exact: true }).waitFor()
    await page.getByRole('button', { name: t('catalog.filters.clear') }).click()
    await page.getByText(found(all.total), { exact: true }).waitFor()
    await context.close()
  })
})

test('an addition loads the scripts of the cart, which is opened next', async () => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer)
  await visit(page, '/?view=list')
  const scripts = page.waitForResponse(/\/assets\/cart-page-/)
  await page.locator('[data-adds]').first().click()
  expect((await scripts).ok()).toBe(true)
  await context.close()
})

describe('a choice', () => {
  test('of currency and language changes the page and is saved', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await signIn(page, people.dealer, 'demo1234', '/?view=grid')
    const choose = async (label: string, option: RegExp) => {
      await page.getByRole('button', { name: label }).click()
      await page.getByRole('menuitemradio', { name: option }).click()
    }
    await choose(t('shell.currency', { name: 'TRY' }), /USD/)
    await page.getByRole('article').filter({ hasText: /\$/ }).first().waitFor()
    await choose(t('shell.language', { name: 'Türkçe' }), /English/)
    await page.locator('html[lang=en]').waitFor()
    await page.reload()
    await hasHydrated(page)
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    await page.getByRole('article').filter({ hasText: /\$/ }).first().waitFor()
    await choose('Currency: USD', /TRY/)
    await choose('Language: English', /Türkçe/)
    await page.locator('html[lang=tr]').waitFor()
    await context.close()
  })

  test('of compact rows cuts long names, and each has a tooltip', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await signIn(page, people.dealer, 'demo1234', '/?view=list')
    await page.getByRole('button', { name: t('catalog.rows.compact') }).click()
    const names = page
      .getByRole('table', { name: t('catalog.table') })
      .locator('td[title]')
      .filter({ has: page.locator('a') })
    const cut = await names.evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const link = cell.querySelector('a')
        if (link === null || link.scrollHeight <= link.clientHeight) return []
        return [{ name: link.innerText, title: cell.getAttribute('title') }]
      }),
    )
    expect(cut.length).toBeGreaterThan(0)
    for (const { name, title } of cut) expect(title).toBe(name)
    await context.close()
  })

  test('of list or grid is saved for the next visit', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await visit(page, '/?view=list')
    await page.getByRole('table', { name: t('catalog.table') }).waitFor()
    const saved = page.waitForResponse((response) => response.url().endsWith('/api/catalog/settings') && response.ok())
    await page.getByRole('link', { name: t('catalog.view.grid') }).click()
    await saved
    await visit(page, '/')
    expect(await page.getByRole('article').count()).toBe(24)
    await context.close()
  })
})
