import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from '#contract/core/endpoint.ts'
import type { listAllOrders } from '#contract/admin/orders.ts'
import { newShipmentPath } from '#contract/core/admin-pages.ts'
import { desktop, hasHydrated, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, demoUrl, emptyCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function open(email: string, screen = desktop) {
  const visitor = await newVisitor(browser, demoUrl, { screen })
  await signIn(visitor.page, email, 'demo1234')
  return visitor
}

test('an order is picked short and shipped in two shipments; its dealer follows them, and one is withdrawn', async () => {
  const dealer = await open(people.dealer, phone)
  const { id, code, units } = await plainProduct(dealer.page)
  await emptyCart(dealer.page)
  await callFrom(dealer.page, 'POST', `/api/catalog/cart/${id}`, { quantity: 5, productValue: units[0]?.id })
  await callFrom(dealer.page, 'POST', '/api/catalog/cart', { description: '' })
  const placed = await dealer.page.request.get('/api/catalog/orders/summary')
  const { orderNo } = (await placed.json()) as { orderNo: string }

  const { page, problems } = await open(people.admin)
  const answer = await page.request.get(`/yonetim/orders?q=${orderNo}`)
  const [order] = ((await answer.json()) as Reply<typeof listAllOrders>).items
  await visit(page, `/yonetim/siparisler/${order?.id}`)
  if (order?.state === 'awaiting_approval' || order?.state === 'received') {
    await page.getByRole('button', { name: t('administration.orders.move.confirm') }).click()
  }
  const picker = await open(people.admin, phone)
  await visit(picker.page, `/yonetim/siparisler/${order?.id}`)
  await picker.page.getByRole('button', { name: t('administration.pickings.start') }).click()
  await picker.page.waitForURL(/\/yonetim\/toplama\/\d+$/)
  await picker.page.waitForFunction(() => document.activeElement?.matches('form input'))
  for (const [typed, said] of [
    [code, '1 / 5'],
    ['YOK-BOYLE', t('errors.picking_code_unknown', { code: 'YOK-BOYLE' })],
    [code, '2 / 5'],
  ] as const) {
    await picker.page.keyboard.type(typed)
    await picker.page.keyboard.press('Enter')
    await picker.page.getByRole('status').filter({ hasText: said }).waitFor()
  }
  await picker.page.getByRole('button', { name: t('administration.pickings.end') }).click()
  const ending = picker.page.getByRole('dialog', { name: t('administration.pickings.endTitle') })
  await ending.getByRole('combobox').selectOption('open')
  await ending.getByRole('button', { name: t('administration.pickings.end') }).click()
  await picker.page.getByText(t('administration.pickings.done')).waitFor()
  expect(picker.problems).toEqual([])
  await picker.page.context().close()

  await page.reload()
  await hasHydrated(page)
  await page.getByRole('link', { name: t('administration.shipments.ship') }).click()
  await page.waitForURL(`**${newShipmentPath([order?.id ?? 0])}`)
  const quantity = page.getByRole('region', { name: orderNo }).getByRole('textbox').first()
  expect(await quantity.inputValue()).toBe('2')
  await page.getByLabel(t('administration.shipments.fields.trackingNo')).fill('987654321')
  await page.getByLabel(t('administration.shipments.parcelWeight', { number: 1 })).fill('12,5')
  await page.getByRole('button', { name: t('administration.shipments.addParcel') }).click()
  await page.getByRole('button', { name: t('administration.shipments.ship') }).click()
  await page.waitForURL(/\/yonetim\/sevkiyatlar\/\d+$/)
  await page.getByRole('link', { name: '987654321' }).waitFor()

  await visit(dealer.page, `/siparis/${orderNo}`)
  const shipments = dealer.page.getByRole('region', { name: t('shipments.title') })
  const link = shipments.getByRole('link', { name: t('shipments.track') })
  expect(await link.getAttribute('href')).toContain('yurticikargo.com')
  await dealer.page.getByText(t('orders.states.partly_shipped')).first().waitFor()

  await page.getByRole('link', { name: orderNo }).click()
  await page.getByRole('link', { name: t('administration.shipments.ship') }).click()
  const rest = t('administration.shipments.of', { quantity: 3, unit: units[0]?.value ?? '' })
  await page.getByRole('region', { name: orderNo }).getByText(rest).waitFor()
  await quantity.fill('3')
  await page.getByLabel(t('administration.shipments.fields.carrier')).selectOption('own')
  await page.getByRole('button', { name: t('administration.shipments.ship') }).click()
  await page.waitForURL(/\/yonetim\/sevkiyatlar\/\d+$/)
  await page.getByRole('button', { name: t('administration.shipments.withdraw') }).click()
  const dialog = page.getByRole('dialog', { name: t('administration.shipments.withdrawTitle') })
  await dialog.getByLabel(t('administration.shipments.reason')).fill('Araç arızalandı')
  await dialog.getByRole('button', { name: t('administration.shipments.withdraw') }).click()
  await page.getByText(t('administration.shipments.withdrawDone')).waitFor()

  await visit(dealer.page, `/siparis/${orderNo}`)
  expect(await dealer.page.getByTestId('shipment').count()).toBe(1)
  await dealer.page.getByText(t('orders.history.steps.shipment_withdrawn')).waitFor()
  expect([...problems, ...dealer.problems]).toEqual([])
  await page.context().close()
  await dealer.page.context().close()
})
