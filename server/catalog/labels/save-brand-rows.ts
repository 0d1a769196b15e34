import { fold } from '#domain/text/text.ts'
import { type AuditedChange, type Author, writeAuditEntries } from '#server/audit/audit.ts'
import { lockLabels } from '#server/catalog/admin/save-labels.ts'
import { loadSlugs, slugOf } from '#server/catalog/import/import.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { rowsTransaction } from '#server/platform/db/rows-transaction.ts'
import type { LabelRowResult, SavedLabels } from './label-rows.ts'
import type { LabelProblem } from './plan-categories.ts'

/** Only what is named changes. */
export type BrandRowInput = {
  line: number
  code: string
  name?: string | undefined
  isDeleted?: boolean | undefined
}

type Brand = { id: number; code: string; name: string; slug: string; isUsed: boolean }
type Plan = { row: BrandRowInput; before: Brand | null; name: string; problem: LabelProblem | null }

/**
 * Adds, changes and deletes brands by the codes of an ERP, which differ. A new code takes over the brand of its name if
 * that has the code that the shop made from the name. Good rows are written, unless `isAtomic`.
 */
export function saveBrandRows(
  pool: Pool,
  rows: readonly BrandRowInput[],
  { author, isAtomic }: { author: Author; isAtomic: boolean },
): Promise<SavedLabels> {
  return rowsTransaction(pool, isAtomic, async (db) => {
    await lockLabels(db)
    const plans = planBrands(await loadBrands(db, rows), rows)
    const changed = plans.filter((plan) => !['unchanged', 'rejected'].includes(statusOf(plan)))
    await writeBrands(db, changed)
    await writeAuditEntries(db, author, changed.map(auditOf))
    return plans.map((plan): LabelRowResult => {
      return { line: plan.row.line, status: statusOf(plan), problem: plan.problem }
    })
  })
}

function statusOf({ row, before, name, problem }: Plan): LabelRowResult['status'] {
  if (problem !== null) return 'rejected'
  if (row.isDeleted === true) return before === null ? 'unchanged' : 'deleted'
  if (before === null) return 'created'
  return before.code === row.code && before.name === name ? 'unchanged' : 'updated'
}

function planBrands(stored: readonly Brand[], rows: readonly BrandRowInput[]): Plan[] {
  const byCode = new Map(stored.map((brand) => [brand.code, brand]))
  const byName = new Map(stored.map((brand) => [fold(brand.name), brand]))
  const names = new Map(stored.map((brand) => [fold(brand.name), brand.code]))
  const problem = (code: string, field: string | null, value: string) => ({ code, field, value })
  // What goes frees its name.
  for (const { code, isDeleted } of rows) {
    const brand = byCode.get(code)
    if (isDeleted === true && brand?.isUsed === false) names.delete(fold(brand.name))
  }
  return rows.map((row): Plan => {
    const { code, isDeleted } = row
    const namesake = row.name === undefined ? undefined : byName.get(fold(row.name))
    const isMade = namesake?.code === slugOf(namesake?.name ?? '', 'marka').toUpperCase()
    const before = byCode.get(code) ?? (isMade && isDeleted !== true ? namesake : undefined) ?? null
    const name = row.name ?? before?.name ?? ''
    const plan = { row, before, name, problem: null }
    if (isDeleted === true) {
      return before?.isUsed === true ? { ...plan, problem: problem('brand_in_use', null, name) } : plan
    }
    if (name === '') return { ...plan, problem: problem('value_missing', 'name', '') }
    // Codes appear in addresses of lists between these separators.
    if (/[,;:]/.test(code)) return { ...plan, problem: problem('value_invalid', 'code', code) }
    const owner = names.get(fold(name))
    if (owner !== undefined && owner !== (before?.code ?? code)) {
      return { ...plan, problem: problem('name_taken', 'name', name) }
    }
    if (before !== null && names.get(fold(before.name)) === before.code) names.delete(fold(before.name))
    names.set(fold(name), before?.code ?? code)
    if (before !== null) byName.delete(fold(before.name))
    return plan
  })
}

/** Those that rows delete are locked, so that no product gets them meanwhile. */
async function loadBrands(db: Db, rows: readonly BrandRowInput[]): Promise<Brand[]> {
  const deleted = rows.flatMap(({ code, isDeleted }) => (isDeleted === true ? [code] : []))
  await db.query('SELECT FROM brands WHERE code = ANY ($1) ORDER BY id FOR UPDATE', [deleted])
  return db.query<Brand>(
    `SELECT id, code, name, slug,
            coalesce(code = ANY ($1) AND EXISTS (SELECT FROM products p LEFT JOIN models m ON m.id = p.model_id
                                         WHERE p.brand_id = b.id OR m.brand_id = b.id), false) AS "isUsed"
       FROM brands b ORDER BY id`,
    [deleted],
  )
}

async function writeBrands(db: Db, plans: readonly Plan[]): Promise<void> {
  const gone = plans.filter(({ row }) => row.isDeleted === true).map(({ before }) => before?.id)
  if (gone.length > 0) {
    await db.execute('DELETE FROM models WHERE brand_id = ANY ($1)', [gone])
    await db.execute('DELETE FROM brands WHERE id = ANY ($1)', [gone])
  }
  const slugs = await loadSlugs(db)
  const written = plans.filter(({ row }) => row.isDeleted !== true)
  const rows = written.map(({ row, before, name }) => {
    return { id: before?.id ?? null, code: row.code, name, slug: before?.slug ?? slugs.take([slugOf(name, 'marka')]) }
  })
  if (rows.length === 0) return
  const given = 'json_to_recordset($1) AS g (id integer, code text, name text, slug text)'
  await db.execute(`UPDATE brands b SET code = g.code, name = g.name FROM ${given} WHERE b.id = g.id`, [
    JSON.stringify(rows.filter(({ id }) => id !== null)),
  ])
  await db.execute(`INSERT INTO brands (code, name, slug) SELECT g.code, g.name, g.slug FROM ${given}`, [
    JSON.stringify(rows.filter(({ id }) => id === null)),
  ])
}

function auditOf({ row, before, name }: Plan): AuditedChange {
  const entry = { noun: 'brand', id: name } as const
  const old = before && { code: before.code, name: before.name }
  if (row.isDeleted === true) return { ...entry, action: 'remove', before: old }
  const after = { code: row.code, name }
  return old === null ? { ...entry, action: 'create', after } : { ...entry, action: 'change', before: old, after }
}
