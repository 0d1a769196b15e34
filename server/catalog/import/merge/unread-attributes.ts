import { type FileMerge, warnAboutRows } from './file-merge.ts'

/**
 * Warns about values that their attribute cannot read, such as a word where it has numbers: they are shown on the product's
 * page, but lists cannot be filtered by them. Needs import_products, with its products saved.
 */
export async function warnAboutUnreadAttributes(merge: FileMerge): Promise<void> {
  if (merge.file.plan.attributes.length === 0) return
  await warnAboutRows(
    merge,
    'attribute_unread',
    `SELECT i.line, i.key_text, jsonb_build_object('name', a.name_tr, 'value', left(pair.value ->> 1, 60)) AS facts
       FROM import_products i
       CROSS JOIN LATERAL jsonb_array_elements(i.attributes) pair (value)
       JOIN attribute_labels l ON l.folded = fold(btrim(pair.value ->> 0))
       JOIN attributes a ON a.id = l.attribute_id
      WHERE i.file = $1 AND a.type <> 'text'
        AND NOT EXISTS (SELECT FROM product_attributes o WHERE o.product_id = i.product_id AND o.attribute_id = a.id)`,
  )
}
