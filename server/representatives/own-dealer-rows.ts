import type { Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Whose dealers: those of one representative; null for those of all. */
export type Owner = number | null

export type OwnDealerRow = {
  id: number
  code: string
  name: string
  city: string
  phone: string
  contact_name: string
  email: string
  address: string
  representative_id: number
  representative: string
  last_order: { orderNo: string; date: string; totalTry: string } | null
  open_offers: number
  target: string | null
  sold: string
  next_step: { id: number; text: string; on: string } | null
}

/**
 * The enabled dealers of a representative with what does not depend on their accounts, in one statement for any number.
 * `words`: patterns of the search. `month`: its first day.
 */
export async function loadOwnDealers(
  db: Db,
  {
    owner,
    dealerId = null,
    patterns,
    month,
  }: { owner: Owner; dealerId?: number | null; patterns: string[]; month: Day },
): Promise<OwnDealerRow[]> {
  return db.query<OwnDealerRow>(
    `SELECT d.id, d.code, d.name, coalesce(d.city, '') AS city, coalesce(d.phone, '') AS phone, d.contact_name, d.email,
            concat_ws(' ', nullif(d.address, ''), nullif(d.district, '')) AS address,
            u.id AS representative_id, u.name AS representative,
            (SELECT jsonb_build_object('orderNo', o.order_no, 'date', o.created_at, 'totalTry', o.total_try::text)
               FROM orders o WHERE o.dealer_id = d.id AND NOT o.is_cancel ORDER BY o.id DESC LIMIT 1) AS last_order,
            (SELECT count(*) FROM offers f WHERE f.dealer_id = d.id AND NOT f.is_cancel AND f.accepted_at IS NULL
               AND coalesce(f.valid_until, 'infinity') >= (now() AT TIME ZONE 'Europe/Istanbul')::date) AS open_offers,
            (SELECT t.amount FROM representative_targets t
              WHERE t.user_id = u.id AND t.dealer_id = d.id AND t.month = $4::date) AS target,
            (SELECT coalesce(sum(o.total_try), 0) FROM orders o
              WHERE o.dealer_id = d.id AND NOT o.is_cancel
                AND o.created_at >= ($4::date)::timestamp AT TIME ZONE 'Europe/Istanbul'
                AND o.created_at < ($4::date + interval '1 month') AT TIME ZONE 'Europe/Istanbul') AS sold,
            (SELECT jsonb_build_object('id', v.id, 'text', v.next_step, 'on', v.next_on)
               FROM dealer_visits v WHERE v.dealer_id = d.id AND v.next_on IS NOT NULL AND v.done_at IS NULL
              ORDER BY v.next_on, v.id LIMIT 1) AS next_step
       FROM dealer_representatives a
       JOIN dealers d ON d.id = a.dealer_id AND d.disabled_at IS NULL
       JOIN users u ON u.id = a.user_id
      WHERE ($1::integer IS NULL OR a.user_id = $1) AND ($2::integer IS NULL OR d.id = $2)
        AND d.search_text LIKE ALL ($3::text[])
      ORDER BY d.name, d.id`,
    [owner, dealerId, patterns, month],
    'representative_dealers',
  )
}

export type VisitRow = {
  id: number
  kind: 'visit' | 'call' | 'note'
  day: string
  text: string
  by: string
  next_step: string
  next_on: string | null
  is_done: boolean
}

/** The latest notes about a dealer, newest first. */
export async function loadVisits(db: Db, dealerId: number): Promise<VisitRow[]> {
  return db.query<VisitRow>(
    `SELECT v.id, v.kind, v.day::text, v.text, u.name AS by, v.next_step, v.next_on::text, v.done_at IS NOT NULL AS is_done
       FROM dealer_visits v JOIN users u ON u.id = v.user_id WHERE v.dealer_id = $1
      ORDER BY v.day DESC, v.id DESC LIMIT 200`,
    [dealerId],
    'dealer_visits',
  )
}

export type RecentOrderRow = { order_no: string; created_at: Date; total_try: string; state: string; creator: string }

/** The latest orders of a dealer. */
export async function loadRecentOrders(db: Db, dealerId: number): Promise<RecentOrderRow[]> {
  return db.query<RecentOrderRow>(
    `SELECT o.order_no, o.created_at, o.total_try, o.state, u.name AS creator
       FROM orders o JOIN users u ON u.id = o.user_id WHERE o.dealer_id = $1 ORDER BY o.id DESC LIMIT 10`,
    [dealerId],
    'representative_recent_orders',
  )
}

export type NewVisit = {
  dealerId: number
  userId: number
  kind: string
  day: Day
  text: string
  nextStep: string
  nextOn: Day | null
}

export async function insertVisit(db: Db, visit: NewVisit): Promise<void> {
  const { dealerId, userId, kind, day, text, nextStep, nextOn } = visit
  await db.execute(
    `INSERT INTO dealer_visits (dealer_id, user_id, kind, day, text, next_step, next_on)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [dealerId, userId, kind, day, text, nextStep, nextOn],
  )
}

/** Marks a step of a dealer of this owner; returns whether there is one. */
export async function markStep(db: Db, owner: Owner, id: number, isDone: boolean): Promise<boolean> {
  const marked = await db.execute(
    `UPDATE dealer_visits v SET done_at = CASE WHEN $3 THEN coalesce(done_at, now()) END
      WHERE v.id = $1 AND v.next_on IS NOT NULL AND EXISTS (
        SELECT FROM dealer_representatives a WHERE a.dealer_id = v.dealer_id AND ($2::integer IS NULL OR a.user_id = $2))`,
    [id, owner, isDone],
    'dealer_visit_done',
  )
  return marked > 0
}
