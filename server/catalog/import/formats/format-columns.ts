import { squeezeCode } from '#domain/text/text.ts'

/** What a reader of a format finds out while it reads the file. */
export type FormatNotes = { madeCodes: number }

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
