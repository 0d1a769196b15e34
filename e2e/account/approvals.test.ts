import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testActor } from '#server/visitor/test-context.ts'
import { axeViolations } from '#e2e/support/axe-violations.ts'
import { newVisitor, openBrowser, phone, signIn, visit } from '#e2e/support/browser.ts'
import { openShop, type Shop } from '#e2e/support/shop.ts'
import { pattern, t } from '#e2e/support/words.ts'
import { addProduct, fillCart, setPrice } from '#testing/store-rows.ts'

let shop: Shop
let database: Database
let browser: Browser
/** 120 lira with tax. */
let unitId: number

beforeAll(async () => {
  shop = await openShop({ demo: 'small' })
  database = await shop.database()
  unitId = (await addProduct(database.pool, { code: 'ONAY-1', price: 100, taxRate: 20, stock: 1000 })).unitId
  await shop.start()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await database?.close()
  await shop?.remove()
})

const colleague = (page: Page, name: string) => page.getByTestId('colleague').filter({ hasText: name })

test('an owner invites a buyer with a limit, and approves an order over it on a phone in two taps', async () => {
  const { page: owner, problems } = await newVisitor(browser, shop.url)
  await signIn(owner, 'bayi@example.com', 'demo1234', pages.accountUsers)
  await owner.getByRole('button', { name: t('people.colleagues.invite') }).click()
  const dialog = owner.getByRole('dialog', { name: t('people.colleagues.invite') })
  await dialog.locator('input[name=name]').fill('Deniz Ak')
  await dialog.locator('input[name=email]').fill('deniz@example.com')
  await dialog.getByRole('button', { name: t('people.colleagues.send') }).click()
  const shown = owner.getByRole('dialog', { name: t('people.access.link.title') })
  const link = await shown.getByRole('textbox').inputValue()
  await shown
    .getByRole('button', { name: t('ui.close') })
    .last()
    .click()
  await colleague(owner, 'Deniz Ak')
    .getByRole('button', { name: t('purchases.limits.of', { name: 'Deniz Ak' }) })
    .click()
  const limits = owner.getByRole('dialog', { name: t('purchases.limits.of', { name: 'Deniz Ak' }) })
  await limits.locator('input[name=perOrder]').fill('1000')
  expect(await axeViolations(owner)).toEqual([])
  await limits.getByRole('button', { name: t('purchases.limits.save') }).click()
  await colleague(owner, 'Deniz Ak').getByTestId('limits').getByText('₺1.000,00').waitFor()

  const { page: buyer, problems: buyersProblems } = await newVisitor(browser, shop.url)
  await visit(buyer, new URL(link).pathname)
  await buyer.locator('input[name=password]').fill('deniz-parola-1')
  await buyer.locator('input[name=passwordVerify]').fill('deniz-parola-1')
  await buyer.getByRole('button', { name: t('passwordLink.save') }).click()
  await buyer.getByText(t('passwordLink.done')).waitFor()
  const user = await database.pool.one<{ id: number }>("SELECT id FROM users WHERE email = 'deniz@example.com'")
  await fillCart(database.pool, testActor({ userId: user?.id ?? 0 }), [{ unitId, quantity: 8 }])
  await signIn(buyer, 'deniz@example.com', 'deniz-parola-1', pages.cart)
  await buyer.getByTestId('own-limits').getByText('₺1.000,00').waitFor()
  await database.pool.execute('UPDATE cart_lines SET quantity = 9 WHERE unit_id = $1', [unitId])
  await visit(buyer, pages.cart)
  await buyer.getByText(t('purchases.why.needed')).first().waitFor()
  await buyer
    .locator('[data-order-button]:visible')
    .filter({ hasText: t('purchases.why.send') })
    .click()
  const question = buyer.getByRole('alertdialog', { name: t('purchases.why.needed') })
  await question.getByText(t('purchases.why.first'), { exact: true }).waitFor()
  await question.getByRole('button', { name: t('purchases.why.send') }).click()
  await buyer.waitForURL(/\/account\/approvals\/\d+$/)
  await buyer.getByText(t('purchases.next.own')).waitFor()
  await buyer.getByTestId('purchase-amount').getByText('₺900,00').waitFor()
  const request = new URL(buyer.url()).pathname
  expect(await ordersOfDeniz()).toEqual([])

  // The notice of the start page, then one button in the list: two requests wait.
  const { page: atPhone, problems: phonesProblems } = await newVisitor(browser, shop.url, { screen: phone })
  await signIn(atPhone, 'bayi@example.com', 'demo1234', pages.home)
  const notice = atPhone.getByTestId('approval-notice')
  await notice.getByText(t('account.links.waitingApprovals', { count: 2 })).waitFor()
  expect(await axeViolations(atPhone)).toEqual([])
  await notice.click()
  const row = atPhone.getByTestId('purchase').filter({ hasText: 'Deniz Ak' })
  await row.getByText('₺1.080,00').waitFor()
  expect(await axeViolations(atPhone)).toEqual([])
  await row.getByText(t('purchases.action.approve'), { exact: true }).click()
  await atPhone.getByText(pattern('purchases.action.approved')).first().waitFor()
  await row.waitFor({ state: 'detached' })
  expect(await ordersOfDeniz()).toEqual([{ total: '1080.00' }])

  await visit(buyer, request)
  await buyer.getByRole('link', { name: t('purchases.action.goToOrder') }).click()
  await buyer.getByText(t('orders.history.steps.purchase_approved')).waitFor()
  expect([...problems, ...buyersProblems, ...phonesProblems]).toEqual([])
})

