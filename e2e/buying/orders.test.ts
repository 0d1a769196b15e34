import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Product } from '#contract/shop/product.ts'
import { findBroken } from '#faults/invariants.ts'
import type { Database } from '#server/platform/db/database.ts'
import { newVisitor, desktop, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom } from '#e2e/support/demo-shop.ts'
import { openStockedShop, type StockedShop } from '#e2e/support/stocked-shop.ts'
import { pattern, t } from '#e2e/support/words.ts'

let stocked: StockedShop
let database: Database
let browser: Browser

beforeAll(async () => {
  stocked = await openStockedShop()
  database = await stocked.shop.database()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await database?.close()
  await stocked?.shop.remove()
})

async function openAsDealer(screen = desktop) {
  const visitor = await newVisitor(browser, stocked.shop.url, { screen })
  await signIn(visitor.page, stocked.dealer.email, stocked.dealer.password)
  return visitor
}

async function productOf(page: Page): Promise<Product> {
  const { code } = stocked.product
  const answer = await page.request.get(`/api/catalog/products/search?q=${encodeURIComponent(code)}`)
  const { items } = (await answer.json()) as { items: Product[] }
  const found = items.find((item) => item.code === code)
  if (found === undefined) throw new Error(`${code} is not found.`)
  return found
}

/** Orders this many boxes of the product; returns the order number. */
async function order(page: Page, boxes: number): Promise<string> {
  const { id, units } = await productOf(page)
  const box = units.find(({ value }) => value === 'KOLİ')
  await callFrom(page, 'POST', `/api/catalog/cart/${id}`, { quantity: boxes, productValue: box?.id })
  await callFrom(page, 'POST', '/api/catalog/cart', { description: 'Kapıya teslim' })
  const newest = await page.request.get('/api/catalog/orders/summary')
  return ((await newest.json()) as { orderNo: string }).orderNo
}

async function stock(): Promise<number> {
  const row = await database.pool.one<{ quantity: number }>(
    'SELECT sum(quantity)::float AS quantity FROM inventory JOIN products ON id = product_id WHERE code = $1',
    [stocked.product.code],
  )
  return row?.quantity ?? Number.NaN
}

const rowOf = (page: Page, orderNo: string) => page.getByTestId('order').filter({ hasText: orderNo })
const actionOf = (action: string, number: string) => t('orders.action.of', { action: t(action), number })

test('the account menu leads to the list; an order shows its lines, is cancelled once, and its stock returns', async () => {
  const { page, problems } = await openAsDealer()
  const before = await stock()
  const orderNo = await order(page, 2)
  expect(await stock()).toBe(before - 24)
  await visit(page, '/')
  await page.getByRole('button', { name: new RegExp(stocked.dealer.name) }).click()
  await page.getByRole('menuitem', { name: t('shell.orders') }).click()
  await page.waitForURL('**/siparis/liste')
  const row = rowOf(page, orderNo)

  await row.getByRole('button', { name: t('orders.action.show', { number: orderNo }) }).click()
  const lines = page.getByRole('table', { name: t('orders.lines.of', { number: orderNo }) })
  await lines.getByText(stocked.product.name).waitFor()
  expect(await lines.getByRole('row').nth(1).innerText()).toMatch(/2 KOLİ/)
  expect(await lines.locator('img').first().boundingBox()).toMatchObject({ width: 60, height: 60 })

  const cancel = row.getByRole('button', { name: actionOf('orders.action.cancel', orderNo) })
  await cancel.click()
  const question = page.getByRole('alertdialog', { name: t('orders.cancel.title') })
  await question.getByRole('button', { name: t('ui.keep') }).click()
  expect(await stock()).toBe(before - 24)
  await cancel.click()
  await question.getByRole('button', { name: t('orders.cancel.confirm') }).click()
  await row.getByText('İptal Edildi').waitFor()
  expect(await cancel.count()).toBe(0)
  expect(await stock()).toBe(before)
  expect(await findBroken(database.pool)).toEqual([])
  expect(problems).toEqual([])
  await page.context().close()
})

test('an order that can no longer be cancelled says so in the specified words', async () => {
  const { page } = await openAsDealer()
  const orderNo = await order(page, 1)
  await visit(page, '/siparis/liste')
  await database.pool.execute("UPDATE orders SET sent_to_erp_at = now(), state = 'confirmed' WHERE order_no = $1", [
    orderNo,
  ])
  const cancel = rowOf(page, orderNo).getByRole('button', { name: actionOf('orders.action.cancel', orderNo) })
  await cancel.click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('orders.cancel.confirm') })
    .click()
  await page.getByText('Sipariş iptal edilemedi. Lütfen bizimle iletişime geçiniz.').waitFor()
  await page.getByText(t('errors.order_already_sent')).waitFor()
  await page.getByRole('button', { name: t('ui.ok') }).click()
  await rowOf(page, orderNo).getByText(t('orders.states.confirmed')).waitFor()
  expect(await cancel.count()).toBe(0)
  await page.context().close()
})

