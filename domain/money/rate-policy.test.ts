import { describe, expect, test } from 'vitest'
import { formatsOf } from '#domain/text/format.ts'
import { type DealerRates, fixedRatesText, parseFixedRates, rateNotes, ratesForDealer } from './rate-policy.ts'
import { rateText } from './rate-text.ts'

const store = {
  rates: { TRY: '1', USD: '41.25', EUR: '45' },
  sources: { USD: { source: 'tcmb', day: '2026-11-27' }, EUR: { source: 'manual', day: '2026-11-20' } },
}
const fixed: DealerRates = { policy: 'fixed', fixed: { USD: '38.5' }, until: '2026-11-30' }

describe('rates for a dealer', () => {
  test("are the store's without a policy", () => {
    expect(ratesForDealer(store, null, '2026-11-29')).toEqual({ ...store, policy: 'order_day' })
  })

  test('are the agreed ones up to their last day, with the store’s for other currencies', () => {
    const { policy, rates, sources } = ratesForDealer(store, fixed, '2026-11-30')
    expect([policy, rates, sources['USD']]).toEqual([
      'fixed',
      { TRY: '1', USD: '38.5', EUR: '45' },
      { source: 'fixed', day: '2026-11-30' },
    ])
  })

  test("are the store's after the last day", () => {
    expect(ratesForDealer(store, fixed, '2026-12-01')).toEqual({ ...store, policy: 'order_day' })
  })

  test('of the invoice day are preliminary ones of the store', () => {
    const agreed: DealerRates = { policy: 'invoice_day', fixed: { USD: '1' }, until: null }
    expect(ratesForDealer(store, agreed, '2026-12-01')).toEqual({ ...store, policy: 'invoice_day' })
  })
})

describe('agreed rates as text', () => {
  test('are read with either decimal separator, and written in order', () => {
    const read = parseFixedRates('usd 41,25; EUR=45.10\nGBP: 1.234,5')
    expect(read).toEqual({ USD: '41.25', EUR: '45.1', GBP: '1234.5' })
    expect(fixedRatesText(read ?? {})).toBe('EUR 45,1; GBP 1234,5; USD 41,25')
    expect(parseFixedRates(fixedRatesText(read ?? {}))).toEqual(read)
    expect(parseFixedRates('')).toEqual({})
  })

  test.each(['USD', 'USD 0', 'USD -5', 'TRY 1', 'USD 41; USD 42', 'dolar 41', 'USD 41 42', 'USD 99999999'])(
    '%j is refused',
    (text) => expect(parseFixedRates(text)).toBeNull(),
  )
})

describe('the rates that a document states', () => {
  test('are none for one currency, and all but lira otherwise', () => {
    expect(rateNotes('TRY', ['TRY', 'TL'], store)).toEqual([])
    expect(rateNotes('USD', ['USD'], store)).toEqual([])
    expect(rateNotes('TRY', ['USD', 'EUR'], store).map(({ currency, rate, day }) => [currency, rate, day])).toEqual([
      ['EUR', '45', '2026-11-20'],
      ['USD', '41.25', '2026-11-27'],
    ])
  })

  test('are written with their source and day', () => {
    const words = {
      equation: ({ currency, rate }: { currency: string; rate: string }) => `1 ${currency} = ${rate} TL`,
      source: (source: string) => source.toUpperCase(),
      until: (day: string) => `son gün ${day}`,
    }
    const note = { currency: 'USD', rate: '41.2345', source: 'tcmb', day: '2026-11-27' }
    expect(rateText(note, words, formatsOf('tr'))).toBe('1 USD = 41,2345 TL (TCMB, 27.11.2026)')
    expect(rateText({ ...note, source: 'fixed' }, words, formatsOf('tr'))).toBe(
      '1 USD = 41,2345 TL (FIXED, son gün 27.11.2026)',
    )
    expect(rateText({ ...note, rate: '41', source: '', day: null }, words, formatsOf('tr'))).toBe('1 USD = 41,0000 TL')
    expect(rateText({ ...note, rate: '41.123456789', source: 'X' }, words, formatsOf('en'))).toBe(
      '1 USD = 41.12345679 TL (X, 27.11.2026)',
    )
  })
})
