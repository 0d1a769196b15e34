import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminTextPath } from '#contract/core/application-paths.ts'
import { pages } from '#contract/core/pages.ts'
import { adminIdentityProviderPath, singleSignOnReturnPath } from '#contract/core/single-sign-on-paths.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { hasHydrated, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'
import { type OpenIdProvider, openIdProvider } from '#testing/open-id-provider.ts'

let shop: Shop
let browser: Browser
let provider: OpenIdProvider

beforeAll(async () => {
  shop = await openShop()
  await shop.start()
  browser = await openBrowser()
  provider = await openIdProvider(
    [{ subject: 'ayse', email: people.dealer, isVerified: true, name: 'Ayşe Demir' }],
    [`${shop.url}${singleSignOnReturnPath}`],
  )
})
afterAll(async () => {
  await browser.close()
  await provider.close()
  await shop.remove()
})

test('staff connect the provider of a dealer, whose user signs in with the account of its company', async () => {
  const { page: staff, problems } = await newVisitor(browser, shop.url)
  await signIn(staff, people.admin, 'demo1234', adminIdentityProviderPath('yeni'))
  const users = (await (await staff.request.get(`/yonetim/users?q=${people.dealer}`)).json()) as {
    items: { dealer: { code: string } }[]
  }
  await staff.locator('input[name=name]').fill('Akdoruk hesabı')
  await staff.locator('input[name=dealer]').fill(users.items[0]?.dealer.code ?? '')
  await staff.locator('input[name=issuer]').fill(provider.issuer)
  await staff.locator('input[name=clientId]').fill(provider.clientId)
  await staff.locator('input[name=clientSecret]').fill(provider.clientSecret)
  await staff.locator('input[name=domains]').fill('example.com')
  await staff.getByText(`${shop.url}${singleSignOnReturnPath}`).waitFor()
  expect(await axeViolations(staff)).toEqual([])
  await staff.getByRole('button', { name: t('singleSignOn.create') }).click()
  // Its message has the words of the one that is waited for below.
  await staff.getByText(t('people.saved')).waitFor()
  await staff.getByRole('button', { name: t('ui.close') }).click()
  await staff.getByRole('button', { name: t('singleSignOn.test.run') }).click()
  await staff.getByText(t('singleSignOn.test.done', { address: `${provider.issuer}/auth` })).waitFor()
  await staff.getByRole('switch', { name: t('singleSignOn.fields.isActive') }).click()
  await staff.getByRole('switch', { name: t('singleSignOn.fields.isRequired') }).click()
  await staff.getByRole('button', { name: t('people.save') }).click()
  await staff.getByText(t('people.saved')).waitFor()

  const { page, problems: own } = await newVisitor(browser, shop.url, { screen: phone })
  await visit(page, `${pages.login}?next=${pages.account}`)
  await page.locator('input[name=username]').fill(people.dealer)
  await page.locator('input[name=password]').fill('demo1234')
  await page.getByRole('button', { name: t('login.submit') }).click()
  await page.getByText(t('errors.password_off')).waitFor()
  await page.getByRole('button', { name: t('login.sso.title') }).click()
  await page.locator('input[name=sso-email]').fill('biri@baska.example')
  await page.getByRole('button', { name: t('login.sso.continue') }).click()
  await page.getByText(t('errors.sso_domain_unknown')).waitFor()
  expect(await axeViolations(page)).toEqual([])
  await page.locator('input[name=sso-email]').fill(people.dealer)
  await page.getByRole('button', { name: t('login.sso.continue') }).click()
  await page.locator('input[name=email]').fill(people.dealer)
  await page.getByRole('button').click()
  await page.waitForURL((url) => url.pathname === pages.account)
  await hasHydrated(page)
  await page.getByText(t('devices.current')).waitFor()
  expect([problems, own]).toEqual([[], []])

  // Whoever cancels at the provider reads why nothing happened.
  const { page: other } = await newVisitor(browser, shop.url)
  await visit(other, pages.login)
  await other.getByRole('button', { name: t('login.sso.title') }).click()
  await other.locator('input[name=sso-email]').fill(people.dealer)
  await other.getByRole('button', { name: t('login.sso.continue') }).click()
  await other.locator('input[name=email]').fill('kimse@example.com')
  await other.getByRole('button').click()
  await other.getByText(t('errors.sso_cancelled')).waitFor()

  await staff.getByRole('switch', { name: t('singleSignOn.fields.isActive') }).click()
  await staff.getByRole('button', { name: t('people.save') }).click()
  await staff.getByText(t('people.saved')).waitFor()
})

test('a user reads what has changed in a text and accepts it', async () => {
  const { page: staff } = await newVisitor(browser, shop.url)
  await signIn(staff, people.admin, 'demo1234', adminTextPath('privacy_notice'))
  // The editor replaces the plain field once it is loaded.
  await staff.locator('[contenteditable=true]').first().waitFor()
  await staff.getByRole('textbox', { name: t('administration.texts.tr') }).fill('Yeni aydınlatma metni')
  await staff.getByRole('switch', { name: t('administration.texts.mustAccept') }).click()
  await staff.getByLabel(t('administration.texts.summary')).fill('Saklama süreleri değişti.')
  await staff.getByRole('button', { name: t('administration.texts.publish') }).click()
  await staff.getByText(t('administration.texts.published', { version: 2 })).waitFor()

  const { page, problems } = await newVisitor(browser, shop.url)
  await signIn(page, people.other, 'demo1234', pages.account)
  const dialog = page.getByRole('dialog', { name: t('texts.kinds.privacy_notice') })
  await dialog.getByText('Saklama süreleri değişti.').waitFor()
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: t('texts.accept.later') }).click()
  await visit(page, pages.account)
  await page.getByRole('button', { name: t('texts.accept.open') }).click()
  await dialog.getByRole('button', { name: t('texts.accept.button.notice') }).click()
  await expect.poll(() => page.getByRole('button', { name: t('texts.accept.open') }).count()).toBe(0)
  await visit(page, pages.account)
  expect(await page.getByRole('button', { name: t('texts.accept.open') }).count()).toBe(0)
  expect(problems).toEqual([])
})
