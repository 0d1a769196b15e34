import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'

let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await openBrowser()
  const visitor = await newVisitor(browser, demoUrl)
  page = visitor.page
  problems = visitor.problems
  await signIn(page, people.admin)
})
afterAll(() => browser?.close())

test('a source is added, fetched, explained when it fails, changed, and deleted', async () => {
  await visit(page, '/yonetim/aktarim')
  await page.getByRole('link', { name: 'Adresten, zamanlı' }).click()
  await page.getByTestId('import-source').filter({ hasText: 'Voltan Elektrik günlük liste' }).waitFor()
  await page.getByRole('button', { name: 'Kaynak ekle' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Kaynağın adı').fill('Deneme kaynağı')
  await form.getByLabel('Dosyanın adresi').fill('urunler.xml')
  await form.getByRole('button', { name: 'Kaydet' }).click()
  await form.getByText('http:// veya https:// ile başlayan bir adres yazın.').waitFor()
  // An address in the shop's own network.
  await form.getByLabel('Dosyanın adresi').fill('http://127.0.0.1:1/urunler.xml')
  await form.getByLabel('Ne zaman alınsın?').selectOption({ label: '4 saatte bir' })
  await form.getByRole('button', { name: 'Kaydet' }).click()
  const row = page.getByTestId('import-source').filter({ hasText: 'Deneme kaynağı' })
  await row.getByText('4 saatte bir').waitFor()
  await row.getByRole('button', { name: 'Deneme kaynağı: şimdi al' }).click()
  await row.getByText('Başarısız').waitFor()
  await row.getByText('Bu adrese bağlanılamaz', { exact: false }).waitFor()
  await row.getByRole('button', { name: 'Deneme kaynağı: geçmiş' }).click()
  await page.getByRole('dialog').getByRole('cell', { name: 'Başarısız', exact: false }).waitFor()
  await page.keyboard.press('Escape')
  await row.getByRole('button', { name: 'Deneme kaynağı: duraklat' }).click()
  await row.getByText('Zamanlanmadı').waitFor()
  await row.getByRole('button', { name: 'Sil: Deneme kaynağı' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await row.waitFor({ state: 'detached' })
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
})
