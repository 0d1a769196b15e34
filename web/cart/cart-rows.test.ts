import { describe, expect, test } from 'vitest'
import type { CartItem } from '#contract/shop/cart.ts'
import type { RemovedLine } from './cart-activity.ts'
import { cartRows, rowId, withRestored } from './cart-rows.ts'

const line = (id: number, unitId = id * 10, quantity = 1) =>
  ({ id, product: { id: unitId }, productUnit: { id: unitId }, quantity }) as unknown as CartItem
const removal = (removed: CartItem, above: number[]): RemovedLine => ({
  undoKey: `key ${removed.id}`,
  line: removed,
  above,
  height: 61,
  isUndoing: false,
})
const rowIds = (items: CartItem[], removals: RemovedLine[]) => cartRows(items, removals).map(rowId)

describe('rows of the cart', () => {
  test('keep the place of a removed line, at the start, in the middle and at the end', () => {
    expect(rowIds([line(2), line(3)], [removal(line(1), [])])).toEqual([1, 2, 3])
    expect(rowIds([line(1), line(3)], [removal(line(2), [1])])).toEqual([1, 2, 3])
    expect(rowIds([line(1), line(2)], [removal(line(3), [1, 2])])).toEqual([1, 2, 3])
  })

  test('keep the places of several removed lines, whatever the order of their removal', () => {
    expect(rowIds([line(4)], [removal(line(2), [1]), removal(line(3), [1, 2]), removal(line(1), [])])).toEqual([
      1, 2, 3, 4,
    ])
    expect(rowIds([], [removal(line(3), [1, 2]), removal(line(1), []), removal(line(2), [1])])).toEqual([1, 2, 3])
  })

  test('put a removed line after what is left of the rows above it', () => {
    expect(rowIds([line(1), line(9)], [removal(line(4), [1, 2, 3])])).toEqual([1, 4, 9])
  })

  test('show a line that is in the cart again once', () => {
    expect(rowIds([line(1), line(2)], [removal(line(2), [1])])).toEqual([1, 2])
  })
})

describe('restored lines', () => {
  test('come back in their place while other removed lines stay removed', () => {
    const removals = [removal(line(1), []), removal(line(2), [1])]
    expect(withRestored([line(3)], removals, [line(2)]).map(({ id }) => id)).toEqual([2, 3])
  })

  test('replace the line of the same unit that was added since', () => {
    const grown = line(5, 20, 7)
    expect(withRestored([line(1), line(5, 20, 5)], [removal(line(2, 20), [1])], [grown])).toEqual([line(1), grown])
  })
})
