import { expect, test } from 'vitest'
import type { Unit } from '#contract/shop/product.ts'
import { priceFor } from './price-for.ts'

const lira = (value: number) => ({ value, currency: 'TRY' })
const unit: Unit = { id: 1, value: 'ADET', multiplier: 1, barcode: null, defaultPrice: lira(100), cartPrice: lira(97) }
const tiers = [
  { quantity: 10, price: lira(90) },
  { quantity: 50, price: lira(80) },
]

test.each([
  [1, 97],
  [9, 97],
  [10, 90],
  [49, 90],
  [50, 80],
  [1000, 80],
])('%i of the unit cost %d each', (quantity, price) => {
  expect(priceFor({ ...unit, tiers }, quantity)).toEqual(lira(price))
})

test('without tiers, every quantity costs what one costs', () => {
  expect(priceFor(unit, 50)).toEqual(lira(97))
})
