import { productPath } from '#contract/core/pages.ts'
import type { AddressRow } from '#server/catalog/product/detail-rows.ts'
import { codeIsTaken } from '#server/catalog/product/product-rows.ts'
import type { Db } from '#server/platform/db/pool.ts'

export type ScannedVariant = {
  /** The variant's page, which chooses the unit if it is not the variant's default one. */
  path: string
  /** The unit with the barcode; null for the default unit. */
  unit: [id: number, name: string, multiplier: number] | null
}

type ScannedRow = AddressRow & { parent_id: number; unit: ScannedVariant['unit'] }

/** Barcodes have no spaces and are found from five characters on; other texts need no query. */
export const mayBeBarcode = (text: string): boolean => /^(?=.*\d)[^\s\0]{5,}$/.test(text.trim())

/** The variants that have exactly this barcode on one of their units, by the id of their parent. */
export async function loadScannedVariants(
  db: Db,
  parents: readonly number[],
  text: string,
): Promise<Map<number, ScannedVariant>> {
  const barcode = text.trim()
  if (parents.length === 0 || !mayBeBarcode(barcode)) return new Map()
  const rows = await db.query<ScannedRow>(
    `SELECT DISTINCT ON (p.parent_id) p.parent_id, p.id, p.seo, p.ozelkod2, ${codeIsTaken('p')} AS is_code_taken,
            CASE WHEN u.id IS DISTINCT FROM p.default_unit_id
                 THEN json_build_array(u.id, u.name, u.multiplier) END AS unit
       FROM products p JOIN product_units u ON u.product_id = p.id AND u.barcode = $2
      WHERE p.parent_id = ANY ($1::integer[]) AND p.is_active
      ORDER BY p.parent_id, u.id IS NOT DISTINCT FROM p.default_unit_id DESC, p.id, u.id`,
    [parents, barcode],
    'scanned_variants',
  )
  return new Map(rows.map((row) => [row.parent_id, { path: pathOf(row), unit: row.unit }]))
}

function pathOf({ id, seo, ozelkod2, is_code_taken, unit }: ScannedRow): string {
  const path = productPath({ id, seo, ozelkod2: is_code_taken ? null : ozelkod2 })
  return unit === null ? path : `${path}?unit=${unit[0]}`
}
