import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasHydrated, newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'

let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await openBrowser()
  const visitor = await newVisitor(browser, demoUrl)
  page = visitor.page
  problems = visitor.problems
  await signIn(page, people.dealer)
})
afterAll(() => browser?.close())

/** Reads a feed as a program does, at the address of this machine. */
async function read(url: string): Promise<{ status: number; text: string }> {
  const answer = await fetch(demoUrl + new URL(url).pathname)
  return { status: answer.status, text: await answer.text() }
}

test('a dealer makes a feed, a program reads it, and a renewed address replaces it', async () => {
  await visit(page, '/')
  await page.getByRole('button', { name: /Akdoruk/ }).click()
  await page.getByRole('menuitem', { name: 'Ürün bağlantıları' }).click()
  await page.getByRole('heading', { name: 'Ürün bağlantıları' }).waitFor()
  await page.getByRole('button', { name: 'Yeni bağlantı' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Hangi program okuyacak?').selectOption('ikas')
  await form.getByLabel('Dosya türü').selectOption('csv')
  await form.getByLabel('Kâr oranı (%)').fill('çok')
  await form.getByRole('button', { name: 'Bağlantıyı oluştur' }).click()
  await form
    .getByText('Bu alan zorunludur.')
    .or(form.getByText(/gerekli|boş/i))
    .first()
    .waitFor()
  await form.getByLabel('Ad', { exact: true }).fill('Deneme sitesi')
  await form.getByLabel('Kâr oranı (%)').fill('12,5')
  await form.locator('summary', { hasText: 'Ürünler' }).click()
  await form.getByRole('searchbox', { name: 'Ara: Markalar' }).waitFor()
  await form.getByText('Alanlar ve adları').click()
  await form.getByLabel('Stok alanının adı').fill('Stok adedi')
  await form.getByRole('button', { name: 'Bağlantıyı oluştur' }).click()
  const row = page.getByTestId('feed').filter({ hasText: 'Deneme sitesi' })
  const field = row.getByLabel('Gizli adres')
  const address = await field.inputValue()

  const first = await read(address)
  expect(first.status).toBe(200)
  const [head = '', ...lines] = first.text.split('\r\n')
  expect(head).toContain('SKU,İsim')
  expect(head).toContain('Stok adedi')
  expect(lines.length).toBeGreaterThan(50)

  await page.reload()
  await hasHydrated(page)
  await row.getByText('127.0.0.1').waitFor()
  await row.getByRole('button', { name: 'Adresi yenile: Deneme sitesi' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Adresi yenile' }).click()
  await page.getByText('Yeni adres oluşturuldu.').waitFor()
  const renewed = await field.inputValue()
  expect(renewed).not.toBe(address)
  expect((await read(address)).status).toBe(404)
  expect((await read(renewed)).status).toBe(200)

  await row.getByRole('button', { name: 'Deneme sitesi bağlantısını sil' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await row.waitFor({ state: 'detached' })
  expect((await read(renewed)).status).toBe(404)
  expect(problems.filter((problem) => !problem.includes('422'))).toEqual([])
})
