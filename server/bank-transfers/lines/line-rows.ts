import type { LineState } from '#contract/admin/bank-lines.ts'
import { parseAmount } from '#domain/money/amount-text.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type LineFilter = { state: LineState; q: string; from: Day | null; to: Day | null }

const isOpen = `l.state = 'open' AND l.amount > 0`
const conditionOf: Record<LineState, string> = {
  open: isOpen,
  booked: `l.state = 'booked'`,
  ignored: `l.state = 'ignored'`,
  outgoing: 'l.amount < 0',
}

function foundBy({ state, q, from, to }: LineFilter) {
  const params: unknown[] = []
  const conditions = [conditionOf[state]]
  const place = (value: unknown) => `$${params.push(value)}`
  for (const word of q.split(/\s+/).filter((each) => each !== '')) {
    const at = place(word)
    const amount = parseAmount(word)
    const ofAmount = amount === null ? '' : ` OR abs(l.amount) = ${place(amount.abs().toFixed())}::numeric`
    const ofDealer = `EXISTS (SELECT FROM bank_line_bookings b JOIN dealers d ON d.id = b.dealer_id
       WHERE b.line_id = l.id AND b.reversed_at IS NULL AND strpos(fold(d.code || ' ' || d.name), fold(${at})) > 0)`
    conditions.push(`(strpos(l.search_text, fold(${at})) > 0 OR ${ofDealer}${ofAmount})`)
  }
  if (from !== null) conditions.push(`l.booked_on >= ${place(from)}::date`)
  if (to !== null) conditions.push(`l.booked_on <= ${place(to)}::date`)
  return { sql: `FROM bank_lines l WHERE ${conditions.join(' AND ')}`, params }
}

export async function countLines(db: Db, filter: LineFilter): Promise<number> {
  const { sql, params } = foundBy(filter)
  return (await db.one<{ count: number }>(`SELECT count(*)::int AS count ${sql}`, params))?.count ?? 0
}

/** Newest first; all of them without a page. */
export async function findLineIds(
  db: Db,
  filter: LineFilter,
  page?: { limit: number; offset: number },
): Promise<number[]> {
  const { sql, params } = foundBy(filter)
  const rows = await db.query<{ id: number }>(
    `SELECT l.id ${sql} ORDER BY l.booked_on DESC, l.id DESC LIMIT $${params.length + 1} OFFSET $${params.length + 2}`,
    [...params, page?.limit ?? null, page?.offset ?? 0],
  )
  return rows.map(({ id }) => id)
}

/** Lines to match, and notices that wait for one. */
export async function countWork(db: Db): Promise<{ open: number; notices: number }> {
  const row = await db.one<{ open: number; notices: number }>(
    `SELECT (SELECT count(*)::int FROM bank_lines l WHERE ${isOpen}) AS open,
            (SELECT count(*)::int FROM transfer_notices WHERE state = 'waiting') AS notices`,
    [],
    'bank_lines_work',
  )
  return row ?? { open: 0, notices: 0 }
}

export type LineRow = {
  id: number
  iban: string
  booked_on: Day
  amount: string
  reference: string
  description: string
  sender: string
  sender_iban: string
  state: 'open' | 'booked' | 'ignored'
  reason: string
  settled_at: Date | null
  settled_by: string | null
  has_twin: boolean
  bookings: { dealerId: number; dealer: string; dealerCode: string; amount: number; noticeId: number | null }[]
}

/** Loads these lines, in this order. */
export function loadLines(db: Db, ids: readonly number[]): Promise<LineRow[]> {
  return db.query<LineRow>(
    `SELECT l.id, l.iban, l.booked_on, l.amount, l.reference, l.description, l.sender, l.sender_iban, l.state, l.reason,
            l.settled_at, u.name AS settled_by,
            EXISTS (SELECT FROM bank_lines t JOIN bank_statements ts ON ts.id = t.statement_id
                     WHERE (t.iban, t.booked_on, t.amount) = (l.iban, l.booked_on, l.amount) AND ts.id <> l.statement_id
                       AND (t.fingerprint = l.fingerprint OR ts.format <> s.format)) AS has_twin,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('dealerId', b.dealer_id, 'dealer', d.name, 'dealerCode', d.code,
                                                          'amount', b.amount, 'noticeId', b.notice_id) ORDER BY b.id), '[]')
               FROM bank_line_bookings b JOIN dealers d ON d.id = b.dealer_id
              WHERE b.line_id = l.id AND b.reversed_at IS NULL) AS bookings
       FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
       JOIN bank_lines l ON l.id = wanted.id JOIN bank_statements s ON s.id = l.statement_id LEFT JOIN users u ON u.id = l.settled_by
      ORDER BY wanted.place`,
    [ids],
    'bank_lines_load',
  )
}

export type LockedLine = {
  id: number
  state: 'open' | 'booked' | 'ignored'
  amount: string
  booked_on: Day
  reference: string
  description: string
  sender: string
}

/** Locks a line until the transaction ends. The accounts that it pays are locked before. */
export function lockLine(db: Db, id: number): Promise<LockedLine | undefined> {
  return db.one<LockedLine>(
    'SELECT id, state, amount, booked_on, reference, description, sender FROM bank_lines WHERE id = $1 FOR UPDATE',
    [id],
    'bank_line_lock',
  )
}

type Settled = { state: 'booked' | 'ignored'; reason: string; userId: number }

/** Moves a line to a state; null opens it again. */
export async function setLineState(db: Db, id: number, to: Settled | null): Promise<void> {
  await db.execute(
    `UPDATE bank_lines SET state = $2, reason = $3, settled_by = $4,
            settled_at = CASE WHEN $2 = 'open' THEN NULL ELSE now() END
      WHERE id = $1`,
    [id, to?.state ?? 'open', to?.reason ?? '', to?.userId ?? null],
    'bank_line_state',
  )
}
