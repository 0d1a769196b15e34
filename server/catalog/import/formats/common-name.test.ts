import { expect, test } from 'vitest'
import { CommonName } from './common-name.ts'

type Variant = [name: string, ...values: string[]]

test.each<[common: string, ...variants: Variant[]]>([
  ['Yağmurluk', ['Yağmurluk S', 'S'], ['Yağmurluk M', 'M']],
  ['Bot', ['Bot Siyah 40', 'Siyah', '40'], ['Bot Taba 41', 'Taba', '41']],
  ['Polar mont', ['Polar mont', 'Siyah', 'L'], ['Polar mont', 'Siyah', 'XL']],
  ['Kadın yağmurluk su geçirmez', ['Kadın S yağmurluk su geçirmez', 'S'], ['Kadın M yağmurluk su geçirmez', 'M']],
  ['Tişört', ['Tişört - Koyu Mavi / L', 'Koyu Mavi', 'L'], ['Tişört - Bej / M', 'Bej', 'M']],
  ['Gömlek', ['Gömlek (S)', 'S'], ['Gömlek (M)', 'M']],
  ['Ayakkabı', ['Ayakkabı Renk: Siyah Beden: 40', 'Siyah', '40'], ['Ayakkabı Renk: Bej Beden: 41', 'Bej', '41']],
  ['Elbise', ['Elbise KIRMIZI', 'Kırmızı'], ['Elbise SİYAH', 'Siyah']],
  // The values are written otherwise: what all begin with.
  ['Kapı kolu', ['Kapı kolu sarı kaplama', 'Sarı'], ['Kapı kolu krom', 'Gümüş']],
  // Nothing in common: the first name.
  ['Kırmızı kalem', ['Kırmızı kalem', 'K1'], ['Mavi silgi', 'M2']],
  ['M', ['M', 'M'], ['L', 'L']],
])('%s is what the names of the variants have in common', (common, ...variants) => {
  const name = new CommonName()
  for (const [text, first = '', second] of variants)
    name.add(text, new Map([['Renk', first], ...(second === undefined ? [] : [['Beden', second] as const])]))
  expect(name.text).toBe(common)
})
