import { adminSetupPath } from '#contract/core/admin-pages.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'

const admin = { email: 'ada@example.com', password: 'kurulum-2026-guvenli' }
let shop: Shop
let browser: Browser

beforeAll(async () => {
  shop = await openShop({
    demo: 'none',
    env: {
      NODE_ENV: 'production',
      PUBLIC_URL: 'http://localhost',
      SESSION_SECRET: 'only-for-this-test-0123456789abcdef',
    },
  })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})

test('the first administrator of an empty shop is led to the set-up list, which checks off what is done', async () => {
  await shop.toptan('migrate')
  expect(
    await shop.toptanWith(`${admin.password}\n`, 'user', 'add', admin.email, '--name', 'Ada', '--admin'),
  ).toContain(`Added ${admin.email} as an administrator.`)
  await shop.start({ PUBLIC_URL: shop.url })
  const { page, problems, context } = await newVisitor(browser, shop.url)
  await signIn(page, admin.email, admin.password, '/')
  await page.waitForURL(`**${adminSetupPath}`)
  await page.getByRole('heading', { level: 1, name: t('administration.setup.title') }).waitFor()
  const done = page
    .getByRole('listitem')
    .filter({ has: page.getByLabel(t('administration.setup.done'), { exact: true }) })
  await page.getByText(t('administration.setup.progress', { done: 0, total: 11 })).waitFor()
  expect(await done.count()).toBe(0)

  await shop.toptan('dealer', 'add', 'B-1', '--name', 'Işık Elektrik')
  await visit(page, adminSetupPath)
  await page.getByText(t('administration.setup.progress', { done: 1, total: 11 })).waitFor()
  expect(await done.getByRole('heading').allInnerTexts()).toEqual([t('administration.setup.steps.dealers.title')])
  // Each step leads to the part of the screen that does it.
  await page.getByRole('link', { name: t('administration.setup.steps.company.action') }).click()
  await page.getByRole('heading', { level: 2, name: t('settings.groups.store') }).waitFor()
  expect(await page.locator('main').getByRole('heading', { level: 2 }).count()).toBe(1)
  await page.goBack()
  await page.getByRole('link', { name: t('administration.setup.steps.email.action') }).click()
  await page.getByText(t('administration.mail.missing')).waitFor()
  await page.getByText('SMTP_URL=').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: t('administration.setup.steps.products.action') }).click()
  await page.waitForURL(`**${pages.adminImports}`)
  await visit(page, pages.adminProducts)
  await page
    .locator('main')
    .getByRole('link', { name: t('administration.setup.steps.products.action') })
    .waitFor()
  expect(problems).toEqual([])
  await context.close()
})
