import { expect, test } from 'vitest'
import { type ChangedIds, mergeChanges } from './change-feed.ts'

const reading = (ids: Partial<ChangedIds>, labelsVersion = 1) => {
  return { ids: { all: [], price: [], stock: [], ...ids }, labelsVersion, defaultListId: 1 }
}

test.each<[what: string, readings: Partial<ChangedIds>[], merged: Partial<ChangedIds>]>([
  ['all products of both', [{ all: [1] }, { all: [2], price: [3] }, { all: [1] }], { all: [1, 2], price: [3] }],
  [
    'a price once, if the product is read in full',
    [{ price: [1, 2] }, { all: [2] }, { price: [2] }],
    { all: [2], price: [1] },
  ],
  [
    'every price, if one reading has all',
    [{ price: [1] }, { price: null }, { stock: [4] }],
    { price: null, stock: [4] },
  ],
  ['everything, if one reading has it', [{ all: null }, { all: [1], price: [2], stock: [3] }], { all: null }],
])('several readings become one with %s', (_what, readings, merged) => {
  expect(mergeChanges(readings.map((ids) => reading(ids)))).toEqual(reading(merged))
})

test('the labels of the last reading count; no reading is no change', () => {
  expect(mergeChanges([reading({}, 1), reading({}, 2)])).toMatchObject({ labelsVersion: 2 })
  expect(mergeChanges([])).toBeUndefined()
})
