import { decimal } from '#domain/money/money.ts'

export type StoredPrice = { value: string; currency: string }

/**
 * Whether a price moves by more than this percentage, up or down, or to another currency. `percent` 0: never. A price that is
 * new, that is removed, or that was on inquiry (0) moves from nothing.
 */
export function exceedsChange(before: StoredPrice | null, after: StoredPrice | null, percent: number): boolean {
  if (percent === 0 || before === null || after === null || decimal(before.value).isZero()) return false
  if (before.currency !== after.currency) return true
  return decimal(after.value).minus(before.value).abs().times(100).greaterThan(decimal(before.value).times(percent))
}
