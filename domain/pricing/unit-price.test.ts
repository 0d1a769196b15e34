import { expect, test } from 'vitest'
import { unitPrice } from './unit-price.ts'

test.each([
  ['a price of its own', { isOwn: true, multiplier: 12, defaultMultiplier: 1, discount: 0, campaign: null }, '10'],
  [
    'of the default unit, × multiplier',
    { isOwn: false, multiplier: 12, defaultMultiplier: 1, discount: 0, campaign: null },
    '120',
  ],
  [
    'smaller than the default unit',
    { isOwn: false, multiplier: 1, defaultMultiplier: 4, discount: 0, campaign: null },
    '2.5',
  ],
  [
    'with the dealer’s discount',
    { isOwn: false, multiplier: 12, defaultMultiplier: 1, discount: '12.5', campaign: null },
    '105',
  ],
  [
    'a campaign on top of it',
    { isOwn: false, multiplier: 12, defaultMultiplier: 1, discount: '12.5', campaign: '10.00' },
    '94.5',
  ],
])('%s', (_, terms, price) => {
  expect(unitPrice({ value: '10', currency: 'USD' }, terms)).toEqual({ value: price, currency: 'USD' })
})

test.each([
  ['without a stored price', undefined],
  ['with a price of 0', { value: '0', currency: 'USD' }],
  ['whose price rounds to 0', { value: '0.0001', currency: 'USD' }],
])('a unit %s has none', (_, kept) => {
  const terms = { isOwn: false, multiplier: 1, defaultMultiplier: 4, discount: '12.5', campaign: '10.00' }
  expect(unitPrice(kept, terms)).toBeUndefined()
})
