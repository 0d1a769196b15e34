import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileImportKinds } from '#contract/admin/imports/file-import-options.ts'
import type { OfferList } from '#contract/shop/offers.ts'
import { pages, quotePath } from '#contract/core/pages.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
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

/** The parts of the page of an ERP connection. */
const erpTabs = ['belgeler', 'reddedilen', 'farklar', 'gunluk', 'esleme', 'ayarlar']

const widths = [390, 700, 1366, 1920]

/** Pages of one visitor; `details` adds the first page that a list leads to. */
type Group = { who: string; as?: string; paths: (page: Page) => Promise<string[]>; details?: RegExp }

const groups: Group[] = [
  {
    who: 'a guest',
    paths: async () => ['/search?q=pense&view=grid', '/?page=999', '/boyle-bir-yer-yok', pages.login, pages.forgotten],
  },
  {
    who: 'a dealer in the catalog',
    as: people.dealer,
    paths: async (page) => {
      const { items } = await listOf(page, '?limit=96')
      const family = items.find(({ varyantx }) => varyantx === 0)
      return ['/search?q=pense&view=list', pages.campaigns, (await plainProduct(page)).url, family?.url ?? '/']
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
      return [pages.orders, pages.offers, pages.checkoutSummary, quotePath(items[0]?.orderNo ?? '')]
    },
    details: /^\/siparis\/S/,
  },
  {
    who: 'a dealer in its account',
    as: people.dealer,
    paths: async () => [pages.account, pages.statement, pages.feeds, pages.faultReport, pages.faultReports],
    details: /^\/ariza-bildirimi\/(?!liste)/,
  },
  {
    who: 'an administrator at the statement of a dealer',
    as: people.admin,
    paths: async (page) => [await statementOfDebtor(page)],
  },
  {
    who: 'an administrator at an ERP connection',
    as: people.admin,
    paths: async (page) => {
      await visit(page, pages.adminErp)
      const link = page.locator(`main a[href^="${pages.adminErp}/"]`).first()
      const path = (await link.getAttribute('href')) ?? ''
      return [path, ...erpTabs.map((tab) => `${path}?sekme=${tab}`)]
    },
  },
  ...chunk(adminPaths(), 5).map((paths, at) => ({
    who: `an administrator, part ${at + 1}`,
    as: people.admin,
    paths: async () => paths,
    details: /^\/yonetim\/(?:[\w-]+\/)+\d+$/,
  })),
]

/** The administrators' lists; file imports have one for each kind. */
function adminPaths(): string[] {
  const paths = Object.entries(pages).flatMap(([name, path]) => (name.startsWith('admin') ? [path] : []))
  const kinds = fileImportKinds.map((kind) => `${pages.adminFileImports}/${kind}`)
  return [...paths.filter((path) => path !== pages.adminFileImports), ...kinds]
}

function chunk(paths: string[], size: number): string[][] {
  return paths.length === 0 ? [] : [paths.slice(0, size), ...chunk(paths.slice(size), size)]
}

test.each(groups)('pages have no accessibility violation at any width for $who', async (group) => {
  const { page, context } = await newVisitor(browser, demoUrl)
  await (group.as === undefined ? visit(page, '/account/login') : signIn(page, group.as))
  const found: unknown[] = []
  const paths = await group.paths(page)
  for (const path of paths) {
    await visit(page, path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      const violations = await axeViolations(page, width === 1366 ? 'all' : 'layout')
      found.push(...violations.map((violation) => ({ path, width, ...violation })))
    }
    const links = await page.locator('main a').evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
    const detail = links.find(
      (link) => group.details?.test(link) === true && link.startsWith(path.replace(/liste$/, '')),
    )
    if (detail !== undefined && !paths.includes(detail)) paths.push(detail)
  }
  expect(found).toEqual([])
  await context.close()
})
