import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasHydrated, newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'

let shop: Shop
let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  await shop.start()
  browser = await openBrowser()
  ;({ page, problems } = await newVisitor(browser, shop.url))
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})

test('a guest signs in first and returns', async () => {
  await visit(page, '/account/settings')
  expect(page.url()).toContain('/account/login?next=%2Faccount%2Fsettings')
})

test('a guest signs in and out without scripts, and sees why signing in failed', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url, locale: 'tr-TR' })
  const plain = await context.newPage()
  await plain.goto('/account/settings')
  const submit = async (username: string, password: string) => {
    await plain.locator('input[name=username]').fill(username)
    await plain.locator('input[name=password]').fill(password)
    await plain.getByRole('button', { name: t('login.submit') }).click()
  }
  await submit(people.dealer, 'yanlış')
  await plain.getByRole('alert').getByText(t('errors.wrong_credentials')).waitFor()
  expect(plain.url()).not.toContain(people.dealer)
  await submit(people.dealer, '')
  await plain.getByRole('alert').getByText(t('errors.wrong_credentials')).waitFor()
  await submit(people.dealer, 'demo1234')
  await plain.waitForURL('**/account/settings')
  await plain.getByLabel('Şifre', { exact: true }).waitFor()
  for (const width of [390, 1366]) {
    await plain.setViewportSize({ width, height: 800 })
    await plain.getByRole('button', { name: t('shell.signOut') }).waitFor()
  }
  await plain.getByRole('button', { name: t('shell.signOut') }).click()
  await plain.waitForURL(`${shop.url}/`)
  await plain
    .getByRole('link', { name: t('shell.signIn') })
    .first()
    .waitFor()
  expect(await plain.getByRole('button', { name: t('shell.signOut') }).count()).toBe(0)
  await plain.goto('/account/settings')
  expect(plain.url()).toContain('/account/login')
  await context.close()
})

test('changing the password keeps this device signed in and signs another one out', async () => {
  await signIn(page, people.dealer, 'demo1234', '/account/settings')
  const tablet = (await newVisitor(browser, shop.url)).page
  await signIn(tablet, people.dealer, 'demo1234', '/account/settings')
  const password = page.getByLabel('Şifre', { exact: true })
  const current = page.getByLabel(t('accountSettings.password.current'), { exact: true })
  const repeated = page.getByLabel('Şifre Tekrar', { exact: true })
  const save = page.getByRole('button', { name: 'Kaydet', exact: true })
  expect(await save.getAttribute('aria-disabled')).toBe('true')

  const attempts = [
    ['kısa', 'kısa', 'Şifreniz 6 karakterden kısa, 30 karakterden uzun olamaz'],
    ['Yağmurlu-42', '', 'Şifrenizi doğrulamalısınız'],
    ['Yağmurlu-42', 'Yağmurlu-43', 'Şifreleriniz eşleşmiyor'],
  ] as const
  await current.fill('demo1234')
  for (const [first, second, sentence] of attempts) {
    await password.fill(first)
    await repeated.fill(second)
    await save.click()
    await page.getByRole('alert').getByText(sentence, { exact: true }).waitFor()
  }
  await current.fill('yanlış')
  await repeated.fill('Yağmurlu-42')
  await save.click()
  await page.getByRole('alert').getByText(t('errors.password_current_wrong'), { exact: true }).waitFor()
  await current.fill('demo1234')
  await save.click()
  await page.getByText('Hesap bilgileriniz güncellendi.').waitFor()
  expect(await password.inputValue()).toBe('')
  expect(await save.getAttribute('aria-disabled')).toBe('true')

  // A navigation within the open page: the document's token has expired too.
  const endedSession = tablet.getByRole('alert').getByText(t('login.ended'), { exact: true })
  await tablet
    .getByRole('link', { name: t('shell.orders') })
    .first()
    .click()
  await endedSession.waitFor()
  expect(tablet.url()).toContain('/account/login?next=%2Fsiparis%2Fliste')
  await hasHydrated(tablet)
  await tablet.getByRole('textbox', { name: t('login.username') }).fill(people.dealer)
  await tablet.getByRole('textbox', { name: t('login.password') }).fill('Yağmurlu-42')
  await tablet.getByRole('button', { name: t('login.submit') }).click()
  await tablet.waitForURL('**/siparis/liste')
  await tablet.context().clearCookies()
  await visit(tablet, '/account/login')
  expect(await endedSession.count()).toBe(0)
})

test('this device can still make changes: the letterhead with a logo', async () => {
  const logo = await sharp({ create: { width: 800, height: 200, channels: 3, background: '#0b5b64' } })
    .png()
    .toBuffer()
  await page.getByLabel(t('accountSettings.letterhead.name')).fill('Çağ Işıklandırma')
  const choose = (file: { name: string; mimeType: string; buffer: Buffer }) =>
    page.locator('input[type=file]').setInputFiles(file)
  for (const mimeType of ['application/pdf', 'image/png']) {
    await choose({ name: 'teklif.pdf', mimeType, buffer: Buffer.from('%PDF-1.7') })
    await page.getByText(t('accountSettings.letterhead.logoWrong')).waitFor()
  }
  expect(
    await page
      .getByRole('img', { name: t('accountSettings.letterhead.logoAlt', { name: 'Çağ Işıklandırma' }) })
      .count(),
  ).toBe(0)
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await page.getByRole('button', { name: t('accountSettings.letterhead.save') }).click()
  await page.getByText(t('accountSettings.letterhead.saved')).waitFor()
  await visit(page, '/account/settings')
  const shown = page.getByRole('img', { name: t('accountSettings.letterhead.logoAlt', { name: 'Çağ Işıklandırma' }) })
  expect(await shown.getAttribute('src')).toMatch(/^\/images\/bayi-logo\/\w{32}\.png$/)
  expect(await shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(600)
  expect(problems).toEqual([])
})
