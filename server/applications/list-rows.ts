import type { applicationShows, ListedApplication } from '#contract/admin/applications.ts'
import { waitingStates } from '#domain/applications/application.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { ApplicationRow } from './application-rows.ts'

export type ApplicationFilter = {
  state: (typeof applicationShows)[number] | null
  q: string
  from: Day | null
  to: Day | null
}

const condition = `($1::text[] IS NULL OR state = ANY ($1))
  AND ($2 = '' OR strpos(fold(concat_ws(' ', application_no, company, contact_name, email, tax_number, city)), fold($2)) > 0)
  AND ($3::date IS NULL OR created_at >= $3::date::timestamp AT TIME ZONE 'Europe/Istanbul')
  AND ($4::date IS NULL OR created_at < ($4::date + 1)::timestamp AT TIME ZONE 'Europe/Istanbul')`

const paramsOf = ({ state, q, from, to }: ApplicationFilter): unknown[] => [
  state === null ? null : state === 'waiting' ? waitingStates : [state],
  q,
  from,
  to,
]

export async function countApplications(db: Db, filter: ApplicationFilter): Promise<number> {
  const sql = `SELECT count(*)::int AS count FROM applications WHERE ${condition}`
  return (await db.one<{ count: number }>(sql, paramsOf(filter), 'applications_count'))?.count ?? 0
}

/** Ids of a page of the list, newest first; all without a limit. */
export async function findApplicationIds(
  db: Db,
  filter: ApplicationFilter,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT id FROM applications WHERE ${condition} ORDER BY created_at DESC, id DESC LIMIT $5 OFFSET $6`,
    [...paramsOf(filter), limit, offset],
    'applications_ids',
  )
  return rows.map(({ id }) => id)
}

export type ListedRow = Pick<
  ApplicationRow,
  | 'id'
  | 'application_no'
  | 'state'
  | 'company'
  | 'tax_office'
  | 'tax_number'
  | 'city'
  | 'contact_name'
  | 'email'
  | 'phone'
  | 'business'
  | 'filer'
  | 'texts_pending'
  | 'created_at'
>

/** The rows of these ids, in their order. */
export async function loadListed(db: Db, ids: readonly number[]): Promise<ListedRow[]> {
  return db.query<ListedRow>(
    `SELECT a.id, a.application_no, a.state, a.company, a.tax_office, a.tax_number, a.city, a.contact_name, a.email, a.phone,
            a.business, f.name AS filer, a.texts_pending, a.created_at
       FROM applications a LEFT JOIN users f ON f.id = a.filed_by WHERE a.id = ANY ($1) ORDER BY array_position($1, a.id)`,
    [ids],
    'applications_listed',
  )
}

export function presentListed(row: ListedRow): ListedApplication {
  return {
    id: row.id,
    applicationNo: row.application_no,
    date: row.created_at.toISOString(),
    state: row.state,
    company: row.company,
    city: row.city,
    taxNumber: row.tax_number,
    contactName: row.contact_name,
    business: row.business,
    filedBy: row.filer,
    areTextsPending: row.texts_pending,
  }
}
