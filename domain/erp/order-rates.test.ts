import { expect, test } from 'vitest'
import { withRates } from './order-rates.ts'

test('withRates names the rate of the document and of each line', () => {
  const lines = [
    { code: 'A', priceCurrency: 'USD' },
    { code: 'B', priceCurrency: 'TRY' },
  ]
  const record = { currency: 'EUR', rates: { USD: '46.75', EUR: '54.2' }, lines }
  expect(withRates(record)).toEqual({
    ...record,
    rate: '54.2',
    lines: [
      { code: 'A', priceCurrency: 'USD', rate: '46.75' },
      { code: 'B', priceCurrency: 'TRY', rate: '1' },
    ],
  })
})

test('lira need no rate, and a currency without one has none', () => {
  expect(withRates({ currency: 'TRY' })).toEqual({ currency: 'TRY', rate: '1' })
  expect(withRates({ currency: 'USD', rates: {} })).toEqual({ currency: 'USD', rates: {}, rate: undefined })
})
