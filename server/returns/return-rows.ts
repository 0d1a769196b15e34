import type { ReturnReason, ReturnState } from '#domain/after-sales/goods-return.ts'
import { addDays, type Day } from '#domain/text/calendar-day.ts'
import type { AddressScope } from '#domain/people/address-scope.ts'
import { inScopeSql } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type ReturnFilter = {
  /** Null for all dealers. */
  dealerId: number | null
  /** The addresses that a dealer's user is bound to; null: none. */
  addresses: AddressScope
  state: ReturnState | null
  /** Part of the number of the return or of its order, or of the return invoice. */
  q: string
  /** A dealer's code, or part of its name. */
  dealer: string
  from: Day | null
  to: Day | null
}

const dayStart = (place: string) => `(${place}::date::timestamp AT TIME ZONE 'Europe/Istanbul')`

// Folding names is slow: the stored search text, which contains the name and more, is compared first.
const matching = `FROM returns r JOIN orders o ON o.id = r.order_id
 WHERE ($1::integer IS NULL OR r.dealer_id = $1) AND ($2::text IS NULL OR r.state = $2)
   AND ($3::text = '' OR strpos(r.return_no, upper($3)) > 0 OR strpos(o.order_no, upper($3)) > 0
        OR strpos(upper(r.invoice_no), upper($3)) > 0)
   AND ($4::text = '' OR r.dealer_id IN (SELECT d.id FROM dealers d WHERE upper(d.code) = upper($4)
        OR (strpos(d.search_text, fold($4)) > 0 AND strpos(fold(d.name), fold($4)) > 0)))
   AND ($5::date IS NULL OR r.created_at >= ${dayStart('$5')})
   AND ($6::date IS NULL OR r.created_at < ${dayStart('$6')})
   AND ${inScopeSql('$7')}`

const paramsOf = ({ dealerId, addresses, state, q, dealer, from, to }: ReturnFilter) => [
  ...[dealerId, state, q, dealer, from],
  to === null ? null : addDays(to, 1),
  addresses,
]

export async function countReturns(db: Db, filter: ReturnFilter): Promise<number> {
  const row = await db.one<{ count: number }>(`SELECT count(*) AS count ${matching}`, paramsOf(filter), 'returns_count')
  return row?.count ?? 0
}

/** The ids of matching returns, newest first. `limit` null: all of them. */
export async function findReturnIds(
  db: Db,
  filter: ReturnFilter,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT r.id ${matching} ORDER BY r.created_at DESC, r.id DESC LIMIT $8 OFFSET $9`,
    [...paramsOf(filter), limit, offset],
    'returns_ids',
  )
  return rows.map(({ id }) => id)
}

export type ListedRow = {
  id: number
  return_no: string
  created_at: Date
  state: ReturnState
  order_no: string
  reason: ReturnReason
  description: string
  invoice_no: string
  creator: string
  dealer: string
  dealer_code: string
  line_count: number
  photo_count: number
}

const listed = `r.id, r.return_no, r.created_at, r.state, o.order_no, r.reason, r.description, r.invoice_no,
  u.name AS creator, d.name AS dealer, d.code AS dealer_code,
  (SELECT count(*) FROM return_lines l WHERE l.return_id = r.id) AS line_count,
  (SELECT count(*) FROM fault_report_photos p WHERE p.return_id = r.id) AS photo_count`
const people =
  'JOIN orders o ON o.id = r.order_id JOIN users u ON u.id = r.user_id JOIN dealers d ON d.id = r.dealer_id'

/** Loads these returns, newest first. */
export async function loadListed(db: Db, ids: readonly number[]): Promise<ListedRow[]> {
  return db.query<ListedRow>(
    `SELECT ${listed} FROM returns r ${people} WHERE r.id = ANY ($1::bigint[]) ORDER BY r.created_at DESC, r.id DESC`,
    [ids],
    'returns_listed',
  )
}

export type DetailRow = ListedRow & {
  order_id: number
  creator_email: string
  fault_report_id: number | null
  fault_report_no: string | null
  lines: {
    lineNo: number
    code: string
    name: string
    unit: string
    quantity: number
    accepted: number | null
    received: number | null
    isInCatalog: boolean
    warehouse: string | null
    fromWarehouseId: number | null
  }[]
  photos: { file: string; width: number; height: number }[]
  events: { state: ReturnState; note: string; user: string; date: string }[]
}

/** One return with its lines, photos and steps. */
export async function findReturn(db: Db, id: number): Promise<DetailRow | undefined> {
  return db.one<DetailRow>(
    `SELECT ${listed}, r.order_id, coalesce((SELECT w.email FROM users w WHERE w.id = u.representative_id), u.email) AS creator_email, r.fault_report_id, f.report_no AS fault_report_no,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('lineNo', x.line_no, 'code', l.code, 'name', l.name,
                      'unit', l.unit, 'quantity', x.quantity, 'accepted', x.accepted, 'received', x.received,
                      'isInCatalog', l.product_id IS NOT NULL, 'warehouse', w.name,
                      'fromWarehouseId', (SELECT m.warehouse_id FROM stock_movements m
                        WHERE m.order_id = x.order_id AND m.product_id = l.product_id
                        GROUP BY m.warehouse_id ORDER BY sum(m.quantity), m.warehouse_id LIMIT 1)) ORDER BY x.line_no), '[]')
               FROM return_lines x JOIN order_lines l ON l.order_id = x.order_id AND l.line_no = x.line_no
               LEFT JOIN warehouses w ON w.id = x.warehouse_id WHERE x.return_id = r.id) AS lines,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('file', p.file, 'width', p.width, 'height', p.height)
                                       ORDER BY p.position), '[]')
               FROM fault_report_photos p WHERE p.return_id = r.id) AS photos,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('state', e.state, 'note', e.note, 'user', w.name,
                                         'date', e.created_at) ORDER BY e.id), '[]')
               FROM return_events e JOIN users w ON w.id = e.user_id WHERE e.return_id = r.id) AS events
       FROM returns r ${people} LEFT JOIN fault_reports f ON f.id = r.fault_report_id WHERE r.id = $1`,
    [id],
    'return_whole',
  )
}

export async function loadOpenWarehouses(db: Db): Promise<{ id: number; name: string }[]> {
  return db.query(
    'SELECT id, name FROM warehouses WHERE is_active ORDER BY position, name, id',
    [],
    'return_warehouses',
  )
}
