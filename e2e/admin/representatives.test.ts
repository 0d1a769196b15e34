import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import { adminOrderPath, orderPath } from '#contract/core/record-paths.ts'
import { representativePath } from '#contract/core/representative-pages.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { desktop, hasHydrated, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { demoUrl, fillCart, plainProduct } from '#e2e/support/demo-shop.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

const seller = 'plasiyer@example.com'
/** A dealer of the representative, and its owner. */
const dealer = { code: 'B1006', user: 'bayi6@example.com' }

test('a representative orders for a dealer with a discount of 12 %, and the head of sales approves it', async () => {
  const { page, problems } = await newVisitor(browser, demoUrl, { screen: phone })
  // The board leads to the own dealers.
  await signIn(page, seller, 'demo1234', pages.admin)
  await page.waitForURL((url) => url.pathname === representativePath)
  // Without a dealer the shop has no buttons to add products.
  await visit(page, pages.home)
  const strip = page.getByTestId('choose-dealer')
  await strip.getByText(t('shell.acting.choose')).waitFor()
  expect(await page.locator('[data-adds]').count()).toBe(0)
  await strip.getByRole('link', { name: t('shell.acting.dealers') }).click()
  await page.waitForURL((url) => url.pathname === representativePath)
  const row = page.getByTestId('own-dealer').filter({ hasText: dealer.code })
  const name = (await row.getByRole('link').first().textContent()) ?? ''
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  await row.getByRole('button', { name: t('representatives.act.startFor', { name }) }).click()
  await page.getByText(t('shell.acting.text', { dealer: name })).waitFor()
  await hasHydrated(page)

  const product = await plainProduct(page)
  // The dealer's group orders for 2,500 TL at least.
  await fillCart(page, product, Math.max(10, Math.ceil(5000 / (product.salePrice?.value ?? 1))))
  await visit(page, pages.cart)
  const panel = page.getByTestId('representative-discount')
  await panel.getByLabel(t('representatives.discount.total')).fill('12')
  await panel.getByRole('button', { name: t('representatives.discount.apply') }).click()
  await panel.getByText(t('representatives.discount.waits')).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  // The delivery is chosen in the cart, as dealers choose it in checkout.
  await page.getByLabel(t('delivery.to')).selectOption({ label: t('delivery.other') })
  const site = { toRecipient: 'Ada Şantiye', toPhone: '0532 555 01 02', toAddress: 'Ada 12', toDistrict: 'Gebze' }
  for (const [field, text] of Object.entries(site)) await page.locator(`[name=${field}]`).fill(text)
  await page.locator('[name=toCity]').selectOption('Kocaeli')
  await page.locator('[name=partDelivery]').selectOption('0')
  expect(await axeViolations(page)).toEqual([])
  await page.locator('[data-order-bar] [data-order-button]').click()
  await confirmOrder(page)
  await page.waitForURL((url) => url.pathname === pages.checkoutSummary)
  await hasHydrated(page)
  const orderNo = (await page.getByTestId('order-number').textContent()) ?? ''
  await page
    .getByText(t('orders.lines.discount', { percent: '12' }))
    .first()
    .waitFor()
  await page.getByText('Ada Şantiye').first().waitFor()
  await page.getByText(t('delivery.part.refused')).first().waitFor()
  await page.getByRole('button', { name: t('shell.acting.end') }).click()
  await page.waitForURL((url) => url.pathname === representativePath)

  const { page: head } = await newVisitor(browser, demoUrl, { screen: desktop })
  await signIn(head, 'satismuduru@example.com', 'demo1234', `${pages.adminOrders}?q=${orderNo}`)
  await head.getByRole('link', { name: orderNo }).click()
  await head.waitForURL((url) => /^\/yonetim\/siparisler\/\d+$/.test(url.pathname))
  const orderId = Number(new URL(head.url()).pathname.split('/').at(-1))
  await head.getByText(t('orders.approval.reasons.discount')).first().waitFor()

  // Staff for orders read who approves it, and cannot.
  const { page: staff } = await newVisitor(browser, demoUrl)
  await signIn(staff, 'siparis@example.com', 'demo1234', adminOrderPath(orderId))
  await staff.getByText(t('orders.approval.discountBy')).waitFor()
  await staff.getByRole('button', { name: t('administration.orders.move.reject') }).waitFor()
  expect(await staff.getByRole('button', { name: t('administration.orders.move.confirm') }).count()).toBe(0)

  await head.getByRole('button', { name: t('administration.orders.move.confirm') }).click()
  await head.getByText(t('orders.states.confirmed'), { exact: true }).first().waitFor()

  const { page: owner } = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(owner, dealer.user, 'demo1234', orderPath(orderNo))
  await owner
    .getByText(t('orders.byRepresentative', { name: 'Deniz Aksoy' }))
    .first()
    .waitFor()
  await owner.getByText(t('orders.states.confirmed'), { exact: true }).first().waitFor()
  expect(problems).toEqual([])
})

test('a representative notes a visit with its next step, and does not see the dealers of another one', async () => {
  const { page, problems } = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(page, seller, 'demo1234', `${representativePath}?q=${dealer.code}`)
  await page.getByTestId('own-dealer').getByRole('link').first().click()
  await page.getByRole('button', { name: t('representatives.visits.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('representatives.visits.text')).fill('Yeni katalog bırakıldı')
  await dialog.getByLabel(t('representatives.visits.nextStep')).fill('Fiyatları sor')
  await dialog.getByRole('button', { name: t('people.save') }).click()
  await dialog.getByText(t('representatives.problems.nextOnMissing')).waitFor()
  await dialog.getByLabel(t('representatives.visits.nextOn')).fill('2026-01-15')
  await dialog.getByRole('button', { name: t('people.save') }).click()
  await page.getByTestId('visit').filter({ hasText: 'Yeni katalog bırakıldı' }).waitFor()
  await visit(page, `${representativePath}?show=step_due`)
  const due = page.getByTestId('own-dealer').filter({ hasText: 'Fiyatları sor' })
  await due.getByRole('link').first().click()
  await page.getByRole('button', { name: t('representatives.visits.done') }).click()
  await page.getByRole('button', { name: t('representatives.visits.reopen') }).waitFor()

  await visit(page, `${representativePath}?q=B1007`)
  await page.getByText(t('representatives.own.empty.nothing')).waitFor()
  await visit(page, pages.adminDealers)
  await page.getByText(t('errorPage.forbidden.title')).waitFor()
  expect(problems).toEqual([])
})
