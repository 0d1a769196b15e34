import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeZip } from '#server/platform/zip/test-zip.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'

let shop: Shop
let browser: Browser
let page: Page
let problems: string[]
/** Codes of a dealer and of a product of the demo store. */
let dealer: string
let product: { id: number; code: string }

beforeAll(async () => {
  shop = await openShop()
  await shop.start()
  browser = await openBrowser()
  const visitor = await newVisitor(browser, shop.url)
  page = visitor.page
  problems = visitor.problems
  await signIn(page, people.admin)
  dealer = (await first('/yonetim/dealers?limit=1')).code
  product = await first('/yonetim/products?limit=1')
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})

async function first(path: string): Promise<{ id: number; code: string }> {
  const reply = await page.request.get(`${shop.url}${path}`, { headers: { accept: 'application/json' } })
  const { items } = (await reply.json()) as { items: { id: number; code: string }[] }
  return items[0] ?? expect.fail(path)
}

async function upload(link: string, file: { name: string; buffer: Buffer }): Promise<void> {
  await visit(page, '/yonetim/aktarim')
  await page.getByRole('link', { name: link, exact: true }).click()
  await page.getByRole('link', { name: link, exact: true }).and(page.locator('[aria-current=page]')).waitFor()
  await page.locator('input[type=file]').setInputFiles({ ...file, mimeType: 'application/octet-stream' })
  await page.waitForURL(/\/yonetim\/aktarim\/veri\/\w+\/\d+$/)
  await page.getByText('Önizleme hazır').waitFor()
}

async function apply(text: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Uygula' }).click()
  const question = page.getByRole('alertdialog')
  expect(await question.innerText()).toMatch(text)
  await question.getByRole('button', { name: 'Uygula' }).click()
  await page.getByText('Uygulandı', { exact: true }).waitFor()
}

const rows = () => page.getByTestId('import-item').allInnerTexts()

test('account movements are previewed with the balances they change, rejected rows are named, and applied', async () => {
  const reference = `E2E-${Date.now()}`
  await upload('Cari hareketler', {
    name: 'hareketler.csv',
    buffer: Buffer.from(
      `Cari Kodu;Tarih;Tür;Borç;Alacak;Referans\n${dealer};05.01.2026;Fatura;1.234,50;;${reference}\nYOK;05.01.2026;Fatura;1;;X\n`,
    ),
  })
  expect((await rows()).join()).toContain(dealer)
  await page.getByRole('link', { name: 'Alınmayanlar (1)' }).click()
  await page.getByText('“YOK” kodlu bayi yok.').waitFor()
  await apply(/1 kayıt eklenecek, 0 kayıt değişecek; 1 satır alınmayacak/)
  await visit(page, '/yonetim/aktarim/veri/movements')
  expect(await page.getByTestId('import').first().innerText()).toMatch(/hareketler\.csv[^]*Uygulandı[^]*1 \/ 0 \/ 1/)
  expect(problems).toEqual([])
})

test('balances and serial numbers are imported from the sample files’ columns', async () => {
  await upload('Bakiyeler', {
    name: 'bakiyeler.csv',
    buffer: Buffer.from(`Cari Kodu;Bakiye\n${dealer};${Date.now() % 100000},25\n`),
  })
  await apply(/Bu işlem geri alınamaz/)
  await upload('Seri numaraları', {
    name: 'seri.csv',
    buffer: Buffer.from(`Seri No;Tarih;Durum\nE2E-${Date.now()};05.01.2026;Satış\n`),
  })
  await apply(/1 kayıt eklenecek/)
  const download = page.waitForEvent('download')
  await visit(page, '/yonetim/aktarim/veri/serials')
  await page.getByRole('link', { name: 'Örnek dosya (CSV)' }).click()
  expect((await download).suggestedFilename()).toBe('ornek-serials.csv')
  expect(problems).toEqual([])
})

