import type { DefaultsUsed } from '#server/catalog/import/import-run.ts'
import type { FileMerge } from './file-merge.ts'

/** Unit of new products whose file names none. */
export const defaultUnit = 'ADET'

/** Counts the default values that the new products in import_products got. */
export async function countDefaults({ db, totals }: FileMerge): Promise<void> {
  const row = await db.one<Record<'code' | 'unit' | 'multiplier' | 'tax_rate', number>>(
    `SELECT count(*) FILTER (WHERE code IS NULL) AS code,
            count(*) FILTER (WHERE unit IS NULL) AS unit, count(*) FILTER (WHERE multiplier IS NULL) AS multiplier,
            count(*) FILTER (WHERE tax_rate IS NULL) AS tax_rate
       FROM import_products WHERE is_new`,
  )
  addDefaults(totals.defaults, row ?? {})
}

export function addDefaults(sum: DefaultsUsed, more: DefaultsUsed): void {
  for (const [name, n] of Object.entries(more) as [keyof DefaultsUsed, number][]) {
    if (n > 0) sum[name] = (sum[name] ?? 0) + n
  }
}
