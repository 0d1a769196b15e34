import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { announcementsPath, documentsPath } from '#contract/core/announcement-paths.ts'
import { textPath } from '#contract/core/application-paths.ts'
import { applyPath, pages, textsPath } from '#contract/core/pages.ts'
import { backOrdersPath, orderPath, quotePath } from '#contract/core/record-paths.ts'
import { representativePath, salesTeamPath } from '#contract/core/representative-pages.ts'
import { transfersPath } from '#contract/core/transfer-paths.ts'
import type { OrderDraft } from '#contract/shop/order-pad.ts'
import type { OfferList } from '#contract/shop/offers.ts'
import { openBrowser } from '#e2e/support/browser.ts'
import { callFrom, emptyCart, fillCart, listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { checkPages, type PageGroup } from '#e2e/support/page-checks.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const groups: PageGroup[] = [
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
      const { revision } = (await (await page.request.get('/api/catalog/order-pad')).json()) as OrderDraft
      const { code } = await plainProduct(page)
      const lines = ['2', '999.999', 'beş'].map((quantity) => ({ code, quantity, unit: '' }))
      const unknown = { code: 'YOK-1', quantity: '1', unit: 'PALET' }
      await callFrom(page, 'PATCH', '/api/catalog/order-pad', { revision, lines: [...lines, unknown] })
      return [pages.cart, pages.orderPad, pages.checkout, '/checkout?step=payment', '/payment?amount=100']
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
        transfersPath,
        pages.feeds,
        pages.dealerKeys,
        pages.dealerWebhooks,
        pages.accountUsers,
        pages.approvals,
        `${pages.approvals}?show=decided`,
        pages.accountAddresses,
        pages.accountCards,
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
]

test.each(groups)(
  'the pages of $who have no accessibility violation and no error, fit every width, and format numbers in their language',
  (group) => checkPages(browser, group),
)
