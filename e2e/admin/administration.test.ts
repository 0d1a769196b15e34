import { adminAuditPath } from '#contract/core/admin-pages.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'

let shop: Shop
let browser: Browser
let staff: Page
let dealer: Page
const problems: string[][] = []

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  await shop.start()
  browser = await openBrowser()
  staff = await open(people.admin, pages.adminSettings)
  dealer = await open(people.dealer, pages.account)
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})

async function open(username: string, path: string, screen?: typeof phone): Promise<Page> {
  const visitor = await newVisitor(browser, shop.url, screen === undefined ? {} : { screen })
  problems.push(visitor.problems)
  await signIn(visitor.page, username, 'demo1234', path)
  return visitor.page
}

const hours = (page: Page) => page.getByTestId('setting-storeHours').getByRole('textbox')
const save = (page: Page) => page.getByRole('button', { name: t('settings.screen.save'), exact: true }).click()
const saved = (page: Page) => page.getByText(t('settings.screen.saved_one')).first().waitFor()

test('a dealer sees what an administrator sets, and the log names the administrator', async () => {
  await staff.getByRole('textbox', { name: t('settings.screen.search') }).fill('çalışma')
  await hours(staff).fill('Her gün 07.00 – 23.00')
  await save(staff)
  await saved(staff)
  await visit(dealer, pages.account)
  await dealer.getByText('Her gün 07.00 – 23.00').first().waitFor()

  await staff
    .getByRole('link', { name: t('settings.screen.historyOf', { name: t('settings.items.storeHours.name') }) })
    .click()
  await staff.waitForURL('**/yonetim/denetim?*')
  const entry = staff.getByTestId('audit-entry').first()
  await entry.getByText('Her gün 07.00 – 23.00').waitFor()
  expect(await entry.textContent()).toContain('Yönetici')
})

test('invalid values stay as typed, next to what is allowed', async () => {
  await visit(staff, pages.adminSettings)
  await hours(staff).fill('Hafta içi')
  const quantity = staff.getByTestId('setting-detailQuantityMax').getByRole('textbox')
  await quantity.fill('0')
  await save(staff)
  await staff.getByText('1 ile 1.000.000 arasında bir tam sayı alır.').waitFor()
  expect(await quantity.inputValue()).toBe('0')
  expect(await hours(staff).inputValue()).toBe('Hafta içi')
  await quantity.fill('100')
  await save(staff)
  await saved(staff)
})

test('the second of two administrators sees what the first one saved', async () => {
  const second = await open(people.admin, pages.adminSettings, phone)
  await visit(staff, pages.adminSettings)
  await hours(staff).fill('Birinci')
  await save(staff)
  await saved(staff)
  await hours(second).fill('İkinci')
  await save(second)
  await second.getByText(t('settings.screen.theirs', { value: 'Birinci' })).waitFor()
  expect(await hours(second).inputValue()).toBe('İkinci')
  await second.getByRole('button', { name: t('settings.screen.keepMine') }).click()
  await saved(second)
  await visit(staff, pages.adminSettings)
  expect(await hours(staff).inputValue()).toBe('İkinci')
})

test('a dealer cannot open administration pages', async () => {
  const answers = [pages.adminSettings, adminAuditPath].map((path) => dealer.request.get(path))
  expect((await Promise.all(answers)).map((answer) => answer.status())).toEqual([403, 403])
  expect(problems.flat()).toEqual([])
})
