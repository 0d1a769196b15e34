import type { Locale } from '#contract/core/visitor.ts'
import { type ReturnReason, type ReturnState, returnNumber } from '#domain/after-sales/goods-return.ts'
import type { AddressScope } from '#domain/people/address-scope.ts'
import { inScopeSql } from '#server/account/account.ts'
import { insertRow } from '#server/platform/db/insert-row.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type OrderOfDealer = { id: number; order_no: string }

/** Whose orders and returns are read, and the addresses that the reader is bound to. */
export type ReturnReader = { dealerId: number; addresses: AddressScope }

export async function findOrderOfDealer(
  db: Db,
  { dealerId, addresses }: ReturnReader,
  orderNo: string,
): Promise<OrderOfDealer | undefined> {
  return db.one<OrderOfDealer>(
    `SELECT id, order_no FROM orders WHERE dealer_id = $1 AND order_no = $2 AND ${inScopeSql('$3', 'delivery_address_id')}`,
    [dealerId, orderNo, addresses],
    'return_order',
  )
}

/** Fault reports of the dealer about products of an order, newest first. */
export async function loadFaultReports(db: Db, dealerId: number, orderId: number) {
  return db.query<{ id: number; report_no: string; product_name: string; serial_no: string }>(
    `SELECT id, report_no, product_name, serial_no FROM fault_reports
      WHERE dealer_id = $1 AND product_id IN (SELECT product_id FROM order_lines WHERE order_id = $2)
      ORDER BY id DESC LIMIT 50`,
    [dealerId, orderId],
    'return_fault_reports',
  )
}

async function nextReturnNumber(db: Db): Promise<string> {
  const row = await db.one<{ sequence: number; year: number }>(
    `SELECT nextval('return_number') AS sequence,
            extract(year FROM now() AT TIME ZONE 'Europe/Istanbul')::integer AS year`,
    [],
    'return_number',
  )
  if (row === undefined) throw new Error('Could not read the next return number.')
  return returnNumber(row.year, row.sequence)
}

export type RequestedLine = { lineNo: number; quantity: number }
export type NewReturn = {
  orderId: number
  dealerId: number
  userId: number
  requestKey: string
  reason: ReturnReason
  description: string
  faultReportId: number | null
  locale: Locale
  lines: readonly RequestedLine[]
}

export async function insertReturn(db: Db, wanted: NewReturn): Promise<{ id: number; returnNo: string }> {
  const returnNo = await nextReturnNumber(db)
  const id = await insertRow(
    db,
    'returns',
    {
      return_no: returnNo,
      order_id: wanted.orderId,
      dealer_id: wanted.dealerId,
      user_id: wanted.userId,
      request_key: wanted.requestKey,
      reason: wanted.reason,
      description: wanted.description,
      fault_report_id: wanted.faultReportId,
      locale: wanted.locale,
    },
    'return_insert',
  )
  await db.execute(
    `INSERT INTO return_lines (return_id, order_id, line_no, quantity)
     SELECT $1, $2, r."lineNo", r.quantity
       FROM jsonb_to_recordset($3::jsonb) AS r ("lineNo" integer, quantity integer)`,
    [id, wanted.orderId, JSON.stringify(wanted.lines)],
    'return_lines_insert',
  )
  return { id, returnNo }
}

export type EarlierReturn = { id: number; return_no: string; order_id: number; lines: RequestedLine[] }

/** The return that a request has made. */
export async function findByKey(db: Db, key: string): Promise<EarlierReturn | undefined> {
  return db.one<EarlierReturn>(
    `SELECT r.id, r.return_no, r.order_id,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('lineNo', l.line_no, 'quantity', l.quantity) ORDER BY l.line_no),
                      '[]')
               FROM return_lines l WHERE l.return_id = r.id) AS lines
       FROM returns r WHERE r.request_key = $1`,
    [key],
    'return_of_request',
  )
}

/** The number of returns that a user requested within an hour. */
export async function countRecent(db: Db, userId: number): Promise<number> {
  const row = await db.one<{ count: number }>(
    "SELECT count(*)::int AS count FROM returns WHERE user_id = $1 AND created_at > now() - interval '1 hour'",
    [userId],
    'returns_recent',
  )
  return row?.count ?? 0
}

