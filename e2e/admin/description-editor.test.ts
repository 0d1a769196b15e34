import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'

let shop: Shop
let browser: Browser
let page: Page
let problems: string[]
let product: { id: number; name: string }
let editor: Locator

beforeAll(async () => {
  shop = await openShop()
  await shop.start()
  browser = await openBrowser()
  const visitor = await newVisitor(browser, shop.url)
  page = visitor.page
  problems = visitor.problems
  await signIn(page, people.admin)
  const reply = await page.request.get(`${shop.url}/yonetim/products?limit=1`, {
    headers: { accept: 'application/json' },
  })
  const { items } = (await reply.json()) as { items: (typeof product)[] }
  product = items[0] ?? expect.fail('a product')
})
afterAll(async () => {
  await browser?.close()
  await shop?.remove()
})
beforeEach(async () => {
  await openWith('<p>Eski metin</p>')
})

type Saved = { values: { description: string }; url: string | null }
const saved = async (): Promise<Saved> =>
  (await (
    await page.request.get(`${shop.url}/yonetim/products/${product.id}`, { headers: { accept: 'application/json' } })
  ).json()) as Saved
const description = async () => (await saved()).values.description

/** Stores the description as an import would, and opens the product. */
async function openWith(html: string): Promise<void> {
  const database = await shop.database()
  await database.pool.execute('UPDATE products SET description = $2 WHERE id = $1', [product.id, html])
  await database.close()
  await visit(page, `/yonetim/urunler/${product.id}`)
  editor = page.getByRole('textbox', { name: 'Açıklama', exact: true }).and(page.locator('[contenteditable]'))
  await editor.waitFor()
}

async function save(): Promise<void> {
  const before = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('button', { name: 'Kaydet', exact: true }).click()
  expect((await before).status()).toBe(200)
}

test('text is formatted by keyboard and by buttons, undone, saved and shown alike on the product page', async () => {
  await editor.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('Kalın')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+B')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+B')
  await page.keyboard.type('Bir')
  await page.getByRole('button', { name: 'Madde listesi' }).click()
  await page.keyboard.press('Enter')
  await page.keyboard.type('İki')
  await page.getByRole('button', { name: 'Eğik (Ctrl+I)' }).click()
  await page.keyboard.press('Control+A')
  await page.getByRole('button', { name: 'Eğik (Ctrl+I)' }).click()
  await page.getByRole('button', { name: 'Geri al (Ctrl+Z)' }).click()
  const shown = await editor.innerHTML()
  await save()
  const html = await description()
  expect(html).toMatch(/<(b|strong)>Kalın<\/(b|strong)>/)
  expect(html).toMatch(/<ul><li>Bir<\/li><li>İki<\/li><\/ul>/)
  expect(html).not.toMatch(/style=|<span|<div|<em>|<i>/)
  expect(shown.replace(/\s+(style|class)="[^"]*"/g, '')).toContain('<li>Bir</li>')
  const { url } = await saved()
  await visit(page, url ?? '')
  expect(await page.getByRole('main').innerHTML()).toContain(html)
  expect(problems).toEqual([])
})

test('a link is added with Ctrl+K, and an address with a script is refused', async () => {
  await editor.click()
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Control+K')
  for (const width of [390, 1366]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await axeViolations(page, width === 390 ? 'layout' : 'all')).toEqual([])
  }
  const address = page.getByRole('textbox', { name: 'Bağlantının adresi' })
  await address.fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await page.getByText('Bir web adresi, e-posta adresi').waitFor()
  await address.fill('ornek.example/katalog')
  await page.keyboard.press('Enter')
  await save()
  expect(await description()).toBe(
    '<p><a href="https://ornek.example/katalog" rel="nofollow noopener noreferrer">Eski metin</a></p>',
  )
  expect(problems).toEqual([])
})

test('what is pasted from Word or the web is cleaned', async () => {
  await editor.click()
  await page.keyboard.press('Control+A')
  await editor.evaluate((box) => {
    const data = new DataTransfer()
    data.setData(
      'text/html',
      `<html><head><style>p{color:red}</style></head><body><!--StartFragment--><p class="MsoNormal" style="margin:0"><span style="font-weight:bold">Güçlü</span> motor<o:p></o:p></p><script>window.hacked = 1</script><img src="x" onerror="window.hacked = 2"><h1 onclick="x()">Özellikler</h1><div>a</div><!--EndFragment--></body></html>`,
    )
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  })
  await save()
  const html = await description()
  expect(html).toMatch(/<(strong|b)>Güçlü<\/(strong|b)> motor/)
  expect(html).toContain('<h2>Özellikler</h2>')
  expect(html).not.toMatch(/style|class|script|img|onclick|o:p|div/)
  expect(await page.evaluate(() => (window as { hacked?: number }).hacked)).toBeUndefined()
  // The parser reports the handlers that it does not run.
  const reported = problems.splice(0)
  expect(reported.filter((text) => !text.startsWith('Executing inline event handler violates'))).toEqual([])
})

test('a description that is not changed keeps its bytes when the product is saved', async () => {
  const odd = 'Düz&nbsp;satır<br>İkinci satır<table><tr><td>1</td><td>2</td></tr></table><p>son</p>'
  await openWith(odd)
  await editor.click()
  await page.keyboard.press('End')
  const source = page.getByRole('checkbox', { name: 'HTML olarak düzenle' })
  await source.check()
  expect(await page.locator('textarea[name=description]').inputValue()).toBe(odd)
  await source.uncheck()
  await page.locator('input[name=metaTitle]').fill(`Başlık ${Date.now()}`)
  await save()
  expect(await description()).toBe(odd)
  expect(problems).toEqual([])
})

test('the tools are reached by keyboard', async () => {
  await editor.focus()
  await page.keyboard.press('Shift+Tab')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Yinele (Ctrl+Y)')
  const names = await page.getByRole('toolbar', { name: 'Yazı araçları' }).getByRole('button').count()
  expect(names).toBe(8)
})
