import { expect, test } from 'vitest'
import type { TypedPrice, TypedPrices, TypedUnit } from '#contract/admin/products.ts'
import { fallbackPrice } from './fallback-price.ts'

const none: TypedPrice = { value: '', currency: '' }
const lira = (value: string): TypedPrice => ({ value, currency: 'TRY' })
const prices = (list: number, sale: string, parts: Partial<TypedPrices> = {}): TypedPrices => ({
  ...{ list, sale: lira(sale), listPrice: none, plans: [none, none, none, none, none] },
  ...parts,
})
const unit = (name: string, multiplier: string, prices: TypedPrices[] = []): TypedUnit => ({
  ...{ id: null, name, multiplier, barcode: '', isDefault: name === 'ADET', prices },
})
const [standard, dealers] = [1, 2]

test('the unit’s price in the default list takes precedence over the default unit’s × multiplier', () => {
  const units = [unit('ADET', '1', [prices(standard, '10,00')]), unit('KOLİ', '12', [prices(standard, '100,00')])]
  const query = { at: 1, defaultList: standard, name: 'sale' } as const
  expect(fallbackPrice(units, { ...query, list: dealers })).toMatchObject({ value: '100,00', from: { kind: 'list' } })
  const bare = [units[0]!, unit('KOLİ', '12')]
  const derived = { value: '120,00', currency: 'TRY', from: { kind: 'unit', unit: 'ADET', multiplier: 12 } }
  expect(fallbackPrice(bare, { ...query, list: dealers })).toEqual(derived)
  expect(fallbackPrice(bare, { ...query, list: standard })).toEqual(derived)
})

test('the default unit’s price in the list itself takes precedence over that in the default list', () => {
  const units = [unit('ADET', '2', [prices(standard, '10,00'), prices(dealers, '9,0001')]), unit('KOLİ', '12')]
  const answer = fallbackPrice(units, { at: 1, list: dealers, defaultList: standard, name: 'sale' })
  expect(answer).toMatchObject({ value: '54,0006', from: { multiplier: 6 } })
})

test('a plan without a price costs the sale price; a list price has no fallback; without any price the result is null', () => {
  const units = [unit('ADET', '1', [prices(standard, '10,00', { listPrice: lira('15,00') })]), unit('KOLİ', '12')]
  const query = { list: standard, defaultList: standard } as const
  expect(fallbackPrice(units, { ...query, at: 0, name: 2 })).toMatchObject({ value: '10,00', from: { kind: 'sale' } })
  expect(fallbackPrice(units, { ...query, at: 0, name: 'listPrice' })).toBeNull()
  expect(fallbackPrice(units, { ...query, at: 1, name: 'listPrice' })).toMatchObject({ value: '180,00' })
  expect(fallbackPrice([unit('ADET', '1')], { ...query, at: 0, name: 'sale' })).toBeNull()
  expect(fallbackPrice([units[0]!, unit('KOLİ', 'on')], { ...query, at: 1, name: 'sale' })).toBeNull()
})
