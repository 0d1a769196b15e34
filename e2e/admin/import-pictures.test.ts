import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, people } from '#e2e/support/demo-shop.ts'

let browser: Browser
let page: Page
let problems: string[]
/** The site of a supplier. */
let site: Server
let isRepaired = false

beforeAll(async () => {
  const picture = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer()
  site = createServer((request, response) => {
    if (request.url === '/yok.png' && !isRepaired) response.writeHead(404).end()
    else response.setHeader('content-type', 'image/png').end(picture)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  browser = await openBrowser()
  const visitor = await newVisitor(browser, demoUrl)
  page = visitor.page
  problems = visitor.problems
  await signIn(page, people.admin)
})
afterAll(async () => {
  await browser?.close()
  site.closeAllConnections()
  site.close()
})

test('pictures of a file are fetched from their addresses, failed ones are listed and tried again, and undo removes them', async () => {
  const address = (path: string) => `http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`
  const code = `GRS-${Date.now()}`
  const file = `Stok Kodu;Stok Adı;Fiyat (KDV Hariç);Resim\n${code};${code};12,50;${address('/a.png')}, ${address('/yok.png')}\n`
  await visit(page, '/yonetim/aktarim')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'gorselli.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await page.waitForURL(/\/yonetim\/aktarim\/\d+$/)
  await page.getByText('Önizleme hazır').waitFor()
  await page.getByText('Dosyada adresle verilmiş 2 görsel var.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Uygula' }).click()
  const dialog = page.getByRole('alertdialog')
  expect(await dialog.innerText()).toContain('1 ürünün görselleri değişecek.')
  await dialog.getByRole('button', { name: 'Uygula' }).click()
  const pictures = page.getByRole('region', { name: 'Adresle verilen görseller' })
  await pictures.getByText('2 görselin 1 tanesi indirildi · 1 alınamadı').waitFor()
  await page.getByRole('link', { name: 'Alınamayan görseller (1)' }).click()
  const failed = page.getByTestId('failed-picture')
  await failed.waitFor()
  expect(await failed.innerText()).toMatch(
    new RegExp(`${code}[^]*2[^]*gorselli.csv[^]*/yok.png[^]*Bu adreste görsel yok \\(404\\)`),
  )
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Alınamayan görseller (CSV)' }).click()
  expect((await download).suggestedFilename()).toMatch(/^aktarim-\d+-pictures\.csv$/)
  const here = page.url()
  await failed.getByRole('link', { name: code }).click()
  await page.getByTestId('picture').waitFor()
  await page.getByText('1 görsel adresinden alınamadı', { exact: false }).waitFor()
  await visit(page, here)
  isRepaired = true
  await pictures.getByRole('button', { name: 'Yeniden dene' }).click()
  await pictures.getByText('Bütün görseller indirildi.').waitFor()
  expect(await failed.count()).toBe(0)
  await page.getByRole('button', { name: 'Geri al' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Geri al' }).click()
  await page.getByText('Geri alındı', { exact: true }).waitFor()
  expect(await pictures.count()).toBe(0)
  expect(problems).toEqual([])
})
