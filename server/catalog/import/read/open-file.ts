import type { FileKind, ImportFile, ImportOptions, ImportRun } from '#server/catalog/import/import-run.ts'
import { inspectSource, type Source } from '#server/platform/tables/source.ts'
import { openTable } from '#server/platform/tables/open-table.ts'
import { firstRows } from '#server/platform/tables/first-rows.ts'
import { skipRepeatedHeaders } from '#server/platform/tables/repeated-headers.ts'
import type { Cell, Table } from '#server/platform/tables/table.ts'
import type { FormatNotes } from '#server/catalog/import/formats/format-columns.ts'
import {
  columnsOfFormat,
  findFormat,
  type KnownFormat,
  reshapeFormat,
} from '#server/catalog/import/formats/known-formats.ts'
import { ImportError } from './codes.ts'
import { findColumn, type Header, indexesOf, readHeader, useAttributeNames } from './header.ts'
import { isVariant, spreadVariants } from './variant-rows.ts'

/** One input file; `number` identifies it in the staging tables. */
export type InputFile = { number: number; kind: FileKind; file: ImportFile }
export type OpenedFile = {
  number: number
  kind: FileKind
  name: string
  source: Source
  table: Table
  /** How many of the first columns are the file's; those after them are made by the reader of its format. */
  ownColumns: number
  /** The first rows. */
  sample: Cell[][]
  /** The first rows as the file has them, if the reader of its format changes them. */
  ownSample: Cell[][] | undefined
  /** Lines that repeat the header, as far as the rows are read. */
  repeatedHeaders: ReadonlySet<number>
  /** The shop system or marketplace that the file comes from, if it needs special reading. */
  format?: KnownFormat
  notes: FormatNotes
}

/** The product files in their order, then the units file: its products may come from the files before it. */
export function listFiles({ files, units }: ImportOptions): InputFile[] {
  const products = files.map((file, number): InputFile => ({ number, kind: 'products', file }))
  return units === undefined ? products : [...products, { number: files.length, kind: 'units', file: units }]
}

/** What opening a file takes of an import. */
type Opening = Pick<ImportRun, 'signal'> & { options: Pick<ImportOptions, 'mapping' | 'ignored' | 'sheet'> }

/** Opens a file as a table. Variants nested in the products of a feed become rows of their own. */
export async function openFile(run: Opening, { number, kind, file }: InputFile): Promise<OpenedFile> {
  const { options, signal } = run
  const source = await inspectSource(file.path, file.name)
  const opened = await openTable(
    source,
    { signal },
    {
      rateHeader: (cells) => countRecognized(cells, options),
      ...(kind === 'products' && { isPart: isVariant }),
      ...(options.sheet && { sheet: options.sheet }),
    },
  )
  const { table: whole, repeatedHeaders } = skipRepeatedHeaders(opened)
  const spread = await spreadVariants(whole, presentMapping(options, opened), options.ignored)
  const format = kind === 'products' ? findFormat(spread.columns) : undefined
  const notes: FormatNotes = { madeCodes: 0, uses: new Map() }
  const table = format ? await reshapeFormat(spread, format, notes) : spread
  return {
    ...(format && { format }),
    notes,
    number,
    kind,
    name: file.name,
    source,
    table,
    ownColumns: spread.columns.length,
    repeatedHeaders,
    sample: await firstRows(table),
    ownSample: format ? await firstRows(spread) : undefined,
  }
}

/** How many of the cells are names of different columns. */
function countRecognized(cells: readonly string[], { mapping }: Pick<ImportOptions, 'mapping'>): number {
  const { fields, currencies, images, stocks, dimensions, attributes } = readHeader(cells)
  const mapped = [...mapping.values()].filter((column) => findColumn(cells, column) >= 0).length
  const lists = images.length + stocks.length + dimensions.length + attributes.length
  return fields.size + currencies.size + lists + mapped + (findFormat(cells) ? 10 : 0)
}

/** Maps the columns of a file to fields. */
export function recognizeColumns(
  { options, attributeNames }: ImportRun,
  { kind, name, table, sample, format, notes }: OpenedFile,
): Header {
  // --map describes the product files; the units file need not have those columns.
  const mapping = kind === 'units' || options.isLenient ? presentMapping(options, table) : options.mapping
  const known = format && columnsOfFormat(format, table.columns)
  const taken = new Set([...mapping.values()].map((column) => findColumn(table.columns, column)))
  const ignored = indexesOf(table.columns, options.ignored ?? new Set())
  const fromFormat = [...(known?.mapping ?? [])].filter(
    ([, column]) => !taken.has(table.columns.indexOf(column)) && !ignored.has(table.columns.indexOf(column)),
  )
  const header = readHeader(
    table.columns,
    new Map([...fromFormat, ...mapping]),
    new Set([...(options.ignored ?? []), ...(known?.ignored ?? [])]),
    sample,
  )
  if (kind === 'products') useAttributeNames(header, table.columns, attributeNames, ignored)
  header.unused = header.unused.filter((column) => !notes.uses.has(table.columns.indexOf(column)))
  for (const [field, column] of mapping) {
    if (findColumn(table.columns, column) < 0)
      throw new ImportError('map_column_missing', { file: name, column, field })
  }
  return header
}

/** The part of the mapping whose columns the table has. */
function presentMapping({ mapping }: Pick<ImportOptions, 'mapping'>, table: Table): ImportOptions['mapping'] {
  return new Map([...mapping].filter(([, column]) => findColumn(table.columns, column) >= 0))
}
