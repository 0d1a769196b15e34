import type { FormAttribute, ProductValues } from '#contract/admin/products.ts'
import { fold } from '#domain/text/text.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** The attributes that the product form offers. */
export function loadFormAttributes(db: Db): Promise<FormAttribute[]> {
  return db.query<FormAttribute>(
    `WITH RECURSIVE below AS (
       SELECT a.id AS attribute_id, a.category_id AS id FROM attributes a WHERE a.category_id IS NOT NULL
       UNION SELECT b.attribute_id, c.id FROM categories c JOIN below b ON c.parent_id = b.id)
     SELECT a.name_tr AS name, a.type, a.unit,
            array(SELECT l.folded FROM attribute_labels l WHERE l.attribute_id = a.id ORDER BY l.folded) AS labels,
            array(SELECT v.name::text FROM attribute_values v WHERE v.attribute_id = a.id AND v.position IS NOT NULL
                   ORDER BY v.position, v.id) AS choices,
            CASE WHEN a.category_id IS NOT NULL THEN array(SELECT b.id FROM below b WHERE b.attribute_id = a.id ORDER BY b.id) END AS categories
       FROM attributes a ORDER BY a.position, a.name_tr, a.id`,
  )
}

type ReadRow = { at: number; type: FormAttribute['type']; unit: string; is_read: boolean; attribute_id: number }
type Pairs = ProductValues['attributes']

export type UnreadValue = { at: number; type: FormAttribute['type']; unit: string }

/**
 * The pairs with values that their attribute cannot read, and those that name an attribute a second time. The rules are
 * those of read_attributes() in SQL.
 */
export async function checkPairs(db: Db, pairs: Pairs): Promise<{ unread: UnreadValue[]; repeated: number[] }> {
  const rows = await db.query<ReadRow>(
    `SELECT (given.place - 1)::integer AS at, a.type, a.unit, a.id AS attribute_id,
            CASE a.type WHEN 'number' THEN attribute_number(given.value, a.unit) IS NOT NULL
                        WHEN 'yes_no' THEN attribute_truth(given.value) IS NOT NULL
                        WHEN 'list' THEN EXISTS (SELECT FROM attribute_values v WHERE v.attribute_id = a.id
                          AND fold(btrim(given.value)) IN (v.folded, fold(nullif(v.name_en, ''))))
                        ELSE true END AS is_read
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY given (label, value, place)
       JOIN attribute_labels l ON l.folded = given.label
       JOIN attributes a ON a.id = l.attribute_id
      WHERE given.value <> '' ORDER BY given.place`,
    [pairs.map(({ name }) => fold(name)), pairs.map(({ value }) => value)],
  )
  const named = new Set<number>()
  const repeated: number[] = []
  for (const { at, attribute_id } of rows) {
    if (named.has(attribute_id)) repeated.push(at)
    named.add(attribute_id)
  }
  return { unread: rows.filter(({ is_read }) => !is_read), repeated }
}
