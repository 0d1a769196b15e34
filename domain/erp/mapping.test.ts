import { describe, expect, test } from 'vitest'
import { checkMapping } from './check-mapping.ts'
import { mapRecord } from './map-record.ts'
import type { Expression, Mapping } from './mapping.ts'

const mapping: Mapping = {
  tables: { units: { AD: 'ADET', KL: 'KOLİ' }, state: { '0': true, '*': false } },
  values: {
    code: { path: 'CODE', convert: 'text' },
    twice: { multiply: [{ use: 'price' }, { value: 2 }] },
    price: 'PRICE',
  },
}
const map = (fields: Record<string, Expression>, record: object, skip?: Expression) =>
  mapRecord(mapping, { fields, skip, place: 'inbound.products' }, record as Record<string, unknown>)
const value = (expression: Expression, record: object) => {
  const mapped = map({ field: expression }, record)
  return mapped.state === 'row' ? mapped.row['field'] : mapped
}

describe('a value', () => {
  test.each<[string, Expression, object, unknown]>([
    ['at a path', 'UNITSET.CODE', { UNITSET: { CODE: 'AD' } }, 'AD'],
    ['at a place in a list', 'UNITS.items.1.CODE', { UNITS: { items: [{}, { CODE: 'KL' }] } }, 'KL'],
    ['of a name in other letters', 'stok_kodu', { STOK_KODU: 'A' }, 'A'],
    ['of the exact name before other letters', 'code', { CODE: 'X', code: 'Y' }, 'Y'],
    ['that is missing', 'CODE', {}, undefined],
    ['that is empty', 'CODE', { CODE: '  ' }, undefined],
    ['that is empty, with a substitute', { path: 'CODE', otherwise: 'YOK' }, { CODE: '' }, 'YOK'],
    ['zero, which is not missing', { path: 'STOCK', otherwise: 5 }, { STOCK: 0 }, 0],
    ['constant', { value: 'TRY' }, {}, 'TRY'],
    ['null on purpose', { value: null }, {}, null],
    ['by name', { use: 'twice' }, { PRICE: '1.05' }, '2.1'],
    ['first of several', { first: ['A', 'B', { value: 'C' }] }, { B: 'b' }, 'b'],
    ['joined', { join: ['A', 'B', 'C'], with: ' > ' }, { A: 'Kablo', C: 'NYM' }, 'Kablo > NYM'],
    ['added', { add: ['A', 'B'] }, { A: '0.1', B: 0.2 }, '0.3'],
    ['subtracted', { subtract: ['A', 'B'] }, { A: 5, B: '7.5' }, '-2.5'],
    ['divided', { divide: ['A', { value: 4 }] }, { A: 10 }, '2.5'],
    ['calculated from a missing part', { add: ['A', 'B'] }, { A: 1 }, undefined],
    ['translated', { path: 'U', table: 'units' }, { U: ' KL ' }, 'KOLİ'],
    ['translated by "*"', { path: 'S', table: 'state' }, { S: 7 }, false],
    ['translated by "0"', { path: 'S', table: 'state' }, { S: 0 }, true],
    ['without a translation, with a substitute', { path: 'U', table: 'units', otherwise: 'ADET' }, { U: 'XX' }, 'ADET'],
    ['as a text', { path: 'A', convert: 'text' }, { A: '\tABC 1 ' }, 'ABC 1'],
    ['as a number', { path: 'A', convert: 'number' }, { A: ' 12.50 ' }, '12.5'],
    ['as a Turkish number', { path: 'A', convert: 'turkishNumber' }, { A: '1.234,50' }, '1234.5'],
    ['as an integer', { path: 'A', convert: 'integer' }, { A: '4.0' }, 4],
    ['as a boolean', { path: 'A', convert: 'boolean' }, { A: 'E' }, true],
    ['as the opposite', { path: 'A', convert: 'not' }, { A: 0 }, true],
    ['as a date', { path: 'A', convert: 'date' }, { A: '2026-11-22T00:00:00' }, '2026-11-22'],
    ['as a date of a Turkish text', { path: 'A', convert: 'date' }, { A: '1.2.2026' }, '2026-02-01'],
    [
      'as a date of a moment, by the clock in Turkey',
      { path: 'A', convert: 'date' },
      { A: '2026-11-22T22:30:00.000Z' },
      '2026-11-23',
    ],
    ['as no date where the ERP has its empty one', { path: 'A', convert: 'date' }, { A: '1899-12-30T00:00:00' }, null],
    ['as a Turkish date', { path: 'A', convert: 'turkishDate' }, { A: '2026-11-22' }, '22.11.2026'],
    ['rounded to places, half up', { multiply: ['A', { value: '1.05' }], places: 2 }, { A: '61.9' }, '65'],
    ['rounded from a path', { path: 'A', places: 1 }, { A: 0.25 }, '0.3'],
    ['as local time', { path: 'A', convert: 'localTime' }, { A: '2026-11-22T09:15:30.000Z' }, '2026-11-22 12:15:30'],
  ])('%s', (_what, expression, record, expected) => {
    expect(value(expression, record)).toEqual(expected)
  })

  test.each<[string, Expression, object, string, string]>([
    ['a text is no number', { path: 'A', convert: 'number' }, { A: '1.234,56' }, 'not_number', '1.234,56'],
    ['a text is not rounded', { path: 'A', places: 2 }, { A: 'on' }, 'not_number', 'on'],
    ['half a piece is no integer', { path: 'A', convert: 'integer' }, { A: '2.5' }, 'not_number', '2.5'],
    ['31 February', { path: 'A', convert: 'date' }, { A: '31.02.2026' }, 'not_date', '31.02.2026'],
    ['a word is no boolean', { path: 'A', convert: 'boolean' }, { A: 'belki' }, 'not_boolean', 'belki'],
    ['division by zero', { divide: ['A', 'B'] }, { A: '7', B: '0.00' }, 'division_by_zero', '7'],
    ['no entry in the table', { path: 'A', table: 'units' }, { A: 'XX' }, 'entry_missing', 'XX'],
    ['a text over its limit, which is not cut', { path: 'A', maxLength: 3 }, { A: 'ABCD' }, 'too_long', 'ABCD'],
  ])('fails at its place: %s', (_what, expression, record, code, about) => {
    expect(value(expression, record)).toEqual({
      state: 'problem',
      problem: { place: 'inbound.products.fields.field', code, about },
      row: {},
    })
  })

  test('that needs itself fails instead of running for ever', () => {
    const endless: Mapping = { values: { a: { use: 'b' }, b: { use: 'a' } } }
    expect(mapRecord(endless, { fields: { x: { use: 'a' } }, place: 'p' }, {})).toMatchObject({
      problem: { code: 'value_cycle', about: 'a > b > a' },
    })
  })
})

