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

test('orders are filtered, unmarked and marked again, and exported as workbook and CSV', async () => {
  await visit(page, '/yonetim/siparisler?state=sent')
  const row = page.getByTestId('admin-order').first()
  const number = await row.getByRole('link').innerText()
  await page.getByLabel('Sipariş no', { exact: true }).fill(number.toLowerCase())
  await page.getByRole('button', { name: 'Filtrele' }).click()
  await page.waitForURL(/q=s\d+/)
  // The former list stays until the filtered one has arrived.
  await expect.poll(() => page.getByTestId('admin-order').count()).toBe(1)
  await page.getByRole('checkbox', { name: `Siparişi seç: ${number}` }).check()
  await page.getByRole('button', { name: 'İşareti geri al (1)' }).click()
  await page.getByText('Bu filtreyle sipariş bulunamadı').waitFor()
  await visit(page, `/yonetim/siparisler?q=${number}`)
  await page.getByRole('checkbox', { name: `Siparişi seç: ${number}` }).check()
  await page.getByRole('button', { name: 'ERP’ye gönderildi olarak işaretle (1)' }).click()
  await row.getByText('ERP’ye gönderildi').waitFor()
  const [workbook] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Listeyi Excel dosyası olarak al' }).click(),
  ])
  expect(workbook.suggestedFilename()).toMatch(/^siparisler-.*\.xlsx$/)
  await page.getByText(/^Dosya hazır: \d+ satır\./).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Listeyi CSV olarak al' }).click(),
  ])
  expect(csv.suggestedFilename()).toMatch(/^siparisler-.*\.csv$/)
  await row.getByRole('link').click()
  await page.getByRole('heading', { name: `Sipariş ${number}` }).waitFor()
  await page.getByRole('button', { name: 'İşareti geri al' }).waitFor()
})

test('offers and products are listed; a category is added, and an address that hides a page is refused', async () => {
  await visit(page, '/yonetim/teklifler')
  await page.getByTestId('admin-offer').first().getByRole('link').click()
  await page.getByRole('heading', { name: /^Teklif T/ }).waitFor()
  await visit(page, '/yonetim/urunler?q=matkap')
  await page.getByTestId('admin-product').first().waitFor()
  await visit(page, '/yonetim/kategoriler')
  await page.getByRole('button', { name: 'Kategori ekle' }).click()
  const dialog = page.getByRole('dialog')
  const name = `Deneme ${Date.now()}`
  await dialog.getByLabel('Ad', { exact: true }).fill(name)
  await dialog.getByLabel('Adres').fill('sepet')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await dialog.getByText('Bu adres mağazanın bir sayfasına ait.').waitFor()
  await dialog.getByLabel('Adres').fill('')
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await visit(page, `/yonetim/kategoriler?q=${encodeURIComponent(name)}`)
  expect(await page.getByTestId('admin-category').count()).toBe(1)
  expect(problems).toEqual([])
})
