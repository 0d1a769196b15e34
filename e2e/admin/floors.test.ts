import { adminPriceReasonsPath, adminPriceRulesPath } from '#contract/core/admin-pages.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pages } from '#contract/core/pages.ts'
import type { Database } from '#server/platform/db/database.ts'
import { visit } from '#e2e/support/browser.ts'
import { people } from '#e2e/support/demo-shop.ts'
import { openOwnShop, type OwnShop } from '#e2e/support/own-shop.ts'
import { t } from '#e2e/support/words.ts'

let own: OwnShop
let database: Database
let manager: Page
let dealer: Page
let product: { id: number; code: string; seo: string }

beforeAll(async () => {
  own = await openOwnShop()
  database = await own.shop.database()
  await database.pool.execute("DELETE FROM price_rules WHERE kind <> 'list'")
  // A product in lira that nothing but the dealer's discount changes.
  const found = await database.pool.one<typeof product>(
    `SELECT p.id, p.code, p.seo FROM products p JOIN unit_prices up ON up.unit_id = p.default_unit_id
      WHERE p.is_active AND p.parent_id IS NULL AND p.variant_names IS NULL AND up.sale_currency = 'TRY' AND up.sale_value > 50
        AND NOT EXISTS (SELECT FROM campaign_products c WHERE c.product_id = p.id) ORDER BY p.id LIMIT 1`,
  )
  product = found!
  await database.pool.execute('DELETE FROM product_costs WHERE product_id = $1', [product.id])
  await database.pool.execute(
    'UPDATE dealers SET discount = 20 WHERE id = (SELECT dealer_id FROM users WHERE email = $1)',
    [people.dealer],
  )
  manager = await own.open(people.admin, adminPriceRulesPath)
  dealer = await own.open(people.dealer, pages.account)
})
afterAll(async () => {
  await database?.close()
  await own?.remove()
})

type Reasons = { steps: { kind: string; rule: string | null; value: number }[] }
const reasons = async () =>
  (await (await dealer.request.get(`/api/catalog/price-reasons?product=${product.id}`)).json()) as Reasons

test('a floor from cost is entered as a percentage, waits for a cost, and is told to dealers without it', async () => {
  await visit(manager, `${adminPriceRulesPath}/yeni`)
  await manager.getByLabel(t('priceRules.fields.name'), { exact: true }).fill('En az onda bir kâr')
  await manager.getByLabel(t('priceRules.fields.kind'), { exact: true }).selectOption('floor')
  await manager.getByLabel(t('priceRules.fields.worth')).selectOption('aboveCost')
  await manager.getByLabel(t('priceRules.fields.aboveCost')).fill('10')
  await manager.getByRole('button', { name: t('priceRules.create') }).click()
  await manager.getByText(t('priceRules.created')).waitFor()
  const covered = await database.pool.one<{ unknown: number }>(
    `SELECT count(*) AS unknown FROM products p LEFT JOIN products parent ON parent.id = p.parent_id
      WHERE p.variant_names IS NULL AND p.is_active AND parent.is_active IS NOT FALSE
        AND NOT EXISTS (SELECT FROM product_costs c WHERE c.product_id IN (p.id, p.parent_id))`,
  )
  await manager.getByText(String(covered?.unknown), { exact: false }).first().waitFor()

  await visit(manager, `${adminPriceReasonsPath}?product=${encodeURIComponent(product.code)}`)
  await manager.getByText(t('priceReasons.floorWithoutCost', { name: 'En az onda bir kâr' })).waitFor()
  const before = await reasons()
  expect(before.steps.map(({ kind }) => kind)).toEqual(['list', 'discount'])

  // A cost that leaves ten percent at 90 percent of the list price.
  const list = before.steps[0]?.value ?? 0
  await database.pool.execute(
    "INSERT INTO product_costs (product_id, cost, currency) SELECT $1, round($2::numeric * 0.9 / 1.1 / u.multiplier, 4), 'TRY' FROM products p JOIN product_units u ON u.id = p.default_unit_id WHERE p.id = $1",
    [product.id, list],
  )
  await expect.poll(async () => (await reasons()).steps.at(-1)?.kind).toBe('floor')
  const last = (await reasons()).steps.at(-1)
  expect(last?.rule).toBe('Mağazanın en düşük fiyatı')
  expect(last?.value).toBeCloseTo(list * 0.9, 2)
  const buyer = await database.pool.one<{ code: string }>(
    'SELECT d.code FROM dealers d JOIN users u ON u.dealer_id = d.id WHERE u.email = $1',
    [people.dealer],
  )
  const asked = new URLSearchParams({ product: product.code, dealer: buyer?.code ?? '' })
  await visit(manager, `${adminPriceReasonsPath}?${asked.toString()}`)
  await manager.getByText(t('priceRules.worth.aboveCost', { percent: '10' })).waitFor()
  expect(own.problems.flat()).toEqual([])
})
