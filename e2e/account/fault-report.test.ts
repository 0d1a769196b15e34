import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
let page: Page
let problems: string[]

beforeAll(async () => {
  browser = await openBrowser()
  ;({ page, problems } = await newVisitor(browser, demoUrl, { screen: phone }))
  await signIn(page, people.other, 'demo1234', '/ariza-bildirimi')
})
afterAll(() => browser?.close())

const description = 'Motor iki dakika sonra duruyor <b>ve kokuyor</b>'
const send = () => page.getByRole('button', { name: t('faultReport.form.send') }).click()

test('a fault report with photos survives a reload and receives the store’s answer', async () => {
  await send()
  await page.getByText(t('faultReport.problems.productCode')).waitFor()
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('productCode')

  await page.getByRole('button', { name: t('faultReport.form.pick') }).click()
  const picker = page.getByRole('dialog', { name: t('faultReport.picker.title') })
  const selects = picker.getByRole('combobox')
  await selects.first().selectOption({ index: 1 })
  await picker.getByLabel(t('faultReport.picker.product'), { exact: true }).waitFor()
  const levels = await selects.count()
  if (levels > 2) {
    await selects.nth(1).selectOption({ index: 1 })
    await picker.getByLabel(t('faultReport.picker.product'), { exact: true }).waitFor()
    // A choice resets the levels below it.
    await selects.first().selectOption({ index: 2 })
    await picker.getByLabel(t('faultReport.picker.product'), { exact: true }).waitFor()
    expect(await selects.nth(1).inputValue()).toBe('')
  }
  await picker.getByLabel(t('faultReport.picker.product'), { exact: true }).selectOption({ index: 1 })
  await picker.waitFor({ state: 'detached' })
  const code = await page.locator('main [name=productCode]').inputValue()
  expect(code).not.toBe('')

  await page.getByLabel(t('faultReport.form.description')).fill(description)
  const photo = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#8a4a00' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles([
    { name: 'etiket.jpg', mimeType: 'image/jpeg', buffer: photo },
    { name: 'motor.png', mimeType: 'image/png', buffer: Buffer.from('no photo') },
  ])
  await page.getByText(/Bu dosya fotoğraf olarak açılamadı/).waitFor()
  await page.getByTestId('photo').first().getByRole('progressbar').waitFor({ state: 'detached' })
  await send()
  await page.getByText(t('faultReport.problems.photos')).waitFor()
  // Sending it again would not make it a photo.
  expect(await page.getByRole('button', { name: t('ui.retry') }).count()).toBe(0)
  await page.getByRole('button', { name: t('faultReport.photos.remove', { number: 2 }) }).click()

  await page.reload()
  await expect.poll(() => page.getByLabel(t('faultReport.form.description')).inputValue()).toBe(description)
  expect(await page.getByTestId('photo').count()).toBe(1)
  expect(await page.locator('main [name=productCode]').inputValue()).toBe(code)
  await send()
  await page.waitForURL(/\/ariza-bildirimi\/A\d{10}$/)
  const reportNo = page.url().split('/').at(-1) ?? ''
  await page.getByText(t('faultReport.page.sent', { number: reportNo })).waitFor()
  await page.getByText(description).waitFor()

  const staff = await newVisitor(browser, demoUrl)
  await signIn(staff.page, people.admin, 'demo1234', `/yonetim/ariza-bildirimleri?q=${reportNo}`)
  await staff.page.getByRole('link', { name: reportNo }).click()
  const shown = staff.page.getByRole('img', { name: t('faultReport.photos.alt', { number: 1 }) })
  await expect.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1600)
  await staff.page.getByLabel(t('administration.faultReports.newState')).selectOption('repaired')
  await staff.page.getByLabel(t('administration.faultReports.note')).fill('Motor değiştirildi.')
  await staff.page.getByRole('button', { name: t('administration.faultReports.save') }).click()
  await staff.page.getByText(t('administration.faultReports.saved')).waitFor()

  await visit(page, '/ariza-bildirimi/liste')
  await page
    .getByTestId('fault-report')
    .filter({ hasText: reportNo })
    .getByText(t('faultReport.states.repaired'))
    .waitFor()
  await page.getByRole('link', { name: reportNo }).click()
  await page.getByText('Motor değiştirildi.').first().waitFor()
  // A sent form starts empty.
  await visit(page, '/ariza-bildirimi')
  expect(await page.getByLabel(t('faultReport.form.description')).inputValue()).toBe('')
  expect([...problems, ...staff.problems]).toEqual([])
})
