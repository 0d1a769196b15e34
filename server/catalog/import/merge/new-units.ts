import { type FileMerge, warnAboutRows } from './file-merge.ts'

/**
 * Warns about units that are probably misspelt: a product gets a default unit that it did not have, or the first product
 * of the shop with this unit is added. In an empty shop every unit is the first one. Needs import_products.
 */
export async function warnAboutNewUnits(merge: FileMerge): Promise<void> {
  if (!merge.file.plan.fields.has('unit')) return
  await warnAboutRows(
    merge,
    'unit_added',
    `SELECT i.line, i.key_text, jsonb_build_object('unit', i.unit_name, 'before', u.name) AS facts
       FROM import_products i JOIN product_units u ON u.id = i.old_unit_id
      WHERE i.file = $1 AND NOT i.is_new AND i.unit_is_new`,
  )
  const isOld = 'NOT EXISTS (SELECT FROM import_products n WHERE n.is_new AND n.product_id = u.product_id)'
  await warnAboutRows(
    merge,
    'unit_new',
    `SELECT line, unit_name AS key_text, jsonb_build_object('unit', unit_name) AS facts
       FROM (SELECT min(line) AS line, unit_name FROM import_products
              WHERE file = $1 AND is_new AND unit IS NOT NULL GROUP BY unit_name) used
      WHERE NOT EXISTS (SELECT FROM product_units u WHERE u.name = used.unit_name AND ${isOld})
        AND EXISTS (SELECT FROM product_units u WHERE ${isOld})`,
  )
}
