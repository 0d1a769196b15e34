import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, listOf, people } from '#e2e/support/demo-shop.ts'

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
  await form.getByLabel('Dosyanın adresi').fill('http://10.0.0.1/urunler.xml')
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

/** Serves a supplier's feed with the first products of twenty; null: the address no longer exists. */
async function serveFeed(): Promise<{ url: string; server: Server; have(count: number | null): void }> {
  let products: number | null = 20
  const recordOf = (_: unknown, i: number) =>
    `<urun><StokKodu>KAYNAK-${i + 1}</StokKodu><StokAdi>Kaynaktan Uzatma ${i + 1}</StokAdi>
     <SatisFiyati1>${10 + i},50</SatisFiyati1><Envanter>${i + 5}</Envanter></urun>`
  const server = createServer((_, response) => {
    if (products === null) return response.writeHead(404).end()
    const records = Array.from({ length: products }, recordOf).join('')
    return response.writeHead(200, { 'content-type': 'application/xml' }).end(`<urunler>${records}</urunler>`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/urunler.xml`
  return { url, server, have: (count) => (products = count) }
}

/** Fetches the source and waits until its last run shows this text. */
async function fetchNow(row: Locator, result: string): Promise<void> {
  await row.getByRole('button', { name: 'Bölge deposu: şimdi al' }).click()
  await row.getByText(result, { exact: true }).waitFor()
}

const listed = async () => (await listOf(page, '?q=Kaynaktan Uzatma&limit=96')).items.length

test('a source is confirmed once, takes products off sale and back, stops at its brake, and its import is undone', async () => {
  const feed = await serveFeed()
  await visit(page, '/yonetim/aktarim/kaynaklar')
  await page.getByRole('button', { name: 'Kaynak ekle' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Kaynağın adı').fill('Bölge deposu')
  await form.getByLabel('Dosyanın adresi').fill(feed.url)
  await form.getByLabel('Ne zaman alınsın?').selectOption('6h')
  await form.getByLabel('Dosyadan çıkan ürünleri satıştan kaldır').check()
  expect(await form.getByLabel('Fren (%)').inputValue()).toBe('10')
  await form.getByRole('button', { name: 'Kaydet' }).click()
  const row = page.getByTestId('import-source').filter({ hasText: 'Bölge deposu' })

  // The first file waits for its preview to be applied.
  await fetchNow(row, 'Onay bekliyor')
  await row.getByRole('link', { name: /^Aktarım/ }).click()
  const question = page.getByRole('group', { name: 'SatisFiyati1: fiyatlar KDV dahil mi, hariç mi?' })
  await question.getByRole('radio', { name: 'KDV hariç' }).check()
  await page.getByRole('button', { name: 'Önizlemeyi yenile' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Uygula' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Uygula' }).click()
  await page.getByText('Uygulandı', { exact: true }).waitFor()
  await expect.poll(listed).toBe(20)

  await visit(page, '/yonetim/aktarim/kaynaklar')
  await fetchNow(row, 'Değişiklik yok')
  feed.have(19)
  await fetchNow(row, 'Uygulandı')
  await expect.poll(listed).toBe(19)
  feed.have(8)
  await fetchNow(row, 'Onay bekliyor')
  await row.getByText('19 üründen 11 tanesi dosyada yok; sınır %10.').waitFor()
  expect(await listed()).toBe(19)
  feed.have(null)
  await fetchNow(row, 'Başarısız')
  await row.getByText('Sunucu dosyayı vermedi (HTTP 404).').waitFor()
  expect(await listed()).toBe(19)
  feed.have(20)
  await fetchNow(row, 'Uygulandı')
  await expect.poll(listed).toBe(20)

  await row.getByRole('button', { name: 'Bölge deposu: geçmiş' }).click()
  const history = page.getByRole('dialog')
  // The run that stopped at the brake took nothing off sale.
  await history.getByText('1 ürün satıştan kalktı').waitFor()
  expect(await history.getByRole('row').count()).toBe(7)
  await page.keyboard.press('Escape')
  await row.getByRole('link', { name: /^Aktarım/ }).click()
  await page.getByRole('button', { name: 'Geri al' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Geri al' }).click()
  await page.getByText('Geri alındı', { exact: true }).waitFor()
  await expect.poll(listed).toBe(19)

  await visit(page, '/yonetim/aktarim/kaynaklar')
  await row.getByRole('button', { name: 'Sil: Bölge deposu' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sil' }).click()
  await row.waitFor({ state: 'detached' })
  feed.server.closeAllConnections()
  feed.server.close()
  expect(problems).toEqual([])
})
