import { expect, test } from 'vitest'
import { leavesPlansOut } from './plan-prices.ts'

const prices = (fields: object) => JSON.stringify({ inbound: { prices: { fields } } })

test.each([
  [prices({ code: 'CODE', price: 'PRICE' }), true],
  [prices({ code: 'CODE', price: 'PRICE', plan1: 'PRICE' }), false],
  [prices({ code: 'CODE', listPrice: 'PRICE' }), false],
  [prices({ price: 'PRICE', planned: 'X' }), true],
  ['{"inbound": {}}', false],
  ['null', false],
  ['[1]', false],
  ['{', false],
])('%s leaves the prices of payment plans out: %s', (text, isLeftOut) => {
  expect(leavesPlansOut(text)).toBe(isLeftOut)
})
