import { expect, test } from 'vitest'
import { formatsOf } from './format.ts'
import { measureText } from './measure.ts'

test.each([
  [0.75, 'kW', '0,75 kW', '0.75 kW'],
  [1500, 'W', '1.500 W', '1,500 W'],
  [65, 'IP', 'IP65', 'IP65'],
  [12, 'Ø', 'Ø12', 'Ø12'],
  [-40, '°C', '-40 °C', '-40 °C'],
  [45, '°', '45°', '45°'],
  [3, '', '3', '3'],
  ['0.000000001', 'F', '0,000000001 F', '0.000000001 F'],
])('writes %s %s in the notation of the language', (value, unit, turkish, english) => {
  expect(measureText(value, unit, formatsOf('tr'))).toBe(turkish)
  expect(measureText(value, unit, formatsOf('en'))).toBe(english)
})
