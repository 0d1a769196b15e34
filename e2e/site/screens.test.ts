import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminFaultReportPath, adminPaymentPath, orderPath } from '#contract/core/pages.ts'
import type { Product } from '#contract/shop/product.ts'
import { newVisitor, desktop, openBrowser, phone, type Screen, signIn, visit } from '#e2e/support/browser.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import {
  callFrom,
  demoUrl,
  emptyCart,
  fillCart,
  listOf,
  people,
  plainProduct,
  statementOfDebtor,
} from '#e2e/support/demo-shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** Violations that block users. */
const seriousViolations = async (page: Page, only: 'all' | 'colors' = 'all') =>
  (await axeViolations(page, only)).filter(({ impact }) => impact === 'serious' || impact === 'critical')

type Screens = (page: Page) => Promise<Record<string, string>>

const guestScreens: Screens = async (page) => {
  const { items } = await listOf(page, '')
  return {
    grid: '/?view=grid',
    table: '/?view=list',
    product: items[0]?.url ?? '',
    nothing: '/search?q=qqqxxxqqq',
    login: '/account/login',
    'not found': '/boyle-bir-yer-yok',
  }
}

const shopScreens: Screens = async (page) => {
  const product = await plainProduct(page)
  await emptyCart(page)
  await fillCart(page, product)
  const { items } = await listOf(page, '?limit=96')
  const family = items.find(({ varyantx }) => varyantx === 0)
  return {
    grid: '/?view=grid',
    table: '/?view=list',
    search: '/search?q=pense',
    product: product.url,
    variants: family?.url ?? product.url,
    cart: '/sepet',
    checkout: '/checkout',
    payment: '/checkout?step=payment',
  }
}

const accountScreens: Screens = async (page) => {
  await orderOnce(page)
  return {
    statement: '/account/statement',
    ordered: '/checkout/summary',
    offers: '/teklif/liste',
    account: '/account/settings',
    'direct payment': '/payment?amount=100',
    orders: '/siparis/liste',
    'fault report': '/ariza-bildirimi',
    'fault reports': '/ariza-bildirimi/liste',
    order: await newestOrder(page),
  }
}

const adminScreens: Screens = async (page) => {
  const { items } = (await (await page.request.get('/yonetim/payments')).json()) as { items: { id: number }[] }
  const [newest] = items
  const reports = (await (await page.request.get('/yonetim/fault-reports')).json()) as { items: { id: number }[] }
  return {
    searches: '/yonetim',
    online: '/yonetim/online',
    carts: '/yonetim/sepetler',
    payments: '/yonetim/odemeler',
    'no payment': '/yonetim/odemeler?q=qqqxxxqqq',
    'statement of a dealer': await statementOfDebtor(page),
    ...(newest && { payment: adminPaymentPath(newest.id) }),
    'bank findings': '/yonetim/banka-farklari',
    'fault reports': '/yonetim/ariza-bildirimleri',
    ...(reports.items[0] && { 'fault report': adminFaultReportPath(reports.items[0].id) }),
  }
}

/** How a screen is checked. `violations: 'colors'` when only its colors differ from another check. */
type ScreenCheck = { screen: Screen; theme: 'light' | 'dark'; violations: 'all' | 'colors' }

const onDesktop: ScreenCheck = { screen: desktop, theme: 'light', violations: 'all' }
const onPhone: ScreenCheck = { screen: phone, theme: 'light', violations: 'all' }
const dealerChecks: ScreenCheck[] = [{ screen: desktop, theme: 'dark', violations: 'colors' }, onDesktop, onPhone]

const visits: { who: string; as?: string; screens: Screens; checks: ScreenCheck[] }[] = [
  { who: 'a guest', screens: guestScreens, checks: [onDesktop, { ...onPhone, theme: 'dark' }] },
  { who: 'a dealer in the shop', as: people.dealer, screens: shopScreens, checks: dealerChecks },
  { who: 'a dealer in its account', as: people.dealer, screens: accountScreens, checks: dealerChecks },
  {
    who: 'an administrator',
    as: people.admin,
    screens: adminScreens,
    checks: [{ ...onDesktop, theme: 'dark' }, onPhone],
  },
]

describe.each(visits)('the screens of $who, on a desktop and on a phone', ({ as, screens, checks }) => {
  test('have no serious violation, no script error, no policy violation, and fit the screen', async () => {
    const { page, context, problems } = await newVisitor(browser, demoUrl)
    await (as === undefined ? visit(page, '/') : signIn(page, as))
    const switchTo = await createSwitch(page)
    let order = checks
    for (const [name, path] of Object.entries(await screens(page))) {
      await visit(page, path)
      for (const { screen, theme, violations } of order) {
        await switchTo(screen, theme)
        const check = { name, width: screen.width, theme }
        const found = await seriousViolations(page, violations)
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        expect({ ...check, found, problems, isTooWide: width > screen.width }).toEqual({
          ...check,
          found: [],
          problems: [],
          isTooWide: false,
        })
      }
      // The next screen starts in the state of the previous one: pages open and change on both screens.
      order = order.toReversed()
    }
    await context.close()
  })
})

/** Switches an open page to another screen and theme, which is faster than opening it again. */
async function createSwitch(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  return async (screen: Screen, theme: 'light' | 'dark') => {
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: screen === phone })
    await page.setViewportSize(screen)
    await page.emulateMedia({ colorScheme: theme })
    const check = await page.evaluate(() => {
      const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition).length
      const isTouched = () => matchMedia('(pointer: coarse)').matches
      return new Promise((resolve) =>
        requestIdleCallback(() => resolve({ transitions, isTouched: isTouched() }), { timeout: 10_000 }),
      )
    })
    // With reduced motion there are no transitions: thousands of short ones, each triggering the next, blocked the page
    // for seconds.
    expect(check).toEqual({ transitions: 0, isTouched: screen === phone })
  }
}

async function newestOrder(page: Page): Promise<string> {
  const { orderNo } = (await (await page.request.get('/api/catalog/orders/summary')).json()) as { orderNo: string }
  return orderPath(orderNo)
}

/** Makes sure that there is an order. */
async function orderOnce(page: Page): Promise<void> {
  const newest = await page.request.get('/api/catalog/orders/summary')
  if (newest.ok() && !((await newest.json()) as { isCancel: boolean }).isCancel) return
  const product: Product = await plainProduct(page)
  await emptyCart(page)
  await fillCart(page, product)
  await callFrom(page, 'POST', '/api/catalog/cart', { description: '' })
}

test('open dialogs and menus have no serious violation', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.dealer, 'demo1234', '/?view=list')
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('/')
  await page.keyboard.type('kablo')
  await page.getByRole('option').first().waitFor()
  expect(await seriousViolations(page)).toEqual([])
  await visit(page, '/payment?amount=100')
  await page.locator('form:has(input[name=amount]) button[type=submit]').click()
  await page.locator('input[name=cardnumber]').waitFor()
  expect(await seriousViolations(page)).toEqual([])
  expect(problems).toEqual([])
  await context.close()
})
