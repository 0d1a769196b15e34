import { expect, test } from 'vitest'
import { formatsOf } from '#domain/text/format.ts'
import { percentPlaces, rateText } from './rate-texts.ts'

const words = { ...formatsOf('tr'), t: (_key: string, facts = {}) => Object.values(facts).join() }

test.each([
  [
    ['3.6', '4.55', '12'],
    ['3,60', '4,55', '12,00'],
  ],
  [
    ['3.50', '4.00'],
    ['3,5', '4,0'],
  ],
  [
    ['3.00', '4'],
    ['3', '4'],
  ],
])('the rates %j have the same number of decimals in a table', (percents, shown) => {
  const rates = percents.map((percent) => ({ percent, extraInstallments: 0 }))
  expect(rates.map((rate) => rateText(words, rate, percentPlaces(rates)))).toEqual(shown)
})