test('filters and pages are part of the address', async () => {
  const { page } = await openAsDealer()
  const orderNo = await order(page, 1)
  await visit(page, '/siparis/liste')
  await page.getByRole('searchbox', { name: t('orders.filter.search') }).fill(orderNo.slice(-6))
  await page.getByRole('button', { name: t('documents.filter.apply'), exact: true }).click()
  await page.waitForURL(`**/siparis/liste?q=${orderNo.slice(-6)}`)
  await expect.poll(() => page.getByTestId('order').count()).toBe(1)
  await page.getByLabel(t('documents.filter.to')).fill('2020-01-01')
  await page.getByRole('button', { name: t('documents.filter.apply'), exact: true }).click()
  await page.getByRole('heading', { name: t('orders.empty.nothing') }).waitFor()
  await page.reload()
  await page.getByRole('link', { name: t('orders.empty.all') }).click()
  await rowOf(page, orderNo).waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.context().close()
})

test('ordering again from the order page puts the selected lines into the cart and reports what has changed', async () => {
  const { page, problems } = await openAsDealer()
  const orderNo = await order(page, 2)
  const { id, units } = await productOf(page)
  const piece = units.find(({ value }) => value === 'ADET')
  await database.pool.execute(
    'UPDATE unit_prices SET sale_value = sale_value * 2, plan1_value = plan1_value * 2 WHERE unit_id = $1',
    [piece?.id],
  )
  await visit(page, `/siparis/${orderNo}`)
  await page.getByRole('checkbox', { name: t('orders.lines.choose', { name: stocked.product.name }) }).check()
  await page.getByRole('button', { name: t('orders.page.againChosen_one', { count: 1 }) }).click()
  const message = page.getByRole('dialog', { name: t('orders.again.title') })
  await message.getByText(t('orders.again.added_one', { count: 1 })).waitFor()
  await message.getByText(pattern('orders.again.price')).waitFor()
  await message.getByRole('link', { name: t('orders.again.cart') }).click()
  await page.waitForURL('**/sepet')
  await page.getByRole('link', { name: stocked.product.name }).first().waitFor()

  await callFrom(page, 'DELETE', '/api/catalog/cart')
  await database.pool.execute('UPDATE products SET is_active = false WHERE id = $1', [id])
  await visit(page, `/siparis/${orderNo}`)
  await page.getByRole('button', { name: t('orders.page.againAll') }).click()
  await message.getByText(t('orders.again.none')).waitFor()
  await message.getByText(t('orders.again.offSale')).waitFor()
  await database.pool.execute('UPDATE products SET is_active = true WHERE id = $1', [id])
  expect(problems).toEqual([])
  await page.context().close()
})

test('the order page prints without screen controls, and its emails were written', async () => {
  const { page } = await openAsDealer(phone)
  const orderNo = await order(page, 1)
  await visit(page, `/siparis/${orderNo}`)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  await page.evaluate(() => {
    window.print = () => void document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: t('orders.action.print') }).click()
  await page.locator('body[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('button').filter({ visible: true }).count()).toBe(0)
  expect(await page.getByRole('checkbox').filter({ visible: true }).count()).toBe(0)
  await page.getByRole('heading', { level: 1, name: t('orders.page.title', { number: orderNo }) }).waitFor()
  await page.getByText('Kapıya teslim').waitFor()

  const folder = join(stocked.shop.dataDir, 'mail')
  const emails = async () =>
    (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml') && file.includes(orderNo))
  await expect.poll(emails).toContainEqual(expect.stringContaining(stocked.dealer.email))
  await page.context().close()
})

test('another dealer finds neither the order nor its page', async () => {
  const { page } = await openAsDealer()
  const orderNo = await order(page, 1)
  await database.pool.execute(
    `WITH other AS (INSERT INTO dealers (code, name) VALUES ('BASKA', 'Başka Bayi') RETURNING id)
     UPDATE orders SET dealer_id = (SELECT id FROM other) WHERE order_no = $1`,
    [orderNo],
  )
  expect((await page.goto(`/siparis/${orderNo}`))?.status()).toBe(404)
  await visit(page, `/siparis/liste?q=${orderNo}`)
  await page.getByRole('heading', { name: t('orders.empty.nothing') }).waitFor()
  await page.context().close()
})
