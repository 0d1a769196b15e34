import { expect, test } from 'vitest'
import { provinceOf, provinces, provincesByName } from './provinces.ts'

test('has the 81 provinces, each once, at the place of its license plate', () => {
  expect(new Set(provinces).size).toBe(81)
  expect([provinces[5], provinces[33], provinces[34], provinces[80]]).toEqual(['Ankara', 'İstanbul', 'İzmir', 'Düzce'])
  expect(provincesByName.slice(0, 3)).toEqual(['Adana', 'Adıyaman', 'Afyonkarahisar'])
})

test.each([
  ['İSTANBUL', 'İstanbul'],
  ['istanbul', 'İstanbul'],
  [' Sanliurfa ', 'Şanlıurfa'],
  ['HAKKARİ', 'Hakkâri'],
  ['Gebze', null],
  ['', null],
])('reads “%s” as %s', (text, province) => {
  expect(provinceOf(text)).toBe(province)
})
