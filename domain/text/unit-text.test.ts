import { expect, test } from 'vitest'
import { formatsOf } from './format.ts'
import { unitText } from './unit-text.ts'

test('a unit is followed by its base units unless it is one', () => {
  const { formatQuantity } = formatsOf('tr')
  expect(unitText({ unit: 'ADET', multiplier: 1 }, formatQuantity)).toBe('ADET')
  expect(unitText({ unit: 'PAKET', multiplier: 1200 }, formatQuantity)).toBe('PAKET (1.200)')
  expect(unitText({ unit: 'DİLİM', multiplier: 0.125 }, formatQuantity)).toBe('DİLİM (0,125)')
})
