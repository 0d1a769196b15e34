import type { PublicSettings } from '#contract/shop/settings.ts'
import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** A product that a line may mean, as far as it is compared with the text. */
export type Candidate = {
  id: number
  parentId: number | null
  isParent: boolean
  code: string
  name: string
  /** Of the brand, the model and the values of a variant. */
  labels: string
  barcodes: string[]
  /** The special code that the store shows. */
  special: string | null
}

type Row = {
  id: number
  parent_id: number | null
  is_parent: boolean
  code: string
  name: string
  labels: string
  barcodes: string[] | null
  special: string | null
}

/** The products on sale with these ids, and the variants of those that have some, in one statement. */
export async function loadCandidates(
  db: Db,
  ids: readonly number[],
  { b2b_urun_detay_ozel_kod: field }: Pick<PublicSettings, 'b2b_urun_detay_ozel_kod'>,
): Promise<Candidate[]> {
  if (ids.length === 0) return []
  const rows = await db.query<Row>(
    `SELECT p.id, p.parent_id, p.variant_names IS NOT NULL AS is_parent, p.code, p.name,
            concat_ws(' ', b.name, m.name, array_to_string(p.variant_values, ' '), c.name) AS labels,
            (SELECT array_agg(u.barcode) FROM product_units u WHERE u.product_id = p.id AND u.barcode IS NOT NULL) AS barcodes,
            ${field === '' ? 'NULL::text' : `p.${field}`} AS special
       FROM (SELECT id FROM products WHERE id = ANY ($1::integer[])
             UNION SELECT id FROM products WHERE parent_id = ANY ($1::integer[])) wanted
       JOIN products p ON p.id = wanted.id
       LEFT JOIN products above ON above.id = p.parent_id
       LEFT JOIN brands b ON b.id = coalesce(p.brand_id, above.brand_id)
       LEFT JOIN models m ON m.id = coalesce(p.model_id, above.model_id)
       LEFT JOIN categories c ON c.id = coalesce(p.category_id, above.category_id)
      WHERE ${isOnSale('p')} ORDER BY p.id`,
    [ids],
    `order_text_candidates${field === '' ? '' : `_${field}`}`,
  )
  return rows.map(({ parent_id, is_parent, barcodes, ...row }) => ({
    ...row,
    parentId: parent_id,
    isParent: is_parent,
    barcodes: barcodes ?? [],
  }))
}
