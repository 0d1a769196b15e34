import type { AddedRow } from '#contract/shop/cart.ts'
import { unitTitle } from '#domain/cart/unit-title.ts'

/** The unit of a row with its content: PAKET (100). */
export function rowUnit({ unit, units = [] }: AddedRow, language: string): string {
  const known = units.find(({ value }) => value === unit)
  return known === undefined ? (unit ?? '') : unitTitle(known, language)
}
