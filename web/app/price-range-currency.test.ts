import { describe, expect, it } from 'vitest'
import { addressInCurrency } from './price-range-currency.ts'

const lira = { currency: 'TRY', rates: { TRY: 1, USD: 40, EUR: 48 } }
const address = (search: string) => ({ pathname: '/el-aletleri', search })

describe('addressInCurrency', () => {
  it.each([
    ['?filters=price:100-500', 'USD', '/el-aletleri?filters=price:2.5-12.5'],
    ['?filters=price:100-500', 'EUR', '/el-aletleri?filters=price:2.08-10.42'],
    ['?filters=price:100-', 'USD', '/el-aletleri?filters=price:2.5-'],
    ['?filters=price:-500', 'USD', '/el-aletleri?filters=price:-12.5'],
    [
      '?page=3&sort=price&filters=brand:BSH;price:0.1-1',
      'USD',
      '/el-aletleri?sort=price&filters=brand:BSH;price:0-0.03',
    ],
  ])('converts %s to %s', (search, currency, expected) => {
    expect(addressInCurrency(address(search), currency, lira)).toBe(expected)
  })

  it.each([
    ['?filters=brand:BSH', 'USD'],
    ['?filters=price:abc-1', 'USD'],
    ['?filters=price:-', 'USD'],
    ['', 'USD'],
    ['?filters=price:100-500', 'TRY'],
  ])('returns null for %s in %s', (search, currency) => {
    expect(addressInCurrency(address(search), currency, lira)).toBeNull()
  })
})
