import type { Content } from 'pdfmake/interfaces'
import type { PdfDefinition } from './pdf.ts'

/** `isRight`: figures, which do not wrap. `width`: of the page in points, or as wide as the text. */
export type DocumentColumn = { title: string; isRight?: boolean; width?: number | '*' | 'auto' }

type TableDocument = {
  title: string
  subtitle: string
  columns: readonly DocumentColumn[]
  rows: readonly (readonly string[])[]
  /** Below the table, at its right edge. */
  sums?: readonly (readonly [string, string])[]
}

/** A title and a table over as many pages as it takes; a row stays on one page. */
export function tableDocument({ title, subtitle, columns, rows, sums = [] }: TableDocument): PdfDefinition {
  const cell = (text: string, { isRight, width = 'auto' }: DocumentColumn) => ({
    text,
    noWrap: isRight === true || width === 'auto',
    ...(isRight === true && { alignment: 'right' as const }),
  })
  const head = columns.map((column) => ({ ...cell(column.title, column), bold: true, fillColor: '#eef1f3' }))
  const body = rows.map((row) => columns.map((column, at): Content => cell(row[at] ?? '', column)))
  const widths = columns.map(({ width = 'auto' }) => width)
  return {
    pageSize: 'A4',
    pageMargins: [28, 32, 28, 40],
    defaultStyle: { font: 'Roboto', fontSize: 8 },
    info: { title },
    content: [
      { text: title, fontSize: 14, bold: true },
      { text: subtitle, margin: [0, 2, 0, 10] },
      { layout: 'rows', table: { headerRows: 1, dontBreakRows: true, widths, body: [head, ...body] } },
      ...sums.map(
        ([name, value], at): Content => ({
          columns: [
            { text: name, alignment: 'right' },
            { text: value, alignment: 'right', width: 110, bold: at === sums.length - 1 },
          ],
          margin: [0, at === 0 ? 10 : 2, 5, 0],
        }),
      ),
    ],
  }
}
