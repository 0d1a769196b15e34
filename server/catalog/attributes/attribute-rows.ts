import type { AdminAttribute, AttributeFields } from '#contract/admin/attributes.ts'
import type { Db } from '#server/platform/db/pool.ts'

const choices = `(SELECT coalesce(json_agg(json_build_object('nameTr', v.name, 'nameEn', v.name_en) ORDER BY v.position, v.id), '[]')
    FROM attribute_values v WHERE v.attribute_id = a.id AND v.position IS NOT NULL)`

export async function loadAttributes(db: Db): Promise<AdminAttribute[]> {
  return db.query<AdminAttribute>(
    `SELECT a.id, a.key, a.name_tr AS "nameTr", a.name_en AS "nameEn", a.aliases, a.type, a.unit, a.group_tr AS "groupTr",
            a.group_en AS "groupEn", a.position, a.is_filter AS "isFilter", a.category_id AS "categoryId", a.revision,
            c.name AS category, ${choices} AS choices,
            (SELECT count(*) FROM product_attributes o WHERE o.attribute_id = a.id)::integer AS products
       FROM attributes a LEFT JOIN categories c ON c.id = a.category_id
      ORDER BY a.position, a.name_tr, a.id`,
  )
}

export type StoredAttribute = AttributeFields & { revision: number }

export function findAttribute(db: Db, id: number): Promise<StoredAttribute | undefined> {
  return db.one<StoredAttribute>(
    `SELECT a.key, a.name_tr AS "nameTr", a.name_en AS "nameEn", a.aliases, a.type, a.unit, a.group_tr AS "groupTr",
            a.group_en AS "groupEn", a.position, a.is_filter AS "isFilter", a.category_id AS "categoryId", a.revision,
            ${choices} AS choices
       FROM attributes a WHERE a.id = $1`,
    [id],
  )
}

export async function loadUnitNames(db: Db): Promise<string[]> {
  const rows = await db.query<{ name: string }>('SELECT name FROM attribute_units ORDER BY base, factor, name')
  return rows.map(({ name }) => name)
}

/** The labels of all attributes, folded, each with its Turkish name. */
export async function loadAttributeNames(db: Db): Promise<Map<string, string>> {
  const rows = await db.query<{ folded: string; name: string }>(
    'SELECT l.folded, a.name_tr AS name FROM attribute_labels l JOIN attributes a ON a.id = l.attribute_id',
  )
  return new Map(rows.map(({ folded, name }) => [folded, name]))
}
