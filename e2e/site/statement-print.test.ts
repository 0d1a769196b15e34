import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** CSS pixels of A4 paper without the margins of the print dialog. */
const paper = { width: 718, height: 1047 }

test('a printed statement has letterhead, period and dealer, no filter fields, and fits the page', async () => {
  const { page, context } = await newVisitor(browser, demoUrl, { screen: paper })
  await signIn(page, people.dealer, 'demo1234', `${pages.statement}?from=2020-01-01`)
  const table = page.getByRole('table', { name: t('statement.table') })
  await table.waitFor()
  expect(await page.locator('main header').isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByText('01.01.2020 tarihinden itibaren').isVisible()).toBe(true)
  const letterhead = page.locator('main header')
  expect(await letterhead.innerText()).toMatch(/BY\S* · |B\S+ · /)
  for (const field of ['from', 'to', 'q'])
    expect(await page.locator(`main input[name=${field}]`).isVisible()).toBe(false)
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
  const widths = await table.evaluate((element) => [element.scrollWidth, document.documentElement.clientWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
  await context.close()
})

test('at 700 pixels every column of the statement is reached by the keyboard', async () => {
  const { page, context } = await newVisitor(browser, demoUrl, { screen: { width: 700, height: 800 } })
  await signIn(page, people.dealer, 'demo1234', pages.statement)
  const region = page.getByRole('region', { name: t('statement.table') })
  await region.waitFor()
  // An invoice shows the debit, what is left to pay of it, and the balance; a payment has no rest.
  const rows = await region.getByRole('row').allInnerTexts()
  expect(Math.max(...rows.map((row) => row.split('₺').length - 1))).toBe(3)
  await region.focus()
  for (let i = 0; i < 40; i += 1) await page.keyboard.press('ArrowRight')
  const last = page.getByRole('columnheader', { name: t('statement.columns.balance') })
  await expect
    .poll(() =>
      last.evaluate((cell) => {
        const { right } = cell.getBoundingClientRect()
        return right <= (cell.closest('section')?.getBoundingClientRect().right ?? 0) + 1
      }),
    )
    .toBe(true)
  await context.close()
})

test('an administrator gets from the dealers to a statement, its period, its PDF and its print', async () => {
  const { page, context } = await newVisitor(browser, demoUrl, { screen: paper })
  await signIn(page, people.admin, 'demo1234', `${pages.adminDealers}?sort=-balance`)
  const row = page.getByTestId('dealer').first()
  const code = await row.locator('.code').innerText()
  await row.getByText(t('statement.short'), { exact: true }).click()
  await page.getByRole('heading', { name: t('statement.title') }).waitFor()
  const table = page.getByRole('table', { name: t('statement.table') })
  await table.waitFor()
  await page.locator('main input[name=from]').fill('2020-01-01')
  await page.getByRole('button', { name: t('statement.filter.apply') }).click()
  await page.waitForURL(/\/ekstre\?from=2020-01-01/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: t('statement.pdf') }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^ekstre-.+-TRY-.+\.pdf$/)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('main header').innerText()).toContain(`${code} · `)
  const widths = await table.evaluate((element) => [element.scrollWidth, document.documentElement.clientWidth])
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0)
  expect(await page.getByRole('navigation').filter({ visible: true }).count()).toBe(0)
  // The dealer's page leads to it, too.
  await page.emulateMedia({ media: 'screen' })
  const path = new URL(page.url()).pathname
  await visit(page, path.replace('/ekstre', ''))
  expect(await page.getByRole('link', { name: t('statement.title') }).getAttribute('href')).toBe(path)
  await context.close()
})
