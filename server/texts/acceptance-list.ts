import { acceptanceShows, type ListedAcceptance } from '#contract/admin/texts.ts'
import { adminAcceptancesPath } from '#contract/core/application-paths.ts'
import type { Locale } from '#contract/core/visitor.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { type TextKind, textKinds } from '#domain/texts/published-text.ts'
import { columnsOf, type ExportColumn, type ExportSource, oneBatch } from '#server/exports/exports.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { cleanText } from '#server/platform/http/list-paging.ts'
import { translate } from '#server/platform/http/words.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'
import { pendingSql } from './user-acceptances.ts'

export type AcceptanceFilter = {
  show: (typeof acceptanceShows)[number]
  kind: TextKind | null
  version: number | null
  q: string
}
type Query = Partial<Record<'show' | 'kind' | 'version' | 'q', string | undefined>>

/** Parses the filters of the list. Invalid values are ignored. */
export function parseAcceptanceFilter(query: Query): AcceptanceFilter {
  return {
    show: acceptanceShows.find((each) => each === query.show) ?? 'accepted',
    kind: textKinds.find((each) => each === query.kind) ?? null,
    version: /^[1-9]\d{0,6}$/.test(query.version ?? '') ? Number(query.version) : null,
    q: cleanText(query.q),
  }
}

type Row = Omit<ListedAcceptance, 'at'> & { at: Date | null }

/** Acceptances of users and of applicants; or users who still have to accept, at the version that they have to. */
const listed = `(
  SELECT t.kind, t.version, a.accepted_at AS at, a.address, a.locale, u.id AS "userId", NULL::bigint AS "applicationId",
         u.name, u.email, d.name AS company
    FROM text_user_acceptances a JOIN text_versions t ON t.id = a.text_id JOIN users u ON u.id = a.user_id
         JOIN dealers d ON d.id = a.dealer_id
   WHERE $1 = 'accepted'
  UNION ALL
  SELECT t.kind, t.version, a.accepted_at, a.address, a.locale, NULL, p.id, p.contact_name, p.email, p.company
    FROM text_acceptances a JOIN text_versions t ON t.id = a.text_id JOIN applications p ON p.id = a.application_id
   WHERE $1 = 'accepted'
  UNION ALL
  SELECT t.kind, t.version, NULL, '', '', u.id, NULL, u.name, u.email, d.name
    FROM users u JOIN dealers d ON d.id = u.dealer_id CROSS JOIN text_versions t
   WHERE $1 = 'waiting' AND u.disabled_at IS NULL AND d.disabled_at IS NULL
     AND (t.kind <> 'dealer_contract' OR u.user_role = 'owner') AND ${pendingSql}
) x WHERE ($2::text IS NULL OR kind = $2) AND ($3::integer IS NULL OR version = $3)
      AND ($4 = '' OR strpos(fold(concat_ws(' ', name, email, company)), fold($4)) > 0)`

const paramsOf = ({ show, kind, version, q }: AcceptanceFilter): unknown[] => [show, kind, version, q]

export async function countAcceptanceRows(db: Db, filter: AcceptanceFilter): Promise<number> {
  const sql = `SELECT count(*)::int AS count FROM ${listed}`
  return (await db.one<{ count: number }>(sql, paramsOf(filter), 'acceptances_count'))?.count ?? 0
}

/** The latest first; all without a limit. */
export async function findAcceptanceRows(
  db: Db,
  filter: AcceptanceFilter,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<ListedAcceptance[]> {
  const rows = await db.query<Row>(
    `SELECT kind, version, at, address, locale, "userId", "applicationId", name, email, company
       FROM ${listed} ORDER BY at DESC NULLS LAST, company, name, kind, version DESC LIMIT $5 OFFSET $6`,
    [...paramsOf(filter), limit, offset],
    'acceptances_listed',
  )
  return rows.map((row) => ({ ...row, at: row.at?.toISOString() ?? null }))
}

/** The list as a file. */
export function acceptancesExport(pool: Pool): ExportSource {
  return {
    name: 'acceptances',
    page: adminAcceptancesPath,
    area: 'settings',
    fileName: 'metin-onaylari',
    sheet: (locale) => ({
      name: translate(locale, 'administration.acceptances.title'),
      columns: columnsOf(columns, (name) => translate(locale, `administration.acceptances.columns.${name}`)),
    }),
    async open(query, locale) {
      const rows = await findAcceptanceRows(pool, parseAcceptanceFilter(query), { limit: null, offset: 0 })
      return oneBatch(rows.map((row) => cellsOf(row, locale)))
    },
  }
}

const columns: ExportColumn[] = [
  ['text', 'text', 28],
  ['version', 'number', 10],
  ['company', 'text', 40],
  ['name', 'text', 28],
  ['email', 'text', 32],
  ['date', 'day', 12],
  ['time', 'text', 26],
  ['address', 'text', 20],
]

function cellsOf({ kind, version, company, name, email, at, address }: ListedAcceptance, locale: Locale): XlsxCell[] {
  const day = at === null ? null : dayInTurkey(new Date(at))
  return [translate(locale, `texts.kinds.${kind}`), version, company, name, email, day, at, address]
}
