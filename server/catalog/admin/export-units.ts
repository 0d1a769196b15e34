import type { Db } from '#server/platform/db/pool.ts'
import type { XlsxCell } from '#server/platform/xlsx/xlsx.ts'

/** The products, each followed by its variants. */
export async function withVariants(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `SELECT member.id FROM unnest($1::integer[]) WITH ORDINALITY AS wanted (id, place)
      CROSS JOIN LATERAL (
        SELECT wanted.id, 0 AS depth UNION ALL SELECT v.id, 1 FROM products v WHERE v.parent_id = wanted.id) member
      ORDER BY wanted.place, member.depth, member.id`,
    [ids],
  )
  return rows.map(({ id }) => id)
}

export async function countUnits(db: Db, ids: readonly number[]): Promise<number> {
  const row = await db.one<{ n: number }>('SELECT count(*) AS n FROM product_units WHERE product_id = ANY ($1)', [ids])
  return row?.n ?? 0
}

/** No prices for parents: theirs are from before they had variants. */
const prices = ['sale', 'list', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5'].map((price) => {
  return `CASE WHEN p.variant_names IS NULL THEN up.${price}_value END, CASE WHEN p.variant_names IS NULL THEN up.${price}_currency END`
})

/** One row per unit of these products, the default unit first, with its own prices in the default list. */
export async function loadUnitRows(db: Db, ids: readonly number[]): Promise<{ cells: XlsxCell[] }[]> {
  return db.query(
    `SELECT json_build_array(p.code, p.name, u.name, u.multiplier, u.barcode, ${prices.join(', ')}) AS cells
       FROM unnest($1::integer[]) WITH ORDINALITY AS wanted (id, place)
       JOIN products p ON p.id = wanted.id
       JOIN product_units u ON u.product_id = p.id
       LEFT JOIN unit_prices up ON up.unit_id = u.id
             AND up.price_list_id = (SELECT id FROM price_lists WHERE is_default)
      ORDER BY wanted.place, u.id <> p.default_unit_id, u.position, u.id`,
    [ids],
    'admin_unit_rows',
  )
}
