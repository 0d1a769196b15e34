import { personNameSql } from '#server/account/account.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Rows of a dashboard table, and rows of a detail. */
const rowsShown = 15
const detailRowsShown = 10

/** `name` null = guests. */
export type Searcher = { name: string | null; searches: number; at: Date }
export type SearchedQuery = { query: string; searches: number; at: Date }
type Detail<Row> = Omit<Row, 'at'> & { at: string }

export type TopWord = SearchedQuery & { detail: Detail<Searcher>[] }
export type TopSearcher = Omit<Searcher, 'at'> & { detail: Detail<SearchedQuery>[] }

const joinUsers = 'LEFT JOIN users u ON u.id = t.user_id LEFT JOIN dealers d ON d.id = u.dealer_id'

/** The most frequent queries, each with the users who searched for it. */
export async function listTopWords(db: Db): Promise<TopWord[]> {
  return db.query<TopWord>(
    `SELECT w.query, w.searches, w.searched_at AS at,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('name', ${personNameSql}, 'searches', t.searches,
                      'at', t.searched_at) ORDER BY t.searches DESC, t.searched_at DESC), '[]')
               FROM (SELECT user_id, searches, searched_at FROM search_terms
                      WHERE term = w.folded AND NOT is_word
                      ORDER BY searches DESC, searched_at DESC LIMIT ${detailRowsShown}) t ${joinUsers}) AS detail
       FROM (SELECT * FROM search_words ORDER BY searches DESC, searched_at DESC LIMIT ${rowsShown}) w
      ORDER BY w.searches DESC, w.searched_at DESC`,
    [],
    'search_top_words',
  )
}

/** The users with the most searches, each with their queries. */
export async function listTopSearchers(db: Db): Promise<TopSearcher[]> {
  return db.query<TopSearcher>(
    `SELECT ${personNameSql} AS name, s.searches,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('query', w.query, 'searches', t.searches,
                      'at', t.searched_at) ORDER BY t.searches DESC, t.searched_at DESC), '[]')
               FROM (SELECT term, searches, searched_at FROM search_terms
                      WHERE user_key = s.user_id AND NOT is_word
                      ORDER BY searches DESC, searched_at DESC LIMIT ${detailRowsShown}) t
               JOIN search_words w ON w.folded = t.term) AS detail
       FROM (SELECT * FROM search_users ORDER BY searches DESC, searched_at DESC LIMIT ${rowsShown}) s
       JOIN users u ON u.id = s.user_id LEFT JOIN dealers d ON d.id = u.dealer_id
      ORDER BY s.searches DESC, s.searched_at DESC`,
    [],
    'search_top_searchers',
  )
}

export async function listLastSearches(db: Db): Promise<{ name: string | null; query: string; at: Date }[]> {
  return db.query(
    `SELECT ${personNameSql} AS name, t.query, t.created_at AS at
       FROM (SELECT * FROM searches ORDER BY created_at DESC LIMIT ${rowsShown}) t ${joinUsers}
      ORDER BY t.created_at DESC, t.id DESC`,
    [],
    'search_last',
  )
}

/**
 * The users who searched for a folded text: a single word matches queries that contain it, several words match the
 * exact query.
 */
export async function findSearchers(db: Db, folded: string, limit: number): Promise<Searcher[]> {
  return db.query<Searcher>(
    `SELECT ${personNameSql} AS name, t.searches, t.searched_at AS at
       FROM (SELECT * FROM search_terms
              WHERE term = CASE WHEN $2 THEN search_word($1) ELSE $1 END AND is_word = $2
              ORDER BY searches DESC, searched_at DESC LIMIT $3) t ${joinUsers}
      ORDER BY t.searches DESC, t.searched_at DESC`,
    [folded, !folded.includes(' '), limit],
    'search_by_word',
  )
}

/** When a name matches many users: those with the most searches, each with their most frequent queries. */
const maxUsers = 20
const maxQueries = 300

/**
 * The queries of users whose name, company, dealer code or email contains a folded text; with guests when `withGuests`.
 */
export async function findSearches(
  db: Db,
  { folded, withGuests, limit }: { folded: string; withGuests: boolean; limit: number },
): Promise<SearchedQuery[]> {
  return db.query<SearchedQuery>(
    `WITH found AS MATERIALIZED (
       SELECT s.user_id AS key FROM search_users s JOIN users u ON u.id = s.user_id LEFT JOIN dealers d ON d.id = u.dealer_id
        WHERE strpos(fold(concat_ws(' ', d.name, u.name, d.code, u.email)), $1) > 0
        ORDER BY s.searches DESC LIMIT ${maxUsers}
     ), summed AS (
       SELECT t.term, sum(t.searches)::bigint AS searches, max(t.searched_at) AS at
         FROM (SELECT key FROM found UNION ALL SELECT 0 WHERE $2) p
        CROSS JOIN LATERAL (SELECT term, searches, searched_at FROM search_terms
                             WHERE user_key = p.key AND NOT is_word
                             ORDER BY searches DESC, searched_at DESC LIMIT ${maxQueries}) t
        GROUP BY t.term ORDER BY 2 DESC, 3 DESC LIMIT $3
     )
     SELECT w.query, summed.searches, summed.at FROM summed JOIN search_words w ON w.folded = summed.term
      ORDER BY summed.searches DESC, summed.at DESC`,
    [folded, withGuests, limit],
    'search_by_person',
  )
}
