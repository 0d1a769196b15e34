import type { PublicSettings } from '#contract/shop/settings.ts'
import { fold } from '#domain/text/text.ts'
import { isOnSale } from '#server/catalog/catalog.ts'
import type { Db } from '#server/platform/db/pool.ts'

/**
 * What a code stands for. `unitId` is the barcode's unit, otherwise the default unit. `isAmbiguous`: several products on sale
 * have the barcode.
 */
export type FoundCode = { productId: number; unitId: number | null; isBarcode: boolean; isAmbiguous: boolean }

type FoundRow = {
  wanted: string
  product_id: number
  unit_id: number | null
  is_barcode: boolean
  is_ambiguous: boolean
}

/** A product with variants is not ordered itself, and may have the barcode of one of them. */
const isOrderable = (alias: string) => `${isOnSale(alias)} AND ${alias}.variant_names IS NULL`

export type BarcodeChoice = { barcode: string; code: string; name: string; unit: string }

/** The products on sale that have one of the barcodes, with the unit that it names. */
export function loadBarcodeChoices(db: Db, barcodes: readonly string[]): Promise<BarcodeChoice[]> {
  return db.query<BarcodeChoice>(
    `SELECT DISTINCT ON (u.barcode, p.id) u.barcode, p.code, p.name, u.name AS unit
       FROM product_units u JOIN products p ON p.id = u.product_id
      WHERE u.barcode = ANY ($1::text[]) AND ${isOrderable('p')} ORDER BY u.barcode, p.id, u.id`,
    [barcodes],
    'cart_barcode_choices',
  )
}

/**
 * Finds products by code (as given, in upper or in lower case) or by the barcode of a unit, products on sale first.
 * Takes one statement for any number of codes.
 */
export async function findCodes(db: Db, codes: readonly string[]): Promise<Map<string, FoundCode>> {
  const rows = await db.query<FoundRow>(
    `WITH wanted AS (SELECT DISTINCT code FROM unnest($1::text[]) AS w (code))
     SELECT DISTINCT ON (wanted) wanted, product_id, unit_id, is_barcode,
            is_barcode AND (SELECT count(DISTINCT p.id) > 1 FROM product_units u JOIN products p ON p.id = u.product_id
                             WHERE u.barcode = wanted AND ${isOrderable('p')}) AS is_ambiguous FROM (
       SELECT w.code AS wanted, p.id AS product_id, p.default_unit_id AS unit_id, false AS is_barcode,
              ${isOnSale('p')} AS is_active,
              CASE WHEN p.code = w.code THEN 0 ELSE 1 END AS rank
         FROM wanted w JOIN products p ON p.code = ANY (ARRAY[w.code, upper(w.code), lower(w.code)])
       UNION ALL
       SELECT w.code, p.id, u.id, true, ${isOnSale('p')}, 2
         FROM wanted w JOIN product_units u ON u.barcode = w.code JOIN products p ON p.id = u.product_id
     ) found ORDER BY wanted, is_active DESC, rank, product_id, unit_id`,
    [codes],
    'cart_find_codes',
  )
  return new Map(
    rows.map((row) => [
      row.wanted,
      {
        productId: row.product_id,
        unitId: row.unit_id,
        isBarcode: row.is_barcode,
        isAmbiguous: row.is_ambiguous,
      },
    ]),
  )
}

type ShownCode = Pick<PublicSettings, 'b2b_urun_detay_ozel_kod'>

/**
 * Like `findCodes`, but codes without a result are also searched in the special code field that the store shows, and then
 * without their spaces and signs.
 */
export async function findShownCodes(
  db: Db,
  codes: readonly string[],
  settings: ShownCode,
): Promise<Map<string, FoundCode>> {
  const found = await findCodes(db, codes)
  const remaining = codes.filter((code) => code !== '' && !found.has(code))
  const special = await findSpecialCodes(db, remaining, settings)
  const unknown = remaining.filter((code) => !special.has(code))
  return new Map([...found, ...special, ...(await findPlainCodes(db, unknown))])
}

/** Shorter codes belong to too many products without their signs. */
const plainCodeMin = 4
const plainCode = (code: string) => fold(code).replace(/[^a-z0-9]+/g, '')

/** Codes without spaces and signs, in any case. Returns only those that belong to exactly one product on sale. */
async function findPlainCodes(db: Db, codes: readonly string[]): Promise<Map<string, FoundCode>> {
  const wanted = [...new Set(codes.map(plainCode))].filter((code) => code.length >= plainCodeMin)
  if (wanted.length === 0) return new Map()
  const rows = await db.query<{ plain: string; product_id: number; unit_id: number | null }>(
    `SELECT w.plain, min(p.id) AS product_id, min(p.default_unit_id) AS unit_id
       FROM unnest($1::text[]) AS w (plain)
       JOIN products p ON regexp_replace(fold(p.code), '[^a-z0-9]+', '', 'g') = w.plain
      WHERE ${isOnSale('p')} GROUP BY w.plain HAVING count(*) = 1`,
    [wanted],
    'cart_find_plain_codes',
  )
  const found = new Map(rows.map((row) => [row.plain, row]))
  return new Map(
    codes.flatMap((code) => {
      const row = found.get(plainCode(code))
      return row === undefined
        ? []
        : [[code, { productId: row.product_id, unitId: row.unit_id, isBarcode: false, isAmbiguous: false }]]
    }),
  )
}

/** Returns only codes that belong to exactly one product on sale. */
async function findSpecialCodes(
  db: Db,
  codes: readonly string[],
  { b2b_urun_detay_ozel_kod: field }: ShownCode,
): Promise<Map<string, FoundCode>> {
  if (field === '' || codes.length === 0) return new Map()
  const rows = await db.query<{ code: string; product_id: number; unit_id: number | null }>(
    `SELECT p.${field} AS code, min(p.id) AS product_id, min(p.default_unit_id) AS unit_id
       FROM products p WHERE p.${field} = ANY ($1::text[]) AND ${isOnSale('p')}
      GROUP BY p.${field} HAVING count(*) = 1`,
    [codes],
    `cart_find_${field}`,
  )
  return new Map(
    rows.map((row) => [
      row.code,
      { productId: row.product_id, unitId: row.unit_id, isBarcode: false, isAmbiguous: false },
    ]),
  )
}
