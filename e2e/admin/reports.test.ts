import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { getReport } from '#contract/admin/reports.ts'
import { reportPath } from '#contract/core/admin-pages.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { lira } from '#domain/money/money.ts'
import { formFormats } from '#domain/text/format.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

async function openReports(path: string, screen?: typeof phone): Promise<Page> {
  const { page } = await newVisitor(browser, demoUrl, screen === undefined ? {} : { screen })
  await signIn(page, people.admin, 'demo1234', path)
  return page
}

const reportOf = async (page: Page, name: string, query: string) =>
  (await (await page.request.get(`/yonetim/reports/${name}?${query}`)).json()) as Reply<typeof getReport>

describe('reports', () => {
  test('lead from the year by dealer to its orders, and from a brand to its products', async () => {
    const page = await openReports('/yonetim/raporlar')
    await page.waitForURL(`**${reportPath('sales')}`)
    await page.locator('select[name=range]').selectOption('year')
    await page.waitForURL('**range=year')
    await page.locator('select[name=by]').selectOption('dealer')
    await page.waitForURL('**by=dealer**')
    const report = await reportOf(page, 'sales', 'by=dealer&range=year')
    const [best] = report.items
    const orders = report.columns.findIndex(({ name }) => name === 'orders')
    const row = page.locator('[data-testid=report-row]').first()
    await expect.poll(() => row.innerText()).toContain(best?.name)
    expect(await row.innerText()).toContain(formFormats.formatMoney(best?.cells[0] ?? 0, lira))
    await row.getByRole('link').click()
    await page.waitForURL('**/yonetim/siparisler?**')
    const count = Number(best?.cells[orders])
    await expect.poll(() => page.locator('[data-testid=admin-order]').count()).toBe(Math.min(count, 25))
    await visit(page, `${reportPath('sales')}?by=brand&range=year`)
    await page.locator('[data-testid=report-row] a').first().click()
    await page.waitForURL('**by=product**')
    expect(new URL(page.url()).searchParams.get('brand')).not.toBe('')
  })

  test('of chosen days show these days, and a view is saved, opened and removed on a phone', async () => {
    const page = await openReports(`${reportPath('stock')}?by=all&range=custom`, phone)
    await page.locator('input[name=from]').fill('2026-01-01')
    await page.locator('input[name=to]').fill('2026-01-31')
    await page.locator('form[role=search] button[type=submit]').click()
    await page.waitForURL('**from=2026-01-01**')
    await page.getByText('01.01.2026 – 31.01.2026').waitFor()
    await page.getByRole('button', { name: 'Görünümü kaydet' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Kaydet', exact: true }).click()
    const name = dialog.getByLabel('Görünümün adı')
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    await name.fill('Ocak stoğu')
    await dialog.getByLabel('Her pazartesi e-posta ile gönder').check()
    await dialog.getByRole('button', { name: 'Kaydet', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await visit(page, reportPath('lost'))
    await page.getByRole('link', { name: 'Ocak stoğu' }).click()
    await page.waitForURL(`**${reportPath('stock')}?**`)
    expect(page.url()).toContain('from=2026-01-01')
    await page.getByRole('button', { name: 'Ocak stoğu görünümünü sil' }).click()
    await expect.poll(() => page.getByRole('link', { name: 'Ocak stoğu' }).count()).toBe(0)
  })

  test('keep what is typed into their filter while they load', async () => {
    const page = await openReports(reportPath('sales'))
    const brand = page.getByRole('searchbox', { name: 'Marka' })
    await page.route('**/yonetim/reports/sales?**', async (route) => {
      await brand.pressSequentially('Akd')
      await route.continue()
    })
    await page.locator('select[name=range]').selectOption('year')
    await page.waitForURL('**range=year')
    await expect.poll(() => page.locator('select[name=range]').inputValue()).toBe('year')
    expect(await brand.inputValue()).toBe('Akd')
  })

  test('are downloaded with all rows as they are filtered', async () => {
    const page = await openReports(`${reportPath('ageing')}?dealer=Geciken`)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: /CSV/ }).click()
    const file = await (await download).createReadStream()
    const text = (await file.toArray()).map(String).join('')
    expect(text.split('\r\n').filter((line) => line !== '')).toHaveLength(2)
    expect(text).toContain('"Geciken Yapı Market";')
  })
})
