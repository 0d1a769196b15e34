import { describe, expect, test } from 'vitest'
import { typedCellQuantity } from '#domain/cart/quantity.ts'
import { findCellProblem } from './cell-problem.ts'
import { layoutOf, pastedBlock, valuesAt } from './grid-layout.ts'

const dimension = (name: string, count: number) => ({
  name,
  values: Array.from({ length: count }, (_, i) => ({ name: `${name} ${i}` })),
})

describe('the grid', () => {
  test.each([
    ['one dimension has rows only', [5], { choice: null, row: 0, column: null }],
    ['of two, the shorter one makes the columns', [3, 8], { choice: null, row: 1, column: 0 }],
    ['of two, the shorter one makes the columns, also the second', [8, 3], { choice: null, row: 0, column: 1 }],
    ['of two equal ones, the second makes the columns', [4, 4], { choice: null, row: 0, column: 1 }],
    ['of three, the first is chosen above', [9, 2, 5], { choice: 0, row: 2, column: 1 }],
  ])('%s', (_, counts, layout) => {
    expect(layoutOf(counts.map((count, i) => dimension(`D${i}`, count)))).toEqual(layout)
  })

  test('names a place by its values in the order of the dimensions', () => {
    expect(valuesAt({ choice: 0, row: 2, column: 1 }, '30 W', 'Siyah', '4000 K')).toEqual(['30 W', '4000 K', 'Siyah'])
    expect(valuesAt({ choice: null, row: 0, column: null }, '', 'M8', '')).toEqual(['M8'])
  })

  test.each([
    ['12', null],
    [
      '1\t2\r\n\t4\r\n',
      [
        ['1', '2'],
        ['', '4'],
      ],
    ],
    ['5\n6', [['5'], ['6']]],
  ])('takes %j from a spreadsheet', (text, block) => {
    expect(pastedBlock(text)).toEqual(block)
  })
})

test.each([
  ['', null],
  ['  ', null],
  ['0', null],
  ['007', 7],
  ['1.250', 1250],
  ['1000000', 1_000_000],
  ['1000001', undefined],
  ['1,5', undefined],
  ['-3', undefined],
  ['=1+1', undefined],
  ['on', undefined],
])('%j in a cell is the quantity %j', (text, quantity) => {
  expect(typedCellQuantity(text)).toBe(quantity)
})

describe('a quantity in a cell', () => {
  const piece = { id: 1, value: 'ADET', multiplier: 1, barcode: null }
  const box = { id: 2, value: 'KOLİ', multiplier: 6, barcode: null }
  const cell = {
    ...{ id: 9, code: 'A', url: '/a', values: ['S'], isOutOfStock: false, defaultUnit: 1, taxRate: 20 },
    quantity: 20,
    units: [piece, box],
  }
  const rule = { stockInfoStatus: 0, cartStockControl: false }
  const inCart = [{ unit: 'ADET', multiplier: 1, quantity: 6 }]

  test.each([
    [14, piece, null],
    [15, piece, { kind: 'stock', fits: [14] }],
    [2, box, null],
    [3, box, { kind: 'stock', fits: [2] }],
  ])('%d of a unit beside what the cart has', (quantity, unit, problem) => {
    expect(findCellProblem(cell, unit, quantity, { inCart, rule })).toEqual(problem)
  })

  test('is not checked against stock that the store does not hold to', () => {
    expect(findCellProblem(cell, box, 99, { inCart, rule: { ...rule, cartStockControl: true } })).toBeNull()
    expect(findCellProblem({ ...cell, quantity: undefined }, box, 99, { inCart, rule })).toBeNull()
  })

  test('follows the rules of quantity together with the cart', () => {
    const terms = { minimum: { quantity: 10, inUnit: false }, allowed: { least: 10, step: 1, most: 999 } }
    const ruled = { ...piece, terms }
    const of = (quantity: number) =>
      findCellProblem({ ...cell, units: [ruled, box] }, ruled, quantity, { inCart, rule })
    expect(of(3)).toMatchObject({ kind: 'rule', fits: [4] })
    expect(of(4)).toBeNull()
  })
})
