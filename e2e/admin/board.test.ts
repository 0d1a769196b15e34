import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { boardTasks, getBoard } from '#contract/admin/board.ts'
import type { BoardTask } from '#contract/admin/board.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import { formatDay } from '#domain/text/calendar-day.ts'
import { desktop, newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** Rows of lists with their own markup; the others are tables. */
const rowIds: Partial<Record<BoardTask, string>> = {
  failedEmails: 'failed-email',
  failedWebhooks: 'webhook',
  erpLag: 'erp-connection',
  ruleProposals: 'rule-proposal',
}

/** The rows of the list on all of its pages. */
async function countRows(page: Page, task: BoardTask): Promise<number> {
  const rowId = rowIds[task]
  const rows = rowId === undefined ? page.locator('main tbody > tr') : page.getByTestId(rowId)
  const address = new URL(page.url())
  for (let count = 0, at = 1; ; at += 1) {
    const found = await rows.count()
    count += found
    const next = page.locator(`a[href*="page=${at + 1}"]`)
    if (found === 0 || (await next.count()) === 0) return count
    address.searchParams.set('page', String(at + 1))
    await visit(page, address.pathname + address.search)
  }
}

test('each figure of the board leads to a list with as many rows', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl, { screen: desktop })
  await signIn(page, people.admin, 'demo1234', pages.admin)
  for (const task of boardTasks) {
    await visit(page, pages.admin)
    const figure = page.getByTestId(`board-${task}`).getByRole('link')
    const count = Number((await figure.innerText()).match(/[\d.]+/)?.[0]?.replaceAll('.', ''))
    const path = (await figure.getAttribute('href')) ?? ''
    await figure.click()
    await page.waitForURL((url) => url.pathname === new URL(path, demoUrl).pathname)
    await visit(page, path)
    expect({ task, rows: await countRows(page, task) }).toEqual({ task, rows: count })
  }
  expect(problems).toEqual([])
  await context.close()
})

test('the table below the chart has its figures, and each day leads to its orders', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl, { screen: desktop })
  await signIn(page, people.admin, 'demo1234', pages.admin)
  await page.locator('canvas').waitFor()
  const { days } = (await (await page.request.get(getBoard.path)).json()) as Reply<typeof getBoard>
  await page.getByText(t('administration.board.asTable')).click()
  const rows = page.getByRole('table', { name: t('administration.board.chart') }).locator('tbody tr')
  const shown = (await rows.allInnerTexts()).map((text) => text.split(/\s+/).slice(0, 2))
  expect(shown).toEqual(days.toReversed().map(({ day, orders }) => [formatDay(day), orders.toLocaleString('tr')]))

  const busy = days.findLast(({ orders }) => orders > 0)
  await page
    .getByRole('link', { name: formatDay(busy?.day ?? ''), exact: true })
    .first()
    .click()
  await page.waitForURL((url) => url.pathname === pages.adminOrders)
  await expect
    .poll(async () => (await page.request.get(`/yonetim/orders${new URL(page.url()).search}`)).json())
    .toMatchObject({ total: busy?.orders, totalTry: busy?.total })
  expect(problems).toEqual([])
  await context.close()
})
