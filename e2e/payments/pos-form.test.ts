import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPosPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

// A transparent dot.
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('choosing a bank by name fills in protocol and addresses, which follow the environment unless they were typed', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.admin, 'demo1234', adminPosPath('yeni'))
  const bank = page.getByLabel('Banka ya da ödeme kuruluşu')
  const valueOf = (name: string) => page.locator(`[name="${name}"]`).inputValue()
  await bank.selectOption({ label: 'Ziraat Bankası' })
  expect(await valueOf('code')).toBe('ziraat')
  expect(await valueOf('name')).toBe('Ziraat Bankası')
  expect(await valueOf('settings.api')).toBe('https://entegrasyon.asseco-see.com.tr/fim/api')
  await page.locator('[name="settings.clientId"]').fill('190100000')
  await page.getByLabel('Ortam').selectOption('live')
  expect(await valueOf('settings.gateway')).toBe('https://sanalpos2.ziraatbank.com.tr/fim/est3Dgate')
  expect(await valueOf('settings.clientId')).toBe('190100000')
  await page.locator('[name="settings.api"]').fill('https://pos.example.com/fim/api')
  await page.getByLabel('Ortam').selectOption('test')
  expect(await valueOf('settings.api')).toBe('https://pos.example.com/fim/api')
  await bank.selectOption({ label: 'PayTR' })
  expect(await page.getByLabel('Banka protokolü').inputValue()).toBe('paytr')
  expect(await valueOf('settings.api')).toBe('https://www.paytr.com')
  expect(await valueOf('name')).toBe('PayTR')
  expect(problems).toEqual([])
  await context.close()
})

test('a new account with wrong fields is refused, and the first of them has the focus', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.admin, 'demo1234', adminPosPath('yeni'))
  await page.locator('[name=code]').fill('A B!')
  await page.getByRole('button', { name: t('administration.pos.create') }).click()
  await page.getByText(t('administration.pos.problems.code')).waitFor()
  expect(await page.locator(':focus').getAttribute('name')).toBe('code')
  expect(
    await page.locator('[aria-invalid]').evaluateAll((fields) => fields.map((field) => field.getAttribute('name'))),
  ).toEqual(['code', 'name'])
  expect(problems).toEqual([])
  await context.close()
})

test('a logo is uploaded, shown in the form and in the list; a drawing is refused with a sentence', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.admin, 'demo1234', pages.adminPos)
  await page.getByTestId('pos-demo-pusula').getByRole('link').click()
  const chooser = page.locator('input[type=file]').first()
  await chooser.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
  await page.getByText('Logo alınamadı').waitFor()
  await chooser.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: dot })
  await expect.poll(() => page.locator('[name="logo"]').inputValue()).toMatch(/^\/images\/magaza-logo\/.+\.png$/)
  await page.getByRole('button', { name: 'Kaydet', exact: true }).first().click()
  await page.getByText('Değişiklikler kaydedildi').or(page.getByText('Kaydedildi')).first().waitFor()
  await visit(page, pages.adminPos)
  expect(await page.getByTestId('pos-demo-pusula').locator('img').getAttribute('src')).toMatch(/magaza-logo/)
  expect(problems).toEqual([])
  await context.close()
})
