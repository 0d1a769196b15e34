import type { Db } from '#server/platform/db/pool.ts'

/** The number of costs that were added and changed, and the rows whose code no product has. */
type Saved = { added: number; changed: number; unknown: { line: number; code: string }[] }

/**
 * Saves the costs in the temporary table account_rows (line, code, cost, currency) by product code, and adds the lines
 * that changed something to account_outcomes. Codes that no product has are returned.
 */
export async function saveCosts(db: Db): Promise<Saved> {
  const row = await db.one<Saved>(
    `WITH found AS (
       SELECT r.line, r.code, r.cost, r.currency, (SELECT min(p.id) FROM products p WHERE p.code = r.code) AS product_id
         FROM account_rows r
     ), saved AS (
       INSERT INTO product_costs AS c (product_id, cost, currency)
       SELECT product_id, cost, currency FROM found WHERE product_id IS NOT NULL ORDER BY product_id
       ON CONFLICT (product_id) DO UPDATE SET cost = excluded.cost, currency = excluded.currency, changed_at = now()
        WHERE (c.cost, c.currency) IS DISTINCT FROM (excluded.cost, excluded.currency)
       RETURNING product_id, xmax = 0 AS is_new
     ), outcomes AS (
       INSERT INTO account_outcomes SELECT f.line, s.is_new FROM saved s JOIN found f USING (product_id)
     )
     SELECT count(*) FILTER (WHERE is_new)::int AS added, count(*) FILTER (WHERE NOT is_new)::int AS changed,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('line', coalesce(line, 0), 'code', code) ORDER BY line), '[]')
               FROM found WHERE product_id IS NULL) AS unknown
       FROM saved`,
  )
  return row ?? { added: 0, changed: 0, unknown: [] }
}

/** Deletes the cost of products by their codes. Returns the lines with a row. */
export async function deleteCosts(db: Db, removed: readonly { line: number; reference: string }[]): Promise<number[]> {
  const gone = await db.query<{ line: number }>(
    `DELETE FROM product_costs c USING json_to_recordset($1) AS g (line integer, reference text)
      WHERE c.product_id = (SELECT min(p.id) FROM products p WHERE p.code = g.reference) RETURNING coalesce(g.line, 0) AS line`,
    [JSON.stringify(removed)],
  )
  return gone.map(({ line }) => line)
}
