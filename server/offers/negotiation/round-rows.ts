import type { NegotiationState, RoundKind } from '#domain/orders/negotiation.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type LockedTalks = {
  id: number
  offer_no: string
  dealer_id: number
  user_id: number
  is_cancel: boolean
  order_no: string | null
  negotiation: NegotiationState | null
  agreed_until: Date | null
}

/** An offer, locked until the transaction ends; of this dealer only, if one is given. */
export function lockTalks(db: Db, id: number, dealerId: number | null): Promise<LockedTalks | undefined> {
  return db.one<LockedTalks>(
    `SELECT id, offer_no, dealer_id, user_id, is_cancel, negotiation, agreed_until,
            (SELECT n.order_no FROM orders n WHERE n.id = o.order_id) AS order_no
       FROM offers o WHERE id = $1 AND ($2::integer IS NULL OR dealer_id = $2) FOR UPDATE`,
    [id, dealerId],
    'offer_talks_lock',
  )
}

export type RoundLineRow = { line_no: number; quantity: number; price_value: string | null; note: string }
export type RoundRow = {
  id: number
  number: number
  kind: RoundKind
  version: number | null
  user_id: number
  author: string
  created_at: Date
  note: string
  expires_at: Date | null
  locks_rates: boolean
  lines: RoundLineRow[] | null
}

/** The rounds of an offer with their lines, oldest first. */
export function loadRounds(db: Db, offerId: number): Promise<RoundRow[]> {
  return db.query<RoundRow>(
    `SELECT r.id, r.number, r.kind, r.version, r.user_id, u.name AS author, r.created_at, r.note, r.expires_at, r.locks_rates,
            (SELECT jsonb_agg(jsonb_build_object('line_no', l.line_no, 'quantity', l.quantity,
                                                 'price_value', l.price_value::text, 'note', l.note) ORDER BY l.line_no)
               FROM offer_round_lines l WHERE l.round_id = r.id) AS lines
       FROM offer_rounds r JOIN users u ON u.id = r.user_id WHERE r.offer_id = $1 ORDER BY r.number`,
    [offerId],
    'offer_rounds',
  )
}

export type NewRound = {
  offerId: number
  number: number
  kind: RoundKind
  version?: number | null
  userId: number
  note: string
  expiresAt?: Date | null
  locksRates?: boolean
}

/** `at`: when it happened. */
export async function insertRound(db: Db, round: NewRound, at: Date): Promise<number> {
  const { offerId, number, kind, version = null, userId, note, expiresAt = null, locksRates = false } = round
  const row = await db.one<{ id: number }>(
    `INSERT INTO offer_rounds (offer_id, number, kind, version, user_id, note, expires_at, locks_rates, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING id`,
    [offerId, number, kind, version, userId, note, expiresAt, locksRates, at],
    'offer_round_insert',
  )
  if (row === undefined) throw new Error('Could not insert the round.')
  return row.id
}

/** Inserts lines with the present quantities of the offer. */
export async function insertRoundLines(
  db: Db,
  { roundId, offerId }: { roundId: number; offerId: number },
  lines: readonly Omit<RoundLineRow, 'quantity'>[],
): Promise<void> {
  await db.execute(
    `INSERT INTO offer_round_lines (round_id, line_no, quantity, price_value, note)
     SELECT $1, l.line_no, i.quantity, l.price_value, l.note
       FROM jsonb_to_recordset($3::jsonb) AS l (line_no integer, price_value numeric, note text)
       JOIN offer_items i ON i.offer_id = $2 AND i.line_no = l.line_no`,
    [roundId, offerId, JSON.stringify(lines)],
    'offer_round_lines_insert',
  )
}

/** `agreedUntil`: of state `agreed` only. */
export async function setNegotiation(
  db: Db,
  id: number,
  state: NegotiationState,
  agreedUntil: Date | null = null,
): Promise<void> {
  await db.execute(
    'UPDATE offers SET negotiation = $2, agreed_until = $3 WHERE id = $1',
    [id, state, agreedUntil],
    'offer_negotiation',
  )
}

/** Makes the prices of a version those that an order has, and locks the rates of the offer as long, if the version says so. */
export async function agreeOn(db: Db, offerId: number, round: Pick<RoundRow, 'id' | 'expires_at' | 'locks_rates'>) {
  await db.execute(
    `UPDATE offer_items i SET agreed_value = l.price_value FROM offer_round_lines l
      WHERE i.offer_id = $1 AND l.round_id = $2 AND l.line_no = i.line_no`,
    [offerId, round.id],
    'offer_agree_lines',
  )
  await setNegotiation(db, offerId, 'agreed', round.expires_at)
  if (!round.locks_rates) return
  await db.execute(
    'UPDATE offers SET rates_locked_until = greatest(rates_locked_until, $2::timestamptz) WHERE id = $1',
    [offerId, round.expires_at],
    'offer_agree_rates',
  )
}

/** Agreed prices that have expired end when the dealer asks again. */
export async function forgetAgreed(db: Db, offerId: number): Promise<void> {
  await db.execute('UPDATE offer_items SET agreed_value = NULL WHERE offer_id = $1', [offerId], 'offer_forget_agreed')
}
