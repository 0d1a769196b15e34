import type { Product, Unit } from '#contract/shop/product.ts'
import { fold } from '#domain/text/text.ts'
import type { ListLineRow } from './line-rows.ts'

/** The unit of a line: by its id, else (an import has made the units again) by its name. */
export function unitOfLine(
  { unit_id, unit }: Pick<ListLineRow, 'unit_id' | 'unit'>,
  product: Product | undefined,
): Unit | undefined {
  const units = product?.units ?? []
  return units.find(({ id }) => id === unit_id) ?? units.find(({ value }) => fold(value) === fold(unit))
}

/** The quantity of each line by its unit, for prices that depend on it. Of a unit in several lists the last one counts. */
export const quantitiesOf = (rows: readonly ListLineRow[]): Map<number, number> =>
  new Map(rows.flatMap(({ unit_id, quantity }) => (unit_id === null ? [] : [[unit_id, quantity] as const])))