describe('a record', () => {
  test('has calculated figures with at most eight decimals, which are rounded once', () => {
    const mapping = { values: { unit: { divide: ['AMOUNT', 'COUNT'] } } } as const
    const fields = {
      unit: { use: 'unit' },
      total: { multiply: [{ use: 'unit' }, 'RATE'] },
      code: { path: 'CODE', convert: 'text' },
    } as const
    const record = { AMOUNT: '10', COUNT: 36, RATE: '46.75', CODE: '1.1234567891' }
    expect(mapRecord(mapping, { fields, place: 'order' }, record)).toEqual({
      state: 'row',
      row: { unit: '0.27777778', total: '12.98611111', code: '1.1234567891' },
    })
  })

  test('keeps the fields before a problem, so that the row can be named', () => {
    expect(
      map(
        { code: { use: 'code' }, price: { path: 'P', convert: 'number' }, name: 'N' },
        { CODE: 'A1 ', P: 'x', N: 'n' },
      ),
    ).toEqual({
      state: 'problem',
      problem: { place: 'inbound.products.fields.price', code: 'not_number', about: 'x' },
      row: { code: 'A1' },
    })
  })

  test('is left out where the mapping says so', () => {
    const skip = { path: 'PASSIVE', convert: 'boolean' } as const
    expect(map({ code: 'CODE' }, { CODE: 'A', PASSIVE: 1 }, skip)).toEqual({ state: 'skipped' })
    expect(map({ code: 'CODE' }, { CODE: 'A', PASSIVE: 0 }, skip)).toEqual({ state: 'row', row: { code: 'A' } })
  })
})

