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

const search = (q: string) => `/search?q=${encodeURIComponent(q)}`

test('a feed is uploaded, previewed, applied, visible in the shop, and undone', async () => {
  const { items } = (await (await page.request.get(`${demoUrl}/api/catalog/products/?limit=1`)).json()) as {
    items: { code: string; name: string }[]
  }
  const existing = items[0]?.code ?? ''
  // More than five times any price of the demo store.
  const jump = '9876543,21'
  const added = `AKT-${Date.now()}`
  const record = (code: string, price: string, more = '') =>
    `<urun><StokKodu>${code}</StokKodu><StokAdi>${code}</StokAdi><SatisFiyati1>${price}</SatisFiyati1>${more}</urun>`
  const feed = `<?xml version="1.0" encoding="UTF-8"?><urunler>${record(existing, jump)}${record(
    added,
    '12,50',
    '<Envanter>7</Envanter>',
  )}${record('BOZUK-1', 'pahalı')}</urunler>`
  await visit(page, '/yonetim/aktarim')
  const looks = await refuseLooks()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'besleme.xml', mimeType: 'application/xml', buffer: Buffer.from(feed) })
  await page.waitForURL(/\/yonetim\/aktarim\/\d+$/)
  await page.getByText('Önizleme hazır').waitFor()
  expect(looks()).toBeGreaterThan(4)
  // Nothing says whether the prices include VAT: the import waits for the answer.
  expect(await page.getByRole('button', { name: 'Uygula' }).isDisabled()).toBe(true)
  const question = page.getByRole('group', { name: 'SatisFiyati1: fiyatlar KDV dahil mi, hariç mi?' })
  await question.getByRole('radio', { name: 'KDV hariç' }).check()
  await page.getByRole('button', { name: 'Önizlemeyi yenile' }).click()
  await question.waitFor({ state: 'detached' })
  const jumps = page.getByRole('group', { name: 'Bazı satış fiyatları 5 katından çok değişiyor. Doğru mu?' })
  expect(await page.getByRole('button', { name: 'Uygula' }).isDisabled()).toBe(true)
  await jumps.getByRole('radio', { name: 'Doğru: yeni fiyatları kaydet' }).check()
  await page.getByRole('button', { name: 'Önizlemeyi yenile' }).click()
  await jumps.waitFor({ state: 'detached' })
  const change = page.getByTestId('import-change')
  expect(await change.innerText()).toContain(existing)
  expect(await change.innerText()).toMatch(/Satış fiyatı:[^]*₺9\.876\.543,21/)
  await page.getByRole('link', { name: 'Alınmayan satırlar (1)' }).click()
  await page.getByText('SatisFiyati1 bir sayı değil: pahalı').waitFor()
  await page.getByRole('button', { name: 'Uygula' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Uygula' }).click()
  await page.getByText('Uygulandı', { exact: true }).waitFor()
  const here = page.url()
  await expect.poll(() => isListed(added)).toBe(true)
  await visit(page, here)
  await page.getByRole('button', { name: 'Geri al' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Geri al' }).click()
  await page.getByText('Geri alındı', { exact: true }).waitFor()
  await expect.poll(() => isListed(added)).toBe(false)
  await visit(page, '/yonetim/aktarim')
  expect(await page.getByTestId('import').first().innerText()).toMatch(/besleme\.xml[^]*Geri alındı[^]*1 \/ 1 \/ 1/)
  expect(problems).toEqual([])
})

/** The page's first look at the import finds it running; a busy shop refuses the next three. Returns the number so far. */
async function refuseLooks(): Promise<() => number> {
  let looks = 0
  await page.route(/\/yonetim\/imports\/\d+$/, async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    looks += 1
    if (looks > 4) return route.fallback()
    if (looks > 1) return route.fulfill({ status: 503, json: { error: { code: 'internal', messages: { type: '' } } } })
    const response = await route.fetch()
    return route.fulfill({ response, json: { ...((await response.json()) as object), state: 'previewing' } })
  })
  return () => looks
}

/** Whether the shop's search finds the product, whose name is its code. */
async function isListed(code: string): Promise<boolean> {
  await visit(page, search(code))
  return (await page.getByRole('main').getByRole('link', { name: code, exact: true }).count()) > 0
}
