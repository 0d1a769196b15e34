import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileImportKinds } from '#contract/admin/imports/file-import-options.ts'
import { adminBackOrdersPath, adminPickingsPath, orderSlipsPage, reportPath } from '#contract/core/admin-pages.ts'
import {
  adminAnnouncementPath,
  adminAnnouncementsPath,
  adminDocumentPath,
  adminDocumentsPath,
  announcementsPath,
  documentsPath,
} from '#contract/core/announcement-paths.ts'
import {
  adminAcceptancesPath,
  adminApplicationsPath,
  adminTextPath,
  adminTextsPath,
  applyPath,
  textPath,
  textsPath,
} from '#contract/core/application-paths.ts'
import { backOrdersPath, orderPath, pages, quotePath } from '#contract/core/pages.ts'
import { representativePath, salesTeamPath } from '#contract/core/representative-pages.ts'
import { adminIdentityProviderPath, adminIdentityProvidersPath } from '#contract/core/single-sign-on-paths.ts'
import { reportNames } from '#domain/reports/reports.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { OfferList } from '#contract/shop/offers.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { desktop, newVisitor, openBrowser, phone, type Screen, signIn, visit, wide } from '#e2e/support/browser.ts'
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
import { chooseLocale, foreignNumbers } from '#e2e/support/notation.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** The parts of the page of an ERP connection. */
const erpTabs = ['belgeler', 'reddedilen', 'farklar', 'gunluk', 'esleme', 'ayarlar']

/** Pages of one visitor; `details` adds the first page that a list leads to. */
type Group = {
  who: string
  as?: string
  locale?: Locale
  paths: (page: Page) => Promise<string[]>
  details?: RegExp
  checks?: readonly Check[]
}

/** How a page is checked: all accessibility rules, or those whose result the width or the theme changes. */
type Check = { screen: Screen; theme: 'light' | 'dark'; rules: Parameters<typeof axeViolations>[1] }

const between: Screen = { width: 700, height: 800 }
const allChecks: readonly Check[] = [
  { screen: desktop, theme: 'dark', rules: 'colors' },
  { screen: desktop, theme: 'light', rules: 'all' },
  { screen: wide, theme: 'light', rules: 'layout' },
  { screen: between, theme: 'light', rules: 'layout' },
  { screen: phone, theme: 'light', rules: 'all' },
]
/** Of lists and forms of administrators, which are made of the same parts. */
const widthChecks: readonly Check[] = [
  { screen: desktop, theme: 'light', rules: 'all' },
  { screen: wide, theme: 'light', rules: 'layout' },
  { screen: between, theme: 'light', rules: 'layout' },
  { screen: phone, theme: 'light', rules: 'layout' },
]

const detailsOfAdmin = /^\/yonetim\/(?:[\w-]+\/)+\d+$/
const dailyPages: string[] = [
  ...[
    pages.admin,
    pages.adminSearches,
    pages.adminOnline,
    pages.adminCarts,
    pages.adminPayments,
    pages.adminBankFindings,
  ],
  ...[pages.adminFaultReports, pages.adminOrders],
]

const groups: Group[] = [
  {
    who: 'a guest',
    paths: async (page) => {
      const { items } = await listOf(page, '')
      return [
        ...['/?view=grid', '/?view=list', '/search?q=pense&view=grid', '/search?q=qqqxxxqqq', '/?page=999'],
        ...[items[0]?.url ?? '/', '/boyle-bir-yer-yok', pages.login, pages.forgotten, pages.signInLink],
        ...[applyPath, textsPath, textPath('dealer_contract'), textPath('dealer_contract', 1)],
      ]
    },
  },
  {
    who: 'a dealer in the catalog',
    as: people.dealer,
    paths: async (page) => {
      const { items } = await listOf(page, '?limit=96')
      const family = items.find(({ varyantx }) => varyantx === 0)
      const product = await plainProduct(page)
      return [
        ...['/?view=grid', '/?view=list', '/search?q=pense&view=list', '/search?q=pense'],
        ...[pages.campaigns, product.url, family?.url ?? '/'],
      ]
    },
  },
  {
    who: 'a dealer with a cart',
    as: people.dealer,
    paths: async (page) => {
      await emptyCart(page)
      await fillCart(page, await plainProduct(page))
      return [pages.cart, pages.checkout, '/checkout?step=payment', '/payment?amount=100']
    },
  },
  {
    who: 'a dealer with orders and offers',
    as: people.dealer,
    paths: async (page) => {
      const product = await plainProduct(page)
      await emptyCart(page)
      for (const path of ['/api/catalog/cart', '/api/catalog/cart/offer']) {
        await fillCart(page, product)
        await callFrom(page, 'POST', path, { description: '' })
      }
      const { items } = (await (await page.request.get('/api/catalog/offers')).json()) as OfferList
      const { orderNo } = (await (await page.request.get('/api/catalog/orders/summary')).json()) as { orderNo: string }
      const offer = quotePath(items[0]?.orderNo ?? '')
      return [pages.orders, orderPath(orderNo), pages.offers, pages.checkoutSummary, offer]
    },
  },
  {
    who: 'a dealer in its account',
    as: people.dealer,
    paths: async () => [
      ...[
        pages.account,
        pages.statement,
        pages.invoices,
        pages.feeds,
        pages.dealerKeys,
        pages.dealerWebhooks,
        pages.accountUsers,
        pages.approvals,
        `${pages.approvals}?show=decided`,
        pages.accountAddresses,
      ],
      ...[pages.faultReport, pages.faultReports, backOrdersPath, announcementsPath, documentsPath],
    ],
    details: /^\/(ariza-bildirimi\/(?!liste)|account\/approvals\/\d)/,
  },
  {
    who: 'a representative with its dealers',
    as: 'plasiyer@example.com',
    paths: async () => [representativePath],
    details: /^\/yonetim\/plasiyer\/bayi\/\d+$/,
  },
  {
    who: 'a head of sales',
    as: 'satismuduru@example.com',
    locale: 'en',
    paths: async () => [salesTeamPath, representativePath],
    details: /^\/yonetim\/satis-ekibi\/\d+$/,
  },
  {
    who: 'an administrator at the statement of a dealer',
    as: people.admin,
    paths: async (page) => [await statementOfDebtor(page), `${pages.adminPayments}?q=qqqxxxqqq`],
  },
  {
    who: 'an administrator in daily work',
    as: people.admin,
    paths: async () => [...dailyPages],
    details: detailsOfAdmin,
  },
  {
    who: 'an administrator at an ERP connection',
    as: people.admin,
    checks: widthChecks,
    paths: async (page) => {
      await visit(page, pages.adminErp)
      const link = page.locator(`main a[href^="${pages.adminErp}/"]`).first()
      const path = (await link.getAttribute('href')) ?? ''
      return [path, ...erpTabs.map((tab) => `${path}?sekme=${tab}`)]
    },
  },
  ...chunk(adminPaths(), 5).map(
    (paths, at): Group => ({
      who: `an administrator, part ${at + 1}`,
      as: people.admin,
      // The journeys of administrators are in Turkish.
      locale: 'en',
      paths: async () => paths,
      details: /^\/yonetim\/(?:[\w-]+\/)+\d+$/,
    }),
  ),
]

