import type { Db } from '#server/platform/db/pool.ts'
import type { ImportFile, ImportHooks, ImportOptions, ImportStep } from '#server/catalog/import/import-catalog.ts'
import { ImportStop, type Issue } from '#server/catalog/import/read/codes.ts'
import { findColumn, readHeader, sayColumns } from '#server/catalog/import/read/header.ts'
import type { Plan } from '#server/catalog/import/read/plan.ts'
import type { Tally } from '#server/catalog/import/read/reading.ts'
import { type ReadRow, readRow, readUnitRow } from '#server/catalog/import/read/row.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import { inspectSource, type Source } from '#server/platform/tables/source.ts'
import { Stager } from './staging-tables.ts'
import { type Note, recognisesAnything, surveyTable } from '#server/catalog/import/read/survey.ts'
import { openTable, type Row, type Table } from '#server/platform/tables/table.ts'
import { isVariant, spreadVariants } from '#server/catalog/import/read/variant-rows.ts'

export type StagedFile = { kind: 'products' | 'units'; name: string; plan: Plan; rows: number; tally: Tally }

type Opened = { source: Source; table: Table; plan: Plan; notes: Note[]; rows: number }

const PROGRESS_ROWS = 1_000

/** Reads all files into the staging tables; the index of a file is its number there. */
export async function stageFiles(db: Db, options: ImportOptions, hooks: ImportHooks): Promise<StagedFile[]> {
  const codes = await db.query<{ code: string }>('SELECT code FROM currencies')
  const currencyCodes = new Set(codes.map(({ code }) => code))
  const all: { file: ImportFile; kind: StagedFile['kind'] }[] = options.files.map((file) => ({
    file,
    kind: 'products',
  }))
  if (options.units) all.push({ file: options.units, kind: 'units' })
  const stager = new Stager(db)
  const staged: StagedFile[] = []
  for (const [number, { file, kind }] of all.entries()) {
    const opened = await openFile(file, kind, options, currencyCodes, hooks)
    staged.push(await stageFile(stager, number, kind, opened, { ...hooks, keepsText: options.tracker !== undefined }))
  }
  await stager.flush()
  return staged
}

async function openFile(
  file: ImportFile,
  kind: StagedFile['kind'],
  options: ImportOptions,
  currencyCodes: ReadonlySet<string>,
  hooks: ImportHooks,
): Promise<Opened> {
  const source = await inspectSource(file.path, file.name)
  const onBytes = (bytes: number) => report(hooks, 'check', file.name, bytes, source.bytes)
  const opened = await openTable(source, { signal: hooks.signal }, kind === 'products' ? isVariant : undefined)
  const table = await spreadVariants(opened, presentMapping(options, opened), options.ignored)
  const mapping = kind === 'units' || options.isLenient ? presentMapping(options, table) : options.mapping
  hooks.onColumns?.(sayColumns(file.name, table.columns, readHeader(table.columns, mapping, options.ignored)))
  const surveyOptions = { ...options, file: file.name, mapping, currencyCodes }
  const { plan, notes, rows } = await surveyTable(table, surveyOptions, { signal: hooks.signal, onBytes })
  const columns = table.columns.join(', ')
  if (kind === 'units' && !plan.fields.has('unit'))
    throw new ImportStop('units_column_missing', { file: file.name, columns })
  if (!recognisesAnything(plan)) throw new ImportStop('nothing_recognised', { file: file.name, columns })
  if (rows === 0) throw new ImportStop('file_empty', { file: file.name })
  return { source, table, plan, notes, rows }
}

/** --map is about the products; the units file need not have those columns. */
function presentMapping({ mapping }: ImportOptions, table: Table): ImportOptions['mapping'] {
  return new Map([...mapping].filter(([, column]) => findColumn(table.columns, column) >= 0))
}

async function stageFile(
  stager: Stager,
  number: number,
  kind: StagedFile['kind'],
  { source, table, plan, notes, rows }: Opened,
  hooks: ImportHooks & { keepsText: boolean },
): Promise<StagedFile> {
  const tally: Tally = { imagesRefused: 0, descriptionsCleaned: 0, currencyAssumed: 0 }
  let done = 0
  for await (const row of table.rows({ signal: hooks.signal })) {
    const read = kind === 'units' ? readUnitRow(plan, row, tally) : readRow(plan, row, tally)
    if (hooks.keepsText) keepText(read, row)
    if (read.row) await stager.add(kind === 'units' ? 'import_unit_rows' : 'import_rows', number, [read.row])
    await stager.add('import_stock', number, read.stocks)
    await stager.add('import_issues', number, read.issues)
    done += 1
    if (done % PROGRESS_ROWS === 0) report(hooks, 'read', source.name, done, rows)
  }
  report(hooks, 'read', source.name, done, rows)
  await stager.add('import_issues', number, fileIssues(notes, tally))
  return { kind, name: source.name, plan, rows: done, tally }
}

const TEXT_LENGTH = 300

/** The row as the file has it, for whoever reads what was wrong with it. */
function keepText(read: ReadRow, { cells }: Row): void {
  const text = cells
    .map((cell) => lineOf(cell))
    .filter((cell) => cell !== '')
    .join(' | ')
    .slice(0, TEXT_LENGTH)
    .toWellFormed()
  if (read.row) read.row.row_text = text
  for (const issue of read.issues) issue.row_text = text
}

/** What is true of a file as a whole stands on its first line. */
function fileIssues(notes: Note[], tally: Tally): Issue[] {
  const all = [...notes]
  if (tally.imagesRefused > 0) all.push({ code: 'images_refused', facts: { n: tally.imagesRefused } })
  if (tally.descriptionsCleaned > 0) all.push({ code: 'description_cleaned', facts: { n: tally.descriptionsCleaned } })
  return all.map(({ code, facts }) => ({ line: 1, key: '', level: 'warning', code, facts }))
}

function report({ onProgress }: ImportHooks, step: ImportStep, file: string, done: number, total: number): void {
  onProgress?.({ step, file, done, total })
}
