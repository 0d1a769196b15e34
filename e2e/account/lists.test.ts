import readWorkbook from 'read-excel-file/node'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPath } from '#contract/core/list-paths.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { hasHydrated, newVisitor, phone, signIn, visit } from '#e2e/support/browser.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { openOwnShop, type OwnShop } from '#e2e/support/own-shop.ts'
import { t } from '#e2e/support/words.ts'

let own: OwnShop
let page: Page
beforeAll(async () => {
  own = await openOwnShop()
  page = await own.open(people.dealer, '/')
})
afterAll(() => own?.remove())

const colleague = 'satinalma@example.com'
const lines = (on: Page) => on.getByTestId('list-line')
const openList = async (on: Page, name: string) => {
  await visit(on, '/account/lists')
  await on.getByRole('link', { name, exact: true }).click()
  await on.getByRole('heading', { name, exact: true }).waitFor()
}
const closeToast = async (on: Page) => {
  for (const button of await on.locator('[aria-live] button[aria-label="Kapat"]').all()) await button.click()
}

test('the demo list shows a changed price, returned stock, and what is gone; it is ordered with other quantities', async () => {
  await page.getByRole('button', { name: /Akdoruk/ }).click()
  await page.getByRole('menuitem', { name: 'Listelerim' }).click()
  await page.getByTestId('list').filter({ hasText: 'Haftalık sipariş' }).getByText('2 yenilik').waitFor()
  await page.getByRole('link', { name: 'Haftalık sipariş', exact: true }).click()
  await page.getByText(/Fiyat değişti:/).waitFor()
  expect(await page.getByText('Yeniden stokta').count()).toBe(1)
  const gone = lines(page).filter({ hasText: 'ESK-0417' })
  await gone.getByText('Artık satılmıyor').waitFor()
  expect(await gone.getByRole('checkbox').isDisabled()).toBe(true)
  expect(await axeViolations(page)).toEqual([])

  const first = lines(page).first()
  await first.getByRole('textbox').fill('2')
  await first.getByRole('textbox').press('Tab')
  await first.getByText(/Listede:/).waitFor()
  const count = Number(/\d+/.exec(await page.getByText(/satır seçili/).innerText())?.[0])
  await page.getByRole('button', { name: 'Sepete ekle', exact: true }).click()
  const outcome = page.getByRole('dialog')
  await outcome.getByText(`${count} satır sepete eklendi`).waitFor()
  await outcome.getByText('Satılmayan 1 satır atlandı').waitFor()
  await outcome.getByRole('link', { name: 'Sepete git' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sepet' }).waitFor()

  await openList(page, 'Haftalık sipariş')
  await page.getByRole('button', { name: 'Gördüm' }).click()
  await page.getByText(/Fiyat değişti:/).waitFor({ state: 'detached' })
})

test('a list is made from the cart, grows by pasted lines, and a refused line stays to be repaired', async () => {
  await visit(page, '/sepet')
  await page.getByRole('button', { name: 'Listeye ekle', exact: true }).last().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Yeni liste oluştur').click()
  await dialog.getByRole('button', { name: 'Ekle', exact: true }).click()
  await dialog.getByText('Listeye bir ad verin.').waitFor()
  await dialog.getByLabel('Liste adı').fill('Sepetten gelen')
  await dialog.getByRole('button', { name: 'Ekle', exact: true }).click()
  await page.getByRole('button', { name: 'Listeyi aç' }).click()
  await page.getByRole('heading', { name: 'Sepetten gelen' }).waitFor()
  const before = await lines(page).count()
  const code = (await lines(page).first().locator('.code').first().innerText()).trim()

  await page.getByRole('button', { name: 'Ürün ekle' }).click()
  const paste = page.getByRole('dialog')
  await paste.getByRole('textbox').fill(`${code}\t7\nYOK-BÖYLE-KOD\t3`)
  await paste.getByRole('button', { name: '2 satırı ekle' }).click()
  await paste.getByText('1 satır eklenmedi').waitFor()
  expect(await paste.getByRole('textbox').inputValue()).toContain('YOK-BÖYLE-KOD')
  await paste.getByRole('button', { name: 'Vazgeç' }).click()
  await expect.poll(() => lines(page).first().getByRole('textbox').inputValue()).toBe('7')
  expect(await lines(page).count()).toBe(before)
})

test('a cart is passed on: colleagues open a copy on the order pad, others do not; files and text have its lines', async () => {
  await visit(page, '/sepet')
  const share = () => page.getByRole('button', { name: t('sharing.menu'), exact: true })
  await share().click()
  await page.getByRole('menuitem', { name: t('sharing.link') }).click()
  const url = await page.getByRole('textbox', { name: t('sharing.linkTitle') }).inputValue()
  expect(await axeViolations(page)).toEqual([])
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('ui.ok') })
    .click()
  const { pathname, search } = new URL(url)
  const cart = (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]

  const other = await own.open(colleague, pathname + search)
  await hasHydrated(other)
  const received = other.getByRole('status').filter({ hasText: t('sharing.take') })
  await received.getByText(new RegExp(`${cart.length} kalem`)).waitFor()
  await received.getByRole('button', { name: t('sharing.take') }).click()
  await received.waitFor({ state: 'detached' })
  await other.getByText(t('orderPad.validCount', { count: cart.length })).waitFor()
  expect(new URL(other.url()).search).toBe('')

  const stranger = await newVisitor(own.browser, own.shop.url)
  await signIn(stranger.page, people.other, 'demo1234', pathname + search)
  await stranger.page.getByText(t('errors.shared_draft_unknown')).waitFor()
  await stranger.context.close()

  for (const format of ['xlsx', 'pdf'] as const) {
    await share().click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: t(`sharing.${format}`) }).click()
    expect((await saved).suggestedFilename()).toMatch(new RegExp(`^sepet-B1001-[\\d-]+\\.${format}$`))
  }
  const workbook = await (await page.request.get('/sepet.xlsx')).body()
  const [sheet] = await readWorkbook(workbook)
  expect(sheet?.data.slice(1).map(([code, quantity, unit]) => [code, quantity, unit])).toEqual(
    cart.map(({ product, productUnit, quantity }) => [product.code, quantity, productUnit.value]),
  )
})

