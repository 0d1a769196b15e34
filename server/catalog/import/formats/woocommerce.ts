import { fold } from '#domain/text/text.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import type { Cell, Table } from '#server/platform/tables/table.ts'
import { findNamed, type FormatNotes, noteUses } from './format-columns.ts'
import { ProductAttributes } from './product-attributes.ts'

const maxAttributes = 30

/**
 * WooCommerce lists variable products and their variations as rows: a variation names its parent by SKU or as "id:123" and
 * has its values in numbered attributes. Other attributes are technical data, or the brand. A row without a SKU gets the
 * parent's code and its values, or its id.
 */
export async function readWooCommerce(table: Table, notes: FormatNotes): Promise<Table> {
  const at = (names: string) => findNamed(table.columns, names)
  const [id, type, sku, parent] = [at('id kimlik'), at('type tur'), at('sku stokkodusku'), at('parent ebeveyn ust')]
  const readAttributes = attributeReader(table.columns, notes)
  const isVariation = (cells: readonly Cell[]) => fold(lineOf(cells[type])).startsWith('variation')
  const codes = new Map<string, string>()
  const brands = new Map<string, Cell>()
  const names = new Map<string, string>()
  const attributes = new ProductAttributes(table.columns, (folded) => names.has(folded))
  for await (const { cells } of table.rows()) {
    if (isVariation(cells)) for (const name of readAttributes(cells).keys()) names.set(fold(name), name)
  }
  for await (const { cells } of table.rows()) {
    if (isVariation(cells)) continue
    codes.set(`id:${lineOf(cells[id])}`, lineOf(cells[sku]) || `WC-${lineOf(cells[id])}`)
    attributes.observe(readAttributes(cells))
  }
  noteUses(notes, 'row_kind', [type])
  noteUses(notes, 'variant_group', [parent])
  const dimensions = [...names]
  const width = table.columns.length
  const further = attributes.columns
  const columns = [...table.columns, 'parent_code', ...dimensions.map(([, name]) => `variant:${name}`), ...further]
  const brandAt = further[0] === 'brand' ? columns.length - further.length : -1
  return {
    ...table,
    columns,
    async *rows(options) {
      for await (const row of table.rows(options)) {
        const cells: Cell[] = columns.map((_, i) => (i < width ? (row.cells[i] ?? '') : ''))
        const own = readAttributes(cells)
        const reference = lineOf(cells[parent])
        const parentCode = isVariation(cells) ? (codes.get(reference) ?? reference) : ''
        if (lineOf(cells[sku]) === '') {
          const used = [...own.values()].filter(Boolean)
          cells[sku] = parentCode ? [parentCode, ...used].join('-').replace(/\s+/g, '-') : `WC-${lineOf(cells[id])}`
          notes.madeCodes += 1
        }
        if (parentCode) {
          const values = new Map([...own].map(([name, value]) => [fold(name), value]))
          cells[width] = parentCode
          for (const [i, [name]] of dimensions.entries()) cells[width + 1 + i] = values.get(name) ?? ''
          if (brandAt >= 0) cells[brandAt] = brands.get(parentCode) ?? ''
        } else {
          cells.splice(columns.length - further.length, further.length, ...attributes.cells(own))
          if (brandAt >= 0) brands.set(lineOf(cells[sku]), cells[brandAt] ?? '')
        }
        yield { ...row, cells }
      }
    },
  }
}

/** Reads the numbered attributes of a row: value by name. */
function attributeReader(columns: readonly string[], notes: FormatNotes) {
  const at = (names: string) => findNamed(columns, names)
  const pairs = Array.from({ length: maxAttributes }, (_, i) => ({
    name: at(`attribute${i + 1}name nitelik${i + 1}ismi nitelik${i + 1}adi`),
    value: at(`attribute${i + 1}values nitelik${i + 1}degerleri nitelik${i + 1}deger`),
  })).filter(({ name, value }) => name >= 0 && value >= 0)
  for (const { name, value } of pairs) {
    noteUses(notes, 'attribute_name', [name])
    noteUses(notes, 'attribute_value', [value])
  }
  return (cells: readonly Cell[]): Map<string, string> =>
    new Map(
      pairs
        .map(({ name, value }) => [lineOf(cells[name]), lineOf(cells[value])] as const)
        .filter(([name]) => name !== ''),
    )
}
