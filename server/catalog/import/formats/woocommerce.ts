import { fold } from '#domain/text/text.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import type { Cell, Table } from '#server/platform/tables/table.ts'
import { findNamed, type FormatNotes } from './format-columns.ts'

const maxAttributes = 6

/**
 * WooCommerce lists variable products and their variations as rows: a variation names its parent by SKU or as "id:123" and
 * has its values in numbered attributes. A row without a SKU gets the parent's code and its values, or its id.
 */
export async function readWooCommerce(table: Table, notes: FormatNotes): Promise<Table> {
  const at = (names: string) => findNamed(table.columns, names)
  const [id, type, sku, parent] = [at('id kimlik'), at('type tur'), at('sku stokkodusku'), at('parent ebeveyn ust')]
  const attributes = Array.from({ length: maxAttributes }, (_, i) => ({
    name: at(`attribute${i + 1}name nitelik${i + 1}ismi nitelik${i + 1}adi`),
    value: at(`attribute${i + 1}values nitelik${i + 1}degerleri nitelik${i + 1}deger`),
  })).filter(({ name, value }) => name >= 0 && value >= 0)
  const isVariation = (cells: readonly Cell[]) => fold(lineOf(cells[type])).startsWith('variation')
  const codes = new Map<string, string>()
  const names = new Map<string, string>()
  for await (const { cells } of table.rows()) {
    if (!isVariation(cells)) codes.set(`id:${lineOf(cells[id])}`, lineOf(cells[sku]) || `WC-${lineOf(cells[id])}`)
    else
      for (const { name } of attributes)
        if (lineOf(cells[name]) !== '') names.set(fold(lineOf(cells[name])), lineOf(cells[name]))
  }
  const dimensions = [...names]
  const width = table.columns.length
  const columns = [...table.columns, 'parent_code', ...dimensions.map(([, name]) => `variant:${name}`)]
  return {
    ...table,
    columns,
    async *rows(options) {
      for await (const row of table.rows(options)) {
        const cells: Cell[] = columns.map((_, i) => (i < width ? (row.cells[i] ?? '') : ''))
        const values = new Map(attributes.map(({ name, value }) => [fold(lineOf(cells[name])), lineOf(cells[value])]))
        const reference = lineOf(cells[parent])
        const parentCode = isVariation(cells) ? (codes.get(reference) ?? reference) : ''
        if (lineOf(cells[sku]) === '') {
          const used = [...values.values()].filter(Boolean)
          cells[sku] = parentCode ? [parentCode, ...used].join('-').replace(/\s+/g, '-') : `WC-${lineOf(cells[id])}`
          notes.madeCodes += 1
        }
        if (parentCode) {
          cells[width] = parentCode
          for (const [i, [name]] of dimensions.entries()) cells[width + 1 + i] = values.get(name) ?? ''
        }
        yield { ...row, cells }
      }
    },
  }
}
