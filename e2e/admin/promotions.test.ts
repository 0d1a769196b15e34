import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPromotionsPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import type { Product } from '#contract/shop/product.ts'
import { visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { emptyCart, fillCart, listOf, people } from '#e2e/support/demo-shop.ts'
import { openOwnShop, type OwnShop } from '#e2e/support/own-shop.ts'
import { t } from '#e2e/support/words.ts'
import type { Database } from '#server/platform/db/database.ts'

let own: OwnShop
let database: Database
let manager: Page
let dealer: Page

beforeAll(async () => {
  own = await openOwnShop()
  database = await own.shop.database()
  await database.pool.execute("UPDATE users SET user_role = 'prices' WHERE email = $1", [people.admin])
  manager = await own.open(people.admin, adminPromotionsPath)
  dealer = await own.open(people.dealer, pages.account)
})
afterAll(async () => {
  await database?.close()
  await own?.remove()
})

/** A product in lira, between 100 and 2,000, with enough stock, that no promotion is about. */
async function plainProduct(): Promise<Product> {
  const about = await database.pool.query<{ code: string }>(
    `SELECT p.code FROM products p JOIN promotions m ON m.product_id = p.id OR m.brand_id = p.brand_id
     UNION SELECT p.code FROM promotion_parts t JOIN product_units u ON u.id = t.unit_id JOIN products p ON p.id = u.product_id`,
  )
  const taken = new Set(about.map(({ code }) => code))
  const { items } = await listOf(dealer, '?limit=96&sort=-quantity')
  const found = items.find(
    ({ code, varyantx, salePrice, quantity }) =>
      !taken.has(code) &&
      varyantx === 1 &&
      salePrice?.currency === 'TRY' &&
      salePrice.value > 100 &&
      salePrice.value < 2000 &&
      (quantity ?? 0) > 100,
  )
  if (found === undefined) throw new Error('The demo store has no such product.')
  return found
}

const field = (name: string) => t(`promotions.fields.${name}`)

test('an administrator adds 10+1 and a basket step with a coupon; a dealer sees what is missing, reaches both and orders', async () => {
  const product = await plainProduct()
  await manager.getByRole('link', { name: t('administration.promotions.add') }).click()
  await manager.getByRole('heading', { name: t('promotions.new') }).waitFor()
  await manager.locator('[name=name]').fill('10 alana 1 bedava')
  await manager.locator('[name=code]').fill('E2E-10')
  await manager.locator('[name=buy]').fill('10')
  await manager.locator('[name=free]').fill('1')
  await manager.locator('[name=goods]').selectOption('product')
  await manager.locator('[name=product]').fill(product.code)
  await manager.getByRole('switch', { name: field('combines') }).click()
  await manager.getByRole('button', { name: t('promotions.create') }).click()
  await manager.getByTestId('promotion-uses').waitFor()

  await visit(manager, `${adminPromotionsPath}/yeni`)
  await manager.locator('[name=name]').fill('Kuponla %5')
  await manager.locator('[name=code]').fill('E2E-5')
  await manager.locator('[name=kind]').selectOption('basket_step')
  await manager.getByLabel(field('amount')).fill('1.000')
  await manager.getByLabel(field('percent')).fill('5')
  await manager.getByRole('switch', { name: field('freeDelivery') }).click()
  await manager.getByRole('switch', { name: field('combines') }).click()
  await manager.getByRole('switch', { name: field('needsCoupon') }).click()
  await manager.getByRole('button', { name: t('promotions.create') }).click()
  await manager.getByText(t('promotions.warnings.no_coupons')).waitFor()
  await manager.locator('[name=coupon-code]').fill('e2e-kupon')
  await manager.getByRole('button', { name: t('promotions.coupons.add') }).click()
  await manager.getByTestId('coupon').getByText('E2E-KUPON').waitFor()

  await visit(dealer, product.url)
  await dealer.getByTestId('product-promotions').getByText('10 alana 1 bedava').first().waitFor()
  await emptyCart(dealer)
  await fillCart(dealer, product, 7)
  await visit(dealer, pages.cart)
  const panel = dealer.getByTestId('cart-promotions')
  await panel.getByText(/^3 .* daha/).waitFor()
  await dealer.locator('[data-cart-lines] input').first().fill('10')
  await dealer.keyboard.press('Tab')
  await panel.getByTestId('free-goods').waitFor()
  await panel.locator('[name=coupon]').fill('E2E-YANLIS')
  await panel.getByRole('button', { name: t('promotions.cart.addCoupon') }).click()
  await panel.getByRole('alert').getByText(t('errors.coupon_unknown')).waitFor()
  await panel.locator('[name=coupon]').fill('e2e-kupon')
  await panel.getByRole('button', { name: t('promotions.cart.addCoupon') }).click()
  await panel.getByText(t('promotions.cart.freeDelivery')).waitFor()
  const shown = await dealer.locator('#order-summary').innerText()
  expect(shown).toContain(t('promotions.cart.before'))

  await dealer.getByRole('button', { name: t('cart.summary.order') }).click()
  await confirmOrder(dealer)
  await dealer.waitForURL(/checkout\/summary/)
  await dealer.getByText(t('promotions.line.free'), { exact: true }).first().waitFor()
  await dealer.getByText(t('delivery.payers.sender')).first().waitFor()
  const order = await database.pool.one<{ lines: number; free: number; total: string }>(
    `SELECT count(*)::integer AS lines, (sum(l.quantity) FILTER (WHERE l.is_free))::integer AS free, o.total
       FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE o.id = (SELECT max(id) FROM orders) GROUP BY o.total`,
  )
  expect(order).toMatchObject({ lines: 2, free: 1 })
  const formatted = Number(order?.total).toLocaleString('tr-TR', { minimumFractionDigits: 2 })
  expect(shown.replaceAll('\u00a0', ' ')).toContain(formatted)
  await manager.reload()
  await manager
    .getByTestId('promotion-uses')
    .getByText(/1 siparişte/)
    .waitFor()
  expect(own.problems.flat()).toEqual([])
})
