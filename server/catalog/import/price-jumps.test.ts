import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ImportQuestion } from './import-run.ts'
import { openTestImport, type TestImport } from './test-import.ts'

let shop: TestImport
beforeAll(async () => {
  shop = await openTestImport()
})
beforeEach(async () => {
  await shop.reset()
  await shop.succeed(['kod,ad,fiyat,liste fiyatı,stok\nA,Bir,10,20,1\nB,İki,10,20,1\nC,Üç,10,20,1\n'], {
    prices: 'net',
  })
})
afterAll(() => shop.drop())

const saved = () =>
  shop.pool.query(
    `SELECT p.code, trim_scale(up.sale_value)::float AS sale, trim_scale(up.list_value)::float AS list, v.quantity::float AS stock
       FROM products p JOIN unit_prices up ON up.unit_id = p.default_unit_id JOIN inventory v ON v.product_id = p.id
      ORDER BY p.code`,
  )
// A shifted decimal sign, a price of another kind, and two usual changes.
const file = 'kod,ad,fiyat,liste fiyatı,stok\nA,Bir,1000,2000,2\nB,İki,1.9,20,2\nC,Üç,50,60,2\n'

test('prices that change more than fivefold stay, with their list prices; the rest of the row is saved and reported', async () => {
  const questions: ImportQuestion[] = []
  await shop.run([file], { prices: 'net' }, { onQuestions: (open) => questions.splice(0, Infinity, ...open) })
  expect(questions).toEqual([
    { kind: 'jumps', file: 'file1.csv', columns: [], examples: ['A: {10} → {1000}', 'B: {10} → {1.9}'] },
  ])
  expect(await saved()).toEqual([
    { code: 'A', sale: 10, list: 20, stock: 2 },
    { code: 'B', sale: 10, list: 20, stock: 2 },
    { code: 'C', sale: 50, list: 60, stock: 2 },
  ])
  expect((await shop.report()).map(({ key, level, code }) => [key, level, code])).toEqual([
    ['A', 'warning', 'price_held'],
    ['B', 'warning', 'price_held'],
  ])
})

test('accepted changes are saved and reported; refused ones leave no question', async () => {
  await shop.succeed([file], { prices: 'net', priceJumps: 'keep', isStrict: true })
  expect(await saved()).toMatchObject([{ sale: 10 }, { sale: 10 }, { sale: 50 }])
  await shop.succeed([file], { prices: 'net', priceJumps: 'accept', isStrict: true })
  expect(await saved()).toMatchObject([{ sale: 1000, list: 2000 }, { sale: 1.9 }, { sale: 50 }])
  expect((await shop.report()).map(({ key, code }) => [key, code])).toEqual([
    ['A', 'price_jump'],
    ['B', 'price_jump'],
  ])
})

test('a strict import with such a price changes nothing', async () => {
  const before = await shop.snapshot()
  expect(await shop.run([file], { prices: 'net', isStrict: true })).toMatchObject({ ok: false, code: 'questions_open' })
  expect(await shop.snapshot()).toEqual(before)
})

test('the factor may be set; another currency, a price of 0 and new products are no such change', async () => {
  await shop.succeed([file], { prices: 'net', priceFactor: 1000, isStrict: true })
  expect(await saved()).toMatchObject([{ sale: 1000 }, { sale: 1.9 }, { sale: 50 }])
  const others = 'kod,ad,fiyat,döviz,stok\nA,Bir,1,USD,1\nB,İki,0,TRY,1\nD,Dört,99999,TRY,1\n'
  await shop.succeed([others], { prices: 'net', isStrict: true })
  expect(await saved()).toMatchObject([{ sale: 1 }, { sale: 0 }, { sale: 50 }, { sale: 99_999 }])
})
