import type * as z from 'zod/mini'
import type { priceRow, productRow, stockRow, unitRow } from '#contract/integration/batches.ts'
import {
  type ClearedField,
  type Field,
  isCleared,
  type RowColumn,
  type RowTable,
} from '#server/catalog/import/import.ts'
import type { CheckedRow } from './check-rows.ts'
import type { LabelCodes } from './label-codes.ts'

type Key = RowTable['key']
type Basis = RowTable['basis']
type Cell = string | number
type Removed = RowTable['rows'][number]['removes']
type Extras = { removes?: Removed; categoryId?: number | null }

const fieldNames = {
  code: 'code',
  name: 'name',
  brand: 'brand',
  model: 'model',
  category: 'category',
  unit: 'unit',
  multiplier: 'multiplier',
  barcode: 'barcode',
  taxRate: 'tax_rate',
  description: 'description',
  equivalentCode: 'equivalent_code',
  specialCode1: 'ozelkod',
  specialCode2: 'ozelkod2',
  specialCode3: 'ozelkod3',
  specialCode4: 'ozelkod4',
  specialCode5: 'ozelkod5',
  metaTitle: 'meta_title',
  metaDescription: 'meta_description',
  metaKeywords: 'meta_keywords',
  isActive: 'active',
  parentCode: 'parent_code',
  price: 'price',
  listPrice: 'list_price',
  plan1: 'plan1',
  plan2: 'plan2',
  plan3: 'plan3',
  plan4: 'plan4',
  plan5: 'plan5',
  currency: 'currency',
} as const satisfies Record<string, Field>

const nameByField = new Map<string, string>(Object.entries(fieldNames).map(([name, field]) => [field, name]))

/** The name that a field of the import has in the API. */
export const apiNameOf = (field: string): string => nameByField.get(field) ?? field

/** Collects the columns that any row has, and the cells of each row. */
class TableBuilder {
  private readonly columns: RowColumn[] = []
  private readonly places = new Map<string, number>()
  private readonly rows: {
    line: number
    cells: Map<number, Cell>
    clears: ClearedField[]
    removes: Removed
    categoryId: number | null
  }[] = []

  /** `null` clears a field. */
  addRow(
    line: number,
    { removes = null, categoryId = null }: Extras = {},
  ): (column: RowColumn, value: Cell | null | undefined) => void {
    const cells = new Map<number, Cell>()
    const clears: ClearedField[] = []
    this.rows.push({ line, cells, clears, removes, categoryId })
    return (column, value) => {
      if (value === undefined) return
      if (value !== null) cells.set(this.placeOf(column), value)
      else if (column.kind === 'field' && isCleared(column.field)) clears.push(column.field)
    }
  }

  build(kind: RowTable['kind'], key: Key, basis: Basis): RowTable[] {
    if (this.rows.length === 0) return []
    const rows = this.rows.map(({ line, cells, ...rest }) => ({
      line,
      ...rest,
      cells: this.columns.map((_, index): Cell => cells.get(index) ?? ''),
    }))
    return [{ kind, key, basis, columns: this.columns, rows }]
  }

  private placeOf(column: RowColumn): number {
    const id = JSON.stringify(column)
    const known = this.places.get(id)
    if (known !== undefined) return known
    this.places.set(id, this.columns.length)
    this.columns.push(column)
    return this.columns.length - 1
  }
}

const lineOf = (index: number) => index + 1

type AddCell = ReturnType<TableBuilder['addRow']>

function addKey(add: AddCell, { code, externalKey }: { code?: string | undefined; externalKey?: string | undefined }) {
  add({ kind: 'field', field: 'code' }, code)
  add({ kind: 'external' }, externalKey)
}

function addFields(add: AddCell, row: Record<string, unknown>, names: readonly (keyof typeof fieldNames)[]): void {
  for (const name of names) {
    const value = row[name]
    const field = fieldNames[name]
    const cell = typeof value === 'boolean' ? (value ? '1' : '0') : value
    if (typeof cell === 'string' || typeof cell === 'number') add({ kind: 'field', field }, cell)
    // 0 removes a list or plan price.
    else if (cell === null) add({ kind: 'field', field }, isCleared(field) ? null : 0)
  }
}

