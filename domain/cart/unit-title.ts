import { formatQuantity } from '#domain/text/format.ts'

/** A unit with its content: ADET, KOLİ (48). */
export function unitTitle({ value, multiplier }: { value: string; multiplier: number }): string {
  return multiplier === 1 ? value : `${value} (${formatQuantity(multiplier)})`
}
