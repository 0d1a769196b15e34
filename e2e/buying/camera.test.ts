import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import type { listAllOrders } from '#contract/admin/orders.ts'
import type { OrderDraft } from '#contract/shop/order-pad.ts'
import type { Product } from '#contract/shop/product.ts'
import { pages } from '#contract/core/pages.ts'
import { browserFlags, ensureBrowser } from '#cli/tools/browser.ts'
import { writeBarcodeVideo, writeDarkVideo } from '#e2e/support/barcode-video.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoShop, demoUrl, emptyCart, listOf, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'
import { openDatabase } from '#server/platform/db/database.ts'

/** How many times slower than this machine a phone is. */
const slowdown = 4

let folder: string
let browser: Browser
/** Its first barcode is in front of the camera. */
let products: Product[]

const cameraFlags = (video: string) => [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  `--use-file-for-fake-video-capture=${join(folder, video)}`,
]
const openCameraBrowser = (video: string) =>
  chromium.launch({ executablePath: ensureBrowser(), args: [...browserFlags, ...cameraFlags(video)] })

const barcodeOf = ({ units, defaultUnit }: Product) => units.find(({ id }) => id === defaultUnit)?.barcode ?? ''
const productAt = (at: number) => products[at] ?? expect.fail('The demo store has too few products.')

async function openAs(username: string, path: string, from = browser) {
  const visitor = await newVisitor(from, demoUrl, { screen: phone })
  await visitor.context.grantPermissions(['camera'])
  await signIn(visitor.page, username, 'demo1234', path)
  return visitor
}
const scanner = (page: Page) => page.locator('dialog[data-scanner]')
const press = (page: Page, label: string) => page.getByRole('button', { name: label, exact: true }).first().click()
const draftOf = async (page: Page) => (await (await page.request.get('/api/catalog/order-pad')).json()) as OrderDraft

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toptan-camera-'))
  const plain = await openBrowser()
  const { page } = await newVisitor(plain, demoUrl)
  await signIn(page, people.dealer)
  const { items } = await listOf(page, '?limit=96&sort=-quantity')
  products = items.filter(
    (item) =>
      item.varyantx === 1 &&
      (item.salePrice?.value ?? 0) > 0 &&
      (item.quantity ?? 0) > 20 &&
      barcodeOf(item) !== '' &&
      item.units.every(({ terms }) => terms === undefined),
  )
  await plain.close()
  await writeBarcodeVideo(join(folder, 'code.y4m'), barcodeOf(productAt(0)))
  await writeDarkVideo(join(folder, 'dark.y4m'))
  browser = await openCameraBrowser('code.y4m')
})
afterAll(async () => {
  await browser?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('the camera of a phone', () => {
  let page: Page
  let problems: string[]
  beforeEach(async () => {
    ;({ page, problems } = await openAs(people.dealer, '/account/settings'))
    await emptyCart(page)
    const { revision } = await draftOf(page)
    await callFrom(page, 'PATCH', '/api/catalog/order-pad', { revision, lines: [] })
    return () => page.context().close()
  })

  test(`scans into the order pad, once while the code is in sight, at a speed of 1/${slowdown}`, async () => {
    await visit(page, pages.orderPad)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await press(page, t('camera.open'))
    const took = await page.evaluate(
      async (barcode) => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
        const isSeen = () =>
          (document.querySelector<HTMLVideoElement>('dialog[data-scanner] video')?.readyState ?? 0) > 1
        const isLine = () =>
          [...document.querySelectorAll<HTMLInputElement>('[data-column=code]')].some(({ value }) => value === barcode)
        while (!isSeen()) await frame()
        const start = performance.now()
        while (!isLine()) await frame()
        return performance.now() - start
      },
      barcodeOf(productAt(0)),
    )
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    // At most 1,000 ms on a machine that does nothing else.
    console.log(`  first scan to line: ${Math.round(took)} ms`)
    await scanner(page).getByText(productAt(0).name).waitFor()
    await scanner(page)
      .getByRole('button', { name: t('camera.close') })
      .click()
    await expect
      .poll(async () => (await draftOf(page)).lines)
      .toEqual([{ code: barcodeOf(productAt(0)), quantity: '', unit: '' }])
    expect(problems).toEqual([])
  })

  test('shows stock and price without adding anything, unless the user wants it', async () => {
    await visit(page, pages.orderPad)
    await press(page, t('orderPad.stockCheck'))
    await scanner(page).getByText(productAt(0).name).waitFor()
    await scanner(page)
      .getByText(`${t('orderPad.head.stock')}:`)
      .waitFor()
    expect((await draftOf(page)).lines).toEqual([])
    await scanner(page)
      .getByRole('button', { name: t('orderPad.toPad') })
      .click()
    await expect.poll(async () => (await draftOf(page)).lines.length).toBe(1)
  })

  test('scans into the cart, and asks which of two products has the barcode', async () => {
    const [first, second] = [productAt(0), productAt(1)]
    const database = await openDatabase({ dataDir: demoShop.dataDir }, { role: 'command' })
    const setBarcode = (barcode: string) =>
      database.pool.execute('UPDATE product_units SET barcode = $2 WHERE id = $1', [second.defaultUnit, barcode])
    await setBarcode(barcodeOf(first))
    try {
      await visit(page, pages.cart)
      await press(page, t('camera.open'))
      await scanner(page).getByText(t('errors.barcode_ambiguous')).waitFor()
      await scanner(page).getByRole('button', { name: second.code }).click()
      await scanner(page).getByText(t('cart.added.title')).waitFor()
      const lines = (await (await page.request.get('/api/catalog/cart')).json()) as CartItem[]
      expect(lines.map(({ product, quantity }) => [product.code, quantity])).toEqual([[second.code, 1]])
    } finally {
      await setBarcode(barcodeOf(second))
      await database.close()
    }
    expect(problems).toEqual([])
  })

  test('counts goods of a picking list', async () => {
    const { id, name, defaultUnit, units } = productAt(0)
    await callFrom(page, 'POST', `/api/catalog/cart/${id}`, { quantity: 5, productValue: defaultUnit })
    await callFrom(page, 'POST', '/api/catalog/cart', { description: '' })
    const placed = await page.request.get('/api/catalog/orders/summary')
    const { orderNo } = (await placed.json()) as { orderNo: string }
    const staff = await openAs(people.admin, '/account/settings')
    const listed = await staff.page.request.get(`/yonetim/orders?q=${orderNo}`)
    const [order] = ((await listed.json()) as Reply<typeof listAllOrders>).items
    await visit(staff.page, `/yonetim/siparisler/${order?.id}`)
    if (order?.state === 'awaiting_approval' || order?.state === 'received') {
      await staff.page.getByRole('button', { name: t('administration.orders.move.confirm') }).click()
    }
    await staff.page.getByRole('button', { name: t('administration.pickings.start') }).click()
    await staff.page.waitForURL(/\/yonetim\/toplama\/\d+$/)
    await press(staff.page, t('camera.open'))
    const unit = units.find((each) => each.id === defaultUnit)?.value ?? ''
    await scanner(staff.page)
      .getByText(t('administration.pickings.counted', { name, picked: '1', quantity: '5', unit }))
      .waitFor()
    expect(staff.problems).toEqual([])
    await staff.context.close()
  })

  test('says that it is not allowed, that there is none, and that it is in use', async () => {
    await visit(page, pages.orderPad)
    for (const [error, text] of [
      ['NotAllowedError', 'denied'],
      ['NotFoundError', 'missing'],
      ['NotReadableError', 'busy'],
    ] as const) {
      await page.evaluate((name) => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', name))
      }, error)
      await press(page, t('camera.open'))
      await scanner(page)
        .getByText(t(`camera.${text}`))
        .waitFor()
      await page.keyboard.press('Escape')
      await scanner(page).waitFor({ state: 'detached' })
    }
    expect(problems).toEqual([])
  })
})

