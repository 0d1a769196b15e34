import { type Options, stringify } from 'csv-stringify/sync'
import type { Locale } from '#contract/core/visitor.ts'
import type { XlsxCell, XlsxColumn, XlsxSheet } from '#server/platform/xlsx/xlsx.ts'

/** Separators that spreadsheets expect in each language: with a decimal comma, cells are separated by semicolons. */
const formats = { tr: { delimiter: ';', decimal: ',' }, en: { delimiter: ',', decimal: '.' } } as const

/** A figure or a day, which is written without quotes. Texts are strings and quoted. */
type Unquoted = { value: string }

const options: Options = {
  record_delimiter: 'windows',
  quoted_string: true,
  cast: { object: (cell) => (cell as Unquoted).value },
}

/**
 * Returns the sheet as CSV in UTF-8 with a byte order mark. No cell becomes a formula: a text that would start one is
 * prefixed with an apostrophe.
 */
export function makeCsv({ columns, rows }: Pick<XlsxSheet, 'columns' | 'rows'>, locale: Locale): Buffer {
  return Buffer.from(titleLine(columns, locale) + lines(columns, rows, locale))
}

/** Like `makeCsv`, in pieces: one for the titles and one for each batch of rows. */
export async function* streamCsv(
  { columns, batches }: { columns: readonly XlsxColumn[]; batches: AsyncIterable<XlsxCell[][]> },
  locale: Locale,
): AsyncGenerator<string> {
  yield titleLine(columns, locale)
  for await (const rows of batches) yield lines(columns, rows, locale)
}

function titleLine(columns: readonly XlsxColumn[], locale: Locale): string {
  const titles = columns.map(({ title }) => title.toWellFormed())
  return stringify([titles], { ...options, delimiter: formats[locale].delimiter, bom: true })
}

function lines(columns: readonly XlsxColumn[], rows: readonly (readonly XlsxCell[])[], locale: Locale): string {
  const { delimiter, decimal } = formats[locale]
  const records = rows.map((row) => columns.map(({ kind }, i) => csvCell(kind, row[i] ?? null, decimal)))
  return stringify(records, { ...options, delimiter })
}

function csvCell(kind: XlsxColumn['kind'], cell: XlsxCell, decimal: string): string | Unquoted | null {
  if (cell === null || cell === '') return null
  const figure = Number(cell)
  const isFigure = !Number.isNaN(figure)
  if (kind === 'amount' && isFigure) return { value: figure.toFixed(2).replace('.', decimal) }
  if (kind === 'number' && isFigure) return { value: String(figure).replace('.', decimal) }
  if (kind === 'day') return { value: String(cell).split('-').toReversed().join('.') }
  return keepText(escapeFormula(String(cell).toWellFormed()))
}

/** Spreadsheets also recognize formulas after white space and with full-width signs. */
const escapeFormula = (text: string): string => (/^[\s\p{Cc}]*[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text)

/**
 * Spreadsheets convert texts that look like numbers or dates, even in quotes: 00123 becomes 123, a barcode 8,69E+12 and
 * 10-12 a day in December. They leave the formula ="…" alone, and an import reads it as the text.
 */
const keepText = (text: string): string => (looksLikeFigure.test(text) ? `="${text}"` : text)
const looksLikeFigure = /^(?:0\d+|\d{12,}|\d+[.,]?\d*e[+-]?\d+|\d{1,4}[./-]\d{1,4}(?:[./-]\d{1,4})?)$/i

/**
 * One line for programs: no cell becomes a formula, control characters are left out, and everything else is written as it
 * is. Figures, also negative ones, have a decimal point.
 */
export function delimitedLine(cells: readonly string[], delimiter: string): string {
  const texts = cells.map((cell) => {
    return figure.test(cell) ? cell : escapeFormula(cell.toWellFormed().replace(controlCharacters, ''))
  })
  return stringify([texts], { record_delimiter: 'windows', delimiter })
}
// oxlint-disable-next-line no-control-regex -- tabs and line ends stay
const controlCharacters = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g
const figure = /^-?\d+(?:\.\d+)?$/
