import { fold } from '#domain/text/text.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import type { Cell, Row, Table } from '#server/platform/tables/table.ts'
import { firstRows } from '#server/catalog/import/read/first-rows.ts'
import { isOffSale, type SaleColumn, saleColumnOf } from '#server/catalog/import/read/sale-status.ts'
import { findNamed, type FormatNotes } from './format-columns.ts'

/** Which rows are variants of one product, by squeezed names of columns (alternatives separated by spaces). */
export type Grouping = {
  /** Rows with the same value belong together. */
  group: string
  /** Columns of values by the name of the dimension. */
  dimensions?: Record<string, string>
  /** Columns with the name and the value of a dimension. */
  pairs?: [name: string, value: string][]
  /** A column that lists them: "Renk;Kırmızı|Beden;S". */
  listed?: string
  /** The group is the product's code, and variants have none: theirs is made from it and their values. */
  codeIsGroup?: boolean
}

type Context = { code: number; clear: string; notes: FormatNotes }
type Group = {
  rows: number
  hasOwnCode: boolean
  dimensions: Set<string>
  /** What the columns of the sale status say about the first row that is on sale. */
  onSale?: Cell[]
}

/**
 * Adds a product before the first of its variants: rows with the same group and different values. Its row has the texts
 * of the first variant, its line is that line, negative. It is on sale if any of its variants is. Rows alone in their group
 * stay as they are.
 */
export async function groupVariants(table: Table, grouping: Grouping, context: Context): Promise<Table> {
  const index = findNamed(table.columns, grouping.group)
  if (index < 0) return table
  const readOptions = optionReader(table.columns, grouping)
  const saleColumns = await findSaleColumns(table)
  const { groups, names } = await collect(table, { index, code: context.code, saleColumns, readOptions })
  if (names.size === 0) return table
  const dimensions = [...names.values()]
  const columns = [...table.columns, 'parent_code', ...dimensions.map((name) => `variant:${name}`)]
  const cleared = context.clear
    .split(' ')
    .map((name) => findNamed(table.columns, name))
    .filter((at) => at >= 0)
  const width = table.columns.length
  return {
    ...table,
    columns,
    async *rows(options): AsyncGenerator<Row> {
      const started = new Set<string>()
      for await (const row of table.rows(options)) {
        const key = lineOf(row.cells[index])
        const group = groups.get(key)
        const values = readOptions(row.cells)
        if (group === undefined || group.rows < 2 || values.size === 0) {
          yield row
          continue
        }
        const parentCode = group.hasOwnCode && !grouping.codeIsGroup ? `${key}-GRUP` : key
        const cells: Cell[] = Array.from({ length: columns.length }, (_, at) =>
          at < width ? (row.cells[at] ?? '') : '',
        )
        if (!started.has(key)) {
          started.add(key)
          const parent = [...cells]
          for (const at of cleared) parent[at] = ''
          for (const [i, { index: at }] of saleColumns.entries()) parent[at] = group.onSale?.[i] ?? parent[at] ?? ''
          parent[context.code] = parentCode
          yield { line: -row.line, cells: parent }
        }
        if (grouping.codeIsGroup || lineOf(cells[context.code]) === '') {
          cells[context.code] = [key, ...values.values()].join('-').replace(/\s+/g, '-')
          context.notes.madeCodes += 1
        }
        cells[width] = parentCode
        for (const [at, name] of dimensions.entries()) cells[width + 1 + at] = values.get(fold(name)) ?? ''
        yield { ...row, cells }
      }
    },
  }
}

async function findSaleColumns(table: Table): Promise<SaleColumn[]> {
  const sample = await firstRows(table)
  return table.columns.flatMap((_, at) => saleColumnOf(table.columns, at, sample) ?? [])
}

type ReadOptions = (cells: readonly Cell[]) => Map<string, string>

async function collect(
  table: Table,
  {
    index,
    code,
    saleColumns,
    readOptions,
  }: {
    index: number
    code: number
    saleColumns: readonly SaleColumn[]
    readOptions: ReadOptions & { names: Map<string, string> }
  },
) {
  const groups = new Map<string, Group>()
  for await (const { cells } of table.rows()) {
    const key = lineOf(cells[index])
    if (key === '') continue
    const group = groups.get(key) ?? { rows: 0, hasOwnCode: false, dimensions: new Set<string>() }
    groups.set(key, group)
    group.rows += 1
    group.hasOwnCode ||= lineOf(cells[code]) === key
    if (!group.onSale && !isOffSale(saleColumns, cells))
      group.onSale = saleColumns.map(({ index: at }) => cells[at] ?? '')
    readOptions(cells)
  }
  return { groups, names: readOptions.names }
}

/** Reads the values of a row by folded dimension; `names` collects the dimensions as they are written first. */
function optionReader(columns: readonly string[], { dimensions = {}, pairs = [], listed }: Grouping) {
  const names = new Map<string, string>()
  const direct = Object.entries(dimensions).map(([name, column]) => ({ name, at: findNamed(columns, column) }))
  const paired = pairs.map((pair) => pair.map((column) => findNamed(columns, column)))
  const list = listed === undefined ? -1 : findNamed(columns, listed)
  const read = (cells: readonly Cell[]) => {
    const values = new Map<string, string>()
    const add = (name: string, value: string) => {
      if (name === '' || value === '') return
      if (!names.has(fold(name))) names.set(fold(name), name)
      values.set(fold(name), value)
    }
    for (const { name, at } of direct) add(name, lineOf(cells[at]))
    for (const [name = -1, value = -1] of paired) add(lineOf(cells[name]), lineOf(cells[value]))
    for (const part of lineOf(cells[list]).split('|')) {
      const [name = '', value = ''] = part.split(/[;:=]/)
      add(name.trim(), value.trim())
    }
    return values
  }
  return Object.assign(read, { names })
}
