import type { Db } from '#server/platform/db/pool.ts'

export type ExportAttribute = { id: number; name: string }

/** The attributes that files of products have a column for, in their order. */
export function loadExportAttributes(db: Db): Promise<ExportAttribute[]> {
  return db.query<ExportAttribute>('SELECT id, name_tr AS name FROM attributes ORDER BY position, name_tr, id')
}

/** What these products have for each attribute, as it was entered, by id of the product and of the attribute. */
export async function loadAttributeTexts(db: Db, ids: readonly number[]): Promise<Map<number, Map<number, string>>> {
  const rows = await db.query<{ product_id: number; attribute_id: number; text: string }>(
    `SELECT DISTINCT ON (p.id, l.attribute_id) p.id AS product_id, l.attribute_id, coalesce(pair.value ->> 1, '') AS text
       FROM products p
       CROSS JOIN LATERAL jsonb_array_elements(p.attributes) WITH ORDINALITY pair (value, place)
       JOIN attribute_labels l ON l.folded = fold(btrim(pair.value ->> 0))
      WHERE p.id = ANY ($1) ORDER BY p.id, l.attribute_id, pair.place`,
    [ids],
    'attribute_texts',
  )
  const texts = new Map<number, Map<number, string>>()
  for (const { product_id, attribute_id, text } of rows) {
    texts.set(product_id, (texts.get(product_id) ?? new Map<number, string>()).set(attribute_id, text))
  }
  return texts
}
