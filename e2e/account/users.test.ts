import { adminBrandsPath } from '#contract/core/admin-pages.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

const colleague = (page: Page, name: string) => page.getByTestId('colleague').filter({ hasText: name })

test('an owner invites a colleague, who sees what the role allows until the owner changes and ends it', async () => {
  const { page: owner, problems } = await newVisitor(browser, demoUrl)
  await signIn(owner, people.dealer, 'demo1234', pages.accountUsers)
  await owner.getByRole('button', { name: t('people.colleagues.invite') }).click()
  const dialog = owner.getByRole('dialog', { name: t('people.colleagues.invite') })
  await dialog.getByRole('button', { name: t('people.colleagues.send') }).click()
  await dialog.getByText(t('people.problems.required')).first().waitFor()
  await dialog.locator('input[name=name]').fill('Leyla Tan')
  await dialog.locator('input[name=email]').fill('leyla@example.com')
  await dialog.getByRole('combobox').selectOption('accountant')
  await dialog.getByText(t('people.dealerRoles.accountant.text')).waitFor()
  expect(await axeViolations(owner)).toEqual([])
  await dialog.getByRole('button', { name: t('people.colleagues.send') }).click()
  // The demo store has no mail server: the owner delivers the link.
  const shown = owner.getByRole('dialog', { name: t('people.access.link.title') })
  const link = await shown.getByRole('textbox').inputValue()
  await shown
    .getByRole('button', { name: t('ui.close') })
    .last()
    .click()
  await colleague(owner, 'Leyla Tan').getByText(t('people.dealerRoles.accountant.name')).waitFor()

  const { page } = await newVisitor(browser, demoUrl, { screen: phone })
  await visit(page, new URL(link).pathname)
  await page.locator('input[name=password]').fill('leyla-parola-1')
  await page.locator('input[name=passwordVerify]').fill('leyla-parola-1')
  await page.getByRole('button', { name: t('passwordLink.save') }).click()
  await page.getByText(t('passwordLink.done')).waitFor()
  await signIn(page, 'leyla@example.com', 'leyla-parola-1', pages.statement)
  await page.getByRole('table', { name: t('statement.table') }).waitFor()
  expect((await page.request.get('/api/catalog/offers')).status()).toBe(403)

  await colleague(owner, 'Leyla Tan')
    .getByRole('button', { name: t('people.colleagues.changeOf', { name: 'Leyla Tan' }) })
    .click()
  const editing = owner.getByRole('dialog')
  await editing.getByRole('combobox').selectOption({ label: 'Şantiye şefi' })
  await editing.getByRole('button', { name: t('people.ownRoles.save') }).click()
  await colleague(owner, 'Leyla Tan').getByText('Şantiye şefi').waitFor()
  await visit(page, pages.statement)
  await page.getByText(t('errorPage.forbidden.title')).waitFor()
  await visit(page, '/?view=grid')
  expect(await page.locator('main').innerText()).not.toContain('₺')

  await colleague(owner, 'Leyla Tan')
    .getByRole('button', { name: t('people.colleagues.disableOf', { name: 'Leyla Tan' }) })
    .click()
  await owner.getByText(t('people.colleagues.disabled', { name: 'Leyla Tan' })).waitFor()
  expect((await page.request.get('/api/catalog/cart')).status()).toBe(401)
  await colleague(owner, 'Leyla Tan')
    .getByRole('button', { name: t('people.colleagues.removeOf', { name: 'Leyla Tan' }) })
    .click()
  await owner
    .getByRole('alertdialog')
    .getByRole('button', { name: t('people.colleagues.remove'), exact: true })
    .click()
  await expect.poll(() => colleague(owner, 'Leyla Tan').count()).toBe(0)
  expect(problems).toEqual([])
})

test('staff see only the pages of their role', async () => {
  const { page } = await newVisitor(browser, demoUrl)
  await signIn(page, 'ambar@example.com', 'demo1234', pages.admin)
  const nav = page.getByRole('navigation', { name: t('administration.screens') })
  await nav.getByRole('link', { name: t('administration.nav.orders') }).waitFor()
  expect(await nav.getByRole('link', { name: t('administration.nav.settings') }).count()).toBe(0)
  await visit(page, pages.adminSettings)
  await page.getByText(t('errorPage.forbidden.title')).waitFor()
  await page.getByRole('link', { name: t('errorPage.administration') }).waitFor()
  await visit(page, pages.adminOrders)
  await page.getByTestId('admin-order').first().waitFor()
  expect(await page.getByText(t('administration.readOnly')).count()).toBe(0)
  await visit(page, adminBrandsPath)
  await page.getByText(t('administration.readOnly')).waitFor()
})
