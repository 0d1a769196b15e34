import type { Db } from '#server/platform/db/pool.ts'
import type { ImportHooks, ImportOptions, ImportSummary } from '#server/catalog/import/import-catalog.ts'
import { auditImport } from './audit-import.ts'
import { resolveCategories } from './categories.ts'
import { addDefaults, countDefaults, type DefaultsUsed } from './defaults.ts'
import { resolveFamilies } from './families.ts'
import { resolveBrands } from './brands.ts'
import { matchProducts, rejectNameless, rejectRepeatedKeys, remarkRepeats } from './match-products.ts'
import { type Counts, createMergeTables, dropFileTables, type Merge } from './file-merge.ts'
import { remarkNewLabels } from './new-labels.ts'
import { findPriceList, findWarehouses, type Made } from './places.ts'
import { countIssues, writeReport } from '#server/catalog/import/report.ts'
import { savePrices } from './prices.ts'
import { createImportProducts, saveProducts } from './products.ts'
import { saveStock } from './stock.ts'
import { createImportUnits, saveDefaultUnits, saveUnits } from './units.ts'
import type { StagedFile } from '#server/catalog/import/stage/stage-rows.ts'
import { collectChanges, createTracking, rememberStates } from './track-changes.ts'

/** Takes all staged files over into the catalog; runs within one transaction. */
export async function mergeAll(
  db: Db,
  staged: StagedFile[],
  options: ImportOptions,
  hooks: ImportHooks,
): Promise<ImportSummary> {
  await createMergeTables(db)
  const isTracked = options.tracker !== undefined
  if (isTracked) await createTracking(db)
  const counts: Counts = { prices: 0, stocks: 0, units: 0, brands: 0, models: 0, categories: 0 }
  const made: Made = { priceLists: [], warehouses: [] }
  const defaults: DefaultsUsed = {}
  const priceListId = await findPriceList(db, options.priceList, made)
  for (const [file, { kind, plan, name, tally }] of staged.entries()) {
    const names = [...(plan.fields.has('stock') ? [''] : []), ...plan.stocks.map((stock) => stock.name)]
    const warehouseIds = await findWarehouses(db, names, options.warehouse, made)
    const merge = { db, file, plan, priceListId, warehouseIds, isTracked }
    const steps = kind === 'units' ? unitSteps(merge, counts) : productSteps(merge, counts, defaults)
    for (const [done, step] of steps.entries()) {
      hooks.onProgress?.({ step: 'save', file: name, done, total: steps.length })
      await step()
    }
    hooks.onProgress?.({ step: 'save', file: name, done: steps.length, total: steps.length })
    addDefaults(defaults, { currency: tally.currencyAssumed })
  }
  const summary = await summarise(db, staged, options, { counts, made, defaults })
  if (isTracked) await collectChanges(db)
  await options.tracker?.save(db, summary)
  if (options.audit && !options.dryRun) {
    const names = staged.map(({ name }) => name)
    await auditImport(db, options.audit, names, summary)
  }
  return summary
}

type Step = () => Promise<void>

function productSteps(merge: Merge, counts: Counts, defaults: DefaultsUsed): Step[] {
  const { db, plan } = merge
  return [
    () => dropFileTables(db),
    () => rejectRepeatedKeys(merge, 'import_rows'),
    () => matchProducts(merge, 'import_rows'),
    () => rejectNameless(merge),
    async () => {
      if (plan.fields.has('parent_code')) await resolveFamilies(merge)
    },
    () => remarkRepeats(merge),
    () => resolveBrands(merge, counts),
    () => resolveCategories(merge, counts),
    () => remarkNewLabels(merge),
    () => createImportProducts(merge, counts),
    async () => addDefaults(defaults, await countDefaults(db)),
    () => rememberStates(merge, 'import_products'),
    () => saveProducts(merge),
    () => saveDefaultUnits(merge, counts),
    () => savePrices(merge, 'import_products', counts),
    () => saveStock(merge, counts),
  ]
}

function unitSteps(merge: Merge, counts: Counts): Step[] {
  return [
    () => dropFileTables(merge.db),
    () => rejectRepeatedKeys(merge, 'import_unit_rows'),
    () => matchProducts(merge, 'import_unit_rows'),
    () => createImportUnits(merge),
    () => rememberStates(merge, 'import_units'),
    () => saveUnits(merge, counts),
    () => savePrices(merge, 'import_units', counts),
  ]
}

type Parts = Pick<ImportSummary, 'counts' | 'made' | 'defaults'>

async function summarise(db: Db, staged: StagedFile[], options: ImportOptions, parts: Parts): Promise<ImportSummary> {
  const products = await db.one<{ created: number; updated: number; unchanged: number; rejected: number }>(
    `SELECT (SELECT count(DISTINCT product_id) FROM import_seen WHERE is_new) AS created,
            (SELECT count(DISTINCT product_id) FROM import_touched
              WHERE product_id NOT IN (SELECT product_id FROM import_seen WHERE is_new)) AS updated,
            (SELECT count(DISTINCT product_id) FROM import_seen WHERE NOT is_new
               AND product_id NOT IN (SELECT product_id FROM import_touched)) AS unchanged,
            (SELECT count(DISTINCT (file, line)) FROM import_issues WHERE level = 'error') AS rejected`,
  )
  const { created = 0, updated = 0, unchanged = 0, rejected = 0 } = products ?? {}
  const issues = await countIssues(db, options.locale)
  const reportPath = issues.length > 0 ? options.reportPath : undefined
  if (reportPath)
    await writeReport(
      db,
      reportPath,
      staged.map(({ name }) => name),
      options.locale,
    )
  const { counts, made } = parts
  const countsChanged = Object.values(counts).some((n) => n > 0) || made.priceLists.length + made.warehouses.length > 0
  return {
    rows: sumRows(staged, 'products'),
    unitRows: sumRows(staged, 'units'),
    ...{ created, updated, unchanged, rejected, issues },
    ...parts,
    ...(reportPath && { reportPath }),
    changed: created + updated > 0 || countsChanged,
  }
}

function sumRows(staged: StagedFile[], kind: StagedFile['kind']): number {
  return staged.reduce((sum, file) => (file.kind === kind ? sum + file.rows : sum), 0)
}