export type LockedReturn = {
  id: number
  return_no: string
  order_id: number
  state: ReturnState
  invoice_no: string
}

type ReturnKey = { id: number } | (ReturnReader & { returnNo: string })

/** The id of a return and its order, without a lock. */
export async function findReturnKey(db: Db, key: ReturnKey): Promise<{ id: number; order_id: number } | undefined> {
  return 'id' in key
    ? db.one('SELECT id, order_id FROM returns WHERE id = $1', [key.id], 'return_key')
    : db.one(
        `SELECT r.id, r.order_id FROM returns r JOIN orders o ON o.id = r.order_id
          WHERE r.dealer_id = $1 AND r.return_no = $2 AND ${inScopeSql('$3')}`,
        [key.dealerId, key.returnNo, key.addresses],
        'return_key_of_dealer',
      )
}

export async function lockReturn(db: Db, id: number): Promise<LockedReturn | undefined> {
  return db.one<LockedReturn>(
    'SELECT id, return_no, order_id, state, invoice_no FROM returns WHERE id = $1 FOR UPDATE',
    [id],
    'return_lock',
  )
}

export type ReturnLineRow = {
  line_no: number
  product_id: number | null
  code: string
  multiplier: string
  quantity: number
  accepted: number | null
}

export async function loadReturnLines(db: Db, id: number): Promise<ReturnLineRow[]> {
  return db.query<ReturnLineRow>(
    `SELECT r.line_no, l.product_id, l.code, l.multiplier, r.quantity, r.accepted
       FROM return_lines r JOIN order_lines l ON l.order_id = r.order_id AND l.line_no = r.line_no
      WHERE r.return_id = $1 ORDER BY r.line_no`,
    [id],
    'return_lines_to_decide',
  )
}

/** Lines that are left out are not accepted. */
export async function saveAccepted(db: Db, id: number, lines: readonly { lineNo: number; accepted: number }[]) {
  await db.execute(
    `UPDATE return_lines l
        SET accepted = coalesce((SELECT r.accepted FROM jsonb_to_recordset($2::jsonb) AS r ("lineNo" integer, accepted integer)
                                  WHERE r."lineNo" = l.line_no), 0)
      WHERE l.return_id = $1`,
    [id, JSON.stringify(lines)],
    'return_lines_accept',
  )
}

export type ReceivedLine = { lineNo: number; quantity: number; warehouseId: number | null }

/** Lines that are left out were not received. */
export async function saveReceived(db: Db, id: number, lines: readonly ReceivedLine[]): Promise<void> {
  await db.execute(
    `UPDATE return_lines l SET received = coalesce(n.quantity, 0), warehouse_id = n."warehouseId"
       FROM return_lines o
       LEFT JOIN jsonb_to_recordset($2::jsonb) AS n ("lineNo" integer, quantity integer, "warehouseId" integer)
              ON n."lineNo" = o.line_no
      WHERE o.return_id = $1 AND l.return_id = o.return_id AND l.line_no = o.line_no`,
    [id, JSON.stringify(lines)],
    'return_lines_receive',
  )
}

export async function saveInvoiceNo(db: Db, id: number, invoiceNo: string): Promise<void> {
  await db.execute('UPDATE returns SET invoice_no = $2 WHERE id = $1', [id, invoiceNo], 'return_invoice_no')
}

export type NewEvent = { id: number; from: ReturnState; to: ReturnState; note: string; userId: number }

/** Moves a return and writes its history; undefined if it is in another state than `from`. Returns the event. */
export async function moveReturn(db: Db, { id, from, to, note, userId }: NewEvent): Promise<number | undefined> {
  const row = await db.one<{ id: number }>(
    `WITH moved AS (UPDATE returns SET state = $3 WHERE id = $1 AND state = $2 RETURNING id)
     INSERT INTO return_events (return_id, state, note, user_id) SELECT id, $3, $4, $5 FROM moved RETURNING id`,
    [id, from, to, note, userId],
    'return_move',
  )
  return row?.id
}

export async function insertFirstEvent(db: Db, id: number, userId: number): Promise<number> {
  return insertRow(
    db,
    'return_events',
    { return_id: id, state: 'requested', note: '', user_id: userId },
    'return_first_event',
  )
}
