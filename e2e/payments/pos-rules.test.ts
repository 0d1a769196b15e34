import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPosRulesPath } from '#contract/core/admin-pages.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test('a rule is added, explained by the preview, moved and removed', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.admin, 'demo1234', adminPosRulesPath)
  const rows = page.getByRole('main').getByRole('listitem')
  await page.getByRole('button', { name: 'Kural ekle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kuralın adı').fill('Deneme kuralı')
  await dialog.getByLabel('Kartın ilk rakamları (BIN)').fill('499990')
  await dialog.getByLabel('Seçim').selectOption('shares')
  for (const name of ['Demo Bankası · TRY', 'Örnek Bank · TRY']) {
    await dialog.getByLabel('Hesap ekle…').selectOption({ label: name })
  }
  await dialog.getByLabel('Yüzde payı: Demo Bankası').fill('30')
  await dialog.getByLabel('Yüzde payı: Örnek Bank').fill('60')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await dialog.getByText('Payların toplamı 100 olmalı; şimdi 90.').waitFor()
  await dialog.getByLabel('Yüzde payı: Örnek Bank').fill('70')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  const added = rows.filter({ hasText: 'Deneme kuralı' })
  await added.getByText('Örnek Bank % 70').waitFor()

  await page.getByLabel('Kartın ilk rakamları', { exact: true }).fill('49999000')
  await page.getByLabel('Tutar', { exact: true }).fill('1500')
  await page.getByRole('button', { name: 'Göster', exact: true }).click()
  const route = page.getByTestId('route')
  await route.getByText('“Deneme kuralı” kuralı seçti').waitFor()
  expect(await route.textContent()).toContain('Örnek Bank')

  await page.getByRole('button', { name: 'Yukarı taşı: Deneme kuralı' }).click()
  await page.getByText('Sıra kaydedildi').waitFor()
  await visit(page, adminPosRulesPath)
  expect(await rows.allTextContents()).toHaveLength(5)
  expect(await rows.nth(2).textContent()).toContain('Deneme kuralı')
  await page.getByRole('button', { name: 'Kuralı sil: Deneme kuralı' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Kuralı sil' }).click()
  await added.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
  await context.close()
})
