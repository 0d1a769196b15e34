import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSlotLists, eachOfSlot, growSlotLists, writeSlotList } from './slot-lists.ts'

const lists = fc
  .uniqueArray(fc.integer({ min: 1, max: 40 }), { maxLength: 6 })
  .map((items) => items.toSorted((a, b) => a - b))
const slots = 5

test('return what was last written to each slot, however often lists change and grow', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: slots - 1 }), lists), { maxLength: 60 }), (writes) => {
      const written = createSlotLists(slots)
      const expected = Array.from({ length: slots }, (): number[] => [])
      for (const [slot, list] of writes) {
        const hasChanged = expected[slot]?.join() !== list.join()
        expected[slot] = list
        expect(writeSlotList(written, slot, list)).toBe(hasChanged)
      }
      growSlotLists(written, slots + 3)
      for (const [slot, list] of [...expected, [], [], []].entries()) {
        const found: number[] = []
        eachOfSlot(written, slot, (item) => found.push(item))
        expect(found).toEqual(list)
      }
    }),
  )
})

test('do not grow without end when the same slots change', () => {
  const written = createSlotLists(slots)
  for (let round = 0; round < 100_000; round++) writeSlotList(written, round % slots, [round + 1, round + 2])
  expect(written.items.length).toBeLessThan(150_000)
  const found: number[] = []
  eachOfSlot(written, 4, (item) => found.push(item))
  expect(found).toEqual([100_000, 100_001])
})
