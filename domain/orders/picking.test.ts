import { expect, test } from 'vitest'
import { compareByShelf, lineOfScan, pickedQuantity, proposedQuantities, type PickingLine } from './picking.ts'

const line = (parts: Partial<PickingLine>): PickingLine => {
  return { orderId: 1, lineNo: 1, productId: 7, multiplier: '1', quantity: 5, picked: 0, ...parts }
}
const scan = (multiplier = '1', productId = 7) => [{ productId, multiplier }]

test.each([
  ['a piece', [line({})], scan(), { lineNo: 1, units: 1 }],
  ['a box of four for pieces', [line({})], scan('4'), { lineNo: 1, units: 4 }],
  ['the next line with room', [line({ picked: 5 }), line({ lineNo: 2 })], scan(), { lineNo: 2, units: 1 }],
  ['a box that no longer fits', [line({ picked: 2 })], scan('4'), 'complete'],
  ['a piece of what was ordered in boxes', [line({ multiplier: '12' })], scan(), 'wrong_unit'],
  ['another product', [line({})], scan('1', 8), 'not_on_list'],
  ['a deleted product', [line({ productId: null })], scan(), 'not_on_list'],
  ['a code of two products', [line({})], [...scan('1', 8), ...scan('2')], { lineNo: 1, units: 2 }],
] as const)('a scan counts for the first line with room: %s', (_name, lines, scanned, expected) => {
  const found = lineOfScan(lines, scanned)
  expect(typeof found === 'string' ? found : { lineNo: found.line.lineNo, units: found.units }).toEqual(expected)
})

test.each([
  ['all that is open of a line that was never picked', 6, 0, undefined, 6],
  ['what was picked', 6, 0, { picked: 4, shippedBefore: 0 }, 4],
  ['what was picked and not shipped since', 3, 3, { picked: 4, shippedBefore: 0 }, 1],
  ['nothing when all that was picked was shipped', 2, 4, { picked: 4, shippedBefore: 0 }, 0],
  ['what was picked after a first shipment', 6, 4, { picked: 5, shippedBefore: 4 }, 5],
  ['no more than is open', 1, 0, { picked: 4, shippedBefore: 0 }, 1],
] as const)('of a line, these are ready to leave: %s', (_name, open, shipped, last, expected) => {
  expect(pickedQuantity(open, shipped, last)).toBe(expected)
})

const list = { quantity: 6, picked: 6, shippedBefore: 0, rest: null }
test.each([
  ['what was picked, not what was filled since', [[10, 0, list]], [6]],
  ['what was filled after the picked goods had left', [[4, 6, list]], [4]],
  ['what was filled after nothing was found', [[6, 0, { ...list, picked: 0, rest: 'back_order' }]], [6]],
  ['not what was left open because it was not found', [[2, 4, { ...list, picked: 4, rest: 'open' }]], [0]],
  [
    'the picked line, not the one that was not found',
    [
      [6, 0, list],
      [3, 0, { ...list, quantity: 3, picked: 0, rest: 'open' }],
    ],
    [6, 0],
  ],
  [
    'lines that no list has had',
    [
      [5, 0, undefined],
      [6, 0, list],
    ],
    [5, 6],
  ],
] as const)('a shipment of an order proposes %s', (_name, lines, expected) => {
  expect(proposedQuantities(lines.map(([open, shipped, last]) => ({ open, shipped, last })))).toEqual(expected)
})

test('a walk goes by warehouse and shelf, numbers by value and goods without a shelf last', () => {
  const at = (warehousePosition: number, shelf: string, code = 'X') => {
    return { warehousePosition, warehouse: `D${warehousePosition}`, shelf, code }
  }
  const walk = [at(1, 'A-2'), at(1, 'A-10', 'A'), at(1, 'A-10', 'B'), at(1, 'Ç-1'), at(1, ''), at(2, 'A-1')]
  expect(walk.toReversed().toSorted(compareByShelf)).toEqual(walk)
})
