import { adminPriceRulesPath } from '#contract/core/admin-pages.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PriceListDetail } from '#contract/admin/price-lists.ts'
import { pages } from '#contract/core/pages.ts'
import type { Product } from '#contract/shop/product.ts'
import { decimal } from '#domain/money/money.ts'
import { chainShare } from '#domain/pricing/discount-chain.ts'
import { formatsOf } from '#domain/text/format.ts'
import { saveSetting } from '#server/settings/settings.ts'
import type { Database } from '#server/platform/db/database.ts'
import { makeXlsx } from '#server/platform/xlsx/xlsx.ts'
import { visit } from '#e2e/support/browser.ts'
import { confirmOrder } from '#e2e/support/confirm-order.ts'
import { emptyCart, fillCart, listOf, people } from '#e2e/support/demo-shop.ts'
import { openOwnShop, type OwnShop } from '#e2e/support/own-shop.ts'
import { t } from '#e2e/support/words.ts'

let own: OwnShop
let database: Database
let manager: Page
let dealer: Page

beforeAll(async () => {
  own = await openOwnShop()
  database = await own.shop.database()
  // Somebody who may change prices and little else.
  await database.pool.execute("UPDATE users SET user_role = 'prices' WHERE email = $1", [people.admin])
  manager = await own.open(people.admin, adminPriceRulesPath)
  dealer = await own.open(people.dealer, pages.account)
})
afterAll(async () => {
  await database?.close()
  await own?.remove()
})

/** Products of three brands that no rule, campaign or other unit changes, with enough stock. */
async function productsOfBrands(): Promise<Product[]> {
  const untouched = await database.pool.query<{ code: string }>(
    `SELECT p.code FROM products p
      WHERE NOT EXISTS (SELECT FROM campaign_products c WHERE c.product_id = p.id)
        AND NOT EXISTS (SELECT FROM price_rules r WHERE p.id = r.product_id OR p.brand_id = r.brand_id)`,
  )
  const codes = new Set(untouched.map(({ code }) => code))
  const { items } = await listOf(dealer, '?limit=96&sort=-quantity')
  const plain = items.filter(
    ({ code, varyantx, salePrice, quantity, brand }) =>
      codes.has(code) &&
      varyantx === 1 &&
      (salePrice?.value ?? 0) > 0 &&
      salePrice?.currency === 'TRY' &&
      (quantity ?? 0) > 20 &&
      brand !== null,
  )
  return [...new Map(plain.map((product) => [product.brand?.name, product])).values()].slice(0, 3)
}

const priceOf = async ({ id }: Product) =>
  ((await (await dealer.request.get(`/api/catalog/product/${id}`)).json()) as Product).salePrice

