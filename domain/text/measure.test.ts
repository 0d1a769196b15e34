import { expect, test } from 'vitest'
import { measureText } from './measure.ts'

test.each([
  [0.75, 'kW', '0,75 kW', '0.75 kW'],
  [1500, 'W', '1.500 W', '1,500 W'],
  [65, 'IP', 'IP65', 'IP65'],
  [12, 'Ø', 'Ø12', 'Ø12'],
  [-40, '°C', '-40 °C', '-40 °C'],
  [45, '°', '45°', '45°'],
  [24, 'ay', '24 ay', '24 months'],
  [15_000, 'saat', '15.000 saat', '15,000 h'],
  [3, '', '3', '3'],
  ['0.000000001', 'F', '0,000000001 F', '0.000000001 F'],
])('writes %s %s in the notation of the language', (value, unit, turkish, english) => {
  expect(measureText(value, unit, 'tr')).toBe(turkish)
  expect(measureText(value, unit, 'en')).toBe(english)
})