describe('the check of a mapping', () => {
  const terms = {
    targets: {
      'inbound.products': ['code', 'name', 'price'],
      'outbound.order.head': null,
      'outbound.order.lines': null,
    },
    sources: { 'inbound.products': ['CODE', 'NAME', 'UNITSET'] },
  }
  const check = (document: unknown) =>
    checkMapping(document, terms).map(({ place, code, about }) => `${place}: ${code} ${about}`)
  const products = (fields: object, more: object = {}) => ({ inbound: { products: { fields } }, ...more })

  test('accepts what it knows', () => {
    expect(
      check({
        ...mapping,
        values: { ...mapping.values, code: 'CODE', price: 'PRICE' },
        inbound: {
          products: { fields: { code: { use: 'code' }, name: { join: ['NAME', 'unitset.code'] } }, skip: 'NAME' },
        },
        outbound: { order: { head: { DOC_NUMBER: 'orderNo' }, lines: { MASTER_CODE: 'line.code' } } },
      }),
    ).toEqual([])
  })

  test.each<[string, unknown, string[]]>([
    ['no object', [], [': shape ']],
    ['an unknown section', { inbond: {} }, ['inbond: shape inbond']],
    ['an unknown resource', { inbound: { invoices: { fields: {} } } }, ['inbound.invoices: field_unknown invoices']],
    [
      'an unknown field of the shop',
      products({ colour: 'CODE' }),
      ['inbound.products.fields.colour: field_unknown colour'],
    ],
    ['an unknown field of the ERP', products({ code: 'KODU' }), ['inbound.products.fields.code: source_unknown KODU']],
    ['an unknown operation', products({ code: { script: '1' } }), ['inbound.products.fields.code: shape script']],
    [
      'two operations',
      products({ code: { path: 'CODE', value: 1 } }),
      ['inbound.products.fields.code: shape path, value'],
    ],
    [
      'an unknown conversion',
      products({ code: { path: 'CODE', convert: 'upper' } }),
      ['inbound.products.fields.code: shape convert: upper'],
    ],
    [
      'an unknown table',
      products({ code: { path: 'CODE', table: 'x' } }),
      ['inbound.products.fields.code: table_unknown x'],
    ],
    [
      'too many places',
      products({ price: { path: 'CODE', places: 9 } }),
      ['inbound.products.fields.price: shape places: 9'],
    ],
    ['an unknown value', products({ code: { use: 'x' } }), ['inbound.products.fields.code: value_unknown x']],
    ['a broken path', products({ code: 'CODE..A' }), ['inbound.products.fields.code: shape CODE..A']],
    ['a number of parts', products({ price: { divide: ['CODE'] } }), ['inbound.products.fields.price: shape divide']],
    [
      'a place within an expression',
      products({ name: { first: ['NAME', { path: 'XX' }] } }),
      ['inbound.products.fields.name.first.1: source_unknown XX'],
    ],
    [
      'an endless loop',
      { values: { a: { join: ['X', { use: 'b' }] }, b: { use: 'a' } } },
      ['values.a: value_cycle a > b > a'],
    ],
    [
      'two loops, and a value that leads to one of them',
      { values: { x: { use: 'b' }, a: { use: 'b' }, b: { use: 'a' }, c: { use: 'c' } } },
      ['values.b: value_cycle b > a > b', 'values.c: value_cycle c > c'],
    ],
    ['a table of tables', { tables: { t: { a: {} } } }, ['tables.t: shape t']],
    ['an order without a head', { outbound: { order: { lines: {} } } }, ['outbound.order: shape order']],
  ])('names the place of %s', (_what, document, expected) => {
    expect(check(document)).toEqual(expected)
  })

  test('ends at an expression that is nested too deeply', () => {
    let deep: unknown = 'CODE'
    for (let level = 0; level < 100; level += 1) deep = { first: [deep] }
    expect(check(products({ code: deep }))).toHaveLength(1)
  })
})