test('imported rules for three brands change what the dealer sees and orders', async () => {
  const [first, second, third] = await productsOfBrands()
  if (first === undefined || second === undefined || third === undefined) return expect.fail('three brands')
  const titles = ['Kod', 'Ad', 'Tür', 'Marka', 'İskonto', 'En az', 'Öncelik']
  const brandOf = ({ brand }: Product) => brand?.name ?? ''
  const buffer = await makeXlsx({
    name: 'Kurallar',
    columns: titles.map((title) => ({ title, kind: 'text', width: 16 })),
    rows: [
      ['E2E-1', 'İlk markanın zinciri', 'Zincir', brandOf(first), '10+5+3', '', '50'],
      ['E2E-2', 'İkinci markanın anlaşması', 'Anlaşma', brandOf(second), '12,5', '', '50'],
      ['E2E-3', 'Üçüncü markada 10+', 'Kademe', brandOf(third), '8', '10', '50'],
      ['E2E-4', 'Yanlış satır', 'Kademe', brandOf(third), '8', '1', '50'],
    ],
  })
  await manager.getByRole('link', { name: t('administration.priceRules.import') }).click()
  await manager.getByRole('heading', { name: t('imports.files.titles.price_rules') }).waitFor()
  const mimeType = 'application/octet-stream'
  await manager.locator('input[type=file]').setInputFiles({ name: 'kurallar.xlsx', mimeType, buffer })
  await manager.getByText('Önizleme hazır').waitFor()
  await manager.getByText('Kademe miktarı 1’den büyük olmalı').first().waitFor()
  expect(await priceOf(first)).toEqual(first.salePrice)

  await manager.getByRole('button', { name: 'Uygula' }).click()
  const question = manager.getByRole('alertdialog')
  expect(await question.innerText()).toContain('3 kayıt eklenecek')
  await question.getByRole('button', { name: 'Uygula' }).click()
  await manager.getByText('Uygulandı', { exact: true }).waitFor()

  const after = (product: Product, chain: string) =>
    decimal(product.salePrice?.value ?? 0)
      .times(chainShare(chain))
      .toDecimalPlaces(4)
      .toNumber()
  const expected = [after(first, '10+5+3'), after(second, '12.5'), after(third, '8')] as const
  await expect.poll(async () => (await priceOf(first))?.value).toBe(expected[0])
  expect((await priceOf(second))?.value).toBe(expected[1])
  expect(await priceOf(third)).toEqual(third.salePrice)

  await visit(dealer, `/search?q=${encodeURIComponent(first.code)}`)
  // Lists show prices with tax.
  const { taxRate } = (await (await dealer.request.get(`/api/catalog/product/${first.id}`)).json()) as Product
  const withTax = decimal(expected[0])
    .times(100 + taxRate)
    .times('0.01')
  const shown = formatsOf('tr').formatMoney(withTax, 'TRY')
  // The menu of units names it too.
  await dealer.getByText(shown).filter({ visible: true }).first().waitFor()

  await emptyCart(dealer)
  await fillCart(dealer, first, 1)
  await fillCart(dealer, second, 2)
  await fillCart(dealer, third, 10)
  await visit(dealer, pages.cart)
  await dealer.getByRole('button', { name: t('cart.summary.order') }).click()
  await confirmOrder(dealer)
  await dealer.waitForURL(/checkout\/summary/)
  const lines = await database.pool.query<{ code: string; price: number }>(
    `SELECT code, price_value::float AS price FROM order_lines
      WHERE order_id = (SELECT max(id) FROM orders) ORDER BY line_no`,
  )
  expect(new Map(lines.map(({ code, price }) => [code, price]))).toEqual(
    new Map([
      [first.code, expected[0]],
      [second.code, expected[1]],
      [third.code, expected[2]],
    ]),
  )
  expect(own.problems.flat()).toEqual([])
})

test('the manager finds a rule of the file, and switches it off', async () => {
  await visit(manager, `${adminPriceRulesPath}?q=E2E-2`)
  await manager.getByRole('link', { name: 'İkinci markanın anlaşması' }).click()
  await manager.getByRole('button', { name: t('priceRules.switchOff') }).click()
  await manager.getByText(t('priceRules.switchedOff')).waitFor()
  expect(await database.pool.one("SELECT is_active FROM price_rules WHERE code = 'E2E-2'")).toEqual({
    is_active: false,
  })
  expect(own.problems.flat()).toEqual([])
})

test('where prices need a second person, a rule is switched on once somebody else approves it', async () => {
  await saveSetting(database.pool, 'pricesNeedTwoOver', 20)
  const limit = async () => (await (await manager.request.get('/yonetim/price-lists/1')).json()) as PriceListDetail
  await expect.poll(async () => (await limit()).secondOver).toBe(20)
  const second = await own.open('fiyat@example.com', adminPriceRulesPath)
  await visit(manager, `${adminPriceRulesPath}?q=E2E-2`)
  await manager.getByRole('link', { name: 'İkinci markanın anlaşması' }).click()
  await manager.getByRole('button', { name: t('priceRules.switchOn') }).click()
  await manager.getByText(t('priceLists.second.waits')).waitFor()
  const ownProposal = manager.getByTestId('rule-proposal').filter({ hasText: 'İkinci markanın anlaşması' })
  await ownProposal.getByRole('button', { name: t('priceLists.second.withdraw') }).waitFor()
  expect(await ownProposal.getByRole('button', { name: t('priceLists.second.approve') }).count()).toBe(0)

  await visit(second, adminPriceRulesPath)
  const proposal = second.getByTestId('rule-proposal').filter({ hasText: 'İkinci markanın anlaşması' })
  await proposal.getByRole('button', { name: t('priceLists.second.approve') }).click()
  await second.getByText(t('priceLists.second.approved')).waitFor()
  await proposal.waitFor({ state: 'detached' })
  expect(await database.pool.one("SELECT is_active FROM price_rules WHERE code = 'E2E-2'")).toEqual({ is_active: true })
  expect(own.problems.flat()).toEqual([])
})
