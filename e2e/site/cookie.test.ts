import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { hasHydrated, newVisitor, desktop, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, listOf } from '#e2e/support/demo-shop.ts'
import { t, words } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const notice = (page: Page) => page.getByRole('region', { name: t('cookies.title') })
const accept = (page: Page) => notice(page).getByRole('button', { name: t('cookies.accept') })

describe('the cookie notice', () => {
  test('is shown until it is accepted, and never again, also on cached pages', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl, { isNew: true })
    await visit(page, '/?view=grid')
    expect(await notice(page).innerText()).toContain(t('cookies.text'))
    expect(await axeViolations(page, 'all', 'section')).toEqual([])
    await accept(page).click()
    await notice(page).waitFor({ state: 'detached' })
    // The same page for a new visitor and for this one, both from the cache.
    for (const path of ['/?view=grid', '/?view=grid', '/account/login']) {
      await visit(page, path)
      expect(await notice(page).count()).toBe(0)
      const firstVisitHtml = await (await fetch(`${demoUrl}${path}`, { headers: { 'accept-language': 'tr' } })).text()
      expect(firstVisitHtml).toContain(t('cookies.text'))
    }
    await page.getByRole('link', { name: t('login.browse') }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await notice(page).count()).toBe(0)
    expect(problems).toEqual([])
    await context.close()
  })

  test('is rendered from the start without layout shift, also if the fonts come late', async () => {
    const { page, context } = await newVisitor(browser, demoUrl, { isNew: true })
    const html = await (await page.request.get('/')).text()
    expect(html).toContain(t('cookies.title'))
    const { promise: hydrated, resolve: sendFonts } = Promise.withResolvers<void>()
    await page.route('**/*.woff2', async (route) => {
      await hydrated
      await route.continue()
    })
    await visit(page, '/')
    sendFonts()
    await page.evaluate(() => document.fonts.ready)
    const shift = await page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          let sum = 0
          const observer = new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
          })
          observer.observe({ type: 'layout-shift', buffered: true })
          requestIdleCallback(() => resolve(sum))
        }),
    )
    expect(shift).toBeLessThan(0.02)
    await context.close()
  })

  test('reports when it could not be saved, and retries', async () => {
    const { page, context } = await newVisitor(browser, demoUrl, { isNew: true })
    await visit(page, '/')
    await page.route('**/api/catalog/cookies', (route) => route.abort())
    await accept(page).click()
    await notice(page)
      .getByRole('alert')
      .filter({ hasText: t('errors.network') })
      .waitFor()
    await page.unroute('**/api/catalog/cookies')
    await notice(page)
      .getByRole('button', { name: t('ui.retry') })
      .click()
    await notice(page).waitFor({ state: 'detached' })
    await page.reload()
    await hasHydrated(page)
    expect(await notice(page).count()).toBe(0)
    await context.close()
  })

  test('comes after the skip link in the tab order, and moves the focus to the main content when it closes', async () => {
    const { page, context } = await newVisitor(browser, demoUrl, { isNew: true })
    await visit(page, '/')
    // The skip link, the link to the texts, the button.
    for (let at = 0; at < 3; at += 1) await page.keyboard.press('Tab')
    expect(await accept(page).evaluate((button) => button === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await notice(page).waitFor({ state: 'detached' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await context.close()
  })

  test.each([phone, { width: 800, height: 900 }, desktop])(
    'covers no bar at the bottom at $width pixels',
    async (screen) => {
      const { page, context } = await newVisitor(browser, demoUrl, { isNew: true, screen })
      const [product] = (await listOf(page, '')).items
      for (const path of ['/', product?.url ?? '', '/account/login', '/boyle-bir-yer-yok']) {
        await visit(page, path)
        for (const end of [false, true]) {
          await page.evaluate((end) => scrollTo(0, end ? document.body.scrollHeight : 0), end)
          const noticeBox = await notice(page).boundingBox()
          const bars = page.locator('[data-buy-bar], nav').filter({ visible: true })
          for (const bar of await bars.all()) {
            const isFixed = await bar.evaluate((element) => getComputedStyle(element).position === 'fixed')
            const box = isFixed ? await bar.boundingBox() : null
            if (box !== null) expect((noticeBox?.y ?? 0) + (noticeBox?.height ?? 0)).toBeLessThanOrEqual(box.y)
          }
          expect((noticeBox?.y ?? 0) + (noticeBox?.height ?? 0)).toBeLessThanOrEqual(screen.height)
        }
      }
      await context.close()
    },
  )

  test('accepted by a signed-in user is accepted on every device, in every language', async () => {
    // No other journey signs in this user: it would have brought its own cookie record.
    const person = 'depo@example.com'
    const first = await newVisitor(browser, demoUrl, { isNew: true })
    await signIn(first.page, person, 'demo1234', '/account/settings')
    await accept(first.page).click()
    await notice(first.page).waitFor({ state: 'detached' })
    await first.context.close()
    const second = await newVisitor(browser, demoUrl, { isNew: true, locale: 'en' })
    await visit(second.page, '/')
    const english = second.page.getByRole('region', { name: words('en')('cookies.title') })
    await english.waitFor()
    await signIn(second.page, person, 'demo1234', '/account/settings')
    expect([await english.count(), await notice(second.page).count()]).toEqual([0, 0])
    await second.context.close()
  })
})