test('a badge leads the owner to what waits; a refusal needs a reason, and the lines return to the cart', async () => {
  const { page: owner, problems } = await newVisitor(browser, shop.url, { screen: phone })
  await signIn(owner, 'bayi@example.com', 'demo1234', pages.home)
  await owner
    .getByTestId('approval-notice')
    .getByText(t('account.links.waitingApprovals', { count: 1 }))
    .click()
  // One request waits: the notice opens it.
  await owner.getByRole('heading', { name: /Elif Sönmez/ }).waitFor()
  await owner.getByRole('button', { name: t('purchases.action.refuse') }).click()
  const dialog = owner.getByRole('dialog', { name: t('purchases.action.refuse') })
  await dialog.getByRole('button', { name: t('purchases.action.refuse') }).click()
  await dialog.getByText(t('errors.purchase_reason_missing')).waitFor()
  await dialog.getByRole('textbox').fill('Bütçe yok')
  await dialog.getByRole('button', { name: t('purchases.action.refuse') }).click()
  await owner.getByText(t('purchases.states.refused')).first().waitFor()
  const request = new URL(owner.url()).pathname

  const { page: buyer } = await newVisitor(browser, shop.url)
  await signIn(buyer, 'satinalma@example.com', 'demo1234', request)
  await buyer.getByText('Bütçe yok').waitFor()
  await buyer.getByRole('button', { name: t('purchases.action.toCart') }).click()
  await expect.poll(() => buyer.getByRole('button', { name: t('purchases.action.toCart') }).count()).toBe(0)
  await visit(buyer, pages.cart)
  await buyer.getByText(t('purchases.why.needed')).first().waitFor()
  expect(problems).toEqual([])
})

test('a price that rose is shown on the phone before the approval counts', async () => {
  const deniz = await database.pool.one<{ id: number }>("SELECT id FROM users WHERE email = 'deniz@example.com'")
  await fillCart(database.pool, testActor({ userId: deniz?.id ?? 0 }), [{ unitId, quantity: 10 }])
  const { page: buyer } = await newVisitor(browser, shop.url)
  await signIn(buyer, 'deniz@example.com', 'deniz-parola-1', pages.cart)
  await buyer
    .locator('[data-order-button]:visible')
    .filter({ hasText: t('purchases.why.send') })
    .click()
  await buyer
    .getByRole('alertdialog', { name: t('purchases.why.needed') })
    .getByRole('button', { name: t('purchases.why.send') })
    .click()
  await buyer.waitForURL(/\/account\/approvals\/\d+$/)
  await setPrice(database.pool, unitId, 110)

  const { page: owner, problems } = await newVisitor(browser, shop.url, { screen: phone })
  await signIn(owner, 'bayi@example.com', 'demo1234', pages.home)
  await owner.getByTestId('approval-notice').click()
  const approve = { name: t('purchases.action.approve'), exact: true }
  await owner.getByRole('button', approve).click()
  const question = owner.getByRole('alertdialog', { name: t('purchases.confirm.title') })
  await question.getByText(/₺1\.200,00.*→.*₺1\.320,00/).waitFor()
  expect(await axeViolations(owner)).toEqual([])
  expect(await ordersOfDeniz()).toHaveLength(1)
  await question.getByRole('button', approve).click()
  await owner.getByText(pattern('purchases.action.approved')).first().waitFor()
  expect(await ordersOfDeniz()).toEqual([{ total: '1080.00' }, { total: '1320.00' }])
  expect(problems).toEqual([])
})

const ordersOfDeniz = () =>
  database.pool.query(
    "SELECT o.total FROM orders o JOIN users u ON u.id = o.user_id WHERE u.email = 'deniz@example.com' ORDER BY o.id",
  )
