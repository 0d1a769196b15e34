import type { Locale } from '#contract/visitor.ts'
import type { XlsxCell, XlsxSheet } from '#server/platform/xlsx/xlsx.ts'

/** Separators as spreadsheets in the language expect them: with a decimal comma the semicolon stands between cells. */
const styles = { tr: { cell: ';', decimal: ',' }, en: { cell: ',', decimal: '.' } } as const

/** The sheet as CSV, UTF-8 with its mark. No cell becomes a formula: a text that would begin one gets an apostrophe before it. */
export function makeCsv({ columns, rows }: Pick<XlsxSheet, 'columns' | 'rows'>, locale: Locale): Buffer {
  const style = styles[locale]
  const head = columns.map(({ title }) => quoted(title))
  const lines = rows.map((row) =>
    columns.map(({ kind }, i) => {
      const cell: XlsxCell = row[i] ?? null
      if (cell === null || cell === '') return ''
      if (kind === 'amount') return Number(cell).toFixed(2).replace('.', style.decimal)
      return kind === 'day' ? String(cell).split('-').toReversed().join('.') : quoted(harmless(String(cell)))
    }),
  )
  return Buffer.from(`\uFEFF${[head, ...lines].map((cells) => cells.join(style.cell)).join('\r\n')}\r\n`)
}

/** Spreadsheets look for formulas behind white space and in full-width signs, too. */
const harmless = (text: string): string => (/^[\s\p{Cc}]*[=+\-@＝＋－＠]/u.test(text) ? `'${text}` : text)

const quoted = (text: string): string => `"${text.toWellFormed().replaceAll('"', '""')}"`
