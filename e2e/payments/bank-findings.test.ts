import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

test('an administrator finds a sale of the bank’s panel above the payments, and returns it to the card', async () => {
  const { page, context, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, people.admin)
  await visit(page, pages.adminPayments)
  await page.getByRole('link', { name: 'Göster', exact: true }).click()
  const row = page.getByTestId('bank-finding')
  await expect.poll(() => row.count()).toBe(1)
  expect(await row.innerText()).toContain('FUAR-2026-17')
  await row.getByRole('button', { name: 'Karta geri ver' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Neden').fill('Fuarda iki kez çekilmiş')
  await dialog.getByRole('button', { name: 'Karta geri ver' }).click()
  await page.getByText('Fark yok').waitFor()
  await page.getByLabel('Durum').selectOption('settled')
  await page.getByText('Karta geri verildi').waitFor()
  expect(problems).toEqual([])
  await context.close()
})
