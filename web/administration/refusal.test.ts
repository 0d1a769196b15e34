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
  // When items move, messages about them no longer apply.
  ['units', ['name']],
])('a change of %s removes its message and those of the fields around it', (field, left) => {
  expect(pathsOf(withoutField(refusal, field))).toEqual(left)
})

test('keeps the messages of fields that share only a prefix', () => {
  expect(withoutField(refusal, 'unit')).toBe(refusal)
  const later = refusalOf('units.10.name')
  expect(withoutField(later, 'units.1')).toBe(later)
})

test('removes the refusal with its last field, but keeps one without fields', () => {
  expect(withoutField(refusalOf('name'), 'name')).toBeNull()
  expect(withoutField(refusalOf(), 'name')).toEqual(refusalOf())
})
