import { expect, test } from 'vitest'
import { fold } from '#domain/text/text.ts'
import { sizesOfQuery, sizesOfText } from './sizes.ts'

function matches(query: string, name: string): boolean {
  const forms = new Set(sizesOfText(fold(name)).flatMap((size) => size.forms))
  const sizes = sizesOfQuery(fold(query))
  return sizes.length > 0 && sizes.every(({ wanted }) => wanted.some((form) => forms.has(form)))
}

test.each([
  ['M 8 X 40', 'Cıvata M8x40'],
  ['m8*40', 'Cıvata M8 × 40'],
  ['M8x40', 'Cıvata M8X40 mm'],
  ['M8', 'Cıvata M8x40'],
  ['3x2,5', 'Kablo 3 x 2.5 mm²'],
  ['3 x 2.5 mm²', 'NYM 3×2,5'],
  ['10x20 cm', 'Kutu 100x200 mm'],
  ['40x60', 'Sunta 40x60x18 mm'],
  ['1/2 inç', 'Vana 1/2"'],
  ['yarım parmak', 'Vana 1/2"'],
  ['1 1/2"', 'Vana 1,5 inç'],
  ['çap 12', 'Matkap ucu Ø12'],
  ['Ø 12', 'Matkap ucu Ø12 mm'],
  ['12 mm', 'Matkap ucu Ø12'],
  ['çap 12', 'LED panel Ø12 cm'],
  ['çap 120 mm', 'LED panel Ø12 cm'],
  ['500 gr', 'Boya 0,5 kg'],
  ['0.5kg', 'Boya 500 Gr.'],
  ['5000 cm', 'Bant 18 mm × 50 m'],
  ['1,5 lt', 'Şişe 1500 ml'],
  ['150 cl', 'Şişe 1,5 L'],
  ['1,5 kW', 'Motor 1500 W'],
  ['18v', 'Matkap 18 V'],
  ['1500 gr', 'Şeker 1.500 gr'],
  ['6500K', 'Ampul 6500 K'],
])('the size %s matches %s', (query, name) => {
  expect(matches(query, name)).toBe(true)
})

test.each([
  ['3x25', 'Kablo 3x2,5'],
  ['3x2,5', 'Kablo 3x25'],
  ['M8x40', 'Cıvata M8x400'],
  ['M8x40', 'Cıvata M6x40'],
  ['10x20 cm', 'Kutu 10x20 mm'],
  ['500 gr', 'Boya 500 ml'],
  ['5 kg', 'Boya 0,5 kg'],
  ['1/2"', 'Vana 1/4"'],
  ['12 V', 'Matkap 12 W'],
  ['çap 12', 'Boru 12 m'],
  ['çap 12 mm', 'LED panel Ø12 cm'],
  ['12 mm', 'LED panel Ø12 cm'],
])('the size %s does not match %s', (query, name) => {
  expect(matches(query, name)).toBe(false)
})

test.each(['06A-905', 'LC1-D09M7', '8690123456789', 'abc', 'x', '10', 'GA-2x'])('the code %s has no size', (code) => {
  expect(sizesOfQuery(fold(code))).toEqual([])
})

test('sizes of a long text of digits and signs are found quickly', () => {
  for (const text of [
    '1x'.repeat(5_000),
    '1 '.repeat(5_000),
    '1/'.repeat(5_000),
    '"'.repeat(10_000),
    '9'.repeat(10_000),
  ]) {
    expect(sizesOfText(text).length).toBeLessThan(5_000)
  }
})
