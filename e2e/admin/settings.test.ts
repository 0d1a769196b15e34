import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SettingKey, storeSettings } from '#contract/shop/settings.ts'
import type { Product } from '#contract/shop/product.ts'
import { demoSettings } from '#demo/settings.ts'
import type { screenSettings } from '#testing/settings.ts'
import { saveSetting } from '#server/settings/settings.ts'
import type { Database } from '#server/platform/db/database.ts'
import { newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { listOf, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
let shop: Shop
let database: Database
let page: Page
let guest: Page
/** 20 base units in two warehouses, and one that is sold out. */
let stocked: Product
let soldOut: Product

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  await shop.start()
  database = await shop.database()
  browser = await openBrowser()
  page = (await newVisitor(browser, shop.url)).page
  guest = (await newVisitor(browser, shop.url)).page
  await signIn(page, people.dealer)
  const { items } = await listOf(page, '?limit=96')
  stocked = await plainProduct(page)
  const other = items.find(
    ({ id, varyantx, salePrice, ozelkod }) => id !== stocked.id && varyantx === 1 && salePrice?.value && ozelkod,
  )
  if (other === undefined) throw new Error('The demo store has one product only.')
  soldOut = other
  await setStock(stocked, [12, 8])
  await setStock(soldOut, [0, 0])
})
afterAll(async () => {
  await browser?.close()
  await database?.close()
  await shop?.remove()
})

async function setStock({ id }: Product, quantities: readonly number[]): Promise<void> {
  await database.pool.execute('UPDATE inventory SET quantity = 0 WHERE product_id = $1', [id])
  await database.pool.execute(
    `INSERT INTO inventory (product_id, warehouse_id, quantity)
     SELECT $1, id, ($2::numeric[])[place] FROM (SELECT id, row_number() OVER (ORDER BY position, id) AS place FROM warehouses) w
      WHERE place <= cardinality($2::numeric[])
     ON CONFLICT (product_id, warehouse_id) DO UPDATE SET quantity = excluded.quantity`,
    [id, quantities],
  )
}

/** The markup of a page as the server sends it, without scripts and their data. */
async function htmlOf(visitor: Page, path: string): Promise<string> {
  const text = await (await visitor.request.get(path)).text()
  return text.replace(/<script[\s\S]*?<\/script\s*>/g, '')
}

const defaultValue = (key: SettingKey): unknown =>
  (demoSettings as Partial<Record<SettingKey, unknown>>)[key] ?? storeSettings.shape[key].parse(undefined)

/** `shows` is in the page at `path` once the setting has this value, and not before; or the other way round. */
type Effect = {
  value: unknown
  path(): string
  shows?: string
  hides?: string
  with?: Partial<Record<SettingKey, unknown>>
}
const list = () => `/search?q=${encodeURIComponent(soldOut.code)}&view=list`
const home = () => '/'

const effects: Record<(typeof screenSettings)[number], Effect> = {
  notInStock: { value: '1', path: list, shows: '>Stokta Sorunuz<' },
  whatsapp: { value: '0', path: list, shows: '>Stokta Tükendi<' },
  whatsappNumber: { value: '1234', path: list, shows: '>Stokta Tükendi<' },
  b2b_stoktakileri_goster: { value: '0', path: home, hides: t('catalog.onlyInStock') },
  b2b_urun_detay_ozel_kod: { value: '', path: () => soldOut.url, hides: 'Özel kod' },
  b2b_urun_detay_ozel_kod_gosterim: { value: '0', path: list, hides: 'Özel kod' },
  b2b_urun_detay_ozel_kod_baslik: { value: 'Raf yeri', path: list, shows: '>Raf yeri<' },
  detailQuantityMax: { value: 250, path: () => stocked.url, shows: t('product.most', { max: '250' }) },
  storeName: { value: 'Deneme Ticaret', path: home, shows: '>Deneme Ticaret<' },
  storePhone: { value: '0312 555 11 22', path: home, shows: '0312 555 11 22' },
  storeHours: { value: 'Her gün 10.00 – 12.00', path: home, shows: 'Her gün 10.00 – 12.00' },
  storeEmail: { value: 'deneme@example.com', path: home, shows: 'deneme@example.com' },
  storeAddress: { value: 'Deneme Sokak 1, Ankara', path: home, shows: 'Deneme Sokak 1, Ankara' },
  storeTaxOffice: { value: 'Ulus VD', path: home, shows: 'Ulus VD' },
  storeTaxNumber: { value: '1234567890', path: home, shows: '1234567890' },
  brandColor: { value: '#7a1f5c', path: home, shows: '#7a1f5c' },
  socialMedia: { value: '1:https://facebook.com/deneme', path: home, shows: 'href="https://facebook.com/deneme"' },
}

describe('a setting changes the page', () => {
  test.each(Object.entries(effects) as [SettingKey, Effect][])('%s', async (key, { value, path, shows, hides }) => {
    const isShown = async () => (await htmlOf(page, path())).includes(shows ?? hides ?? '')
    expect(await isShown()).toBe(shows === undefined)
    await saveSetting(database.pool, key, value)
    await expect.poll(isShown).toBe(shows !== undefined)
    await saveSetting(database.pool, key, defaultValue(key))
    await expect.poll(isShown).toBe(shows === undefined)
  })

  test('b2b_urun_detay_ozel_kod_gosterim removes the special code from the product page', async () => {
    await saveSetting(database.pool, 'b2b_urun_detay_ozel_kod_gosterim', '0')
    await expect.poll(async () => (await htmlOf(page, list())).includes('Özel kod')).toBe(false)
    expect(await htmlOf(page, soldOut.url)).toContain('Özel kod')
    await saveSetting(database.pool, 'b2b_urun_detay_ozel_kod_gosterim', '1')
  })

  test('stockNumberType shows the barcode in place of the code', async () => {
    const barcode = stocked.units.find(({ id }) => id === stocked.defaultUnit)?.barcode ?? ''
    const path = `/search?q=${encodeURIComponent(stocked.code)}&view=grid`
    const isShown = async () => (await htmlOf(page, path)).includes(`>${barcode}<`)
    expect(await isShown()).toBe(false)
    await saveSetting(database.pool, 'stockNumberType', 'Barcode')
    await expect.poll(isShown).toBe(true)
    await saveSetting(database.pool, 'stockNumberType', 'StockCode')
  })
})