const priceNames = ['price', 'listPrice', 'plan1', 'plan2', 'plan3', 'plan4', 'plan5', 'currency'] as const
const structured = new Set(['code', 'category'])
const plainNames = (Object.keys(fieldNames) as (keyof typeof fieldNames)[]).filter((name) => !structured.has(name))

type Rows<Shape extends z.ZodMiniType> = readonly CheckedRow<z.output<Shape>>[]

export function productTables(
  rows: Rows<typeof productRow>,
  key: Key,
  basis: Basis,
  { categories, brands }: LabelCodes,
): RowTable[] {
  const table = new TableBuilder()
  for (const { index, row } of rows) {
    const { category, categoryCode = '', brandCode = '', images, attributes = {}, variant = {}, stock = {} } = row
    const categoryId = categories.get(categoryCode.trim()) ?? null
    const add = table.addRow(lineOf(index), { categoryId })
    addKey(add, row)
    addFields(add, { ...row, brand: brands.get(brandCode.trim()) ?? row.brand }, plainNames)
    const path = Array.isArray(category) ? category.join(' > ') : category
    if (categoryId === null) add({ kind: 'field', field: 'category' }, path)
    add({ kind: 'images' }, images?.join('|'))
    for (const [name, value] of Object.entries(attributes)) add({ kind: 'attribute', name }, value)
    for (const [name, value] of Object.entries(variant)) add({ kind: 'dimension', name }, value)
    for (const [name, value] of Object.entries(stock)) add({ kind: 'stock', name }, value)
  }
  return table.build('products', key, basis)
}

/** Prices of default units and of other units are two tables. */
export function priceTables(rows: Rows<typeof priceRow>, key: Key, basis: Basis): RowTable[] {
  const [defaults, others] = [new TableBuilder(), new TableBuilder()]
  for (const { index, row } of rows) {
    const removes: Removed = row.delete === true ? { kind: 'price' } : null
    const add = (row.unit === undefined ? defaults : others).addRow(lineOf(index), { removes })
    addKey(add, row)
    if (row.unit !== undefined) addFields(add, row, ['unit'])
    if (removes === null) addFields(add, row, priceNames)
  }
  return [...defaults.build('products', key, basis), ...others.build('units', key, basis)]
}

export function unitTables(rows: Rows<typeof unitRow>, key: Key, basis: Basis): RowTable[] {
  const table = new TableBuilder()
  for (const { index, row } of rows) {
    const removes: Removed = row.delete === true ? { kind: 'unit' } : null
    const add = table.addRow(lineOf(index), { removes })
    addKey(add, row)
    addFields(add, row, removes === null ? ['unit', 'multiplier', 'barcode', ...priceNames] : ['unit'])
  }
  return table.build('units', key, basis)
}

export type StockTables = {
  tables: RowTable[]
  /** The row that writes for another one of the same product. */
  writers: Map<number, number>
  /** Rows whose product and warehouse an earlier row has, with that row. */
  repeated: Map<number, number>
}

/** The rows of one product become one: it is written once, with all its warehouses. */
export function stockTables(rows: Rows<typeof stockRow>, key: Key): StockTables {
  const table = new TableBuilder()
  const writers = new Map<number, number>()
  const repeated = new Map<number, number>()
  const products = new Map<string, { index: number; add: AddCell; places: Map<string, number>; removed: string[] }>()
  for (const { index, row } of rows) {
    const id = (key === 'external' ? row.externalKey : row.code) ?? ''
    let product = products.get(id.trim())
    if (product === undefined) {
      const removed: string[] = []
      product = {
        index,
        add: table.addRow(lineOf(index), { removes: { kind: 'stock', warehouses: removed } }),
        places: new Map(),
        removed,
      }
      products.set(id.trim(), product)
      addKey(product.add, row)
    }
    const warehouse = row.warehouse?.trim() ?? ''
    const first = product.places.get(warehouse)
    if (first !== undefined) {
      repeated.set(index, first)
      continue
    }
    product.places.set(warehouse, index)
    writers.set(index, product.index)
    if (row.delete === true) product.removed.push(warehouse)
    const column: RowColumn = warehouse === '' ? { kind: 'field', field: 'stock' } : { kind: 'stock', name: warehouse }
    product.add(column, row.delete === true ? 0 : row.quantity)
  }
  return { tables: table.build('products', key, 'net'), writers, repeated }
}
