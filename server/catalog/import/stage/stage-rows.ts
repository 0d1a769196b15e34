import type { FileKind, ImportRun } from '#server/catalog/import/import-run.ts'
import type { Issue } from '#server/catalog/import/read/codes.ts'
import { localSamplesOf } from '#server/catalog/import/read/inspect.ts'
import type { OpenedFile } from '#server/catalog/import/read/open-file.ts'
import type { Plan } from '#server/catalog/import/read/plan.ts'
import type { Tally } from '#server/catalog/import/read/reading.ts'
import { type ReadRow, readRow, readUnitRow } from '#server/catalog/import/read/row.ts'
import type { FileWarning, Survey } from '#server/catalog/import/read/survey.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import type { Cell } from '#server/platform/tables/table.ts'
import type { Stager } from './staging-tables.ts'

export type StagedFile = {
  number: number
  kind: FileKind
  name: string
  plan: Plan
  rows: number
  tally: Tally
  /** The first values of a column. */
  examples(index: number): string[]
}

/** What staging takes of an opened file. */
type StagedInput = Pick<OpenedFile, 'number' | 'kind' | 'name' | 'table' | 'sample' | 'ownColumns'>

const progressRows = 1_000

/** Reads the rows of a file into the staging tables, and their errors and warnings into import_issues. */
export async function stageRows(
  run: ImportRun,
  stager: Stager,
  file: StagedInput,
  { plan, warnings, rows }: Pick<Survey, 'plan' | 'warnings' | 'rows'>,
): Promise<StagedFile> {
  const { number, kind, name, table, ownColumns } = file
  const tally: Tally = {
    imagesRefused: 0,
    descriptionsCleaned: 0,
    currencyAssumed: 0,
    basisAssumed: 0,
    stockWords: new Map(),
    taxRates: new Map(),
    offSale: new Map(),
  }
  let done = 0
  for await (const row of table.rows({ signal: run.signal })) {
    const read = kind === 'units' ? readUnitRow(plan, row, tally) : readRow(plan, row, tally)
    if (run.options.tracker) addRowText(read, row.cells.slice(0, ownColumns))
    if (read.row) await stager.add(kind === 'units' ? 'import_unit_rows' : 'import_rows', number, [read.row])
    await stager.add('import_stock', number, read.stocks)
    await stager.add('import_issues', number, read.issues)
    if (row.line > 0) done += 1
    if (done % progressRows === 0) run.reportProgress('read', name, done, rows)
  }
  run.reportProgress('read', name, done, rows)
  await stager.add('import_issues', number, fileIssues(warnings, tally))
  const examples = (index: number) => localSamplesOf(file, index)
  return { number, kind, name, plan, rows: done, tally, examples }
}

const maxTextLength = 300

/** Adds the text of the row as the file has it, for the list of problems. */
function addRowText(read: ReadRow, cells: readonly Cell[]): void {
  const text = cells
    .map((cell) => lineOf(cell))
    .filter((cell) => cell !== '')
    .join(' | ')
    .slice(0, maxTextLength)
    .toWellFormed()
  if (read.row) read.row.row_text = text
  for (const issue of read.issues) issue.row_text = text
}

/** Issues of the whole file, reported on its first line. */
function fileIssues(
  warnings: FileWarning[],
  { imagesRefused, descriptionsCleaned, stockWords, taxRates, offSale }: Tally,
): Issue[] {
  const all = [...warnings]
  if (imagesRefused > 0) all.push({ code: 'images_refused', facts: { n: imagesRefused } })
  if (descriptionsCleaned > 0) all.push({ code: 'description_cleaned', facts: { n: descriptionsCleaned } })
  if (stockWords.size > 0) {
    const rules = [...stockWords].slice(0, 8).map(([word, figure]) => `${word} = ${figure}`)
    all.push({ code: 'stock_words', facts: { rules: rules.join(', ') } })
  }
  if (taxRates.size > 1) {
    const rates = [...taxRates].sort(([, a], [, b]) => b - a).map(([rate, n]) => `${rate} (${n})`)
    all.push({ code: 'tax_rates', facts: { rates: rates.slice(0, 8).join(', ') } })
  }
  if (offSale.size > 0) {
    const rules = [...offSale].slice(0, 8).map(([rule, n]) => `${rule} (${n})`)
    all.push({ code: 'off_sale', facts: { rules: rules.join(', ') } })
  }
  return all.map(({ code, facts }) => ({ line: 1, key: '', level: 'warning', code, facts }))
}
