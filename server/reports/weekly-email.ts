import * as z from 'zod/mini'
import { isMailAddress } from '#contract/core/mail-address.ts'
import { reportPath } from '#contract/core/admin-pages.ts'
import { urlOf } from '#contract/core/endpoint.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { permissionsOf } from '#domain/people/permissions.ts'
import { formatCell, formatRowName } from '#domain/reports/format-report.ts'
import type { CellKind, ReportName } from '#domain/reports/reports.ts'
import { type Day, dayInTurkey, formatDay } from '#domain/text/calendar-day.ts'
import { formatsOf } from '#domain/text/format.ts'
import { slugify } from '#domain/text/text.ts'
import { roleColumns } from '#server/account/account.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import type { Mailer } from '#server/platform/email/mailer.ts'
import { renderEmail } from '#server/platform/email/render-email.ts'
import { translate } from '#server/platform/http/words.ts'
import { makeXlsx } from '#server/platform/xlsx/xlsx.ts'
import { loadStoreRow, ratesOf, settingsOf, storeSender } from '#server/settings/settings.ts'
import { loadReport } from './load-report.ts'
import { fileRows, nameless, sheetOf } from './reports-export.ts'
import { parseReportQuery, type ReportQuery } from './report-query.ts'

const jobData = z.object({ viewId: z.number() })
/** Rows in the email itself; the attached workbook has all. */
const rowsShown = 10

type Deps = { pool: Pool; mailer: Pick<Mailer, 'send'>; publicUrl: string; today?: Day }

type ViewRow = {
  name: string
  report: ReportName
  query: Record<string, string>
  email: string
  locale: string | null
  user_role: string | null
  own_permissions: string[] | null
}

/** Sends one saved view as of today, with all its rows as a workbook. Throws if it could not be delivered. */
export async function sendReportMail(
  { pool, mailer, publicUrl, today = dayInTurkey(new Date()) }: Deps,
  data: object,
  key: string,
): Promise<void> {
  const view = await findView(pool, jobData.parse(data).viewId)
  if (view === undefined || !isMailAddress(view.email)) return
  const rights = { kind: 'admin', role: view.user_role, own: view.own_permissions, canOrder: true } as const
  if (!permissionsOf(rights).has('reports:read')) return
  const row = await loadStoreRow(pool)
  const settings = settingsOf(row.settings, () => {})
  const locale: Locale = view.locale === 'en' ? 'en' : 'tr'
  const query = parseReportQuery(view.report, view.query, today)
  const loaded = await loadReport(pool, query, ratesOf(row), null)
  const { name: sheetName, columns } = sheetOf(view.report, loaded.columns, locale)
  const content = await makeXlsx({ name: sheetName, columns, rows: fileRows(query, loaded, locale) })
  const email = reportEmail(view, { query, loaded, locale })
  await mailer.send({
    ...renderEmail({
      ...email,
      sender: storeSender(settings, publicUrl, locale),
      button: { url: publicUrl + urlOf(reportPath(view.report), {}, view.query), label: email.open },
    }),
    to: view.email,
    key,
    from: { name: settings.storeName, address: settings.storeEmail },
    attachments: [{ filename: `${slugify(view.name)}-${query.to}.xlsx`, content, contentType: xlsxType }],
  })
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function reportEmail(
  view: ViewRow,
  { query, loaded, locale }: { query: ReportQuery; loaded: Awaited<ReturnType<typeof loadReport>>; locale: Locale },
) {
  const words = (name: string, facts?: Record<string, string | number>) =>
    translate(locale, `reportMail.${name}`, facts)
  const title = (name: string) => translate(locale, `administration.reports.columns.${name}`)
  const percent = (number: string) => translate(locale, 'administration.reports.percent', { percent: number })
  const format = (cell: string | number, kind: CellKind) => formatCell(formatsOf(locale), percent, cell, kind)
  const [main, second] = loaded.columns
  const period = query.from === query.to ? formatDay(query.to) : `${formatDay(query.from)} – ${formatDay(query.to)}`
  const textOf = (cell: string | number | null | undefined, column: { kind: CellKind } | undefined) =>
    cell == null || column === undefined ? '' : format(cell, column.kind)
  const rows = loaded.rows.slice(0, rowsShown).map(({ name, code, cells }) => ({
    name: name === '' ? nameless(query, locale) : formatRowName(name, query.by, locale),
    details: code === '' ? [] : [code],
    quantity: textOf(cells[1], second),
    amount: textOf(cells[0], main),
  }))
  return {
    locale,
    subject: words('subject', { name: view.name, period }),
    title: view.name,
    paragraphs: [rows.length === 0 ? words('empty', { period }) : words('text', { period, count: loaded.total })],
    facts: loaded.columns.flatMap((column, at): [string, string][] => {
      const sum = loaded.sums[at] ?? null
      return sum === null ? [] : [[title(column.name), format(sum, column.kind)]]
    }),
    ...(rows.length > 0 && {
      lines: { heads: [title('name'), title(second?.name ?? ''), title(main?.name ?? '')] as const, rows },
    }),
    open: words('open'),
  }
}

async function findView(db: Db, id: number): Promise<ViewRow | undefined> {
  return db.one<ViewRow>(
    `SELECT v.name, v.report, v.query, u.email, u.choices ->> 'locale' AS locale, ${roleColumns}
       FROM report_views v JOIN users u ON u.id = v.user_id
      WHERE v.id = $1 AND v.is_weekly AND u.role = 'admin' AND u.disabled_at IS NULL`,
    [id],
    'report_mail_view',
  )
}