test('a code of more than 20 characters is shortened, and shown in full when pressed', async () => {
  const code = 'UZUN-KOD-1234567890-ABCDEF'
  await database.pool.execute('UPDATE products SET code = $2 WHERE id = $1', [soldOut.id, code])
  const barcode = 'BARKOD-12345678901234567'
  await database.pool.execute('UPDATE product_units SET barcode = $2 WHERE id = $1', [soldOut.defaultUnit, barcode])
  await visit(page, soldOut.url)
  expect(await page.getByRole('radio').first().locator('..').getByTitle(barcode).innerText()).toBe(
    'BARKOD-1234567890123…',
  )
  const button = page.getByRole('button', { name: code, exact: true })
  expect(await button.getAttribute('title')).toBe(code)
  expect(await button.locator('[aria-hidden]').innerText()).toBe('UZUN-KOD-1234567890-…')
  await button.click()
  await page.locator('[aria-live=polite]').getByText(code).waitFor()

  await database.pool.execute('UPDATE product_units SET barcode = $2 WHERE id = $1', [
    stocked.defaultUnit,
    `${barcode}-2`,
  ])
  const units = page.getByRole('article').locator('option')
  // Written past the shop: its processes follow a moment later.
  await expect
    .poll(async () => {
      await visit(page, `/search?q=${encodeURIComponent(stocked.code)}&view=grid`)
      return units.first().textContent()
    })
    .toMatch(/ · BARKOD-1234567890123…$/)
  await visit(page, `/search?q=${code}&view=list`)
  await page.getByRole('button', { name: t('catalog.stockInventoryOf', { name: soldOut.name }) }).click()
  const dialog = page.getByRole('dialog', { name: t('catalog.stockInventory') })
  expect(await dialog.getByRole('button', { name: code }).locator('[aria-hidden]').innerText()).toBe(
    'UZUN-KOD-1234567890-…',
  )
})

describe('20 base units in two warehouses, as each mode shows them', () => {
  const out = 'Stokta Yok'
  test.each([
    [0, 'Stokta 20', ['12', '8']],
    [1, null, []],
    [2, 'Stokta Var', ['Stokta Var', 'Stokta Var']],
    [3, 'Stokta 25', ['17', '8']],
    [7, 'Stokta 1.020', ['1.012', '8']],
    [9, 'Stokta 15', ['7', '8']],
    [14, out, ['0', '0']],
    [15, 'Stokta 5+', ['Stokta Var', 'Stokta Var']],
    [16, 'Stokta 10+', ['Stokta Var', 'Stokta Var']],
    [20, 'Stokta 20', ['12', '8']],
  ])('mode %i: %s, warehouses %j', async (mode, words, rows) => {
    await saveSetting(database.pool, 'stockInfoStatus', mode)
    const shown = async (visitor: Page) =>
      /(?<=<\/span>)Stokta [^<]*(?=<\/span>)/.exec(await htmlOf(visitor, stocked.url))?.[0] ?? null
    await expect.poll(() => shown(page)).toBe(words)
    const html = await htmlOf(page, stocked.url)
    const table = html.slice(html.indexOf('>DEPO<'), html.indexOf('</table>', html.indexOf('>DEPO<')))
    const cells = [...table.matchAll(/<td[^>]*>([^<]*)<\/td>\s*<td[^>]*>([^<]*)<\/td>/g)].map(([, , amount]) => amount)
    expect(rows.length === 0 ? html.includes('>DEPO<') : cells.slice(0, 2)).toEqual(rows.length === 0 ? false : rows)
    expect(await shown(guest)).toBeNull()
    await saveSetting(database.pool, 'stockInfoStatus', 0)
  })
})

describe('the button of a product that is out of stock, where stock is hidden', () => {
  const settings: [string, Partial<Record<SettingKey, string>>][] = [
    ['Stokta Tükendi', {}],
    ['Stokta Yok', { whatsapp: '1', whatsappNumber: '905551112233' }],
    ['Stokta Sorunuz', { whatsapp: '1', whatsappNumber: '905551112233', notInStock: '1' }],
  ]
  const changed = ['whatsapp', 'whatsappNumber', 'notInStock'] as const
  const saveMessaging = async (values: Partial<Record<SettingKey, string>>) => {
    for (const key of changed) {
      await saveSetting(database.pool, key, values[key] ?? storeSettings.shape[key].parse(undefined))
    }
  }
  test.each(settings)("is '%s', for guests without showStokInfo and for dealers in mode 1", async (words, values) => {
    await saveSetting(database.pool, 'stockInfoStatus', 1)
    await saveMessaging(values)
    for (const visitor of [page, guest]) {
      await expect.poll(() => htmlOf(visitor, soldOut.url)).toContain(`>${words}<`)
      const html = await htmlOf(visitor, soldOut.url)
      expect(html).not.toContain('>DEPO<')
      expect(await htmlOf(visitor, stocked.url)).not.toContain(`>${words}<`)
    }
    await saveMessaging({ whatsapp: demoSettings.whatsapp, whatsappNumber: demoSettings.whatsappNumber })
    await saveSetting(database.pool, 'stockInfoStatus', 0)
  })
})
