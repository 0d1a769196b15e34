import type { ExportName } from '#contract/core/exports.ts'
import type { StaffArea } from '#domain/people/permissions.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell, XlsxColumn } from '#server/platform/xlsx/xlsx.ts'

/** The rows of a list: their total, and all of them in batches. A workbook has the further sheets too. */
export type ExportRows = {
  /** Rows of all sheets. */
  total: number
  batches(): AsyncIterable<XlsxCell[][]>
  /** Replaces the sheet of the source where the columns depend on the query. */
  sheet?: { name: string; columns: XlsxColumn[] }
  further?: { sheet: { name: string; columns: XlsxColumn[] }; batches(): AsyncIterable<XlsxCell[][]> }[]
}

/** A list that administrators can download as a file. */
export type ExportSource = {
  name: ExportName
  /** The page of the list; the same path with `.csv` is the file. */
  page: string
  /** The area of the administration that it belongs to. */
  area: StaffArea
  /** The path of the CSV file if the page's own belongs to another list. */
  csv?: string
  /** The name of the file without its date and extension. */
  fileName: string
  /** Its rows are as slow to count as to read: they are read once, by the job, and the total is 0 until then. */
  isReadOnce?: true
  sheet(locale: Locale): { name: string; columns: XlsxColumn[] }
  /** Applies the query of the list's page; invalid parts are ignored. */
  open(query: Record<string, string>, locale: Locale): Promise<ExportRows>
}

export type ExportColumn = readonly [name: string, kind: XlsxColumn['kind'], width: number]

export function columnsOf(columns: readonly ExportColumn[], titleOf: (name: string) => string): XlsxColumn[] {
  return columns.map(([name, kind, width]) => ({ title: titleOf(name), kind, width }))
}

type ExportBase = Pick<ExportSource, 'name' | 'page' | 'area' | 'fileName'> & {
  columns: readonly ExportColumn[]
  /** The export whose column titles these are; its own if omitted. */
  titlesOf?: ExportName
}

/** An export whose title and column titles are texts of its name. */
export function exportBase({ columns, titlesOf, ...base }: ExportBase): Omit<ExportSource, 'open'> {
  const titles = `administration.${titlesOf ?? base.name}.columns`
  return {
    ...base,
    sheet: (locale) => ({
      name: translate(locale, `administration.${base.name}.title`),
      columns: columnsOf(columns, (key) => translate(locale, `${titles}.${key}`)),
    }),
  }
}

/** The rows of a short list, which are in memory. */
export function oneBatch(rows: XlsxCell[][]): ExportRows {
  return {
    total: rows.length,
    async *batches() {
      yield rows
    },
  }
}

const batchSize = 1000

/**
 * Loads rows in batches by ids that were read at once: a long file shows the list of one moment and is never whole in
 * memory.
 */
export function rowsOf(ids: readonly number[], load: (ids: readonly number[]) => Promise<XlsxCell[][]>): ExportRows {
  return {
    total: ids.length,
    async *batches() {
      for (let at = 0; at < ids.length; at += batchSize) yield await load(ids.slice(at, at + batchSize))
    },
  }
}
