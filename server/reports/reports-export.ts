import { reportPath } from '#contract/core/admin-pages.ts'
import type { Locale } from '#contract/core/visitor.ts'
import {
  type CellKind,
  type ReportColumn,
  reportColumns,
  type ReportName,
  reportGroupings,
} from '#domain/reports/reports.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import { type ExportSource, oneBatch } from '#server/exports/exports.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell, XlsxColumn } from '#server/platform/xlsx/xlsx.ts'
import { type LoadedReport, loadReport } from './load-report.ts'
import { parseReportQuery, type ReportQuery } from './report-query.ts'
import type { Rates } from './report-rows.ts'

export type ReportDeps = { pool: Pool; rates(): Rates; today(): Day }

const fileNames: Record<ReportName, string> = {
  sales: 'satis-raporu',
  lost: 'kayip-talep',
  ageing: 'alacak-yasi',
  stock: 'stok-raporu',
}

/** The reports as files. */
export function reportExports({ pool, rates, today }: ReportDeps): ExportSource[] {
  return (Object.keys(fileNames) as ReportName[]).map((report) => ({
    name: `${report}Report` as const,
    page: reportPath(report),
    area: 'reports',
    fileName: fileNames[report],
    isReadOnce: true,
    sheet: (locale) =>
      sheetOf(
        report,
        reportColumns(report, reportGroupings[report][0], { isWholeOrders: true, hasCosts: true }),
        locale,
      ),
    async open(written, locale) {
      const query = parseReportQuery(report, written, today())
      const loaded = await loadReport(pool, query, rates(), null)
      return { ...oneBatch(fileRows(query, loaded, locale)), sheet: sheetOf(report, loaded.columns, locale) }
    },
  }))
}

const xlsxKinds: Record<CellKind, XlsxColumn['kind']> = {
  count: 'number',
  quantity: 'number',
  money: 'amount',
  percent: 'number',
  days: 'number',
  day: 'day',
}

export function sheetOf(report: ReportName, columns: readonly ReportColumn[], locale: Locale) {
  const titled = (name: string, kind: XlsxColumn['kind'], width: number): XlsxColumn => ({
    title: translate(locale, `administration.reports.columns.${name}`),
    kind,
    width,
  })
  return {
    name: translate(locale, `administration.reports.names.${report}`),
    columns: [
      titled('code', 'text', 18),
      titled('name', 'text', 48),
      ...columns.map(({ name, kind }) => titled(name, xlsxKinds[kind], 16)),
    ],
  }
}

export function fileRows(query: ReportQuery, { rows }: Pick<LoadedReport, 'rows'>, locale: Locale): XlsxCell[][] {
  return rows.map(({ name, code, cells }) => [code, name || nameless(query, locale), ...cells])
}

/** The name of the row for what has none, such as products without a brand. */
export const nameless = ({ by }: Pick<ReportQuery, 'by'>, locale: Locale): string =>
  translate(locale, `administration.reports.none.${by}`)
