import { fold } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Buyer } from './orders.ts'
import { createRandom, type Random } from '#demo/random.ts'

export type SearchPlan = { count: number; seed: number; today: Date; buyers: readonly Buyer[] }

const fortnight = 14 * 24 * 3600

/** Inserts searches of dealers and guests in the last two weeks, some terms much more often than others. */
export async function insertSearches(db: Db, { count, seed, today, buyers }: SearchPlan): Promise<void> {
  const random = createRandom(seed + 5)
  const products = await db.query<{ name: string; code: string }>(
    `SELECT DISTINCT ON (category_id) name, code FROM products WHERE is_active AND parent_id IS NULL
      ORDER BY category_id, id LIMIT 40`,
  )
  const texts = products.map(({ name, code }, i) => (i % 6 === 5 ? code : name.split(' ').slice(0, 2).join(' ')))
  const drawn = Array.from({ length: count }, () => drawSearch(random, texts, buyers)).toSorted((a, b) => b.age - a.age)
  await db.execute(
    `INSERT INTO searches (user_id, query, folded, result_count, created_at)
     SELECT d.user_id, d.query, d.folded, d.found, $2::timestamptz - d.age * interval '1 second'
       FROM json_to_recordset($1) AS d (user_id integer, query text, folded text, found integer, age integer)`,
    [JSON.stringify(drawn), today],
  )
}

function drawSearch(random: Random, texts: readonly string[], buyers: readonly Buyer[]) {
  const query = texts[Math.floor(texts.length * random.next() ** 2.5)] ?? 'vida'
  return {
    user_id: random.chance(0.35) ? null : random.pick(buyers).userId,
    query: random.chance(0.7) ? query.toLocaleLowerCase('tr') : query,
    folded: fold(query),
    found: random.whole(1, 60),
    age: Math.floor(fortnight * random.next() ** 2),
  }
}
