import type { Db } from '#server/platform/db/pool.ts'

const product = (column: string) => `EXISTS (SELECT FROM products x WHERE x.${column} = l.id)`
/**
 * In the order of their removal, since models refer to brands. `used` is the SQL condition for a remaining reference.
 */
const labelKinds = [
  { kind: 'model', table: 'models', used: product('model_id') },
  {
    kind: 'brand',
    table: 'brands',
    used: `${product('brand_id')} OR EXISTS (SELECT FROM models x WHERE x.brand_id = l.id)`,
  },
  {
    kind: 'category',
    table: 'categories',
    used: `${product('category_id')} OR EXISTS (SELECT FROM categories x WHERE x.parent_id = l.id)
           OR EXISTS (SELECT FROM installment_limits x WHERE x.category_id = l.id)`,
  },
] as const

/**
 * Removes brands, models and categories that the import created, unless they are in use or were renamed. Returns their
 * number. Runs after products are restored and removed.
 */
export async function undoLabels(db: Db, id: number): Promise<number> {
  let removed = 0
  for (const { kind, table, used } of labelKinds) {
    const made = `(SELECT m.id FROM imports i, jsonb_to_recordset(i.made) AS m (kind text, id integer, name text)
                     JOIN ${table} l ON l.id = m.id AND l.name = m.name WHERE i.id = $1 AND m.kind = '${kind}')`
    // Transactions that write a product with one of them lock its row; after this wait the statements below see that
    // product.
    await db.execute(`SELECT FROM ${table} WHERE id IN ${made} ORDER BY id FOR UPDATE`, [id])
    // Deletes categories from the leaves up: a parent becomes free when its last child is gone.
    for (let count = -1; count !== 0; removed += count) {
      count = await db.execute(`DELETE FROM ${table} l WHERE l.id IN ${made} AND NOT (${used})`, [id])
    }
  }
  return removed
}
