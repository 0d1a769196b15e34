import type { Locale } from '#contract/core/visitor.ts'
import type { XlsxCell, XlsxColumn, XlsxSheet } from '#server/platform/xlsx/xlsx.ts'

/** Separators as spreadsheets in the language expect them: with a decimal comma the semicolon stands between cells. */
const styles = { tr: { cell: ';', decimal: ',' }, en: { cell: ',', decimal: '.' } } as const
type Style = (typeof styles)[Locale]

const mark = '\uFEFF'

/** The sheet as CSV, UTF-8 with its mark. No cell becomes a formula: a text that would begin one gets an apostrophe before it. */
export function makeCsv({ columns, rows }: Pick<XlsxSheet, 'columns' | 'rows'>, locale: Locale): Buffer {
  const style = styles[locale]
  return Buffer.from(`${mark}${headLine(columns, style)}${rows.map((row) => lineOf(columns, row, style)).join('')}`)
}

/** The same, piece by piece as its rows come. */
export async function* streamCsv(
  { columns, batches }: { columns: readonly XlsxColumn[]; batches: AsyncIterable<XlsxCell[][]> },
  locale: Locale,
): AsyncGenerator<string> {
  const style = styles[locale]
  yield `${mark}${headLine(columns, style)}`
  for await (const rows of batches) yield rows.map((row) => lineOf(columns, row, style)).join('')
}

function headLine(columns: readonly XlsxColumn[], { cell }: Style): string {
  return `${columns.map(({ title }) => quoted(title)).join(cell)}\r\n`
}

function lineOf(columns: readonly XlsxColumn[], row: readonly XlsxCell[], style: Style): string {
  return `${columns.map(({ kind }, i) => textOf(kind, row[i] ?? null, style)).join(style.cell)}\r\n`
}

function textOf(kind: XlsxColumn['kind'], cell: XlsxCell, { decimal }: Style): string {
  if (cell === null || cell === '') return ''
  const figure = Number(cell)
  const isFigure = !Number.isNaN(figure)
  if (kind === 'amount' && isFigure) return figure.toFixed(2).replace('.', decimal)
  if (kind === 'number' && isFigure) return String(figure).replace('.', decimal)
  return kind === 'day' ? String(cell).split('-').toReversed().join('.') : quoted(kept(harmless(String(cell))))
}

/** Spreadsheets look for formulas behind white space and in full-width signs, too. */
const harmless = (text: string): string => (/^[\s\p{Cc}]*[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text)

/**
 * Spreadsheets make figures and days of what looks like one, quoted or not: 00123 becomes 123, a barcode 8,69E+12, 10-12 a day in
 * December. As ="…", a formula of nothing but that text, they leave it; an import reads it so.
 */
const kept = (text: string): string => (looksLikeFigure.test(text) ? `="${text}"` : text)
const looksLikeFigure = /^(?:0\d+|\d{12,}|\d+[.,]?\d*e[+-]?\d+|\d{1,4}[./-]\d{1,4}(?:[./-]\d{1,4})?)$/i

const quoted = (text: string): string => `"${text.toWellFormed().replaceAll('"', '""')}"`