test('codes without a product become lines to repair, and those without a text are called unreadable', async () => {
  const { page, context } = await openAs(people.dealer, '/account/settings')
  const { revision } = await draftOf(page)
  await callFrom(page, 'PATCH', '/api/catalog/order-pad', { revision, lines: [] })
  await context.addInitScript(() => {
    const codes = ['\u0000\u001d', 'https://example.com/<b>çöp</b>']
    class Detector {
      static getSupportedFormats = async () => ['ean_13', 'ean_8', 'code_128', 'qr_code']
      detect = async () => [{ rawValue: codes[0] ?? '' }]
    }
    Object.assign(window, { BarcodeDetector: Detector, codes })
  })
  await visit(page, pages.orderPad)
  await press(page, t('camera.open'))
  await scanner(page).getByText(t('camera.unreadable')).waitFor()
  await page.evaluate(() => (window as unknown as { codes: string[] }).codes.shift())
  await scanner(page).getByText(t('errors.product_not_found')).waitFor()
  await expect
    .poll(async () => (await draftOf(page)).lines.map(({ code }) => code))
    .toEqual(['https://example.com/<b>çöp</b>'])
  await context.close()
})

test('a dark picture is named, and the light is offered where there is one', async () => {
  const dark = await openCameraBrowser('dark.y4m')
  const { page, context } = await openAs(people.dealer, pages.orderPad, dark)
  await press(page, t('camera.open'))
  await scanner(page).getByText(t('camera.dark')).waitFor()
  await page.keyboard.press('Escape')
  // The fake camera has no light.
  await page.evaluate(() => {
    MediaStreamTrack.prototype.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities
    MediaStreamTrack.prototype.applyConstraints = async (constraints) => {
      Object.assign(window, { constraints })
    }
  })
  await press(page, t('camera.open'))
  await scanner(page)
    .getByRole('button', { name: t('camera.torchOn') })
    .click()
  await scanner(page)
    .getByRole('button', { name: t('camera.torchOff') })
    .waitFor()
  expect(await page.evaluate(() => (window as unknown as { constraints: unknown }).constraints)).toEqual({
    advanced: [{ torch: true }],
  })
  await context.close()
  await dark.close()
})