/** The administrators' lists; file imports have one for each kind. */
function adminPaths(): string[] {
  const paths = Object.entries(pages).flatMap(([name, path]) => (name.startsWith('admin') ? [path] : []))
  const kinds = fileImportKinds.map((kind) => `${pages.adminFileImports}/${kind}`)
  const listed = paths.filter((path) => path !== pages.adminFileImports && !dailyPages.includes(path))
  const forms = [adminAnnouncementPath('yeni'), adminDocumentPath('yeni')]
  const texts = [adminApplicationsPath, adminTextsPath, adminTextPath('privacy_notice'), adminAcceptancesPath]
  const providers = [adminIdentityProvidersPath, adminIdentityProviderPath('yeni')]
  const more = [adminAnnouncementsPath, adminDocumentsPath, ...forms, ...texts, ...providers]
  const reports = [...reportNames.map(reportPath), `${reportPath('sales')}?by=product&range=year`]
  return [
    adminBackOrdersPath,
    adminPickingsPath,
    `${orderSlipsPage}?siparis=1,2,3`,
    ...more,
    ...listed,
    ...kinds,
    ...reports,
  ]
}

function chunk(paths: string[], size: number): string[][] {
  return paths.length === 0 ? [] : [paths.slice(0, size), ...chunk(paths.slice(size), size)]
}

test.each(groups)(
  'the pages of $who have no accessibility violation and no error, fit every width, and format numbers in their language',
  async ({ as, locale = 'tr', paths: pathsOf, details, checks = allChecks }) => {
    const { page, context, problems } = await newVisitor(browser, demoUrl, { locale })
    await (as === undefined ? visit(page, pages.login) : signIn(page, as))
    if (as !== undefined) await chooseLocale(page, locale)
    const switchTo = await createSwitch(page)
    const found: unknown[] = []
    const paths = await pathsOf(page)
    let order = checks
    for (const path of paths) {
      await visit(page, path)
      expect(await page.locator('html').getAttribute('lang')).toBe(locale)
      found.push(...(await foreignNumbers(page, locale)).map((text) => ({ path, text })))
      for (const { screen, theme, rules } of order) {
        await switchTo(screen, theme)
        const { width } = screen
        const violations = await axeViolations(page, rules)
        found.push(...violations.map((violation) => ({ path, width, theme, ...violation })))
        const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
        if (scrollWidth > width) found.push({ path, width, scrollWidth })
      }
      found.push(...problems.splice(0).map((problem) => ({ path, problem })))
      // The next page opens on the screen of the last check: pages open and change on both screens.
      order = order.toReversed()
      const links = await page
        .locator('main a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
      const detail = links.find((link) => details?.test(link) === true && link.startsWith(path.replace(/liste$/, '')))
      if (detail !== undefined && !paths.includes(detail)) paths.push(detail)
    }
    if (as !== undefined) await chooseLocale(page, 'tr')
    expect(found).toEqual([])
    await context.close()
  },
)

/** Switches an open page to another screen and theme, which is faster than opening it again. */
async function createSwitch(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  return async (screen: Screen, theme: 'light' | 'dark') => {
    await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: screen === phone })
    await page.setViewportSize(screen)
    await page.emulateMedia({ colorScheme: theme })
    // Not requestIdleCallback: after a change of the window, it sometimes runs only at its timeout.
    const check = await page.evaluate(() => {
      const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition).length
      const isTouched = () => matchMedia('(pointer: coarse)').matches
      const afterFrame = (then: () => void) => requestAnimationFrame(() => requestAnimationFrame(then))
      return new Promise((resolve) => afterFrame(() => resolve({ transitions, isTouched: isTouched() })))
    })
    // With reduced motion there are no transitions: thousands of short ones, each triggering the next, blocked the page
    // for seconds.
    expect(check).toEqual({ transitions: 0, isTouched: screen === phone })
  }
}
