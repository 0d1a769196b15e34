import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import { adminBackOrdersPath } from '#contract/core/admin-pages.ts'
import { backOrdersPath } from '#contract/core/record-paths.ts'
import type { getBackOrders } from '#contract/shop/back-orders.ts'
import { desktop, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test('stock that arrived is assigned to a back-order, and its dealer waits for one line less', async () => {
  const dealer = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(dealer.page, people.dealer, 'demo1234')
  const answer = await dealer.page.request.get('/api/catalog/back-orders')
  const { lines } = (await answer.json()) as Reply<typeof getBackOrders>

  const { page, problems } = await newVisitor(browser, demoUrl, { screen: desktop })
  await signIn(page, people.admin, 'demo1234')
  await visit(page, `${adminBackOrdersPath}?ready=1`)
  const row = page
    .getByTestId('admin-back-order')
    .filter({ hasText: lines[0]?.orderNo ?? '-' })
    .first()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: t('administration.backOrders.fillChosen_one', { count: '1' }) }).click()
  await page.getByText(t('administration.backOrders.filled_one', { number: '1' })).waitFor()

  await visit(dealer.page, backOrdersPath)
  await dealer.page
    .getByRole('heading', { name: t('backOrders.lines_other', { number: String(lines.length - 1) }) })
    .waitFor()
  expect([...problems, ...dealer.problems]).toEqual([])
})

test('a dealer asks for an email about a product that is out of stock, and changes its mind', async () => {
  const { page, problems } = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(page, people.dealer, 'demo1234')
  const answer = await page.request.get('/api/catalog/back-orders')
  const { watches } = (await answer.json()) as Reply<typeof getBackOrders>
  const watched = watches.find(({ arrivedAt }) => arrivedAt === null)
  await visit(page, watched?.url ?? '/')
  await page.getByRole('button', { name: t('product.watch.stop') }).click()
  await page.getByRole('button', { name: t('product.watch.start') }).click()
  await page.getByText(t('product.watch.on')).waitFor()
  await visit(page, backOrdersPath)
  const stop = page.getByRole('button', { name: t('backOrders.stopOf', { name: watched?.name ?? '' }) })
  await stop.click()
  await stop.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})
