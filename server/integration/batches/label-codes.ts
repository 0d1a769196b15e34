import type * as z from 'zod/mini'
import type { Locale } from '#contract/core/visitor.ts'
import type { productRow } from '#contract/integration/batches.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type Checked, problem } from './check-rows.ts'

/** The ids of categories and the names of brands by the codes that rows name. */
export type LabelCodes = { categories: ReadonlyMap<string, number>; brands: ReadonlyMap<string, string> }

type Row = z.output<typeof productRow>

/** Finds the brands and categories that rows name by code, and moves rows with unknown ones to the bad ones. */
export async function findLabelCodes(db: Db, checked: Checked<Row>, locale: Locale): Promise<LabelCodes> {
  const codesOf = (name: 'brandCode' | 'categoryCode') => [
    ...new Set(checked.good.flatMap(({ row }) => row[name]?.trim() ?? [])),
  ]
  const [brandCodes, categoryCodes] = [codesOf('brandCode'), codesOf('categoryCode')]
  const categories = await find<{ code: string; id: number }>(
    db,
    "SELECT coalesce(code, '') AS code, id FROM categories WHERE code = ANY ($1)",
    categoryCodes,
  )
  const brands = await find<{ code: string; name: string }>(
    db,
    'SELECT code, name FROM brands WHERE code = ANY ($1)',
    brandCodes,
  )
  const codes: LabelCodes = {
    categories: new Map(categories.map(({ code, id }) => [code, id])),
    brands: new Map(brands.map(({ code, name }) => [code, name])),
  }
  checked.good = checked.good.filter(({ index, row: { brandCode, categoryCode } }) => {
    if (brandCode !== undefined && !codes.brands.has(brandCode.trim())) {
      checked.bad.set(index, problem(locale, 'brand_unknown', 'brandCode', { value: brandCode }))
    } else if (categoryCode !== undefined && !codes.categories.has(categoryCode.trim())) {
      checked.bad.set(index, problem(locale, 'category_unknown', 'categoryCode', { value: categoryCode }))
    }
    return !checked.bad.has(index)
  })
  return codes
}

const find = async <Found extends object>(db: Db, sql: string, codes: readonly string[]): Promise<Found[]> =>
  codes.length === 0 ? [] : db.query<Found>(sql, [codes])
