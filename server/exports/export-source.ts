import type { ExportName } from '#contract/core/exports.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { XlsxCell, XlsxColumn } from '#server/platform/xlsx/xlsx.ts'

/** The rows of a list: how many there are, and all of them piece by piece. */
export type ExportRows = { total: number; batches(): AsyncIterable<XlsxCell[][]> }

/** A list of administrators that can be taken out as a file. */
export type ExportSource = {
  name: ExportName
  /** The page that shows it; the same address with `.csv` is the file. */
  page: string
  /** Address of the CSV, where the page's own is another list's. */
  csv?: string
  /** What the file is called, without its day and ending. */
  fileName: string
  sheet(locale: Locale): { name: string; columns: XlsxColumn[] }
  /** By the list's own query; what cannot be read in it counts as not said. */
  open(query: Record<string, string>, locale: Locale): Promise<ExportRows>
}

export type ExportColumn = readonly [name: string, kind: XlsxColumn['kind'], width: number]

export function columnsOf(columns: readonly ExportColumn[], titleOf: (name: string) => string): XlsxColumn[] {
  return columns.map(([name, kind, width]) => ({ title: titleOf(name), kind, width }))
}

const atOnce = 1000

/** Rows of ids that were read at once, so that a long file is of one moment's list and never in memory as a whole. */
export function rowsOf(ids: readonly number[], load: (ids: readonly number[]) => Promise<XlsxCell[][]>): ExportRows {
  return {
    total: ids.length,
    async *batches() {
      for (let at = 0; at < ids.length; at += atOnce) yield await load(ids.slice(at, at + atOnce))
    },
  }
}
