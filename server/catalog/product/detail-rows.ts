import type { Db } from '#server/platform/db/pool.ts'
import { type AttributeLineRow, attributeLinesOf } from '#server/catalog/attributes/product-attributes.ts'
import { codeIsTaken } from './product-rows.ts'
import { isOnSale } from '#server/catalog/list/sql-conditions.ts'

/** The columns that form a product's address. */
export type AddressRow = { id: number; seo: string; ozelkod2: string | null; is_code_taken: boolean }

export type ChildRow = AddressRow & { values: string[]; quantity: number }

/** The data of a product page beyond the product itself. A child inherits its parent's values where it has none. */
export type DetailRow = {
  id: number
  brand_id: number | null
  category_id: number | null
  description: string | null
  images: string[]
  meta_title: string | null
  meta_description: string | null
  meta_keywords: string | null
  variant_names: string[] | null
  variant_values: string[] | null
  parent: (AddressRow & { name: string }) | null
  /** Active children of the product if it is a parent, otherwise of its parent. */
  children: ChildRow[] | null
  /** The codes within the equivalent code, each with the address of a product that has it as its own code. */
  equivalent_codes: { code: string; product: AddressRow | null }[] | null
  /** Products that share one of these codes or have it as their own code. */
  equivalents: number[] | null
  attributes: AttributeLineRow[] | null
}

const address = (product: string) => `
  'id', ${product}.id, 'seo', ${product}.seo, 'ozelkod2', ${product}.ozelkod2, 'is_code_taken', ${codeIsTaken(product)}`

/** SQL condition: `e` is on sale and is neither the product shown nor one of its variants. */
const isOther = `${isOnSale('e')} AND coalesce(e.parent_id, e.id) <> coalesce(p.parent_id, p.id)`

/**
 * SQL: the codes in an equivalent code `whole.code`, separated by semicolons, bars or commas with a space; "2,5" is one code.
 */
export const equivalentCodesSql = `regexp_split_to_array(whole.code, '\\s*[;|\\n]\\s*|,\\s+')`

const detail = `
  WITH found AS MATERIALIZED (
    SELECT p.* FROM products p LEFT JOIN products parent ON parent.id = p.parent_id
     WHERE (p.id = $1 OR p.ozelkod2 = $2) AND p.is_active AND (parent.id IS NULL OR parent.is_active)
     ORDER BY p.id IS NOT DISTINCT FROM $1 DESC, p.id
     LIMIT 1
  )
  SELECT p.id, coalesce(p.brand_id, parent.brand_id) AS brand_id,
         coalesce(p.category_id, parent.category_id) AS category_id,
         coalesce(p.description, parent.description) AS description,
         CASE WHEN p.images = '{}' THEN coalesce(parent.images, '{}') ELSE p.images END AS images,
         coalesce(p.meta_title, parent.meta_title) AS meta_title,
         coalesce(p.meta_description, parent.meta_description) AS meta_description,
         coalesce(p.meta_keywords, parent.meta_keywords) AS meta_keywords,
         coalesce(parent.variant_names, p.variant_names) AS variant_names, p.variant_values,
         CASE WHEN parent.id IS NOT NULL THEN json_build_object('name', parent.name, ${address('parent')}) END AS parent,
         (SELECT json_agg(json_build_object('values', c.variant_values, 'quantity', (
                   SELECT coalesce(sum(i.quantity), 0) FROM inventory i WHERE i.product_id = c.id), ${address('c')})
                 ORDER BY c.id)
            FROM products c WHERE c.parent_id = coalesce(parent.id, p.id) AND c.is_active) AS children,
         (SELECT json_agg(json_build_object('code', one.code, 'product', (
                   SELECT json_build_object(${address('e')}) FROM products e WHERE e.code = one.code AND ${isOther}
                    ORDER BY e.id LIMIT 1)) ORDER BY one.place)
            FROM unnest(named.codes) WITH ORDINALITY one (code, place) WHERE one.code <> '') AS equivalent_codes,
         array(SELECT e.id FROM products e
                WHERE (e.equivalent_code = ANY (named.codes || named.code) OR e.code = ANY (named.codes)) AND ${isOther}
                ORDER BY e.id LIMIT $3) AS equivalents,
         (SELECT json_agg(line) FROM (${attributeLinesOf('(VALUES (p.id, 1)) w (id, place)')}) line) AS attributes
    FROM found p LEFT JOIN products parent ON parent.id = p.parent_id
         CROSS JOIN LATERAL (SELECT coalesce(p.equivalent_code, parent.equivalent_code) AS code) whole
         CROSS JOIN LATERAL (SELECT whole.code, ${equivalentCodesSql} AS codes) named`

/** Loads a product by the key in its address: its id, otherwise its second special code. Undefined if there is none. */
export function loadDetail(db: Db, key: string, equivalents: number): Promise<DetailRow | undefined> {
  const id = /^\d{1,9}$/.test(key) ? Number(key) : null
  return db.one<DetailRow>(detail, [id, key, equivalents], 'product_detail')
}
