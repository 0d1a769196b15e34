import { formatsOf } from '#domain/text/format.ts'

/** A unit with its content, in the notation of a language: ADET, KOLİ (48). */
export function unitTitle({ value, multiplier }: { value: string; multiplier: number }, language: string): string {
  return multiplier === 1 ? value : `${value} (${formatsOf(language).formatQuantity(multiplier)})`
}
