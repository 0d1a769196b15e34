import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestImport, type TestImport } from './test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(() => shop.reset())
afterAll(() => shop.drop())

test('mixed tax rates: each product keeps its own, prices are converted with it, and the preview names the rates with their rows', async () => {
  const file = 'kod,ad,fiyat (KDV dahil),kdv\nA,Bir,118,18\nB,İki,120,20\nC,Üç,240,20\nD,Dört,110,%10\nE,Beş,101,1.0\n'
  const summary = await shop.succeed([file], { isStrict: true })
  expect(summary).toMatchObject({ created: 5, rejected: 0 })
  expect(
    await shop.pool.query(
      `SELECT p.code, p.tax_rate::float AS rate, up.sale_value::float AS net
         FROM products p JOIN unit_prices up ON up.unit_id = p.default_unit_id ORDER BY p.code`,
    ),
  ).toEqual([
    { code: 'A', rate: 18, net: 100 },
    { code: 'B', rate: 20, net: 100 },
    { code: 'C', rate: 20, net: 200 },
    { code: 'D', rate: 10, net: 100 },
    { code: 'E', rate: 1, net: 100 },
  ])
  expect(summary.issues.find(({ code }) => code === 'tax_rates')?.example).toContain('20 (2), 18 (1), 10 (1), 1 (1)')
})

test('one tax rate for all rows is not reported', async () => {
  const summary = await shop.succeed(['kod,ad,kdv\nA,Bir,20\nB,İki,20\n'])
  expect(summary.issues).toEqual([])
})

test('a category path of 20 levels is made; one of 30 is left out with the limit, and the product is imported', async () => {
  const path = (levels: number) => Array.from({ length: levels }, (_, i) => `Düzey ${i + 1}`).join(' > ')
  const summary = await shop.succeed([`kod,ad,kategori\nA,Bir,${path(20)}\nB,İki,${path(30)}\n`])
  expect(summary).toMatchObject({ created: 2, rejected: 0, counts: { categories: 20 } })
  expect(await shop.report()).toContainEqual(
    expect.objectContaining({
      line: 3,
      code: 'category_deep',
      reason: 'The category path has 30 levels; 20 at most are taken. The category was left out.',
    }),
  )
})
