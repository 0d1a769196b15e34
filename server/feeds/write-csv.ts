import { type FeedColumn, figureFields, type FeedItem } from '#domain/feeds/feed-fields.ts'
import { delimitedLine } from '#server/platform/tables/write-csv.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import type { FeedWriter } from './write-xml.ts'

/** A table with one line for each product, in UTF-8 with a byte order mark. Figures have a decimal point. */
export function csvWriter(columns: readonly FeedColumn[], delimiter: string): FeedWriter {
  const names = columns.map(({ name }) => name)
  return {
    head: `\uFEFF${delimitedLine(names, delimiter)}`,
    item: (item) => delimitedLine(cellsOf(columns, item), delimiter),
    separator: '',
    foot: '',
  }
}

/** The cells of a product. Pictures and units are lists in one cell. */
export function cellsOf(columns: readonly FeedColumn[], item: FeedItem): string[] {
  return columns.map(({ field }) => {
    const value = item[field] ?? (field === 'isRemoved' ? false : null)
    if (value === null) return ''
    if (typeof value === 'boolean') return value ? '1' : '0'
    if (typeof value === 'string') return value
    if (field === 'units') {
      return (item.units ?? [])
        .map(({ unit, multiplier, barcode }) => `${unit}:${multiplier}:${barcode ?? ''}`)
        .join(', ')
    }
    return (item.images ?? []).join(', ')
  })
}

/** The same for a workbook: figures are numbers. */
export function workbookCells(columns: readonly FeedColumn[], item: FeedItem): XlsxCell[] {
  return cellsOf(columns, item).map((cell) => (cell === '' ? null : cell))
}

export const workbookColumns = (columns: readonly FeedColumn[]) =>
  columns.map(({ field, name }) => {
    return {
      title: name,
      kind: figureFields.has(field) ? ('number' as const) : ('text' as const),
      width: widthOf(field),
    }
  })

const widthOf = (field: FeedColumn['field']): number =>
  field === 'name' || field === 'description' || field === 'images' ? 50 : 18
