import type { Pool } from '#server/platform/db/pool.ts'

/** Sums of the log as its triggers maintain them (migrations 0005 and 0017), each computed from all rows at once. */
const sums = [
  `INSERT INTO search_words (folded, query, searches, searched_at)
   SELECT folded, max(query), count(*), max(created_at) FROM searches GROUP BY folded`,
  `INSERT INTO search_users (user_id, searches, searched_at)
   SELECT user_id, count(*), max(created_at) FROM searches WHERE user_id IS NOT NULL GROUP BY user_id`,
  `INSERT INTO search_terms (term, is_word, user_id, searches, searched_at)
   SELECT folded, false, user_id, count(*), max(created_at) FROM searches GROUP BY folded, user_id`,
  `INSERT INTO search_terms (term, is_word, user_id, searches, searched_at)
   SELECT word, true, user_id, sum(searches), max(searched_at)
     FROM search_terms, search_words_of(term) AS word WHERE NOT is_word GROUP BY word, user_id`,
]

/**
 * Fills the log with this many searches of half a year: words of product names, a few of them very frequent, by guests
 * and by users of whom a few search often. Does nothing if there are as many already.
 */
export async function fillSearches(pool: Pool, count: number): Promise<void> {
  const there = await pool.one<{ count: number }>('SELECT count(*) AS count FROM searches')
  if ((there?.count ?? 0) >= count) return
  await pool.execute('TRUNCATE searches, search_words, search_users, search_terms')
  await pool.execute('ALTER TABLE searches DISABLE TRIGGER USER')
  await pool.execute(
    `CREATE UNLOGGED TABLE bench_texts AS
     SELECT row_number() OVER (ORDER BY hashtext(query)) AS n, query, fold(query) AS folded
       FROM (SELECT concat_ws(' ', piece, nullif(size, 0)) AS query
               FROM (SELECT DISTINCT array_to_string((regexp_split_to_array(name, ' +'))[f : f + k], ' ') AS piece
                       FROM products, generate_series(1, 3) f, generate_series(0, 2) k ORDER BY 1 LIMIT 5000) p,
                    generate_series(0, 100) size
              WHERE piece <> '') t
      WHERE length(query) <= 60`,
  )
  await pool.execute('CREATE UNIQUE INDEX ON bench_texts (n)')
  await pool.execute(
    `CREATE UNLOGGED TABLE bench_people AS
     SELECT row_number() OVER (ORDER BY id) AS n, id FROM users WHERE role = 'dealer'`,
  )
  // A logarithmic distribution: the first words and the first users occur most often.
  await pool.execute(
    `INSERT INTO searches (user_id, query, folded, result_count, created_at)
     SELECT p.id, t.query, t.folded, 5, now() - d.age * interval '180 days'
       FROM (SELECT random() AS age, random() < 0.4 AS is_known,
                    floor(power((SELECT count(*) FROM bench_texts), random()))::bigint AS text,
                    floor(power((SELECT count(*) FROM bench_people), random()))::bigint AS person
               FROM generate_series(1, $1::bigint)) d
       JOIN bench_texts t ON t.n = d.text
       LEFT JOIN bench_people p ON p.n = d.person AND d.is_known
      ORDER BY d.age DESC`,
    [count],
  )
  await pool.execute('DROP TABLE bench_texts, bench_people')
  for (const sum of sums) await pool.execute(sum)
  await pool.execute('ALTER TABLE searches ENABLE TRIGGER USER')
  for (const table of ['searches', 'search_words', 'search_users', 'search_terms']) {
    await pool.execute(`VACUUM ANALYZE ${table}`)
  }
}
