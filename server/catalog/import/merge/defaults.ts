import type { Db } from '#server/platform/db/pool.ts'

/** What a new product is sold in where the file does not say. */
export const defaultUnit = 'ADET'

/** How many rows took a value that their file does not have. */
export type DefaultsUsed = Partial<Record<'code' | 'unit' | 'multiplier' | 'tax_rate' | 'currency', number>>

/** Of the new products in import_products. */
export async function countDefaults(db: Db): Promise<DefaultsUsed> {
  const row = await db.one<Record<'code' | 'unit' | 'multiplier' | 'tax_rate', number>>(
    `SELECT count(*) FILTER (WHERE code IS NULL) AS code,
            count(*) FILTER (WHERE unit IS NULL) AS unit, count(*) FILTER (WHERE multiplier IS NULL) AS multiplier,
            count(*) FILTER (WHERE tax_rate IS NULL) AS tax_rate
       FROM import_products WHERE is_new`,
  )
  return row ?? {}
}

export function addDefaults(sum: DefaultsUsed, more: DefaultsUsed): void {
  for (const [name, n] of Object.entries(more) as [keyof DefaultsUsed, number][]) {
    if (n > 0) sum[name] = (sum[name] ?? 0) + n
  }
}
