import type { FormatColumnUse } from '#contract/admin/imports/import-inspection.ts'
import { squeezeCode } from '#domain/text/text.ts'

/** What a column is to a reader of a format that uses it, other than a field. */
export type FormatUse = FormatColumnUse | `variant:${string}`

/** What a reader of a format finds out while it reads the file. */
export type FormatNotes = {
  madeCodes: number
  /** Uses of columns by their index. */
  uses: Map<number, FormatUse>
}

export function noteUses({ uses }: FormatNotes, use: FormatUse, indexes: readonly number[]): void {
  for (const index of indexes) if (index >= 0) uses.set(index, use)
}

/** A column's name without the prefix of merchant feeds: letters and digits only. */
export const squeeze = (column: string): string => squeezeCode(column.replace(/^g:/, ''))

/** Finds a column by the first of several squeezed names, separated by spaces. −1 if there is none. */
export function findNamed(columns: readonly string[], names: string): number {
  const squeezed = columns.map(squeeze)
  for (const name of names.split(' ')) {
    const index = squeezed.indexOf(name)
    if (index >= 0) return index
  }
  return -1
}
