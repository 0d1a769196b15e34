import { ruleKey, type SearchRule } from '#domain/search/search-rule.ts'
import { fold } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { Buyer } from './orders.ts'
import { createRandom } from '#demo/random.ts'

/** Inserts synonyms, another code of a product and a redirect. */
export async function insertSearchRules(db: Db): Promise<void> {
  const product = await db.one<{ code: string }>(
    'SELECT code FROM products WHERE is_active AND parent_id IS NULL ORDER BY id LIMIT 1',
  )
  const rules: SearchRule[] = [
    { kind: 'synonyms', words: ['matkap', 'drill'], targets: [] },
    { kind: 'synonyms', words: ['priz', 'fiş yuvası'], targets: [] },
    { kind: 'one_way', words: ['şalter'], targets: ['sigorta', 'kontaktör'] },
    { kind: 'redirect', words: ['indirim', 'fırsat ürünleri'], targets: ['/kampanyalar'] },
    ...(product ? [{ kind: 'code' as const, words: ['ESKİ-4850'], targets: [product.code] }] : []),
  ]
  await db.execute('DELETE FROM search_rules')
  await db.execute('DELETE FROM ignored_searches')
  await db.execute(
    `WITH given AS MATERIALIZED (
       SELECT kind, words, targets, keys FROM json_to_recordset($1)
         AS g (kind text, words text[], targets text[], keys text[])
     ), rule AS (
       INSERT INTO search_rules (kind, words, targets) SELECT kind, words, targets FROM given RETURNING id, kind, words
     )
     INSERT INTO search_rule_words (kind, word, rule_id)
     SELECT rule.kind, key, rule.id FROM rule JOIN given USING (kind, words), unnest(given.keys) AS key`,
    [JSON.stringify(rules.map((rule) => ({ ...rule, keys: rule.words.map((word) => ruleKey(rule.kind, word)) })))],
  )
}

/** Searches that find nothing in the demo store; some are followed by one that does. */
const missed = [
  { query: 'delgeç', times: 14, next: 'matkap' },
  { query: 'karga burun', times: 9, next: 'pense' },
  { query: 'hilti kırıcı', times: 7 },
  { query: 'klima kumandası', times: 5 },
  { query: 'elektrik bandı siyah 20 li', times: 4, next: 'izole bant' },
  { query: 'qwerty', times: 1 },
] as const

type MissedPlan = { seed: number; today: Date; buyers: readonly Buyer[] }

/** Inserts searches without a result of the last fortnight. */
export async function insertMissedSearches(db: Db, { seed, today, buyers }: MissedPlan): Promise<void> {
  const random = createRandom(seed + 11)
  const rows = missed.flatMap((search) =>
    Array.from({ length: search.times }, () => {
      const user_id = random.chance(0.3) ? null : random.pick(buyers).userId
      const age = random.whole(600, 14 * 24 * 3600)
      const row = { user_id, query: search.query, folded: fold(search.query), found: 0, age }
      if (!('next' in search) || user_id === null) return [row]
      return [row, { ...row, query: search.next, folded: fold(search.next), found: 6, age: age - 60 }]
    }).flat(),
  )
  await db.execute(
    `INSERT INTO searches (user_id, query, folded, result_count, created_at)
     SELECT d.user_id, d.query, d.folded, d.found, $2::timestamptz - d.age * interval '1 second'
       FROM json_to_recordset($1) AS d (user_id integer, query text, folded text, found integer, age integer)`,
    [JSON.stringify(rows), today],
  )
}
