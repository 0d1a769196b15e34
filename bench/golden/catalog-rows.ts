import { squeezeCode } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { meaningsOf } from './meaning.ts'

export type GoldenProduct = {
  code: string
  name: string
  brand: string | null
  /** All texts of the product and its variants that part of a code can match, without separators. */
  searched: string[]
  /** What its names, brand, model and category say, and those of its variants. */
  meanings: Set<string>
}

/** The listed products of the database, by id. */
export async function loadGoldenProducts(db: Db): Promise<GoldenProduct[]> {
  const rows = await db.query<{ code: string; name: string; brand: string | null; texts: string[]; names: string[] }>(
    `SELECT p.code, p.name, b.name AS brand,
            array(SELECT m.name FROM products m WHERE m.id = p.id OR m.parent_id = p.id)
              || array_remove(ARRAY[b.name, o.name, c.name], NULL) AS names,
            array(SELECT DISTINCT t FROM products m,
                    LATERAL unnest(ARRAY[m.code, m.name, m.equivalent_code, m.ozelkod, m.ozelkod2, m.ozelkod3, m.ozelkod4,
                      m.ozelkod5] || array(SELECT barcode FROM product_units u WHERE u.product_id = m.id)) t
                   WHERE (m.id = p.id OR m.parent_id = p.id) AND t IS NOT NULL ORDER BY t) AS texts
       FROM products p LEFT JOIN brands b ON b.id = p.brand_id
            LEFT JOIN models o ON o.id = p.model_id
            LEFT JOIN categories c ON c.id = p.category_id
      WHERE p.parent_id IS NULL AND p.is_active
      ORDER BY p.id`,
  )
  return rows.map(({ texts, names, ...product }) => ({
    ...product,
    searched: texts.map(squeezeCode),
    meanings: meaningsOf(names),
  }))
}
