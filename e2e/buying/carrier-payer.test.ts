import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { pages } from '#contract/core/pages.ts'
import { adminDealerPath } from '#contract/core/record-paths.ts'
import type { Database } from '#server/platform/db/database.ts'
import { testActor } from '#server/visitor/test-context.ts'
import { addProduct, fillCart as fillCartOf } from '#testing/store-rows.ts'
import { phone, visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { openOwnShop, type OwnShop } from '#e2e/support/own-shop.ts'
import { t } from '#e2e/support/words.ts'

let own: OwnShop
let database: Database
let dealer: Page
let unitId: number

beforeAll(async () => {
  own = await openOwnShop()
  database = await own.shop.database()
  const goods = { code: 'KARGO-1', price: 3000, taxRate: 20, stock: 1000 }
  unitId = (await addProduct(database.pool, goods)).unitId
  dealer = await own.open(people.other, pages.account)
})
afterAll(async () => {
  await database?.close()
  await own?.remove()
})

async function fillCart(quantity: number): Promise<void> {
  const user = await database.pool.one<{ id: number }>('SELECT id FROM users WHERE email = $1', [people.other])
  const actor = testActor({ userId: user?.id ?? 0 })
  await database.pool.execute('DELETE FROM carts WHERE user_id = $1', [actor.userId])
  await fillCartOf(database.pool, actor, [{ unitId, quantity }])
}

const note = (page: Page = dealer) => page.getByTestId('carrier-payer')

test('the cart says who pays the carrier, changes with the quantity and the chosen carrier, and the order keeps it', async () => {
  await fillCart(1)
  await visit(dealer, pages.cart)
  await note().getByText(t('delivery.cart.recipient')).waitFor()
  await note()
    .getByText(/^₺\S+ daha: kargo bizden$/)
    .waitFor()
  await dealer.locator('[data-cart-lines] input').first().fill('10')
  await dealer.keyboard.press('Tab')
  await note().getByText(t('delivery.cart.sender'), { exact: true }).waitFor()

  await visit(dealer, `${pages.checkout}?step=payment`)
  await note().getByText(t('delivery.cart.sender'), { exact: true }).waitFor()
  const carrier = dealer.getByLabel(t('delivery.carrier'))
  await carrier.selectOption('pickup')
  await note().waitFor({ state: 'detached' })
  await carrier.selectOption('aras')
  await note().waitFor()

  await visit(dealer, pages.cart)
  await dealer
    .getByRole('button', { name: t('cart.summary.order') })
    .first()
    .click()
  await confirmOrder(dealer)
  await dealer.waitForURL(/checkout\/summary/)
  await dealer.getByText(t('delivery.payers.sender')).first().waitFor()
  expect(own.problems.flat()).toEqual([])
})

test('staff agree with a dealer that the sender pays; its cart says so at once', async () => {
  const row = await database.pool.one<{ id: number }>('SELECT dealer_id AS id FROM users WHERE email = $1', [
    people.other,
  ])
  const manager = await own.open(people.admin, adminDealerPath(row?.id ?? 0))
  await manager.locator('[name=carrierPayer]').selectOption('sender')
  await manager.getByRole('button', { name: t('people.save') }).click()
  await expect
    .poll(() => database.pool.one('SELECT carrier_payer AS payer FROM dealers WHERE id = $1', [row?.id]))
    .toEqual({ payer: 'sender' })
  await fillCart(1)
  await dealer.setViewportSize(phone)
  await visit(dealer, pages.cart)
  await note().getByText(t('delivery.cart.sender'), { exact: true }).waitFor()
  expect(await note().innerText()).toBe(t('delivery.cart.sender'))
  expect(own.problems.flat()).toEqual([])
})
