import { fold } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type CodedUnit = { id: number; name: string; isDefault: boolean }

/** The units of products that have prices, by product code. A product on sale takes precedence over one off sale with the same code. */
export async function loadUnitsByCode(db: Db, codes: readonly string[]): Promise<Map<string, CodedUnit[]>> {
  const rows = await db.query<{ code: string; units: CodedUnit[] }>(
    `SELECT DISTINCT ON (p.code) p.code,
            (SELECT coalesce(json_agg(json_build_object('id', u.id, 'name', u.name, 'isDefault', u.id = p.default_unit_id)
                                      ORDER BY u.position, u.id), '[]')
               FROM product_units u WHERE u.product_id = p.id) AS units
       FROM products p
      WHERE p.code = ANY ($1) AND p.variant_names IS NULL AND EXISTS (SELECT FROM product_units u WHERE u.product_id = p.id)
      ORDER BY p.code, p.is_active DESC, p.id`,
    [codes],
  )
  return new Map(rows.map(({ code, units }) => [code, units]))
}

/** The unit of this name; without a name the default unit. */
export function unitNamed(units: readonly CodedUnit[], name: string): CodedUnit | undefined {
  const wanted = fold(name.trim())
  return units.find((unit) => (wanted === '' ? unit.isDefault : fold(unit.name) === wanted))
}
