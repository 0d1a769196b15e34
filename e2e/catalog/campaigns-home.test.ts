import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Campaign } from '#contract/shop/campaigns.ts'
import { newVisitor, desktop, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { campaignsOf, current, longCarousel, pageName } from '#e2e/support/carousel.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

describe('the home page', () => {
  test('has the campaigns in its HTML below the list, without prices for guests', async () => {
    const html = await (await fetch(`${demoUrl}/`)).text()
    const campaigns = (await (await fetch(`${demoUrl}/api/catalog/campaigns`)).json()) as Campaign[]
    expect(campaigns.length).toBeGreaterThanOrEqual(3)
    for (const { id, products } of campaigns) {
      const section = html.slice(html.indexOf(`id="kampanya-${id}"`))
      expect(section).toContain(`href="${products[0]?.url}"`)
      expect(/<img[^>]* width="280" height="413"/.test(section)).toBe(true)
    }
    expect(html).not.toMatch(/salePrice|[₺$€]\s?\d/)
    for (const path of ['/?page=2', '/?filters=stock:1', '/search?q=pense']) {
      expect(await (await fetch(`${demoUrl}${path}`)).text()).not.toContain('id="kampanya-')
    }
  })

  test('loads their scripts only when they come near the screen, without layout shift', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl, { screen: phone })
    await page.addInitScript(() => {
      const shifts = { sum: 0 }
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.sum += (entry as unknown as { value: number }).value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    const scripts: string[] = []
    page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
    await visit(page, '/')
    const { box, campaign } = await longCarousel(page)
    const before = scripts.length
    expect(await box.locator('[aria-current=true]').count()).toBe(0)
    await box.evaluate((section) => section.scrollIntoView())
    await expect.poll(() => current(box)).toBe(pageName(1, Math.ceil(campaign.products.length / 2)))
    expect(scripts.length).toBeGreaterThan(before)
    const shift = await page.evaluate(() => (window as unknown as { shifts: { sum: number } }).shifts.sum)
    expect(shift).toBeLessThan(0.02)
    expect(problems).toEqual([])
    await context.close()
  })

  test('shows them when it is reached from another page', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl)
    await signIn(page, people.dealer, 'demo1234', '/kampanyalar')
    await page.getByRole('link', { name: 'Toptan' }).first().click()
    await page.waitForURL((url) => url.pathname === '/')
    const { box } = await longCarousel(page)
    await box.getByText(/₺/).first().waitFor()
    expect(problems).toEqual([])
    await context.close()
  })

  test('links to them from the category bar', async () => {
    const { page, context } = await newVisitor(browser, demoUrl)
    await visit(page, '/')
    await page
      .getByRole('navigation', { name: t('shell.categories') })
      .getByRole('link', { name: t('campaigns.title') })
      .click()
    await page.waitForURL('**/kampanyalar')
    await page.getByRole('heading', { level: 1, name: t('campaigns.title') }).waitFor()
    await context.close()
  })
})

test.each([
  [desktop, 'light'],
  [phone, 'dark'],
] as const)('has no serious accessibility violation and fits the screen: %j, %s', async (screen, theme) => {
  const { page, context, problems } = await newVisitor(browser, demoUrl, { screen, theme })
  await signIn(page, people.dealer, 'demo1234', '/kampanyalar')
  const { box } = await longCarousel(page)
  await expect.poll(() => current(box)).not.toBeNull()
  expect(await axeViolations(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(screen.width)
  expect(problems).toEqual([])
  await context.close()
})

describe('in a separate shop', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ demo: 'small' })
    await shop.start()
  })
  afterAll(() => shop?.remove())

  const home = async () => {
    const answer = await fetch(`${shop.url}/`)
    return { state: answer.headers.get('x-page-cache'), html: await answer.text() }
  }
  const isShown = async (name: string, isExpected: boolean) => {
    await expect.poll(async () => (await home()).html.includes(`>${name}</h2>`)).toBe(isExpected)
  }

  test('a campaign set on the command line appears on the cached page, ends on its date, and is removed', async () => {
    await home()
    await expect.poll(async () => (await home()).state).toBe('hit')
    expect(await shop.toptan('campaign', 'set', 'Şok Fiyat', '--products', 'KVR-PNS-180,KVR-CKC-500')).toContain(
      'Added with 2',
    )
    await isShown('Şok Fiyat', true)
    await shop.toptan('campaign', 'set', 'Şok Fiyat', '--until', '2020-01-01')
    await isShown('Şok Fiyat', false)
    expect(await shop.toptan('campaign', 'list')).toMatch(
      /Şok Fiyat {2}\(2 products, 1 rows, not running now, … – 2020-01-01\)/,
    )
    await shop.toptan('campaign', 'set', 'Şok Fiyat', '--until', 'none', '--rows', '2')
    await isShown('Şok Fiyat', true)
    await shop.toptan('campaign', 'remove', 'Şok Fiyat')
    await isShown('Şok Fiyat', false)
  })

  test('invalid values are reported and change nothing', async () => {
    const set = (...args: string[]) => shop.toptan('campaign', 'set', 'X', ...args)
    await expect(set('--products', 'KVR-PNS-180,YOK-1,YOK-2')).rejects.toThrow('No product has the code YOK-1, YOK-2.')
    await expect(set()).rejects.toThrow('A new campaign needs products')
    await expect(set('--products', 'KVR-PNS-180', '--rows', '0')).rejects.toThrow('from 1 to 10')
    await expect(set('--products', 'KVR-PNS-180', '--from', 'yarın')).rejects.toThrow('"yarın" is not a day')
    await expect(set('--file', '/nowhere/codes.txt')).rejects.toThrow('Could not read')
    await expect(shop.toptan('campaign', 'remove', 'X')).rejects.toThrow('There is no campaign "X".')
    expect(await shop.toptan('campaign', 'list')).not.toContain('X ')
  })

  test('without campaigns there is no link to them, and their page says so', async () => {
    const { page, context } = await newVisitor(browser, shop.url)
    for (const { name } of await campaignsOf(page)) await shop.toptan('campaign', 'remove', name)
    await expect.poll(async () => (await campaignsOf(page)).length).toBe(0)
    await visit(page, '/kampanyalar')
    await page.getByRole('heading', { level: 1, name: t('campaigns.none') }).waitFor()
    expect(await page.getByRole('link', { name: t('campaigns.title') }).count()).toBe(0)
    await context.close()
  })
})
