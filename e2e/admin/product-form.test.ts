import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hasHydrated, newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, emptyCart, listOf, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
let admin: Page
let problems: string[]

beforeAll(async () => {
  browser = await openBrowser()
  const visitor = await newVisitor(browser, demoUrl)
  admin = visitor.page
  problems = visitor.problems
  await signIn(admin, people.admin)
})
afterAll(() => browser?.close())

test('a product is created with two units, a price, stock and a picture; a dealer buys a box and sees its new price', async () => {
  const code = `DENEME-${Date.now()}`
  await visit(admin, '/yonetim/urunler')
  await admin.getByRole('link', { name: t('administration.products.add') }).click()
  await admin.getByRole('heading', { name: t('productForm.new') }).waitFor()
  const button = (name: string) => admin.getByRole('button', { name, exact: true })
  await admin.locator('input[name=code]').fill(code)
  await button(t('productForm.addUnit')).click()
  const box = admin.getByTestId('unit').nth(1)
  await box.getByLabel(t('productForm.fields.unitName'), { exact: true }).fill('koli')
  await box.getByLabel(t('productForm.fields.multiplier')).fill('1,5')
  await admin.getByLabel(t('productForm.fields.sale'), { exact: true }).first().fill('12,5')
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#c00' } })
    .png()
    .toBuffer()
  const choosing = admin.waitForEvent('filechooser')
  await button(t('productForm.pictures.add')).click()
  await (await choosing).setFiles({ name: 'vida.png', mimeType: 'image/png', buffer: picture })
  await admin.getByTestId('picture').waitFor()
  await admin.getByPlaceholder('0', { exact: true }).first().fill('1.000')
  await button(t('productForm.create')).click()
  // Invalid values are reported at their field, and nothing typed is lost.
  await admin.getByText(t('productForm.problems.multiplier')).waitFor()
  await box.getByLabel(t('productForm.fields.multiplier')).fill('12')
  await admin.locator('input[name=name]').fill('Deneme vidası')
  await admin.getByText(t('productForm.problems.multiplier')).waitFor({ state: 'detached' })
  expect(await admin.locator('main [aria-invalid=true]').count()).toBe(0)
  await admin.getByText('ADET × 12 (TRY)').first().waitFor()
  await button(t('productForm.create')).click()
  await admin.getByRole('heading', { name: 'Deneme vidası' }).waitFor()
  expect(await admin.getByRole('alertdialog').count()).toBe(0)
  expect(await admin.getByTestId('place').first().innerText()).toContain('1.000')

  const dealer = (await newVisitor(browser, demoUrl)).page
  await signIn(dealer, people.other)
  await emptyCart(dealer)
  await visit(dealer, `/search?q=${code}`)
  const { items } = await listOf(dealer, `?q=${code}`, '/search')
  const [item] = items
  expect(item).toMatchObject({ code, salePrice: { value: expect.any(Number) }, units: [{}, { multiplier: 12 }] })
  await visit(dealer, item?.url ?? '')
  await dealer.getByRole('radio', { name: /KOLİ/ }).check()
  await dealer
    .getByRole('button', { name: /sepete ekle/i })
    .first()
    .click()
  await dealer.getByText(t('cart.button.added')).first().waitFor()
  await visit(dealer, '/sepet')
  await dealer.locator('option:checked', { hasText: 'KOLİ' }).first().waitFor({ state: 'attached' })

  await admin.getByLabel(t('productForm.fields.sale'), { exact: true }).first().fill('20')
  await button(t('people.save')).click()
  await admin.getByText(t('people.saved')).waitFor()
  const price = async () => (await listOf(dealer, `?q=${code}`, '/search')).items[0]?.salePrice?.value
  await expect.poll(price, { timeout: 5000 }).toBeCloseTo(((item?.salePrice?.value ?? 0) * 20) / 12.5, 4)

  // Leaving asks first; off sale, the product is no longer found in the shop.
  await admin.getByRole('switch', { name: t('productForm.fields.isActive') }).click()
  await admin
    .getByRole('link', { name: t('administration.products.title') })
    .first()
    .click()
  await admin.getByRole('button', { name: t('settings.screen.leave.stay') }).click()
  await button(t('people.save')).click()
  await admin.getByText(t('administration.products.states.inactive')).waitFor()
  await admin.reload()
  await hasHydrated(admin)
  await expect.poll(async () => (await listOf(dealer, `?q=${code}`, '/search')).total, { timeout: 5000 }).toBe(0)
  await emptyCart(dealer)
  expect(problems).toEqual([])
}, 180_000)
