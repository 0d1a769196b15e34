import { describe, expect, test } from 'vitest'
import { absentPaths, sourcePaths } from './absent-fields.ts'
import type { Mapping } from './mapping.ts'

const mapping: Mapping = {
  values: { vat: { path: 'VATT' }, loop: { use: 'loop' }, unused: 'NOWHERE' },
  inbound: {
    products: {
      fields: {
        code: 'CODE',
        name: { first: ['TITLE', { path: 'NAME' }] },
        taxRate: { use: 'vat' },
        brand: { use: 'loop' },
        unit: { value: 'ADET' },
      },
      skip: { path: 'SERVICE', convert: 'boolean' },
    },
  },
}

describe('the fields that a mapping reads', () => {
  test('are found in calculations and named values, each at its place', () => {
    expect(sourcePaths(mapping, 'products')).toEqual([
      { place: 'inbound.products.fields.code', path: 'CODE' },
      { place: 'inbound.products.fields.name.first.0', path: 'TITLE' },
      { place: 'inbound.products.fields.name.first.1', path: 'NAME' },
      { place: 'values.vat', path: 'VATT' },
      { place: 'inbound.products.skip', path: 'SERVICE' },
    ])
    expect(sourcePaths(mapping, 'stock')).toEqual([])
  })

  test.each<[string, string, object[], boolean]>([
    ['in no record', 'VATT', [{ VAT: 20 }, { VAT: 10 }], true],
    ['in one record of several', 'VAT', [{}, { VAT: 10 }], false],
    ['empty in every record', 'VAT', [{ VAT: null }, { VAT: '' }], false],
    ['there in other letters', 'vat', [{ VAT: 10 }], false],
    ['in no object that is there', 'UNIT.KOD', [{ UNIT: { CODE: 'AD' } }], true],
    ['in an object that is empty', 'UNIT.CODE', [{ UNIT: null }], false],
    ['in a list that is empty', 'UNITS.0.CODE', [{ UNITS: [] }], false],
    ['below a text', 'CODE.X', [{ CODE: 'A' }], true],
  ])('a field that is %s', (_case, path, records, isAbsent) => {
    const paths = [{ place: 'inbound.products.fields.taxRate', path }]
    expect(absentPaths(paths, records as Record<string, unknown>[])).toEqual(isAbsent ? paths : [])
  })
})
