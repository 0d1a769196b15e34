import type { ClearedField } from './clear-fields.ts'
import type { RemovedPart } from './remove-parts.ts'
import type { FileKind } from '#server/catalog/import/import-run.ts'
import type { Field } from '#server/catalog/import/read/fields.ts'
import type { NamedColumn } from '#server/catalog/import/read/header.ts'
import type { Plan } from '#server/catalog/import/read/plan.ts'
import type { PriceBasis } from '#server/catalog/import/read/price-basis.ts'
import type { Cell, Table } from '#server/platform/tables/table.ts'

/** What a column of rows means: a field, the stock of a warehouse, a dimension or an attribute. */
export type RowColumn =
  | { kind: 'field'; field: Field }
  | { kind: 'external' | 'images' }
  | { kind: 'stock' | 'dimension' | 'attribute'; name: string }

export type TableRow = {
  line: number
  cells: Cell[]
  clears: readonly ClearedField[]
  removes: RemovedPart | null
  /** The category that the product gets. */
  categoryId: number | null
}

/** Rows with the same columns and price basis. `line` identifies a row in the result, from 1; '' changes nothing. */
export type RowTable = {
  kind: FileKind
  /** What identifies a product: its code, or the key that the ERP has given it. */
  key: 'code' | 'external'
  basis: PriceBasis
  columns: readonly RowColumn[]
  rows: readonly TableRow[]
}

/** The name of a column in messages: that of the API. */
const titleOf = (column: RowColumn): string =>
  column.kind === 'field' ? column.field : 'name' in column ? column.name : column.kind

/** The rows as a table that the import reads. */
export function tableOf({ columns, rows }: RowTable): Table {
  return {
    columns: columns.map(titleOf),
    separator: '',
    async *rows() {
      yield* rows
    },
  }
}

/** How the import reads the rows: nothing is recognized, and numbers have a decimal point. */
export function planOf({ key, basis, columns }: RowTable, currencyCodes: ReadonlySet<string>): Plan {
  const fields = new Map(
    columns.flatMap((column, index) => (column.kind === 'field' ? [[column.field, index] as const] : [])),
  )
  const named = (kind: RowColumn['kind']): NamedColumn[] =>
    columns.flatMap((column, index) => (column.kind === kind && 'name' in column ? [{ index, name: column.name }] : []))
  const indexOf = (kind: RowColumn['kind']) => columns.findIndex((column) => column.kind === kind)
  const active = fields.get('active')
  const images = indexOf('images')
  return {
    fields,
    currencies: new Map(),
    images: images < 0 ? [] : [images],
    stocks: named('stock'),
    dimensions: named('dimension'),
    attributes: named('attribute'),
    saleColumns: active === undefined ? [] : [{ index: active, isInverted: false }],
    keyIndex: key === 'external' ? indexOf('external') : (fields.get('code') ?? -1),
    prices: { bases: new Map(), column: undefined, others: basis },
    titles: columns.map(titleOf),
    key: { kind: key, column: key === 'external' ? 'externalKey' : 'code' },
    signs: new Map(columns.map((_, index) => [index, '.' as const])),
    exactSigns: new Map(columns.map((_, index) => [index, '.' as const])),
    category: { slash: false },
    categoryLevels: [],
    inStock: '1',
    defaults: {},
    currencyCodes,
  }
}
