import { fileImportSamples, type SampleColumn } from '#contract/admin/imports/file-import-samples.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxColumn } from '#server/platform/xlsx/xlsx.ts'

/** The sample file of a kind, for `makeCsv`. */
export function sampleOf(
  kind: keyof typeof fileImportSamples,
  locale: Locale,
): { columns: XlsxColumn[]; rows: string[][] } {
  const columns: readonly SampleColumn[] = fileImportSamples[kind]
  const count = Math.max(...columns.map(({ cells }) => cells.length))
  return {
    columns: columns.map(({ field, kind: cellKind }): XlsxColumn => {
      return { title: translate(locale, `imports.files.fields.${field}`), kind: cellKind ?? 'text', width: 20 }
    }),
    rows: Array.from({ length: count }, (_, row) => columns.map(({ cells }) => cells[row] ?? '')),
  }
}
