import type { NoticeState } from '#contract/shop/transfers.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type NoticeFilter = {
  /** Null: of all dealers. */
  dealerId: number | null
  state: NoticeState | null
  q: string
}

function foundBy({ dealerId, state, q }: NoticeFilter) {
  const params: unknown[] = []
  const conditions = ['true']
  const place = (value: unknown) => `$${params.push(value)}`
  if (dealerId !== null) conditions.push(`n.dealer_id = ${place(dealerId)}`)
  if (state !== null) conditions.push(`n.state = ${place(state)}`)
  for (const word of q.split(/\s+/).filter((each) => each !== '')) {
    const at = place(word)
    const amount = parseAmount(word)
    const ofAmount = amount === null ? '' : ` OR n.amount = ${place(amount.toFixed())}::numeric`
    conditions.push(
      `(strpos(fold(n.sender || ' ' || n.note || ' ' || d.name || ' ' || d.code), fold(${at})) > 0${ofAmount})`,
    )
  }
  return {
    sql: `FROM transfer_notices n JOIN dealers d ON d.id = n.dealer_id WHERE ${conditions.join(' AND ')}`,
    params,
  }
}

export async function countNotices(db: Db, filter: NoticeFilter): Promise<number> {
  const { sql, params } = foundBy(filter)
  return (await db.one<{ count: number }>(`SELECT count(*)::int AS count ${sql}`, params))?.count ?? 0
}

/** Those that wait are worked off, the oldest first; others are read, the newest first. */
export async function findNoticeIds(
  db: Db,
  filter: NoticeFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<number[]> {
  const { sql, params } = foundBy(filter)
  const order = filter.dealerId === null && filter.state === 'waiting' ? 'n.id' : 'n.id DESC'
  const rows = await db.query<{ id: number }>(
    `SELECT n.id ${sql} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
    params,
  )
  return rows.map(({ id }) => id)
}

export type NoticeRow = {
  id: number
  dealer_id: number
  dealer: string
  dealer_code: string
  user: string
  created_at: Date
  amount: string
  sent_on: Day
  bank: string
  iban: string
  sender: string
  note: string
  order_id: number | null
  order_no: string | null
  debts: { documentNo: string; unpaid: number }[]
  receipt: { file: string; kind: 'picture' | 'pdf'; name: string; bytes: number } | null
  state: NoticeState
  reason: string
  settled_at: Date | null
  settled_by: string | null
  line_id: number | null
}

/** Loads these notices, in this order. */
export function loadNotices(db: Db, ids: readonly number[]): Promise<NoticeRow[]> {
  return db.query<NoticeRow>(
    `SELECT n.id, n.dealer_id, d.name AS dealer, d.code AS dealer_code, u.name AS "user", n.created_at, n.amount, n.sent_on,
            n.bank, n.iban, n.sender, n.note, o.id AS order_id, o.order_no, n.state, n.reason, n.settled_at, s.name AS settled_by,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('documentNo', m.document_no, 'unpaid', m.unpaid)
                                       ORDER BY coalesce(m.due_on, m.posted_on), m.id), '[]')
               FROM account_movements m WHERE m.id = ANY (n.debts) AND m.dealer_id = n.dealer_id) AS debts,
            CASE WHEN f.file IS NOT NULL
                 THEN jsonb_build_object('file', f.file, 'kind', f.kind, 'name', f.name, 'bytes', f.bytes) END AS receipt,
            (SELECT b.line_id FROM bank_line_bookings b WHERE b.notice_id = n.id AND b.reversed_at IS NULL) AS line_id
       FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
       JOIN transfer_notices n ON n.id = wanted.id
       JOIN dealers d ON d.id = n.dealer_id
       JOIN users u ON u.id = n.user_id
       LEFT JOIN orders o ON o.id = n.order_id
       LEFT JOIN users s ON s.id = n.settled_by
       LEFT JOIN transfer_receipts f ON f.notice_id = n.id
      ORDER BY wanted.place`,
    [ids],
    'transfer_notices_load',
  )
}

/** The id of the notice that a user has reported with this key. */
export async function findByKey(db: Db, userId: number, key: string): Promise<number | null> {
  const sql = 'SELECT id FROM transfer_notices WHERE user_id = $1 AND request_key = $2'
  return (await db.one<{ id: number }>(sql, [userId, key], 'transfer_notice_key'))?.id ?? null
}

/** Moves a waiting notice to a state. Returns false if it no longer waits, or belongs to another dealer. */
export async function settleNotice(
  db: Db,
  id: number,
  to: { state: 'matched' | 'rejected' | 'withdrawn'; dealerId: number | null; userId: number; reason?: string },
): Promise<boolean> {
  const settled = await db.execute(
    `UPDATE transfer_notices SET state = $2, settled_at = now(), settled_by = $3, reason = $4
      WHERE id = $1 AND state = 'waiting' AND ($5::integer IS NULL OR dealer_id = $5)`,
    [id, to.state, to.userId, to.reason ?? '', to.dealerId],
    'transfer_notice_settle',
  )
  return settled === 1
}

/** Notices whose booking was taken back wait again. */
export async function reopenNotices(db: Db, ids: readonly number[]): Promise<void> {
  await db.execute(
    `UPDATE transfer_notices SET state = 'waiting', settled_at = NULL, settled_by = NULL
      WHERE id = ANY ($1) AND state = 'matched'`,
    [ids],
    'transfer_notices_reopen',
  )
}
