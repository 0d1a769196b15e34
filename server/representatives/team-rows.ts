import type { Day } from '#domain/text/calendar-day.ts'
import { isRepresentativeSql } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Users of staff whose work is with dealers: representatives, and everybody who has dealers, a region or a discount. */
const isInTeam = `o.role = 'admin' AND (
  (o.disabled_at IS NULL AND ${isRepresentativeSql} AND o.user_role IS DISTINCT FROM 'full')
  OR EXISTS (SELECT FROM representative_dealers l WHERE l.user_id = o.id)
  OR EXISTS (SELECT FROM representative_regions l WHERE l.user_id = o.id)
  OR EXISTS (SELECT FROM representatives l WHERE l.user_id = o.id))`

export type TeamRow = {
  id: number
  name: string
  email: string
  is_disabled: boolean
  phone: string
  line_percent: string
  total_percent: string
  floor_percent: string | null
  regions: string[]
  dealers: number
  target: string
  sold: string
}

/** The team with the figures of a month, by name; `id` null for all. */
export async function loadTeam(db: Db, { id, month }: { id: number | null; month: Day }): Promise<TeamRow[]> {
  return db.query<TeamRow>(
    `SELECT o.id, o.name, o.email, o.disabled_at IS NOT NULL AS is_disabled, coalesce(p.phone, '') AS phone,
            coalesce(p.line_percent, 0) AS line_percent, coalesce(p.total_percent, 0) AS total_percent, p.floor_percent,
            ARRAY(SELECT g.name FROM representative_regions g WHERE g.user_id = o.id ORDER BY g.name) AS regions,
            (SELECT count(*) FROM dealer_representatives a JOIN dealers d ON d.id = a.dealer_id
              WHERE a.user_id = o.id AND d.disabled_at IS NULL) AS dealers,
            (SELECT coalesce(sum(t.amount), 0) FROM representative_targets t JOIN dealer_representatives a
                 ON a.dealer_id = t.dealer_id AND a.user_id = t.user_id
              WHERE t.user_id = o.id AND t.month = $2::date) AS target,
            (SELECT coalesce(sum(r.total_try), 0) FROM dealer_representatives a JOIN orders r ON r.dealer_id = a.dealer_id
              WHERE a.user_id = o.id AND NOT r.is_cancel
                AND r.created_at >= ($2::date)::timestamp AT TIME ZONE 'Europe/Istanbul'
                AND r.created_at < ($2::date + interval '1 month') AT TIME ZONE 'Europe/Istanbul') AS sold
       FROM users o LEFT JOIN representatives p ON p.user_id = o.id
      WHERE ${isInTeam} AND ($1::integer IS NULL OR o.id = $1)
      ORDER BY o.disabled_at IS NOT NULL, o.name, o.id`,
    [id, month],
    'representative_team',
  )
}

/** Everybody who may be chosen for a dealer, by name. */
export async function listRepresentativeNames(db: Db): Promise<{ id: number; name: string }[]> {
  return db.query<{ id: number; name: string }>(
    `SELECT o.id, o.name FROM users o WHERE o.disabled_at IS NULL AND ${isInTeam} ORDER BY o.name, o.id`,
    [],
    'representative_names',
  )
}

export type TeamDealerRow = {
  id: number
  code: string
  name: string
  city: string
  is_listed: boolean
  target: string | null
  sold: string
}

/** The dealers of a representative with the targets of a month. */
export async function loadTeamDealers(db: Db, userId: number, month: Day): Promise<TeamDealerRow[]> {
  return db.query<TeamDealerRow>(
    `SELECT d.id, d.code, d.name, coalesce(d.city, '') AS city,
            EXISTS (SELECT FROM representative_dealers l WHERE l.dealer_id = d.id) AS is_listed,
            (SELECT t.amount FROM representative_targets t
              WHERE t.user_id = a.user_id AND t.dealer_id = d.id AND t.month = $2::date) AS target,
            (SELECT coalesce(sum(r.total_try), 0) FROM orders r WHERE r.dealer_id = d.id AND NOT r.is_cancel
                AND r.created_at >= ($2::date)::timestamp AT TIME ZONE 'Europe/Istanbul'
                AND r.created_at < ($2::date + interval '1 month') AT TIME ZONE 'Europe/Istanbul') AS sold
       FROM dealer_representatives a JOIN dealers d ON d.id = a.dealer_id
      WHERE a.user_id = $1 AND d.disabled_at IS NULL ORDER BY d.name, d.id`,
    [userId, month],
    'representative_team_dealers',
  )
}

/** Provinces and regions of dealers, by name. */
export async function listPlaces(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>(
    `SELECT min(place.name) AS name FROM dealers d
       CROSS JOIN LATERAL (VALUES (coalesce(d.city, '')), (d.region)) AS place (name)
      WHERE place.name <> '' GROUP BY fold(place.name) ORDER BY min(place.name COLLATE "tr-x-icu")`,
    [],
    'representative_places',
  )
  return rows.map(({ name }) => name)
}

/** The representative chosen for a dealer, and the one of its province or region. */
export type AssignedRow = { chosen: number | null; region_id: number | null; region_name: string | null }

export async function findAssigned(db: Db, dealerId: number): Promise<AssignedRow | undefined> {
  return db.one<AssignedRow>(
    `SELECT l.user_id AS chosen, u.id AS region_id, u.name AS region_name
       FROM dealers d
       LEFT JOIN representative_dealers l ON l.dealer_id = d.id
       LEFT JOIN representative_regions p ON p.key = fold(coalesce(d.city, ''))
       LEFT JOIN representative_regions r ON r.key = fold(d.region)
       LEFT JOIN users u ON u.id = coalesce(p.user_id, r.user_id)
      WHERE d.id = $1`,
    [dealerId],
    'representative_assigned',
  )
}

/** Whom a province leads to; undefined if it has no representative. */
export async function findByPlace(db: Db, city: string): Promise<{ id: number; name: string } | undefined> {
  return db.one<{ id: number; name: string }>(
    'SELECT u.id, u.name FROM representative_regions g JOIN users u ON u.id = g.user_id WHERE g.key = fold($1)',
    [city],
    'representative_of_place',
  )
}

export type ContactRow = { name: string; phone: string; email: string }

/** How a dealer reaches its representative; undefined without one who works here. */
export async function findContact(db: Db, dealerId: number): Promise<ContactRow | undefined> {
  return db.one<ContactRow>(
    `SELECT u.name, coalesce(p.phone, '') AS phone, u.email
       FROM dealer_representatives a JOIN users u ON u.id = a.user_id LEFT JOIN representatives p ON p.user_id = u.id
      WHERE a.dealer_id = $1 AND u.disabled_at IS NULL`,
    [dealerId],
    'representative_contact',
  )
}
