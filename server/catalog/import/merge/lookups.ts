import { reservedSlugs } from '#contract/core/reserved-slugs.ts'
import { fold, slugify } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Runs the insert only if there are rows: an empty statement would still make every process reload all names. */
export async function insertRows<Row extends object>(db: Db, sql: string, columns: unknown[][]): Promise<Row[]> {
  return columns[0]?.length ? db.query<Row>(sql, columns) : []
}

/** Creates a temporary table of ids by the names that the file uses. */
export async function createLookup(db: Db, table: string, names: string[], ids: (number | undefined)[]): Promise<void> {
  await db.execute(`CREATE TEMP TABLE ${table} (name text PRIMARY KEY, id integer NOT NULL) ON COMMIT DROP`)
  await db.execute(`INSERT INTO ${table} SELECT * FROM unnest($1::text[], $2::integer[])`, [names, ids])
  await db.execute(`ANALYZE ${table}`)
}

/** Hands out slugs that no brand, category or page of the shop has: the first free candidate, or the last one numbered. */
export type Slugs = { take(candidates: readonly string[]): string }

export async function loadSlugs(db: Db): Promise<Slugs> {
  const rows = await db.query<{ slug: string }>('SELECT slug FROM brands UNION ALL SELECT slug FROM categories')
  const taken = new Set([...reservedSlugs, ...rows.map(({ slug }) => slug)])
  return {
    take(candidates) {
      const free = candidates.find((slug) => !taken.has(slug))
      return takeNumbered(taken, free ?? candidates.at(-1) ?? '')
    },
  }
}

export function slugOf(text: string, fallback: string): string {
  return fold(text).search(/[a-z0-9]/) < 0 ? fallback : slugify(text)
}

/** Adds a text to `taken`, with a number behind it if it is taken already. */
export function takeNumbered(taken: Set<string>, text: string): string {
  let free = text
  for (let i = 2; taken.has(free); i += 1) free = `${text}-${i}`
  taken.add(free)
  return free
}
