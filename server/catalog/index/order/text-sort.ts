import type { Pause } from '#server/catalog/index/pause.ts'

const FIRST_RUN = 4096

/**
 * Sorts slots by ascending key, keeping the order of equal keys. Sorts short runs and merges them, pausing in between.
 */
export async function sortByText(
  slots: Int32Array,
  keyOf: (slot: number) => string,
  pause: Pause,
): Promise<Int32Array> {
  let from = slots.slice()
  for (let at = 0; at < from.length; at += FIRST_RUN) {
    const run = Array.from(from.subarray(at, at + FIRST_RUN))
    run.sort((a, b) => compareKeys(keyOf(a), keyOf(b)))
    from.set(run, at)
    await pause()
  }
  let to = new Int32Array(from.length)
  for (let width = FIRST_RUN; width < from.length; width *= 2) {
    for (let at = 0; at < from.length; at += width * 2) {
      await merge(from, to, { at, width, keyOf, pause })
    }
    ;[from, to] = [to, from]
  }
  return from
}

export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

type Merging = { at: number; width: number; keyOf: (slot: number) => string; pause: Pause }

async function merge(from: Int32Array, to: Int32Array, { at, width, keyOf, pause }: Merging): Promise<void> {
  const middle = Math.min(at + width, from.length)
  const end = Math.min(at + width * 2, from.length)
  let left = at
  let right = middle
  for (let i = at; i < end; i++) {
    const takeLeft = left < middle && (right >= end || keyOf(from[left]!) <= keyOf(from[right]!))
    to[i] = from[takeLeft ? left++ : right++]!
    if (i % FIRST_RUN === 0) await pause()
  }
}
