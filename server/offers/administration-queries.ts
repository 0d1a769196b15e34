import type { OfferSort } from '#contract/shop/offers.ts'
import { addDays } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import {
  isAsked,
  isFilteredBy,
  likeText,
  type OfferFilter,
  offerColumns,
  type OfferRow,
  offerOrders,
} from './queries.ts'

/** The filter of a dealer, plus the dealer by its code or part of its name. */
export type AdminOfferFilter = Omit<OfferFilter, 'dealerId'> & { dealer: string }

function conditionOf({ q, dealer, status, from, to }: AdminOfferFilter): { sql: string; params: unknown[] } {
  const params: unknown[] = []
  const conditions = ['true']
  const add = (sql: (place: string) => string, value: unknown) => {
    params.push(value)
    conditions.push(sql(`$${params.length}`))
  }
  if (q !== '') add(searched, likeText(q))
  if (dealer !== '') add(ofDealer, dealer)
  if (status !== null) add(isFilteredBy, status)
  if (from !== null) add((place) => `o.created_at >= ${place}::date::timestamp AT TIME ZONE 'Europe/Istanbul'`, from)
  if (to !== null) {
    add((place) => `o.created_at < ${place}::date::timestamp AT TIME ZONE 'Europe/Istanbul'`, addDays(to, 1))
  }
  return { sql: conditions.join(' AND '), params }
}

const searched = (place: string) =>
  `(o.offer_no LIKE upper(${place}) || '%' OR o.search_text LIKE '%' || fold(${place}) || '%')`

// Folding names is slow: the stored search text, which contains the name and more, is compared first.
const ofDealer = (place: string) =>
  `o.dealer_id IN (SELECT d.id FROM dealers d
     WHERE upper(d.code) = upper(${place})
        OR (strpos(d.search_text, fold(${place})) > 0 AND strpos(fold(d.name), fold(${place})) > 0))`

/** The ids of matching offers in order; of one page, or all of them without a page. */
export async function findOfferIds(
  db: Db,
  filter: AdminOfferFilter,
  sort: OfferSort,
  stretch?: { limit: number; offset: number },
): Promise<number[]> {
  const { sql, params } = conditionOf(filter)
  const part = stretch === undefined ? '' : `LIMIT ${stretch.limit} OFFSET ${stretch.offset}`
  const rows = await db.query<{ id: number }>(
    `SELECT o.id FROM offers o WHERE ${sql} ORDER BY ${offerOrders[sort]} ${part}`,
    params,
  )
  return rows.map(({ id }) => id)
}

export async function countAllOffers(db: Db, filter: AdminOfferFilter): Promise<number> {
  const { sql, params } = conditionOf(filter)
  const row = await db.one<{ count: number }>(`SELECT count(*) AS count FROM offers o WHERE ${sql}`, params)
  return row?.count ?? 0
}

export type AdminOfferRow = OfferRow & { dealer: string; dealer_code: string }

/** Loads these offers, in this order. */
export async function loadAnyOffers(db: Db, ids: readonly number[]): Promise<AdminOfferRow[]> {
  return db.query<AdminOfferRow>(
    `SELECT ${offerColumns}, d.name AS dealer, d.code AS dealer_code
       FROM unnest($1::bigint[]) WITH ORDINALITY AS wanted (id, place)
       JOIN offers o ON o.id = wanted.id
       JOIN users u ON u.id = o.user_id
       JOIN dealers d ON d.id = o.dealer_id
      ORDER BY wanted.place`,
    [ids],
    'admin_offers',
  )
}

/** Requests that the list shows at most. */
const maxAsked = 100

/** The offers whose dealers wait for an answer about prices, with since when; the longest first. */
export async function findAsked(db: Db): Promise<Map<number, Date>> {
  const rows = await db.query<{ id: number; asked_at: Date }>(
    `SELECT o.id, r.created_at AS asked_at
       FROM offers o JOIN offer_rounds r ON r.offer_id = o.id
        AND r.number = (SELECT max(number) FROM offer_rounds WHERE offer_id = o.id)
      WHERE ${isAsked}
      ORDER BY asked_at, o.id LIMIT ${maxAsked}`,
    [],
    'admin_offers_asked',
  )
  return new Map(rows.map(({ id, asked_at }) => [id, asked_at]))
}
