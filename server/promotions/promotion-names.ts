import type { Locale } from '#contract/core/visitor.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** The names of promotions, in id order. Removed ones are left out. */
export async function namesOfPromotions(db: Db, ids: readonly number[], locale: Locale): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.query<{ name: string }>(
    `SELECT CASE WHEN $2 = 'en' AND name_en <> '' THEN name_en ELSE name END AS name
       FROM promotions WHERE id = ANY ($1::integer[]) ORDER BY id`,
    [ids, locale],
    'promotion_names',
  )
  return rows.map(({ name }) => name)
}
