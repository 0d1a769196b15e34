import type { FileKind, ImportFile, ImportOptions, ImportRun } from '#server/catalog/import/import-run.ts'
import { inspectSource, type Source } from '#server/platform/tables/source.ts'
import { openTable } from '#server/platform/tables/open-table.ts'
import type { Cell, Table } from '#server/platform/tables/table.ts'
import { ImportError } from './codes.ts'
import { describeColumns, findColumn, type Header, readHeader } from './header.ts'
import { isVariant, spreadVariants } from './variant-rows.ts'

/** One input file; `number` identifies it in the staging tables. */
export type InputFile = { number: number; kind: FileKind; file: ImportFile }
export type OpenedFile = {
  number: number
  kind: FileKind
  name: string
  source: Source
  table: Table
  sample: Cell[][]
}

/** The product files in their order, then the units file: its products may come from the files before it. */
export function listFiles({ files, units }: ImportOptions): InputFile[] {
  const products = files.map((file, number): InputFile => ({ number, kind: 'products', file }))
  return units === undefined ? products : [...products, { number: files.length, kind: 'units', file: units }]
}

/** Opens a file as a table. Variants nested in the products of a feed become rows of their own. */
export async function openFile(run: ImportRun, { number, kind, file }: InputFile): Promise<OpenedFile> {
  const { options, signal } = run
  const source = await inspectSource(file.path, file.name)
  const opened = await openTable(source, { signal }, kind === 'products' ? isVariant : undefined)
  const table = await spreadVariants(opened, presentMapping(options, opened), options.ignored)
  return { number, kind, name: file.name, source, table, sample: await firstRows(table) }
}

const sampleRows = 200

/** The first rows: they show what a column contains. */
async function firstRows(table: Table): Promise<Cell[][]> {
  const rows: Cell[][] = []
  for await (const { cells } of table.rows()) {
    rows.push(cells)
    if (rows.length === sampleRows) break
  }
  return rows
}

/** Maps the columns of a file to fields, and reports the result to `onColumns`. */
export function recognizeColumns({ options, onColumns }: ImportRun, { kind, name, table, sample }: OpenedFile): Header {
  // --map describes the product files; the units file need not have those columns.
  const mapping = kind === 'units' || options.isLenient ? presentMapping(options, table) : options.mapping
  const header = readHeader(table.columns, mapping, options.ignored, sample)
  onColumns(describeColumns(name, table.columns, header))
  for (const [field, column] of mapping) {
    if (findColumn(table.columns, column) < 0)
      throw new ImportError('map_column_missing', { file: name, column, field })
  }
  return header
}

/** The part of the mapping whose columns the table has. */
function presentMapping({ mapping }: ImportOptions, table: Table): ImportOptions['mapping'] {
  return new Map([...mapping].filter(([, column]) => findColumn(table.columns, column) >= 0))
}
