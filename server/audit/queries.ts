import type { AuditNoun } from '#contract/admin/audit.ts'
import { addDays, type Day } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { AuditValues } from './write-audit.ts'

export type AuditFilter = {
  /** Null for all; 'system' for the command line. */
  user: number | 'system' | null
  noun: string | null
  id: string | null
  action: string | null
  from: Day | null
  to: Day | null
  /** Folded; each is the start of a word in the entry. */
  words: readonly string[]
}

export type AuditRow = {
  id: number
  at: Date
  user_name: string | null
  action: string
  noun: string
  noun_id: string
  before: AuditValues | null
  after: AuditValues | null
  address: string | null
}

/** Older entries are found by their day. */
export const maxCounted = 10_000

function conditionOf({ user, noun, id, action, from, to, words }: AuditFilter): { sql: string; params: unknown[] } {
  const params: unknown[] = []
  const conditions = ['true']
  const add = (sql: (place: string) => string, value: unknown) => {
    if (value === null) return
    params.push(value)
    conditions.push(sql(`$${params.length}`))
  }
  if (user === 'system') conditions.push('a.user_id IS NULL AND a.key_id IS NULL')
  else add((place) => `a.user_id = ${place}`, user)
  add((place) => `a.noun = ${place}`, noun)
  add((place) => `a.noun_id = ${place}`, id)
  add((place) => `a.action = ${place}`, action)
  add((place) => `a.at >= ${place}::date::timestamp AT TIME ZONE 'Europe/Istanbul'`, from)
  add((place) => `a.at < ${place}::date::timestamp AT TIME ZONE 'Europe/Istanbul'`, to === null ? null : addDays(to, 1))
  if (words.length > 0) {
    add((place) => `a.words @@ to_tsquery('simple', ${place})`, words.map((word) => `${word}:*`).join(' & '))
  }
  return { sql: conditions.join(' AND '), params }
}

export function findEntries(
  db: Db,
  filter: AuditFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditRow[]> {
  const { sql, params } = conditionOf(filter)
  return db.query<AuditRow>(
    `SELECT a.id, a.at, coalesce(u.name, k.name) AS user_name, a.action, a.noun, a.noun_id, a.before, a.after, a.address
       FROM audit_log a LEFT JOIN users u ON u.id = a.user_id LEFT JOIN api_keys k ON k.id = a.key_id
      WHERE ${sql} ORDER BY a.at DESC, a.id DESC LIMIT ${limit} OFFSET ${offset}`,
    params,
  )
}

/** The number of entries, counted up to one more than the maximum. */
export async function countEntries(db: Db, filter: AuditFilter): Promise<number> {
  const { sql, params } = conditionOf(filter)
  const row = await db.one<{ count: number }>(
    `SELECT count(*) AS count FROM (SELECT FROM audit_log a WHERE ${sql} LIMIT ${maxCounted + 1}) counted`,
    params,
  )
  return row?.count ?? 0
}

export function listAuthors(db: Db): Promise<{ id: number; name: string }[]> {
  return db.query<{ id: number; name: string }>("SELECT id, name FROM users WHERE role = 'admin' ORDER BY name, id")
}

export type LastChange = { noun_id: string; at: Date; user_name: string | null }

/** The newest change of each of these, where there is one. */
export function lastChanges(db: Db, noun: AuditNoun, ids: readonly string[]): Promise<LastChange[]> {
  return db.query<LastChange>(
    `SELECT wanted.noun_id, last.at, u.name AS user_name
       FROM unnest($2::text[]) AS wanted (noun_id)
      CROSS JOIN LATERAL (SELECT a.at, a.user_id FROM audit_log a WHERE a.noun = $1 AND a.noun_id = wanted.noun_id
                           ORDER BY a.at DESC, a.id DESC LIMIT 1) last
       LEFT JOIN users u ON u.id = last.user_id`,
    [noun, ids],
  )
}
