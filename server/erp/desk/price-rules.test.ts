import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#testing/shop.ts'
import { addDealer, addProduct } from '#testing/store-rows.ts'
import { removalOf } from '#server/erp/engine/rows.ts'
import { loadShopRows } from './shop-rows.ts'
import { openWriteRows } from './write-rows.ts'

let shop: TestShop
let dealer: string

beforeAll(async () => {
  shop = await openTestShop()
  const { pool } = shop.database
  dealer = (await addDealer(pool)).dealer?.code ?? ''
  await addProduct(pool, { code: 'A-1', price: 120 })
  await pool.execute("INSERT INTO dealer_groups (code, name) VALUES ('USTA', 'Usta bayiler')")
})
afterAll(() => shop.close())

test('rows of an ERP become price rules; wrong ones are refused with their reason', async () => {
  const { pool } = shop.database
  const write = openWriteRows(pool)
  const price = { name: 'A-1', kind: 'agreement', product: 'A-1', price: '95.5', currency: 'TRY' }
  const rows = [
    { ...price, code: 'PRC-1', dealer, startsOn: '2026-01-01' },
    { code: 'ISK-1', name: 'A-1', kind: 'chain', product: 'A-1', group: 'USTA', dealer: null, chain: '10+5+3' },
    { ...price, code: 'PRC-2', dealer: 'YOK' },
    { ...price, code: 'PRC-3', dealer, product: 'YOK' },
    { ...price, code: 'PRC-4', dealer, chain: '5' },
  ]
  const results = await write('rules', { rows })
  expect(results.map(({ status, error }) => error?.code ?? status)).toEqual([
    ...['created', 'created', 'rule_dealer_unknown', 'rule_product_unknown', 'rule_value_both'],
  ])
  expect(results[2]?.error?.message).toBe('“YOK” kodlu bayi yok.')
  expect((await write('rules', { rows: rows.slice(0, 2) })).map(({ status }) => status)).toEqual([
    'unchanged',
    'unchanged',
  ])

  const compared = await loadShopRows(pool, 'rules', [{ ...rows[0], price: '99' }, { code: 'PRC-9' }])
  expect([...compared]).toEqual([
    ['PRC-1', expect.objectContaining({ dealer, product: 'A-1', price: '95.5', chain: null, startsOn: '2026-01-01' })],
  ])

  const gone = await write('rules', { rows: [removalOf('rules', 'PRC-1')] })
  expect(gone.map(({ status }) => status)).toEqual(['deleted'])
  expect(await pool.query('SELECT code FROM price_rules')).toEqual([{ code: 'ISK-1' }])
})