test('a ZIP of pictures adds the matched ones to their product and lists the others', async () => {
  const background = { r: Date.now() % 256, g: 90, b: (Date.now() >> 8) % 256 }
  const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer()
  const name = product.code.replaceAll('/', '-')
  await upload('Ürün görselleri', {
    name: 'resimler.zip',
    buffer: makeZip([
      { name: `${name}-9.jpg`, content: picture },
      { name: 'bilinmeyen-urun.jpg', content: picture },
    ]),
  })
  expect((await rows()).join()).toContain(product.code)
  await page.getByRole('link', { name: 'Alınmayanlar (1)' }).click()
  await page.getByText('Bu ada uyan ürün yok.').waitFor()
  await apply(/1 ürünün görselleri değişecek/)
  const { values } = (await (
    await page.request.get(`${shop.url}/yonetim/products/${product.id}`, { headers: { accept: 'application/json' } })
  ).json()) as { values: { images: string[] } }
  const added = values.images.at(-1) ?? ''
  expect(added).toMatch(/^uploads\/[0-9a-f]{32}\.webp$/)
  expect((await page.request.get(`${shop.url}/images/${added}`)).status()).toBe(200)
  expect(problems).toEqual([])
})

test('a file with other column names goes in with the columns that the clerk chooses', async () => {
  await visit(page, '/yonetim/aktarim/veri/movements')
  await page.getByRole('heading', { name: 'Dosyada hangi sütunlar olmalı?' }).waitFor()
  await page.locator('input[type=file]').setInputFiles({
    name: 'dokum.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Cari dökümü;;;\n\nHesap;Gün;Evrak;Tutarı\n${dealer};05.01.2026;E2E-${Date.now()};1.250,00\n`),
  })
  await page.getByText('Başarısız').waitFor()
  await page.getByText('Başlık 3. satırda').waitFor()
  for (const [column, field] of [
    ['Hesap', 'Cari Kodu'],
    ['Gün', 'Tarih'],
    ['Evrak', 'Belge No'],
    ['Tutarı', 'Borç'],
  ] as const)
    await page.getByLabel(`${column} sütununun alanı`).selectOption({ label: field })
  await page.getByRole('button', { name: 'Önizle', exact: true }).click()
  await page.getByText('Önizleme hazır').waitFor()
  await apply(/1 kayıt eklenecek/)
  const profile = `Cari döküm ${Date.now()}`
  await page.getByLabel('Profilin adı').fill(profile)
  await page.getByRole('button', { name: 'Profil olarak kaydet' }).click()
  await page.getByText(`Profil: ${profile}`).waitFor()
  // The next file of the same columns asks nothing.
  await upload('Cari hareketler', {
    name: 'dokum2.csv',
    buffer: Buffer.from(`Hesap;Gün;Evrak;Tutarı\n${dealer};06.01.2026;E2E-${Date.now()};5\n`),
  })
  await page.getByText(`“${profile}” kullanıldı: sütunlar aynı.`).waitFor()
  await visit(page, '/yonetim/aktarim')
  const row = page.getByTestId('import-profile').filter({ hasText: profile })
  // The columns are changed in the profile itself, and the next file is read so.
  await row.getByRole('button', { name: `${profile}: profili değiştir` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tutarı sütununun alanı').selectOption({ label: 'Alacak' })
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await dialog.waitFor({ state: 'detached' })
  await upload('Cari hareketler', {
    name: 'dokum3.csv',
    buffer: Buffer.from(`Hesap;Gün;Evrak;Tutarı\n${dealer};07.01.2026;E2E-${Date.now()};5\n`),
  })
  await page.getByText(`“${profile}” kullanıldı: sütunlar aynı.`).waitFor()
  await page.getByText('Sütunlar (4)').click()
  expect(await page.getByLabel('Tutarı sütununun alanı').inputValue()).toBe('credit')
  await visit(page, '/yonetim/aktarim')
  await row.getByRole('button', { name: `Sil: ${profile}` }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await row.waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})

test('a file without the needed columns says which are missing and cannot be applied', async () => {
  await visit(page, '/yonetim/aktarim/veri/movements')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'yanlis.csv', mimeType: 'text/csv', buffer: Buffer.from('Ad;Soyad\nA;B\n') })
  await page.getByText('Başarısız').waitFor()
  await page.getByText('gerekli sütunlar yok').waitFor()
  expect(await page.getByRole('button', { name: 'Uygula' }).count()).toBe(0)
  expect(problems).toEqual([])
})
