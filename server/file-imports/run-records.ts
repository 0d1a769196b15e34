import type { FileImportOptions } from '#contract/admin/imports/file-import-options.ts'
import type { ImportFileInspection } from '#contract/admin/imports/import-inspection.ts'
import { dayInTurkey } from '#domain/text/calendar-day.ts'
import { markProfileUsed, withUpload } from '#server/catalog/import/import.ts'
import { transaction } from '#server/platform/db/transaction.ts'
import { type AccountImport, importBalances, importMovements } from '#server/statement/statement.ts'
import { importSerials } from '#server/warranty/warranty.ts'
import { importCosts } from './costs.ts'
import { useProfile } from './profile-options.ts'
import type { FileImportResult, ImportedShipment } from './queries.ts'
import { saveFileResult, saveInspection } from './queries.ts'
import { authorOf, type RunContext, RunRefused } from './run-context.ts'
import { importPriceRules } from './price-rules.ts'
import { importPromotions } from './promotions.ts'
import { importShipments } from './shipments/import-shipments.ts'

const engines = {
  movements: importMovements,
  balances: importBalances,
  serials: importSerials,
  costs: importCosts,
  price_rules: importPriceRules,
  promotions: importPromotions,
  shipments: importShipments,
}
/** Further rows with errors are counted but not listed. */
const maxProblems = 20_000

const readingOf = ({ decimal, mapping = {}, sheet }: FileImportOptions) => ({
  decimal: decimal ?? undefined,
  mapping: new Map(Object.entries(mapping)),
  sheet: sheet ?? undefined,
})

/** Previews or imports a file of movements, balances, serial numbers, costs, price rules, promotions or shipments with the engine of `toptan import`. */
export function runRecords(context: RunContext): Promise<void> {
  return withUpload(context.folder, context.row.file, (path) => runFile(context, path))
}

async function runFile({ pool, row, run }: RunContext, path: string): Promise<void> {
  if (row.kind === 'pictures') throw new Error('Pictures are not rows.')
  const isPreview = row.state === 'previewing'
  let shipments: ImportedShipment[] = []
  const save: AccountImport['save'] = async (db, summary, accounts) => {
    const { issues, ...figures } = summary
    const problems = issues.map((issue) => ({ entry: '', ...issue }))
    const result: FileImportResult = { summary: figures, problems, accounts, shipments }
    // A preview is rolled back; its result is saved on another connection.
    if (isPreview) await transaction(pool, (outside) => saveFileResult(outside, row, result))
    else {
      await saveFileResult(db, row, result)
      await markProfileUsed(db, row.profile_id)
    }
  }
  let inspection: ImportFileInspection | null = null
  const result = await engines[row.kind](pool, {
    file: { path, name: row.file.name },
    ...readingOf(row.options),
    ...(row.shape === null && {
      onShape: async (columns: readonly string[]) => {
        const options = await useProfile(pool, row, columns)
        return options && readingOf(options)
      },
    }),
    onInspection: (found) => {
      inspection = found
    },
    dryRun: isPreview,
    today: dayInTurkey(new Date()),
    author: authorOf({ row }),
    maxIssues: maxProblems,
    signal: run.signal,
    onProgress: (done, total) => run.reportProgress('read', done, total),
    onShipments: (made) => {
      shipments = made
    },
    save,
  })
  if (inspection !== null) await saveInspection(pool, row.id, inspection)
  if (!result.ok) throw new RunRefused(result.code, result.facts)
}
