import type { Locale } from '#contract/core/visitor.ts'
import type { AttributeRow } from '#server/catalog/index/labels.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { attributeName, valueText } from './attribute-text.ts'
import { unseenArray } from '#server/platform/db/unseen-array.ts'

/** One line of a product's technical data, as a visitor reads it. */
export type AttributeLine = {
  /** The key of the attribute; null for a label that no attribute has. */
  key: string | null
  /** What lines of different products have in common: the attribute, or the label. */
  label: string
  name: string
  value: string
  /** '' = none. */
  group: string
  /** The number of a value in `unit`; null for other values. */
  number: number | null
  unit: string
  /** Attributes of several products are in this order; labels without one come last. */
  order: number
}

export type AttributeLineRow = {
  product_id: number
  label: string
  folded: string
  text: string
  definition:
    | ({ id: number; position: number; group_tr: string; group_en: string } & Pick<
        AttributeRow,
        'key' | 'name_tr' | 'name_en' | 'type' | 'unit'
      >)
    | null
  /** Null where the text cannot be read as a value. */
  value: { number: number | null; name: string | null; name_en: string } | null
}

/** SQL of the lines of products. `products`: a table of the SQL, w (id, place). */
export const attributeLinesOf = (products: string) => `
  SELECT w.id AS product_id, coalesce(btrim(pair.value ->> 0), '') AS label, coalesce(fold(btrim(pair.value ->> 0)), '') AS folded,
         coalesce(pair.value ->> 1, '') AS text,
         CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'position', a.position, 'key', a.key, 'name_tr', a.name_tr, 'name_en', a.name_en,
           'type', a.type, 'unit', a.unit, 'group_tr', a.group_tr, 'group_en', a.group_en) END AS definition,
         CASE WHEN v.id IS NOT NULL THEN json_build_object('number', v.number, 'name', v.name, 'name_en', v.name_en) END AS value
    FROM ${products}
    JOIN products p ON p.id = w.id
    LEFT JOIN products parent ON parent.id = p.parent_id AND p.attributes = '[]'
    CROSS JOIN LATERAL jsonb_array_elements(coalesce(parent.attributes, p.attributes)) WITH ORDINALITY pair (value, place)
    LEFT JOIN attribute_labels l ON l.folded = fold(btrim(pair.value ->> 0))
    LEFT JOIN attributes a ON a.id = l.attribute_id
    LEFT JOIN product_attributes o ON o.product_id = coalesce(parent.id, p.id) AND o.attribute_id = a.id
    LEFT JOIN attribute_values v ON v.id = o.value_id
   ORDER BY w.place, a.position, a.name_tr, a.id, pair.place`

const attributeLines = attributeLinesOf(`unnest(${unseenArray('$1', 'integer')}) WITH ORDINALITY w (id, place)`)

/**
 * The technical data of products by id, in one statement: attributes in their order, then other labels in the product's. A
 * variant without data of its own has its parent's.
 */
export async function loadAttributeLines(
  db: Db,
  ids: readonly number[],
  locale: Locale,
): Promise<Map<number, AttributeLine[]>> {
  const rows = await db.query<AttributeLineRow>(attributeLines, [ids], 'attribute_lines')
  const ofProducts = Map.groupBy(rows, (row) => row.product_id)
  return new Map(ids.map((id) => [id, presentLines(ofProducts.get(id) ?? [], locale)]))
}

/** The lines of one product. */
export function presentLines(rows: readonly AttributeLineRow[], locale: Locale): AttributeLine[] {
  const lines: AttributeLine[] = []
  for (const row of rows) {
    const line = presentLine(row, locale)
    // Of several labels of one attribute, the first counts; other labels may occur more than once.
    if (line.key === null || !lines.some(({ key }) => key === line.key)) lines.push(line)
  }
  return lines
}

function presentLine({ label, folded, text, definition, value }: AttributeLineRow, locale: Locale): AttributeLine {
  if (definition === null)
    return {
      key: null,
      label: folded,
      name: label,
      value: text,
      group: '',
      number: null,
      unit: '',
      order: Number.POSITIVE_INFINITY,
    }
  const { key, group_tr, group_en } = definition
  return {
    key,
    label: key,
    name: attributeName(definition, locale),
    value: value === null ? text : valueText(definition, value, locale),
    group: locale === 'en' && group_en !== '' ? group_en : group_tr,
    number: definition.type === 'number' ? (value?.number ?? null) : null,
    unit: definition.unit,
    order: definition.position,
  }
}
