import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { listAllOrders } from '#contract/admin/orders.ts'
import { newShipmentPath } from '#contract/core/admin-pages.ts'
import type { Reply } from '#contract/core/endpoint.ts'
import { pages } from '#contract/core/pages.ts'
import { adminOrderPath, orderPath, returnPath } from '#contract/core/record-paths.ts'
import { desktop, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { callFrom, changeSetting, demoUrl, emptyCart, fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
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

/** Orders five of a product and returns the order's number, and its id for the store. */
async function placeOrder(dealer: Page, staff: Page): Promise<{ orderNo: string; id: number }> {
  const product = await plainProduct(dealer)
  await emptyCart(dealer)
  await fillCart(dealer, product, 5)
  await callFrom(dealer, 'POST', '/api/catalog/cart', { description: '' })
  const { orderNo } = (await (await dealer.request.get('/api/catalog/orders/summary')).json()) as { orderNo: string }
  const { items } = (await (await staff.request.get(`/yonetim/orders?q=${orderNo}`)).json()) as Reply<
    typeof listAllOrders
  >
  return { orderNo, id: items[0]?.id ?? 0 }
}

test('a dealer returns goods from a phone; the store accepts a part, receives and closes it', async () => {
  const dealer = await open(people.dealer, phone)
  const staff = await open(people.admin)
  const { orderNo, id } = await placeOrder(dealer.page, staff.page)

  // What was not shipped cannot be returned.
  await visit(dealer.page, orderPath(orderNo))
  expect(await dealer.page.getByRole('link', { name: t('orders.page.return') }).count()).toBe(0)
  await visit(staff.page, adminOrderPath(id))
  const confirm = staff.page.getByRole('button', { name: t('administration.orders.move.confirm') })
  if ((await confirm.count()) > 0) await confirm.click()
  await staff.page.getByRole('link', { name: t('administration.shipments.ship') }).waitFor()
  await visit(staff.page, newShipmentPath([id]))
  await staff.page.getByRole('button', { name: t('administration.shipments.ship') }).click()
  await staff.page.waitForURL(/\/yonetim\/sevkiyatlar\/\d+$/)

  await visit(dealer.page, orderPath(orderNo))
  await dealer.page.getByRole('link', { name: t('orders.page.return') }).click()
  const form = dealer.page.getByRole('form', { name: t('returns.request') })
  const quantity = form.getByRole('textbox').first()
  await quantity.fill('6')
  await form.getByRole('button', { name: t('returns.form.send') }).click()
  await form.getByRole('alert').filter({ hasText: '5' }).waitFor()
  expect(await quantity.inputValue()).toBe('6')
  await quantity.fill('3')
  await form.getByRole('combobox', { name: t('returns.form.why') }).selectOption('damaged')
  await form.getByLabel(t('returns.form.explanation')).fill('Kutular ezik <b>geldi</b>')
  await form.getByRole('button', { name: t('returns.form.send') }).click()
  await dealer.page.getByText(t('returns.states.requested')).first().waitFor()
  const returnNo = /R\d+/.exec(dealer.page.url())?.[0] ?? ''
  await dealer.page.getByText('Kutular ezik <b>geldi</b>').waitFor()

  await visit(staff.page, pages.adminReturns)
  await staff.page.getByRole('link', { name: returnNo }).click()
  await staff.page.getByRole('button', { name: t('administration.returns.decide') }).click()
  const dialog = staff.page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('2')
  await dialog.getByLabel(t('administration.returns.note')).fill('Biri kullanılmış')
  await dialog.getByRole('button', { name: t('administration.returns.accept') }).click()
  await staff.page.getByRole('button', { name: t('administration.returns.receive') }).click()
  await dialog.getByRole('button', { name: t('administration.returns.receive') }).click()
  await staff.page.getByRole('button', { name: t('administration.returns.close') }).click()
  await dialog.getByLabel(t('administration.returns.invoiceNo')).fill('ABC2026000000777')
  await dialog.getByRole('button', { name: t('administration.returns.close') }).click()
  await staff.page.getByText(t('returns.states.closed')).first().waitFor()

  await visit(dealer.page, returnPath(returnNo))
  await dealer.page.getByText('Biri kullanılmış').waitFor()
  await dealer.page.getByText('ABC2026000000777').waitFor()
  await visit(dealer.page, orderPath(orderNo))
  await dealer.page.getByRole('link', { name: returnNo }).first().waitFor()
  // Three of five were not accepted for return: two of them are still with the dealer.
  await dealer.page.getByRole('link', { name: t('orders.page.return') }).waitFor()
  expect([...dealer.problems, ...staff.problems]).toEqual([])
  await dealer.page.context().close()
  await staff.page.context().close()
})

test('a dealer asks for less of a line before it is picked; the store accepts, and the order follows', async () => {
  const dealer = await open(people.dealer)
  const staff = await open(people.admin)
  // Orders that wait for approval are not sent to the ERP.
  await changeSetting(staff.page, 'approveAllOrders', '1')
  const { orderNo, id } = await placeOrder(dealer.page, staff.page)
  await changeSetting(staff.page, 'approveAllOrders', '0')

  await visit(dealer.page, orderPath(orderNo))
  await dealer.page.getByRole('button', { name: t('orders.request.open') }).click()
  const form = dealer.page.getByRole('dialog', { name: t('orders.request.title') })
  await form.getByLabel(t('orders.request.reason')).fill('Şantiye küçüldü')
  await form.getByRole('button', { name: t('orders.request.send') }).click()
  await form.getByText(t('orders.request.quantityMissing')).waitFor()
  await form.getByLabel(t('orders.request.quantity')).fill('2')
  await form.getByRole('button', { name: t('orders.request.send') }).click()
  await dealer.page.getByText(t('orders.request.states.open')).first().waitFor()

  await visit(staff.page, `${pages.adminOrders}?state=requested`)
  await staff.page.getByRole('link', { name: orderNo }).click()
  await staff.page.getByText('Şantiye küçüldü').first().waitFor()
  await staff.page.getByRole('button', { name: t('administration.orders.request.accept') }).click()
  await staff.page.getByText(t('administration.orders.request.accepted')).waitFor()
  await visit(dealer.page, orderPath(orderNo))
  await dealer.page.getByText(t('orders.request.states.accepted')).first().waitFor()
  const answer = await staff.page.request.get(`/yonetim/orders/${id}`)
  const { orderItems } = (await answer.json()) as { orderItems: { quantity: number; cancelled: number }[] }
  expect(orderItems.map(({ quantity, cancelled }) => quantity - cancelled)).toEqual([2])
  expect([...dealer.problems, ...staff.problems]).toEqual([])
  await dealer.page.context().close()
  await staff.page.context().close()
})
