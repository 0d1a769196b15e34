import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { listAllOrders } from '#contract/admin/orders.ts'
import { newShipmentPath } from '#contract/core/admin-pages.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import { adminOrderPath, orderPath } from '#contract/core/record-paths.ts'
import { demoSettings } from '#demo/settings.ts'
import { payableOf, type UblInvoice, ublInvoice } from '#demo/trade/ubl-invoice.ts'
import { lira } from '#domain/money/money.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { formFormats } from '#domain/text/format.ts'
import { uniqueCard } from '#server/payments/start/test-cards.ts'
import { desktop, hasHydrated, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, changeSetting, demoUrl, emptyCart, fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { payButton, summary } from '#e2e/support/payers.ts'
import { answerBank, cardDialog, confirm, typeCard } from '#e2e/support/paying.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

async function open(email: string, screen = desktop) {
  const visitor = await newVisitor(browser, demoUrl, { screen })
  await signIn(visitor.page, email)
  return visitor
}

test('order, approval, short pick, two shipments, invoice, partial payment and return; the dealer’s open page follows', async () => {
  const [dealer, staff] = [await open(people.dealer, phone), await open(people.admin)]
  const { page } = staff
  const product = await plainProduct(dealer.page)
  await emptyCart(dealer.page)
  await fillCart(dealer.page, product, 5)
  await changeSetting(page, 'approveAllOrders', '1')
  await callFrom(dealer.page, 'POST', '/api/catalog/cart', { description: '' })
  await changeSetting(page, 'approveAllOrders', '0')
  const placed = await dealer.page.request.get('/api/catalog/orders/summary')
  const { orderNo } = (await placed.json()) as { orderNo: string }
  const found = (await (await page.request.get(`/yonetim/orders?q=${orderNo}`)).json()) as Reply<typeof listAllOrders>
  const id = found.items[0]?.id ?? 0

  // From here on the dealer's page is neither reloaded nor touched.
  await visit(dealer.page, orderPath(orderNo))
  const seesState = (state: string) =>
    dealer.page
      .locator('main')
      .getByText(t(`orders.states.${state}`))
      .first()
      .waitFor()
  await seesState('awaiting_approval')
  const mark = await dealer.page.evaluate(() => ((globalThis as { opened?: number }).opened = performance.timeOrigin))

  await visit(page, adminOrderPath(id))
  await page.getByRole('button', { name: t('administration.orders.move.confirm') }).click()
  await seesState('confirmed')

  await page.getByRole('button', { name: t('administration.pickings.start') }).click()
  await page.waitForURL(/\/yonetim\/toplama\/\d+$/)
  await page.waitForFunction(() => document.activeElement?.matches('form input'))
  for (const count of [1, 2, 3, 4]) {
    await page.keyboard.type(product.code)
    await page.keyboard.press('Enter')
    await page
      .getByRole('status')
      .filter({ hasText: `${count} / 5` })
      .waitFor()
  }
  await seesState('picking')
  await page.getByRole('button', { name: t('administration.pickings.end') }).click()
  const ending = page.getByRole('dialog', { name: t('administration.pickings.endTitle') })
  await ending.getByRole('combobox').selectOption('cancel')
  await ending.getByRole('button', { name: t('administration.pickings.end') }).click()
  await page.getByText(t('administration.pickings.done')).waitFor()

  for (const [quantity, state] of [
    ['3', 'partly_shipped'],
    ['1', 'shipped'],
  ] as const) {
    await visit(page, newShipmentPath([id]))
    await page.getByRole('region', { name: orderNo }).getByRole('textbox').first().fill(quantity)
    await page.getByLabel(t('administration.shipments.fields.trackingNo')).fill(`98765432${quantity}`)
    await page.getByRole('button', { name: t('administration.shipments.ship') }).click()
    await page.waitForURL(/\/yonetim\/sevkiyatlar\/\d+$/)
    await seesState(state)
  }
  await expect.poll(() => dealer.page.getByTestId('shipment').count()).toBe(2)
  expect(await dealer.page.evaluate(() => (globalThis as { opened?: number }).opened)).toBe(mark)

  const invoice = await uploadInvoice(page, orderNo)
  await payPart(dealer.page, invoice)
  await returnOne(dealer.page, page, orderNo)
  expect([...dealer.problems, ...staff.problems]).toEqual([])
  await dealer.page.context().close()
  await page.context().close()
})

/** An invoice of 240 lira for the order, booked to the dealer's account. */
async function uploadInvoice(staff: Page, orderNo: string): Promise<UblInvoice> {
  const answer = await staff.request.get('/yonetim/dealers?q=Akdoruk')
  const [buyer] = ((await answer.json()) as { items: { id: number; name: string }[] }).items
  const details = (await (await staff.request.get(`/yonetim/dealers/${buyer?.id}`)).json()) as {
    values: { taxNumber: string }
  }
  const day = dayInTurkey(new Date())
  const invoice: UblInvoice = {
    number: `ABC${day.slice(0, 4)}${String(Date.now()).slice(-9)}`,
    ettn: crypto.randomUUID(),
    day,
    seller: { taxNumber: demoSettings.storeTaxNumber, name: 'Örnek Toptan A.Ş.' },
    buyer: { taxNumber: details.values.taxNumber, name: buyer?.name ?? '' },
    orderNo,
    lines: [{ code: 'MTK-18', name: 'Şarjlı matkap', quantity: '2', price: '100', taxRate: '20' }],
  }
  await visit(staff, pages.adminInvoices)
  await staff.getByRole('checkbox').first().check()
  await staff
    .locator('input[type=file]')
    .setInputFiles({ name: 'fatura.xml', mimeType: 'text/xml', buffer: Buffer.from(ublInvoice(invoice)) })
  await staff.getByRole('link', { name: invoice.number }).first().click()
  await staff.waitForURL(/\/yonetim\/faturalar\/\d+$/)
  await staff.locator('main').getByText(orderNo).first().waitFor()
  return invoice
}

/** Pays 100 lira of the invoice by card: the rest stays open. */
async function payPart(page: Page, invoice: UblInvoice): Promise<void> {
  await visit(page, `${pages.invoices}?q=${invoice.number}`)
  await page.getByRole('link', { name: invoice.number }).first().click()
  await page.getByRole('link', { name: t('invoices.page.pay') }).click()
  await page.waitForURL(`**${pages.payment}?**`)
  await hasHydrated(page)
  const amount = page.locator('input[name=amount]')
  expect(await amount.inputValue()).toBe(formFormats.formatNumber(payableOf(invoice), 2))
  await amount.fill('100')
  await payButton(page).click()
  expect(await cardDialog(page).getByTestId('payment-amount').innerText()).toContain('100,00')
  await typeCard(page, uniqueCard({ bin: 'kule' }))
  await confirm(page)
  await answerBank(page)
  await summary(page)
  // The outcome names the invoice that was paid.
  await page.getByRole('link', { name: invoice.number }).click()
  await page.waitForURL(/\/account\/invoices\/\d+$/)
  await visit(page, `${pages.invoices}?q=${invoice.number}`)
  await page
    .getByText(formFormats.formatMoney(Number(payableOf(invoice)) - 100, lira))
    .first()
    .waitFor()
}

/** The dealer returns one; the store accepts and receives it, which the dealer's open page shows. */
async function returnOne(dealer: Page, staff: Page, orderNo: string): Promise<void> {
  await visit(dealer, orderPath(orderNo))
  await dealer.getByRole('link', { name: t('orders.page.invoices_one') }).waitFor()
  await dealer.getByRole('link', { name: t('orders.page.return') }).click()
  const form = dealer.getByRole('form', { name: t('returns.request') })
  await form.getByRole('textbox').first().fill('1')
  await form.getByRole('combobox', { name: t('returns.form.why') }).selectOption('damaged')
  await form.getByRole('button', { name: t('returns.form.send') }).click()
  await dealer.getByText(t('returns.states.requested')).first().waitFor()
  await visit(staff, pages.adminReturns)
  await staff.getByRole('link', { name: /R\d+/.exec(dealer.url())?.[0] ?? '' }).click()
  await staff.getByRole('button', { name: t('administration.returns.decide') }).click()
  const dialog = staff.getByRole('dialog')
  await dialog.getByRole('button', { name: t('administration.returns.accept') }).click()
  await dealer.getByText(t('returns.states.accepted')).first().waitFor()
  await staff.getByRole('button', { name: t('administration.returns.receive') }).click()
  await dialog.getByRole('button', { name: t('administration.returns.receive') }).click()
  await dealer.getByText(t('returns.states.received')).first().waitFor()
}
