import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderSlipsPage } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import type { Order } from '#contract/shop/orders.ts'
import { addDays, dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { hasHydrated, newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { demoUrl, fillCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { addPayer, demoDatabase } from '#e2e/support/paying.ts'
import { t } from '#e2e/support/words.ts'

let browser: Browser
const email = 'adresli@example.com'

beforeAll(async () => {
  browser = await openBrowser()
  const database = await demoDatabase()
  await addPayer(database, email, 'Adresli Yapı')
  await database.close()
})
afterAll(() => browser?.close())

test('an owner adds an address, orders to it on a wished day in one delivery, and staff pack by it', async () => {
  const { page, problems } = await newVisitor(browser, demoUrl, { screen: phone })
  await signIn(page, email, 'demo1234', pages.accountAddresses)
  await page.getByText(t('addresses.empty')).waitFor()
  await page.getByRole('button', { name: t('addresses.add') }).click()
  const dialog = page.getByRole('dialog', { name: t('addresses.add') })
  const save = dialog.getByRole('button', { name: t('addresses.save') })
  await dialog.locator('input[name=name]').fill('Şantiye Çerkezköy')
  await save.click()
  await dialog.getByText(t('people.problems.required')).first().waitFor()
  await dialog.locator('input[name=recipient]').fill('Hakan Usta')
  await dialog.locator('input[name=phone]').fill('0533 555 12 12')
  await dialog.locator('input[name=address]').fill('Fatih Mah. 5. Sokak No: 9')
  await dialog.locator('select[name=city]').selectOption('Tekirdağ')
  await dialog.locator('input[name=district]').fill('Çerkezköy')
  expect(await axeViolations(page)).toEqual([])
  await save.click()
  await page
    .getByTestId('address')
    .filter({ hasText: 'Şantiye Çerkezköy' })
    .getByText(t('addresses.isDefault'))
    .waitFor()

  await fillCart(page, await plainProduct(page), 2)
  // The first step says that a day and a carrier can be stated, and then which.
  await visit(page, pages.checkout)
  await page.getByText(`${t('delivery.requestedOn')}: ${t('delivery.anyDay')}`).waitFor()
  await page.getByText(`${t('delivery.carrier')}: ${t('delivery.anyCarrier')}`).waitFor()
  await visit(page, `${pages.checkout}?step=payment`)
  await hasHydrated(page)
  const place = page.getByTestId('delivery-place')
  await place.getByText('Hakan Usta').waitFor()
  await page.locator('select[name=deliverTo]').selectOption('own')
  await page.locator('select[name=deliverTo]').selectOption({ index: 0 })
  await place.getByText('Hakan Usta').waitFor()
  const day = addDays(dayInTurkey(new Date()), 10)
  await page.locator('input[name=deliverOn]').fill(day)
  await page.locator('select[name=partDelivery]').selectOption('0')
  await page.locator('select[name=carrier]').selectOption('ptt')
  expect(await axeViolations(page)).toEqual([])
  await visit(page, pages.checkout)
  await page.getByText(`${t('delivery.requestedOn')}: ${formatDay(day)}`).waitFor()
  await page.getByText(`${t('delivery.carrier')}: ${t('shipments.carriers.ptt')}`).waitFor()
  // What was chosen survives a reload.
  await visit(page, `${pages.checkout}?step=payment`)
  await hasHydrated(page)
  expect(await page.locator('input[name=deliverOn]').inputValue()).toBe(day)
  await page.getByRole('button', { name: t('checkout.payment.confirm') }).click()
  await page.waitForURL(/\/checkout\/summary\?order=/)
  await page.getByText(formatDay(day)).waitFor()
  await page.getByText(t('delivery.part.refused')).waitFor()
  const { id } = (await (await page.request.get('/api/catalog/orders/summary')).json()) as Order
  expect(problems).toEqual([])
  await page.context().close()

  const staff = await newVisitor(browser, demoUrl)
  await signIn(staff.page, people.admin, 'demo1234', `/yonetim/siparisler/${id}`)
  const delivery = staff.page.getByRole('region', { name: t('delivery.title') })
  for (const text of ['Şantiye Çerkezköy', 'Hakan Usta', formatDay(day), t('delivery.part.refused'), 'PTT Kargo']) {
    await delivery.getByText(text).waitFor()
  }
  await visit(staff.page, `${orderSlipsPage}?siparis=${id}`)
  const slip = staff.page.getByRole('article')
  for (const text of ['Fatih Mah. 5. Sokak No: 9', formatDay(day), t('delivery.part.refused')]) {
    await slip.getByText(text).waitFor()
  }
  expect(staff.problems).toEqual([])
  await staff.page.context().close()
})

test('a user who is bound to an address sees its orders only, and orders to it', async () => {
  const { page, problems } = await newVisitor(browser, demoUrl)
  await signIn(page, 'gebze@example.com', 'demo1234', pages.orders)
  const { items, total } = (await (await page.request.get('/api/catalog/orders?limit=100')).json()) as {
    items: Order[]
    total: number
  }
  expect(total).toBeGreaterThan(0)
  expect(new Set(items.map(({ delivery }) => delivery?.address?.name))).toEqual(new Set(['Şantiye Gebze']))
  await fillCart(page, await plainProduct(page))
  await visit(page, `${pages.checkout}?step=payment`)
  await hasHydrated(page)
  await page.getByText(t('delivery.bound')).waitFor()
  expect(await page.locator('select[name=deliverTo] option').count()).toBe(1)
  expect(problems).toEqual([])
  await page.context().close()
})
