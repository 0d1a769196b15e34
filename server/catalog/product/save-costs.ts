import type { Db } from '#server/platform/db/pool.ts'

/** Of a base unit before tax; `line` in the file that it is from. */
export type NewCost = { line: number | null; code: string; cost: string; currency: string }
/** The costs that were added or changed, and those whose code no product has. */
type Saved = {
  saved: { line: number | null; is_new: boolean }[]
  unknown: { line: number; code: string }[]
}

/** Saves costs by product code; each code is there once. */
export async function saveCosts(db: Db, costs: readonly NewCost[]): Promise<Saved> {
  const row = await db.one<Saved>(
    `WITH found AS (
       SELECT r.line, r.code, r.cost, r.currency, (SELECT min(p.id) FROM products p WHERE p.code = r.code) AS product_id
         FROM json_to_recordset($1) AS r (line integer, code text, cost numeric, currency text)
     ), saved AS (
       INSERT INTO product_costs AS c (product_id, cost, currency)
       SELECT product_id, cost, currency FROM found WHERE product_id IS NOT NULL ORDER BY product_id
       ON CONFLICT (product_id) DO UPDATE SET cost = excluded.cost, currency = excluded.currency, changed_at = now()
        WHERE (c.cost, c.currency) IS DISTINCT FROM (excluded.cost, excluded.currency)
       RETURNING product_id, xmax = 0 AS is_new
     )
     SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('line', line, 'is_new', is_new) ORDER BY line), '[]')
               FROM saved JOIN found USING (product_id)) AS saved,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('line', coalesce(line, 0), 'code', code) ORDER BY line), '[]')
               FROM found WHERE product_id IS NULL) AS unknown`,
    [JSON.stringify(costs)],
  )
  return row ?? { saved: [], unknown: [] }
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
