import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { hasHydrated, newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, listOf, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** Documents and calls that the page requested since the last check. */
function trackRequests(page: Page) {
  let documents: string[] = []
  let calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.isNavigationRequest()) documents.push(pathname)
    else if (/^\/(api|autocomplete)/.test(pathname)) calls.push(pathname)
  })
  return () => {
    const tracked = { documents, calls }
    documents = []
    calls = []
    return tracked
  }
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const names = (page: Page) =>
  page
    .getByRole('article')
    .getByRole('heading')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('title')))

describe('navigation', () => {
  test('makes a call instead of a page load; back, forward, reload and a shared link show the same', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl)
    await signIn(page, people.dealer)
    await callFrom(page, 'POST', '/api/catalog/settings', { key: 'productListView', value: 'grid' })
    await visit(page, '/')
    const tracked = trackRequests(page)
    const category = page
      .getByRole('navigation', { name: t('shell.categories') })
      .getByRole('link')
      .first()
    const place = (await category.innerText()).trim()
    await category.click()
    await heading(page, place)
    await page.getByRole('combobox', { name: t('catalog.sort.label') }).selectOption('-name')
    await page.waitForURL(/sort=-name/)
    const listAddress = page.url()
    const sorted = (await listOf(page, '?sort=-name', new URL(listAddress).pathname)).items.map(({ name }) => name)
    await expect.poll(() => names(page)).toEqual(sorted)
    await page.getByRole('article').getByRole('heading').first().getByRole('link').click()
    await page.waitForURL(/-p-/)
    const product = sorted[0] ?? ''
    await heading(page, product)
    const productAddress = page.url()

    await page.goBack()
    await heading(page, place)
    await expect.poll(() => names(page)).toEqual(sorted)
    expect(page.url()).toBe(listAddress)
    await page.goForward()
    await heading(page, product)
    const { documents, calls } = tracked()
    expect(documents).toEqual([])
    expect(calls.filter((path) => path.startsWith('/api/catalog/product'))).not.toEqual([])

    await page.reload()
    await heading(page, product)
    expect(page.url()).toBe(productAddress)
    await page.goto(listAddress)
    await expect.poll(() => names(page)).toEqual(sorted)

    const guest = await newVisitor(browser, demoUrl)
    await guest.page.goto(listAddress)
    await heading(guest.page, place)
    expect(new URL(guest.page.url()).searchParams.get('sort')).toBe('-name')
    await guest.page.goto(productAddress)
    await heading(guest.page, product)
    await guest.context.close()
    expect(problems).toEqual([])
    await context.close()
  })

  test('back from another document returns to the place where the visitor was', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl)
    await visit(page, '/?view=grid')
    await page.evaluate(async () => {
      const scrolled = new Promise((resolve) => window.addEventListener('scroll', () => resolve(true), { once: true }))
      window.scrollTo(0, 1500)
      await scrolled
    })
    await visit(page, pages.login)
    const top = () => page.evaluate(() => window.scrollY)
    expect(await top()).toBe(0)
    await page.goBack()
    await hasHydrated(page)
    await expect.poll(top).toBe(1500)
    expect(problems).toEqual([])
    await context.close()
  })

  test('Tab passes over the categories that do not fit, so that their row stays in place', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await page.setViewportSize({ width: 700, height: 800 })
    await visit(page, '/')
    const bar = page.getByRole('navigation', { name: t('shell.categories') }).first()
    const row = bar.getByRole('list').first()
    expect(await row.evaluate((list) => list.scrollHeight > list.clientHeight)).toBe(true)
    await bar.getByRole('button', { name: t('shell.allCategories') }).focus()
    const isInRow = () => row.evaluate((list) => list.contains(document.activeElement))
    let links = 0
    for (await page.keyboard.press('Tab'); await isInRow(); await page.keyboard.press('Tab')) {
      links += 1
      expect(await row.evaluate((list) => list.scrollTop)).toBe(0)
    }
    expect(links).toBeGreaterThan(0)
    expect(links).toBeLessThan(await row.locator('a').count())
    await context.close()
  })

  test('pages contain their content before any script has run', async () => {
    const { page, context } = await newVisitor(browser, demoUrl, { hasScripts: false })
    await page.goto('/?view=grid')
    expect(await page.getByRole('article').count()).toBe(24)
    const link = page.getByRole('article').getByRole('heading').first().getByRole('link')
    const name = (await link.getAttribute('title')) ?? ''
    await link.click()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toContain(name)
    expect(await page.locator('meta[name=description]').getAttribute('content')).toContain(name.slice(0, 10))
    expect(
      JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? ''),
    ).toBeTruthy()
    await context.close()
  })
})

describe('page numbers', () => {
  const shown = async (page: Page) => {
    const items = await page
      .getByRole('navigation', { name: t('catalog.pages.label') })
      .getByRole('listitem')
      .allInnerTexts()
    return items.map((text) => text.trim())
  }

  test('are shown as specified near the start, in the middle and near the end', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    const { pages } = await listOf(page, '?limit=4')
    expect(pages).toBeGreaterThan(10)
    const last = String(pages)
    const end = Array.from({ length: 7 }, (_, i) => String(pages - 6 + i))
    await visit(page, '/?limit=4')
    expect(await shown(page)).toEqual(['1', '2', '3', '4', '5', '6', '7', '…', last])
    await page.getByRole('link', { name: t('catalog.pages.page', { page: 7 }) }).click()
    await page.waitForURL(/page=7/)
    await expect.poll(() => shown(page)).toEqual(['1', '…', '5', '6', '7', '8', '9', '…', last])
    await page.getByRole('link', { name: t('catalog.pages.page', { page: pages }) }).click()
    await page.waitForURL(new RegExp(`page=${pages}`))
    await expect.poll(() => shown(page)).toEqual(['1', '…', ...end])
    await page.getByRole('link', { name: t('catalog.pages.previous') }).click()
    await page.waitForURL(new RegExp(`page=${pages - 1}`))
    await context.close()
  })

  test('are all shown up to ten', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    const { pages } = await listOf(page, '')
    expect(pages).toBeLessThanOrEqual(10)
    await visit(page, '/')
    expect(await shown(page)).toEqual(Array.from({ length: pages }, (_, i) => String(i + 1)))
    await context.close()
  })

  test('a page beyond the last says so and links to the last and the first page', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    const { pages } = await listOf(page, '')
    await visit(page, '/?page=500')
    await page.getByRole('heading', { name: t('catalog.empty.noPage') }).waitFor()
    await page.getByText(t('catalog.empty.pages', { count: pages, number: String(pages), page: '500' })).waitFor()
    expect(await page.getByText(t('catalog.empty.title')).count()).toBe(0)
    await page.getByRole('link', { name: t('catalog.empty.lastPage') }).click()
    await page.waitForURL(`**/?page=${pages}`)
    await page.getByRole('row').nth(1).or(page.getByRole('article').first()).first().waitFor()
    await visit(page, '/?page=500')
    await page.getByRole('link', { name: t('catalog.empty.firstPage') }).click()
    await page.getByRole('row').nth(1).or(page.getByRole('article').first()).first().waitFor()
    expect(new URL(page.url()).search).toBe('')
    await context.close()
  })
})
