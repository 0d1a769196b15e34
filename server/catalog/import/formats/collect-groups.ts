import { fold } from '#domain/text/text.ts'
import { firstRows } from '#server/platform/tables/first-rows.ts'
import { isOffSale, type SaleColumn, saleColumnOf } from '#server/catalog/import/read/sale-status.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import type { Cell, Table } from '#server/platform/tables/table.ts'
import { CommonName } from './common-name.ts'
import { findNamed, type FormatNotes, noteUses } from './format-columns.ts'

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

/** Columns by index; −1: there is none. */
type Columns = { group: number; code: number; name: number }
type Group = {
  rows: number
  hasOwnCode: boolean
  name: CommonName
  /** What the columns of the sale status say about the first row that is on sale. */
  onSale?: Cell[]
}

/** Reads the whole file for its groups by their key, the names of their dimensions and the columns of the sale status. */
export async function collectGroups(table: Table, grouping: Grouping, columns: Columns, notes: FormatNotes) {
  const { read, names, note } = optionReader(table.columns, grouping)
  const saleColumns = await findSaleColumns(table)
  const groups = new Map<string, Group>()
  for await (const { cells } of table.rows()) {
    const key = lineOf(cells[columns.group])
    if (key === '') continue
    const group = groups.get(key) ?? { rows: 0, hasOwnCode: false, name: new CommonName() }
    groups.set(key, group)
    group.rows += 1
    group.hasOwnCode ||= lineOf(cells[columns.code]) === key
    if (!group.onSale && !isOffSale(saleColumns, cells))
      group.onSale = saleColumns.map(({ index: at }) => cells[at] ?? '')
    group.name.add(lineOf(cells[columns.name]), read(cells))
  }
  if (names.size > 0) {
    noteUses(notes, 'variant_group', [columns.group])
    note(notes)
  }
  return { groups, dimensions: [...names.values()], saleColumns, readOptions: read }
}

async function findSaleColumns(table: Table): Promise<SaleColumn[]> {
  const sample = await firstRows(table)
  return table.columns.flatMap((_, at) => saleColumnOf(table.columns, at, sample) ?? [])
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
  const note = (notes: FormatNotes) => {
    for (const { name, at } of direct) noteUses(notes, `variant:${name}`, [at])
    for (const [name = -1, value = -1] of paired) {
      noteUses(notes, 'variant_name', [name])
      noteUses(notes, 'variant_value', [value])
    }
    noteUses(notes, 'variant_list', [list])
  }
  return { read, names, note }
}
