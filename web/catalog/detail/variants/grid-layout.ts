import type { ProductDetail } from '#contract/shop/product.ts'
import type { VariantCell } from '#contract/shop/variants.ts'

type Dimensions = ProductDetail['variants']

/**
 * The dimensions that rows, columns and the choice above the grid stand for, by their places. One dimension has no columns. The
 * one with fewer values makes the columns, so that the grid grows downwards; with three, the first is chosen above.
 */
export type GridLayout = { choice: number | null; row: number; column: number | null }

export function layoutOf(dimensions: Dimensions): GridLayout {
  if (dimensions.length < 2) return { choice: null, row: 0, column: null }
  const choice = dimensions.length > 2 ? 0 : null
  const first = choice === null ? 0 : 1
  const second = first + 1
  const isWide = (dimensions[first]?.values.length ?? 0) < (dimensions[second]?.values.length ?? 0)
  return isWide ? { choice, row: second, column: first } : { choice, row: first, column: second }
}

const keyOf = (values: readonly string[]) => values.join('\0')

/** A finder of the variant with these values, in the order of the dimensions. */
export function cellFinder(cells: readonly VariantCell[]): (values: readonly string[]) => VariantCell | undefined {
  const byValues = new Map(cells.map((cell) => [keyOf(cell.values), cell]))
  return (values) => byValues.get(keyOf(values))
}

/** The values of a place in the grid, in the order of the dimensions. */
export function valuesAt(
  { choice, row, column }: GridLayout,
  chosen: string,
  rowValue: string,
  columnValue: string,
): string[] {
  const values: string[] = []
  if (choice !== null) values[choice] = chosen
  values[row] = rowValue
  if (column !== null) values[column] = columnValue
  return values
}

/** The names of all units that variants have, in their order. */
export function unitNames(cells: readonly VariantCell[]): string[] {
  return [...new Set(cells.flatMap(({ units }) => units.map(({ value }) => value)))]
}

/** The unit of this name; a variant without it is sold in its default unit. */
export function unitOf({ units, defaultUnit }: Pick<VariantCell, 'units' | 'defaultUnit'>, name: string) {
  return units.find(({ value }) => value === name) ?? units.find(({ id }) => id === defaultUnit)
}

/** Rows and cells of a text copied from a spreadsheet; null for a single value, which the field takes itself. */
export function pastedBlock(text: string): string[][] | null {
  if (!/[\t\n]/.test(text.trimEnd())) return null
  return text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t').map((cell) => cell.trim()))
}
