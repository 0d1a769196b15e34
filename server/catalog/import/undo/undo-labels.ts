import type { Db } from '#server/platform/db/pool.ts'

const product = (column: string) => `EXISTS (SELECT FROM products x WHERE x.${column} = l.id)`
/** In the order in which they can go: a model names its brand. What names each is a use of it. */
const kinds = [
  { kind: 'model', table: 'models', used: product('model_id') },
  {
    ...{ kind: 'brand', table: 'brands' },
    used: `${product('brand_id')} OR EXISTS (SELECT FROM models x WHERE x.brand_id = l.id)`,
  },
  {
    ...{ kind: 'category', table: 'categories' },
    used: `${product('category_id')} OR EXISTS (SELECT FROM categories x WHERE x.parent_id = l.id)
           OR EXISTS (SELECT FROM installment_limits x WHERE x.category_id = l.id)`,
  },
] as const

/**
 * Brands, models and categories that came with the import go where nothing uses them by now and nobody renamed them; answers
 * how many. What it put back and removed has to be done before.
 */
export async function undoLabels(db: Db, id: number): Promise<number> {
  let gone = 0
  for (const { kind, table, used } of kinds) {
    const made = `(SELECT m.id FROM imports i, jsonb_to_recordset(i.made) AS m (kind text, id integer, name text)
                     JOIN ${table} l ON l.id = m.id AND l.name = m.name WHERE i.id = $1 AND m.kind = '${kind}')`
    // Who is writing a product that names one holds its row; after that the product is seen below.
    await db.execute(`SELECT FROM ${table} WHERE id IN ${made} ORDER BY id FOR UPDATE`, [id])
    // Level by level from below: a category that held another one is free once that is gone.
    for (let count = -1; count !== 0; gone += count) {
      count = await db.execute(`DELETE FROM ${table} l WHERE l.id IN ${made} AND NOT (${used})`, [id])
    }
  }
  return gone
}
