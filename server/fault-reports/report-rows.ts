import type { FaultPhoto } from '#contract/shop/fault-reports.ts'
import type { FaultState } from '#domain/after-sales/fault-report.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type ListedRow = {
  id: number
  report_no: string
  created_at: Date
  state: FaultState
  product_code: string
  product_name: string
  serial_no: string
  creator: string
  dealer: string
  dealer_code: string
  photo_count: number
}

export type DetailRow = ListedRow & {
  description: string
  contact_name: string
  contact_phone: string
  contact_email: string
  creator_email: string
  note: string
  photos: FaultPhoto[]
  returns: { id: number; returnNo: string }[]
  events: { id: number; state: FaultState; note: string; user: string; date: string }[]
}

const listed = `r.id, r.report_no, r.created_at, r.state, r.product_code, r.product_name, r.serial_no, u.name AS creator,
  d.name AS dealer, d.code AS dealer_code,
  (SELECT count(*)::int FROM fault_report_photos p WHERE p.report_id = r.id) AS photo_count`
const people = 'JOIN users u ON u.id = r.user_id JOIN dealers d ON d.id = r.dealer_id'

export type ReportFilter = {
  /** Null for all dealers. */
  dealerId: number | null
  state: FaultState | null
  /** As typed; empty for all. */
  q: string
}

/** `$1`: dealer, `$2`: state, `$3`: folded text with LIKE wildcards escaped. */
const matches = `($1::integer IS NULL OR r.dealer_id = $1) AND ($2::text IS NULL OR r.state = $2)
  AND ($3::text = '' OR r.search_text LIKE '%' || fold($3) || '%' OR ($1 IS NULL AND r.dealer_id IN (
        SELECT o.id FROM dealers o WHERE o.search_text LIKE '%' || fold($3) || '%'
           AND (fold(o.name) LIKE '%' || fold($3) || '%' OR fold(o.code) LIKE '%' || fold($3) || '%'))))`

function valuesOf({ dealerId, state, q }: ReportFilter) {
  return [dealerId, state, q.replace(/[\\%_]/g, '\\$&')]
}

export async function findReports(
  db: Db,
  filter: ReportFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ListedRow[]> {
  return db.query<ListedRow>(
    // Counts photos only for the reports of the page.
    `WITH shown AS (SELECT r.* FROM fault_reports r WHERE ${matches} ORDER BY r.id DESC LIMIT $4 OFFSET $5)
     SELECT ${listed} FROM shown r ${people} ORDER BY r.id DESC`,
    [...valuesOf(filter), limit, offset],
  )
}

/** The ids of all matching reports. */
export async function findReportIds(db: Db, filter: ReportFilter): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT r.id FROM fault_reports r WHERE ${matches} ORDER BY r.id DESC`,
    valuesOf(filter),
  )
  return rows.map(({ id }) => id)
}

export type ExportedRow = ListedRow &
  Pick<DetailRow, 'description' | 'contact_name' | 'contact_phone' | 'contact_email' | 'note'>

/** Loads these reports, newest first. */
export async function loadReports(db: Db, ids: readonly number[]): Promise<ExportedRow[]> {
  return db.query<ExportedRow>(
    `SELECT ${listed}, r.description, r.contact_name, r.contact_phone, r.contact_email, r.note
       FROM fault_reports r ${people} WHERE r.id = ANY ($1::integer[]) ORDER BY r.id DESC`,
    [ids],
  )
}

export async function countReports(db: Db, filter: ReportFilter): Promise<number> {
  const row = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM fault_reports r WHERE ${matches}`,
    valuesOf(filter),
  )
  return row?.count ?? 0
}

type ReportKey = { id: number } | { dealerId: number; reportNo: string }

/** One report with its photos and events, in one statement. */
export async function findReport(db: Db, key: ReportKey): Promise<DetailRow | undefined> {
  const [where, values] =
    'id' in key ? ['r.id = $1', [key.id]] : ['r.dealer_id = $1 AND r.report_no = $2', [key.dealerId, key.reportNo]]
  return db.one<DetailRow>(
    `SELECT ${listed}, r.description, r.contact_name, r.contact_phone, r.contact_email, u.email AS creator_email, r.note,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('file', p.file, 'width', p.width, 'height', p.height)
                                       ORDER BY p.position), '[]')
               FROM fault_report_photos p WHERE p.report_id = r.id) AS photos,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'returnNo', g.return_no) ORDER BY g.id), '[]')
               FROM returns g WHERE g.fault_report_id = r.id) AS returns,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'state', e.state, 'note', e.note,
                                         'user', w.name, 'date', e.created_at) ORDER BY e.id), '[]')
               FROM fault_report_events e JOIN users w ON w.id = e.user_id WHERE e.report_id = r.id) AS events
       FROM fault_reports r ${people} WHERE ${where}`,
    values,
  )
}
