import { createIntList, type IntList, pushInt } from './growable.ts'

/**
 * A short ascending list of ordinals per slot, all in one array: at `starts[slot]` its length, then its ordinals; 0 = empty. A
 * changed list is appended; what it leaves behind is removed once it takes half of the array.
 */
export type SlotLists = { starts: Int32Array; items: IntList; unused: number }

/** Below it the array is never compacted. */
const compactedFrom = 65_536

export function createSlotLists(capacity: number): SlotLists {
  return { starts: new Int32Array(capacity), items: { ...createIntList(), length: 1 }, unused: 0 }
}

/** Returns whether the list of the slot changed. `ordinals` are ascending, each once. */
export function writeSlotList(lists: SlotLists, slot: number, ordinals: readonly number[]): boolean {
  const { starts, items } = lists
  const start = starts[slot]!
  const length = start === 0 ? 0 : items.items[start]!
  if (length === ordinals.length && ordinals.every((ordinal, i) => items.items[start + 1 + i] === ordinal)) return false
  if (start !== 0) lists.unused += length + 1
  starts[slot] = 0
  if (lists.unused > compactedFrom && lists.unused > items.length / 2) compact(lists)
  if (ordinals.length > 0) append(lists, slot, ordinals)
  return true
}

export function eachOfSlot({ starts, items: { items } }: SlotLists, slot: number, visit: (item: number) => void): void {
  const start = starts[slot]!
  if (start === 0) return
  const end = start + items[start]!
  for (let i = start + 1; i <= end; i++) visit(items[i]!)
}

export function growSlotLists(lists: SlotLists, capacity: number): void {
  const larger = new Int32Array(capacity)
  larger.set(lists.starts)
  lists.starts = larger
}

function append({ starts, items }: SlotLists, slot: number, ordinals: Iterable<number>): void {
  const start = items.length
  pushInt(items, 0)
  for (const ordinal of ordinals) pushInt(items, ordinal)
  items.items[start] = items.length - start - 1
  starts[slot] = start
}

function compact(lists: SlotLists): void {
  const { items } = lists.items
  lists.items = { ...createIntList(lists.items.length - lists.unused + 1024), length: 1 }
  lists.unused = 0
  for (const [slot, start] of lists.starts.entries()) {
    if (start !== 0) append(lists, slot, items.subarray(start + 1, start + 1 + items[start]!))
  }
}
