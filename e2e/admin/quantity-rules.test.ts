import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminPriceRulePath, adminPriceRulesPath } from '#contract/core/admin-pages.ts'
import { pages } from '#contract/core/pages.ts'
import type { CartItem } from '#contract/shop/cart.ts'
import type { Product } from '#contract/shop/product.ts'
import type { Database } from '#server/platform/db/database.ts'
import { visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { emptyCart, people, plainProduct } from '#e2e/support/demo-shop.ts'
import { openOwnShop, type OwnShop } from '#e2e/support/own-shop.ts'
import { t } from '#e2e/support/words.ts'

let own: OwnShop
let database: Database
let manager: Page
let dealer: Page
let product: Product
let unit: string

beforeAll(async () => {
  own = await openOwnShop()
  database = await own.shop.database()
  await database.pool.execute("UPDATE users SET user_role = 'prices' WHERE email = $1", [people.admin])
  manager = await own.open(people.admin, adminPriceRulesPath)
  dealer = await own.open(people.dealer, pages.account)
  product = await plainProduct(dealer)
  unit = product.units.find(({ id }) => id === product.defaultUnit)?.value ?? ''
})
afterAll(async () => {
  await database?.close()
  await own?.remove()
})

test('the manager sets a minimum by a file, whose multiple of 0.3 is refused, and a multiple by the form', async () => {
  const file = [
    'Kod;Ad;Tür;Ürün Kodu;Miktar',
    `E2E-EN;En az 12;En az miktar;${product.code};12`,
    `E2E-KAT;Yanlış kat;Miktar katı;${product.code};0,3`,
  ].join('\n')
  await manager.getByRole('link', { name: t('administration.priceRules.import') }).click()
  await manager.getByRole('heading', { name: t('imports.files.titles.price_rules') }).waitFor()
  const buffer = Buffer.from(file)
  await manager.locator('input[type=file]').setInputFiles({ name: 'kurallar.csv', mimeType: 'text/csv', buffer })
  await manager.getByText('Önizleme hazır').waitFor()
  await manager.getByText('en küçük miktar 3').first().waitFor()
  await manager.getByRole('button', { name: 'Uygula' }).click()
  await manager.getByRole('alertdialog').getByRole('button', { name: 'Uygula' }).click()
  await manager.getByText('Uygulandı', { exact: true }).waitFor()

  await visit(manager, adminPriceRulePath('yeni'))
  await manager.getByLabel(t('priceRules.fields.name'), { exact: true }).fill('Altılı paket')
  await manager.locator('select[name=kind]').selectOption('multiple')
  await manager.locator('select[name=goods]').selectOption('product')
  await manager.locator('input[name=product]').fill(product.code)
  await manager.locator('input[name=quantity]').fill('0,3')
  await manager.getByRole('button', { name: t('priceRules.create') }).click()
  await manager.getByText('en küçük miktar 3').waitFor()
  await manager.locator('input[name=quantity]').fill('6')
  await manager.getByRole('button', { name: t('priceRules.create') }).click()
  await manager.getByText(t('priceRules.created')).waitFor()
  expect(
    await database.pool.query(
      'SELECT kind, quantity::float AS quantity FROM price_rules WHERE product_id = $1 ORDER BY id',
      [product.id],
    ),
  ).toEqual([
    { kind: 'minimum', quantity: 12 },
    { kind: 'multiple', quantity: 6 },
  ])
})

test('the dealer sees the rules, types a wrong quantity, repairs it with one click and orders', async () => {
  await emptyCart(dealer)
  await visit(dealer, product.url)
  const rules = dealer.getByRole('region', { name: t('product.rules.title') })
  expect(await rules.getByRole('listitem').allInnerTexts()).toEqual([`En az 12 ${unit}`, `6 ${unit} ve katları`])
  const name = product.name
  const field = dealer.getByRole('textbox', { name: t('cart.quantityOf', { name }) })
  expect(await field.inputValue()).toBe('12')
  await dealer.getByRole('button', { name: t('cart.increaseOf', { name }) }).click()
  expect(await field.inputValue()).toBe('18')

  // What is typed stays, and goes into the cart as it is.
  await field.fill('20')
  await field.press('Enter')
  const inCart = async () => (await (await dealer.request.get('/api/catalog/cart')).json()) as CartItem[]
  await expect.poll(async () => (await inCart()).map(({ quantity }) => quantity)).toEqual([20])
  await visit(dealer, pages.cart)
  await dealer.getByText(`6 ${unit} ve katları sipariş edilebilir.`).waitFor()
  const line = dealer.getByRole('textbox', { name: t('cart.quantityOf', { name }) })
  expect(await line.inputValue()).toBe('20')
  await line.fill('7')
  await line.press('Enter')
  await dealer.getByText(`En az 12 ${unit} sipariş edilebilir.`).waitFor()
  await line.fill('20')
  await line.press('Enter')
  await dealer.getByRole('button', { name: `18 ${unit} yap` }).waitFor()

  // The button leads to the problem instead of the order.
  await dealer.getByRole('button', { name: t('cart.summary.order') }).click()
  expect(await dealer.getByRole('alertdialog').count()).toBe(0)
  await dealer.getByRole('button', { name: `24 ${unit} yap` }).click()
  await dealer.getByText(`6 ${unit} ve katları sipariş edilebilir.`).waitFor({ state: 'detached' })
  expect(await line.inputValue()).toBe('24')
  await dealer.getByRole('button', { name: t('cart.summary.order') }).click()
  await confirmOrder(dealer)
  await dealer.waitForURL(/checkout\/summary/)
  expect(
    await database.pool.one('SELECT quantity FROM order_lines WHERE order_id = (SELECT max(id) FROM orders)'),
  ).toEqual({ quantity: 24 })
})

test('the cart shows how much is missing to the minimum amount, and its button leads there instead of ordering', async () => {
  await visit(manager, adminPriceRulePath('yeni'))
  await manager.getByLabel(t('priceRules.fields.name'), { exact: true }).fill('En az tutar')
  await manager.locator('select[name=kind]').selectOption('order_minimum')
  await manager.locator('input[name=price]').fill('900000')
  await manager.getByRole('button', { name: t('priceRules.create') }).click()
  await manager.getByText(t('priceRules.created')).waitFor()
  await emptyCart(dealer)
  await visit(dealer, product.url)
  await dealer.getByRole('textbox', { name: t('cart.quantityOf', { name: product.name }) }).press('Enter')
  await expect
    .poll(async () => ((await (await dealer.request.get('/api/catalog/cart')).json()) as CartItem[]).length)
    .toBe(1)
  await visit(dealer, pages.cart)
  const note = dealer.getByText('Sipariş tutarı KDV hariç en az ₺900.000,00 olmalıdır').first()
  await note.waitFor()
  const missingText = /[^ ]+(?= eksik)/.exec(await note.innerText())?.[0] ?? ''
  expect(missingText).toMatch(/^₺8/)
  await dealer.locator('[data-order-button]:visible', { hasText: missingText }).click()
  await expect.poll(() => dealer.evaluate(() => document.activeElement?.textContent)).toContain(missingText)
  expect(await dealer.getByRole('alertdialog').count()).toBe(0)
  await visit(dealer, pages.checkout)
  await dealer.getByText(missingText).first().waitFor()
  expect(await dealer.getByRole('button', { name: t('checkout.preview.continue') }).count()).toBe(0)
  expect(own.problems.flat()).toEqual([])
})
