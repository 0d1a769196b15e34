import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import type { AdminOrder, listAllOrders } from '#contract/admin/orders.ts'
import type { Product } from '#contract/shop/product.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { desktop, newVisitor, openBrowser, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, emptyCart, fillCart, listOf, people } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function open(email: string) {
  const visitor = await newVisitor(browser, demoUrl, { screen: desktop })
  await signIn(visitor.page, email, 'demo1234')
  return visitor
}

/** A product that other journeys do not order. */
async function rareProduct(page: Page): Promise<Product> {
  const { items } = await listOf(page, '?limit=96&sort=-quantity')
  const found = items.findLast(
    (item) => item.varyantx === 1 && (item.salePrice?.value ?? 0) > 0 && (item.quantity ?? 0) > 20,
  )
  if (found === undefined) throw new Error('The demo store has no product that can be ordered.')
  return found
}

async function order(page: Page, product: Product): Promise<string> {
  await emptyCart(page)
  await fillCart(page, product, 2)
  await callFrom(page, 'POST', '/api/catalog/cart', { description: '' })
  const placed = await page.request.get('/api/catalog/orders/summary')
  return ((await placed.json()) as { orderNo: string }).orderNo
}

async function pageOf(page: Page, orderNo: string): Promise<AdminOrder> {
  const answer = await page.request.get(`/yonetim/orders?q=${orderNo}`)
  const [listed] = ((await answer.json()) as Reply<typeof listAllOrders>).items
  return (await (await page.request.get(`/yonetim/orders/${listed?.id}`)).json()) as AdminOrder
}

test('all orders that match a filter are confirmed, printed and shipped; a file ships the next one, and once only', async () => {
  const dealer = await open(people.dealer)
  const product = await rareProduct(dealer.page)
  const numbers = [await order(dealer.page, product), await order(dealer.page, product)]
  const { page, problems } = await open(people.admin)
  const today = dayInTurkey(new Date())
  await visit(page, `/yonetim/siparisler?product=${encodeURIComponent(product.code)}&from=${today}`)
  await page.getByLabel(t('administration.orders.choose', { number: numbers[0] ?? '' })).check()
  const strip = page.getByRole('status').filter({ hasText: t('administration.orders.choice.some', { count: 1 }) })
  await strip.getByRole('button', { name: /tümünü seç/ }).click()
  await page.getByText(/siparişin tümü seçildi/).waitFor()
  await page.getByRole('button', { name: new RegExp(`^${t('administration.orders.move.confirm')} \\(`) }).click()
  await page.getByText(/siparişin durumu değişti/).waitFor()
  for (const number of numbers) expect(await pageOf(page, number)).toMatchObject({ state: 'confirmed' })

  await page.getByLabel(t('administration.orders.chooseAll')).check()
  const [slips] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: t('administration.orders.slips.print') }).click(),
  ])
  for (const number of numbers) {
    await slips.getByRole('heading', { name: t('orders.page.title', { number }) }).waitFor()
  }
  await slips.close()

  await page.getByRole('button', { name: t('administration.orders.shipEach.button') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('administration.shipments.fields.carrier')).selectOption('own')
  await dialog.getByRole('button', { name: t('administration.orders.shipEach.save') }).click()
  const outcome = page.getByRole('dialog', { name: /sipariş sevk edildi/ })
  await outcome
    .getByRole('button', { name: t('ui.close') })
    .last()
    .click()
  for (const number of numbers) {
    expect(await pageOf(page, number)).toMatchObject({ state: 'shipped', shipments: [{ carrier: 'own' }] })
  }

  const next = await order(dealer.page, product)
  const { id, state } = await pageOf(page, next)
  await callFrom(page, 'POST', '/yonetim/orders/state', { orders: [{ id, from: state }], to: 'confirmed' })
  const content = Buffer.from(`Sipariş No;Kargo;Takip No\n${next};Aras Kargo;987654321\nS1999000001;UPS;\n`)
  const upload = async () => {
    await visit(page, '/yonetim/sevkiyatlar')
    await page.getByRole('link', { name: t('administration.shipments.fromFile') }).click()
    await page.waitForURL(/\/veri\/shipments$/)
    const file = { name: 'sevkiyat.csv', mimeType: 'text/csv', buffer: content }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.waitForURL(/\/veri\/shipments\/\d+$/)
    await page.getByText('Önizleme hazır').waitFor()
  }
  await upload()
  await page.getByText(t('import.shipments.planned')).waitFor()
  await page.getByRole('button', { name: 'Uygula' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Uygula' }).click()
  await page.getByText('Uygulandı', { exact: true }).waitFor()
  await page.getByText(/^Sevk edildi: SV/).waitFor()
  await page.getByRole('link', { name: 'Alınmayanlar (1)' }).click()
  await page.getByText('S1999000001').waitFor()
  expect(await pageOf(page, next)).toMatchObject({ state: 'shipped', shipments: [{ trackingNo: '987654321' }] })

  await upload()
  await page.getByText(/^Daha önce sevk edilmiş: SV/).waitFor()
  expect(await page.getByRole('button', { name: 'Uygula' }).count()).toBe(0)
  expect((await pageOf(page, next)).shipments).toHaveLength(1)
  expect(problems).toEqual([])
  await dealer.page.context().close()
  await page.context().close()
})
