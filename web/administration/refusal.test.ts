import { expect, test } from 'vitest'
import { type Refusal, withoutField } from './refusal.ts'

const refusalOf = (...paths: string[]): Refusal => ({
  text: 'Girilen bilgiler geçerli değil.',
  fields: Object.fromEntries(paths.map((path) => [path, 'uymuyor'])),
})
const pathsOf = (refusal: Refusal | null) => Object.keys(refusal?.fields ?? {})
const refusal = refusalOf('name', 'units', 'units.0.name', 'units.0.prices.1.sale', 'units.1.name')

test.each([
  ['name', ['units', 'units.0.name', 'units.0.prices.1.sale', 'units.1.name']],
  ['units.0.name', ['name', 'units.0.prices.1.sale', 'units.1.name']],
  ['units.0.prices.1.sale', ['name', 'units.0.name', 'units.1.name']],
  // Where places move, nothing said of them holds.
  ['units', ['name']],
])('what is said of %s goes when it is changed, with what is said of what holds it', (field, left) => {
  expect(pathsOf(withoutField(refusal, field))).toEqual(left)
})

test('fields that only begin alike keep what is said of them', () => {
  expect(withoutField(refusal, 'unit')).toBe(refusal)
  const later = refusalOf('units.10.name')
  expect(withoutField(later, 'units.1')).toBe(later)
})

test('with the last field the refusal goes; one that is of no field stays', () => {
  expect(withoutField(refusalOf('name'), 'name')).toBeNull()
  expect(withoutField(refusalOf(), 'name')).toEqual(refusalOf())
})