test('lines are edited, moved and removed with an undo, and a deleted list comes back', async () => {
  await openList(page, 'Sepetten gelen')
  await closeToast(page)
  const nameOf = (at: number) => lines(page).nth(at).locator('.code').first().innerText()
  const [first, second] = [await nameOf(0), await nameOf(1)]
  const menu = (at: number) =>
    lines(page)
      .nth(at)
      .getByRole('button', { name: /Satır işlemleri/ })
  await menu(1).click()
  await page.getByRole('menuitem', { name: 'Yukarı taşı' }).click()
  await expect.poll(() => nameOf(0)).toBe(second)
  await menu(1).click()
  await page.getByRole('menuitem', { name: 'Düzenle' }).click()
  await page.getByRole('dialog').getByLabel('Not').fill('Acil')
  await page.getByRole('dialog').getByLabel('Varsayılan miktar').fill('çok')
  await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
  await page.getByRole('dialog').locator('[aria-invalid]').waitFor()
  await page.getByRole('dialog').getByLabel('Varsayılan miktar').fill('9')
  await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
  await lines(page).nth(1).getByText('Acil').waitFor()
  const count = await lines(page).count()
  await menu(1).click()
  await page.getByRole('menuitem', { name: 'Listeden çıkar' }).click()
  await expect.poll(() => lines(page).count()).toBe(count - 1)
  await page.getByRole('button', { name: 'Geri al' }).click()
  await expect.poll(() => lines(page).count()).toBe(count)
  expect(await nameOf(1)).toBe(first)

  await page.getByRole('button', { name: 'İşlemler: Sepetten gelen' }).click()
  await page.getByRole('menuitem', { name: 'Listeyi sil' }).click()
  await page.getByRole('heading', { name: 'Listelerim' }).waitFor()
  await page.getByRole('link', { name: 'Sepetten gelen', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Geri al' }).click()
  await page.getByRole('link', { name: 'Sepetten gelen', exact: true }).waitFor()
})

test('a line that a colleague changed meanwhile is not overwritten, and what was typed stays', async () => {
  const other = await own.open(colleague, '/account/lists')
  for (const each of [page, other]) await openList(each, 'Haftalık sipariş')
  const edit = async (on: Page, quantity: string) => {
    await lines(on)
      .first()
      .getByRole('button', { name: /Satır işlemleri/ })
      .click()
    await on.getByRole('menuitem', { name: 'Düzenle' }).click()
    await on.getByRole('dialog').getByLabel('Varsayılan miktar').fill(quantity)
  }
  await edit(page, '31')
  await edit(other, '32')
  await other.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
  await other.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
  await page
    .getByRole('dialog')
    .getByText(/siz bakarken Elif/)
    .waitFor()
  expect(await page.getByRole('dialog').getByLabel('Varsayılan miktar').inputValue()).toBe('31')
  await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => lines(page).first().getByRole('textbox').inputValue()).toBe('31')
})

test('a link opens an own list for a colleague, who copies it; another dealer and a guest are refused', async () => {
  await openList(page, 'Bornova şantiyesi')
  await page.getByRole('button', { name: 'Paylaş', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Bağlantı oluştur' }).click()
  const url = await page.getByRole('textbox', { name: 'Çalışma arkadaşınız için bağlantı' }).inputValue()
  await page.getByRole('dialog').getByRole('button', { name: 'Tamam' }).click()
  const path = new URL(url).pathname
  const other = await own.open(colleague, path)
  await other.getByText(/gönderdi/).waitFor()
  await hasHydrated(other)
  await other.getByRole('button', { name: 'Listelerime kopyala' }).click()
  await other.getByRole('heading', { name: 'Bornova şantiyesi', exact: true }).waitFor()
  await other.getByText('Yalnız siz').waitFor()

  const stranger = await newVisitor(own.browser, own.shop.url)
  await signIn(stranger.page, people.other)
  const refused = await stranger.page.goto(path)
  expect(refused?.status()).toBe(404)
  const guest = await newVisitor(own.browser, own.shop.url)
  await guest.page.goto(path)
  expect(new URL(guest.page.url()).pathname).toBe('/account/login')
  await Promise.all([stranger.context.close(), guest.context.close()])
})

test('files of a list can be read back', async () => {
  await openList(page, 'Haftalık sipariş')
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const [csv, xlsx, pdf] = await Promise.all(
    (['csv', 'xlsx', 'pdf'] as const).map(async (format) => page.request.get(`${listPath(id)}.${format}`)),
  )
  expect([csv?.status(), xlsx?.status(), pdf?.status()]).toEqual([200, 200, 200])
  expect((await pdf?.body())?.subarray(0, 5).toString()).toBe('%PDF-')
  const content = (await csv?.body()) ?? Buffer.alloc(0)
  await page.getByRole('button', { name: 'Ürün ekle' }).click()
  const paste = page.getByRole('dialog')
  await paste.locator('input[type=file]').setInputFiles({ name: 'liste.csv', mimeType: 'text/csv', buffer: content })
  await expect.poll(() => paste.getByRole('textbox').inputValue()).toContain('ESK-0417')
  await paste.getByRole('button', { name: /satırı ekle/ }).click()
  // Only the product that is no longer sold cannot be added; all others are there already.
  await paste.getByText('1 satır eklenmedi').waitFor()
})

test('on a phone: suggestions go to the cart with one press, and what was bought before to a list', async () => {
  const { page: small, context } = await newVisitor(own.browser, own.shop.url, { screen: phone })
  await signIn(small, people.dealer)
  await visit(small, '/account/bought')
  const add = small.getByRole('button', { name: /ürünü sepete ekle/ })
  await add.click()
  await small
    .getByRole('dialog')
    .getByText(/satır sepete eklendi/)
    .waitFor()
  await small.getByRole('dialog').getByRole('button', { name: 'Kapat' }).last().click()
  const row = small.getByTestId('bought').first()
  await row.getByRole('button', { name: /Listeye ekle/ }).click()
  await small.getByRole('dialog').getByText('Haftalık sipariş').click()
  await small.getByRole('dialog').getByRole('button', { name: 'Ekle', exact: true }).click()
  await small
    .getByText(/ürün eklendi|güncellendi|zaten var/)
    .first()
    .waitFor()
  expect(await axeViolations(small)).toEqual([])
  const width = await small.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(390)
  await context.close()
})

test('no page reported an error', () => {
  expect(own.problems.flat()).toEqual([])
})
