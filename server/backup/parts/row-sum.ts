import { hash } from 'node:crypto'

const mask = (1n << 64n) - 1n

export type RowSum = { rows: number; sum: string }

/** Counts rows and adds their hashes up, so that the order of the rows does not matter. */
export function rowSum() {
  let rows = 0
  let sum = 0n
  return {
    add(row: Buffer): void {
      rows++
      sum = (sum + hash('sha256', row, 'buffer').readBigUInt64BE()) & mask
    },
    result: (): RowSum => ({ rows, sum: sum.toString(16).padStart(16, '0') }),
  }
}
