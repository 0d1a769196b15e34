import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { pattern, t } from '#e2e/support/words.ts'

let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await openBrowser()
  ;({ page, problems } = await newVisitor(browser, demoUrl))
  await signIn(page, people.dealer, 'demo1234', '/account/settings')
})
afterAll(() => browser?.close())
beforeEach(() => page.unrouteAll())

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const query = () => dialog('Garanti/Servis Sorgulama')
const result = () => dialog('Ürün Garanti/Servis Bilgisi')
const field = () => query().getByLabel(t('warranty.ask.serial'))
const submit = () => query().getByRole('button', { name: t('warranty.ask.submit') })
const open = () => page.evaluate(() => window.dispatchEvent(new Event('openWarrantyInquiry')))
const expectMessage = (sentence: string) => query().getByRole('alert').getByText(sentence, { exact: true }).waitFor()

async function inquire(serial: string): Promise<void> {
  await field().fill(serial)
  await submit().click()
}

const technicalError = 'Teknik bir hata yaşandı. Lütfen daha sonra tekrar deneyin.'

test('the account menu opens the inquiry; its button is enabled once the field was edited', async () => {
  await page.getByRole('button', { name: /Akdoruk Yapı Malzemeleri/ }).click()
  await page.getByRole('menuitem', { name: 'Garanti/Servis Sorgulama' }).click()
  await expect.poll(() => field().evaluate((input) => input === document.activeElement)).toBe(true)
  expect(await submit().getAttribute('aria-disabled')).toBe('true')
  await field().fill('A')
  expect(await submit().getAttribute('aria-disabled')).toBeNull()
  await field().fill('')
  expect(await submit().getAttribute('aria-disabled')).toBeNull()
  await submit().click()
  await expectMessage(t('errors.serial_invalid'))
})

test("unknown products, another dealer's purchase, and products that were never sold", async () => {
  await inquire('HIC-YOK-1')
  await expectMessage('Aradığınız ürüne ait bilgi bulunamadı.')
  await inquire('TPT-2055-0321')
  await expectMessage('Aradığınız ürüne ait bilgi bulunamadı.')
  await inquire('TPT-2075-0113')
  await expectMessage(
    'Girilen seri numarasında hiçbir satış kaydı bulunmamaktadır, lütfen girdiğiniz seri numarasını kontrol edin.',
  )
})

test('a sale shows the result, which lists sales only', async () => {
  await inquire('tpt 2093 0200')
  await result().waitFor()
  expect(await result().getByText(pattern('warranty.result.left_other')).count()).toBe(1)
  const rows = await result().locator('tbody tr').allInnerTexts()
  expect(rows.map((row) => row.split('\t').slice(1))).toEqual([
    ['SATIŞ', 'FTR-S-0211'],
    ['SATIŞ', 'FTR-S-0200'],
  ])
  await result()
    .getByRole('button', { name: t('warranty.ask.again') })
    .click()
  await inquire('TPT-1987-0042')
  await result().getByText(pattern('warranty.result.expired_other')).waitFor()
  await page.keyboard.press('Escape')
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('every response of the call has its text', async () => {
  await open()
  const reply = (status: number, body: unknown) =>
    page.route('**/api/catalog/WarrantyInquiry', (route) => route.fulfill({ status, json: body }))
  await reply(200, { success: true, data: { garantiSuresi: 3, hareket: { durum: 'SATIŞ' } } })
  await inquire('A1')
  await expectMessage(technicalError)
  await page.unrouteAll()
  await reply(500, { error: { code: 'internal', messages: { type: 'Sunucudan gelen ileti.' } } })
  await inquire('A2')
  await expectMessage('Sunucudan gelen ileti.')
  await page.unrouteAll()
  await page.route('**/api/catalog/WarrantyInquiry', (route) => route.abort())
  await inquire('A3')
  await expectMessage(technicalError)
  await page.unrouteAll()
  await reply(403, { error: { code: 'forbidden', messages: { type: 'x' } } })
  await inquire('A4')
  await expectMessage('Garanti sorgulama servisini kullanabilmeniz için giriş yapmış olmalısınız.Lütfen giriş yapıniz')
  await expectMessage(technicalError)
  await page.unrouteAll()
  // A single movement instead of a list.
  const sale = { tarih: '2025-03-04', durum: 'SATIŞ', belgeNo: 'TEK-1' }
  await reply(200, { success: true, data: { garantiSuresi: -1, hareket: sale } })
  await inquire('A5')
  await result().getByText('TEK-1').waitFor()
  await result().getByText(pattern('warranty.result.expired_one')).waitFor()
  await page.keyboard.press('Escape')
})

test('a guest who opens it is redirected to sign-in', async () => {
  const guest = (await newVisitor(browser, demoUrl)).page
  await visit(guest, '/')
  await guest.evaluate(() => window.dispatchEvent(new Event('openWarrantyInquiry')))
  await guest.getByLabel(t('warranty.ask.serial')).fill('A1')
  await guest.keyboard.press('Enter')
  await guest.waitForURL((url) => url.pathname === '/account/login')
  expect(problems).toEqual([])
})
