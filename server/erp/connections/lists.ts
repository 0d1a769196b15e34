import type { ErpDifference, ErpDocumentRow, ErpRefusedRow, ErpRun } from '#contract/admin/erp.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { InboundResource, OutboundKind } from '#domain/erp/mapping.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { translate } from '#server/platform/http/words.ts'

const runsPage = 50
const rowsMost = 200
const differencesMost = 500

const runState = `CASE WHEN state = 'done' AND rows_refused > 0 THEN 'partly' ELSE state END`

type RunRow = {
  id: number
  resource: string | null
  kind: string
  state: Exclude<ErpRun['state'], 'partly'>
  started_at: Date
  ended_at: Date | null
  rows_read: number
  rows_changed: number
  rows_refused: number
  rows_missing: number
  reason: string | null
  message: string | null
}
type RunFilter = { before?: string | undefined; resource?: string | undefined; state?: string | undefined }

/** Runs of a connection, newest first. */
export async function listRuns(db: Db, id: number, { before = '', resource = '', state = '' }: RunFilter) {
  const rows = await db.query<RunRow>(
    `SELECT id, resource, kind, state, started_at, ended_at, rows_read, rows_changed, rows_refused, rows_missing, reason, message
       FROM erp_runs WHERE connection_id = $1 AND ($2 = 0 OR id < $2) AND ($3 = '' OR resource = $3) AND ($4 = '' OR $4 = ${runState})
      ORDER BY id DESC LIMIT $5`,
    [id, /^\d{1,15}$/.test(before) ? Number(before) : 0, resource, state, runsPage + 1],
    'erp_runs_list',
  )
  const items = rows.slice(0, runsPage).map((row) => ({
    id: row.id,
    resource: row.resource,
    kind: row.kind,
    state: row.state === 'done' && row.rows_refused > 0 ? ('partly' as const) : row.state,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    rowsRead: row.rows_read,
    rowsChanged: row.rows_changed,
    rowsRefused: row.rows_refused,
    rowsMissing: row.rows_missing,
    reason: row.reason,
    message: row.message,
  }))
  return { items, hasMore: rows.length > runsPage }
}

type RefusedDbRow = {
  resource: InboundResource
  key: string
  code: string
  place: string | null
  message: string
  record: object
  refused_at: Date
}

/** Rows that the shop or the mapping did not accept. */
export async function listRefused(
  db: Db,
  id: number,
  resource: string,
  locale: Locale,
): Promise<{ items: ErpRefusedRow[]; total: number }> {
  const condition = `connection_id = $1 AND ($2 = '' OR resource = $2)`
  const [rows, count] = await Promise.all([
    db.query<RefusedDbRow>(
      `SELECT resource, key, code, place, message, record, refused_at FROM erp_refused_rows WHERE ${condition}
        ORDER BY refused_at DESC, resource, key LIMIT $3`,
      [id, resource, rowsMost],
      'erp_refused_list',
    ),
    db.one<{ total: number }>(
      `SELECT count(*)::integer AS total FROM erp_refused_rows WHERE ${condition}`,
      [id, resource],
      'erp_refused_count',
    ),
  ])
  const items = rows.map(({ refused_at, record, place, code, message, ...row }) => ({
    ...row,
    code,
    place,
    // Problems of the mapping have their place in it; the others come with a sentence of the shop.
    message: place?.startsWith('inbound.')
      ? translate(locale, `erp.mappingProblems.${code}`, { about: message })
      : message,
    record: JSON.stringify(record, null, 2),
    refusedAt: refused_at.toISOString(),
  }))
  return { items, total: count?.total ?? 0 }
}

type DocumentDbRow = {
  kind: OutboundKind
  subject_id: number
  number: string
  order_id: number | null
  dealer: string
  state: ErpDocumentRow['state']
  attempts: number
  document_no: string | null
  message: string | null
  changed_at: Date
  next_at: Date
}

/** What is tried or looked up again. */
const awaited = new Set<DocumentDbRow['state']>(['waiting', 'unknown', 'delivered'])

/** Documents for the ERP, the last changed first. */
export async function listDocuments(
  db: Db,
  id: number,
  state: string,
): Promise<{ items: ErpDocumentRow[]; total: number }> {
  const condition = `connection_id = $1 AND ($2 = '' OR state = $2)`
  const [rows, count] = await Promise.all([
    db.query<DocumentDbRow>(
      `SELECT x.kind, x.subject_id, coalesce(o.order_no, k.reference, '') AS number, o.id AS order_id, d.name AS dealer, x.state,
              x.attempts, x.document_no, x.message, x.changed_at, x.next_at
         FROM (SELECT * FROM erp_outgoing WHERE ${condition}
                ORDER BY changed_at DESC, kind, subject_id LIMIT $3) x
         LEFT JOIN payment_refunds r ON x.kind = 'refund' AND r.id = x.subject_id
         LEFT JOIN payments k ON (x.kind = 'payment' AND k.id = x.subject_id) OR k.id = r.payment_id
         LEFT JOIN orders o ON (x.kind IN ('order', 'cancellation') AND o.id = x.subject_id)
         JOIN dealers d ON d.id = coalesce(o.dealer_id, k.dealer_id)
        ORDER BY x.changed_at DESC, x.kind, x.subject_id`,
      [id, state, rowsMost],
      'erp_documents_list',
    ),
    db.one<{ total: number }>(
      `SELECT count(*)::integer AS total FROM erp_outgoing WHERE ${condition}`,
      [id, state],
      'erp_documents_count',
    ),
  ])
  const items = rows.map((row) => ({
    kind: row.kind,
    subjectId: row.subject_id,
    number: row.number,
    orderId: row.order_id,
    dealer: row.dealer,
    state: row.state,
    attempts: row.attempts,
    documentNo: row.document_no,
    message: row.message,
    changedAt: row.changed_at.toISOString(),
    nextAt: awaited.has(row.state) ? row.next_at.toISOString() : null,
  }))
  return { items, total: count?.total ?? 0 }
}

type DifferenceRow = {
  resource: InboundResource
  key: string
  field: string
  in_erp: string | null
  in_shop: string | null
}

/** Where ERP and shop differ, by resource and key; `most` rows. */
export async function listDifferences(
  db: Db,
  id: number,
  resource: string,
  most: number = differencesMost,
): Promise<{ items: ErpDifference[]; total: number }> {
  const condition = `connection_id = $1 AND ($2 = '' OR resource = $2)`
  const [rows, count] = await Promise.all([
    db.query<DifferenceRow>(
      `SELECT resource, key, field, in_erp, in_shop FROM erp_differences WHERE ${condition}
        ORDER BY resource, key, field LIMIT $3`,
      [id, resource, most],
      'erp_differences_list',
    ),
    db.one<{ total: number }>(
      `SELECT count(*)::integer AS total FROM erp_differences WHERE ${condition}`,
      [id, resource],
      'erp_differences_count',
    ),
  ])
  const items = rows.map(({ in_erp, in_shop, ...row }) => ({ ...row, inErp: in_erp, inShop: in_shop }))
  return { items, total: count?.total ?? 0 }
}
