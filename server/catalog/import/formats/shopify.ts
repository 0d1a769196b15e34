import { lineOf } from '#server/platform/tables/cell-text.ts'
import type { Cell, Row, Table } from '#server/platform/tables/table.ts'
import { findNamed, type FormatNotes, noteUses } from './format-columns.ts'

const maxOptions = 3

/**
 * Shopify spreads a product over several rows with the same handle: the first has the texts, each row may have a variant
 * and a picture. The result has one row for a product without options, else one for the product and one per variant. A
 * variant without a SKU gets the handle and its values as code.
 */
export async function readShopify(table: Table, notes: FormatNotes): Promise<Table> {
  const at = (names: string) => findNamed(table.columns, names)
  const columnsOf = {
    handle: at('handle'),
    title: at('title'),
    sku: at('variantsku'),
    price: at('variantprice'),
    image: at('imagesrc'),
    variantImage: at('variantimage'),
  }
  const options = Array.from({ length: maxOptions }, (_, i) => ({
    name: at(`option${i + 1}name`),
    value: at(`option${i + 1}value`),
  }))
  const names = new Set<string>()
  for await (const { cells } of table.rows()) {
    for (const { name } of options)
      if (lineOf(cells[name]) !== '' && lineOf(cells[name]) !== 'Title') names.add(lineOf(cells[name]))
  }
  const dimensions = [...names]
  noteUses(notes, 'variant_group', [columnsOf.handle])
  if (dimensions.length > 0) {
    noteUses(
      notes,
      'variant_name',
      options.map(({ name }) => name),
    )
    noteUses(
      notes,
      'variant_value',
      options.map(({ value }) => value),
    )
  }
  const width = table.columns.length
  const columns = [...table.columns, 'parent_code', ...dimensions.map((name) => `variant:${name}`)]
  const { handle, title, sku, price, image, variantImage } = columnsOf
  const variantColumns = new Set(table.columns.flatMap((column, i) => (/^variant /i.test(column) ? [i] : [])))

  function* product(rows: readonly Row[]): Generator<Row> {
    const [first] = rows
    if (first === undefined) return
    const key = lineOf(first.cells[handle])
    const images = rows
      .map(({ cells }) => lineOf(cells[image]))
      .filter(Boolean)
      .join('|')
    const optionNames = options.map(({ name }) => lineOf(first.cells[name]))
    const variants = rows.filter(({ cells }) => lineOf(cells[price]) !== '' || lineOf(cells[sku]) !== '')
    const isPlain = variants.length <= 1 && (optionNames[0] === 'Title' || optionNames[0] === '')
    const pad = (cells: readonly Cell[]): Cell[] => columns.map((_, i) => (i < width ? (cells[i] ?? '') : ''))
    const base = pad(first.cells)
    if (image >= 0) base[image] = images
    if (isPlain) {
      if (lineOf(base[sku]) === '') {
        base[sku] = key
        notes.madeCodes += 1
      }
      yield { line: first.line, cells: base }
      return
    }
    const isTaken = variants.some(({ cells }) => lineOf(cells[sku]) === key)
    const parentCode = isTaken ? `${key}-GRUP` : key
    const parent = base.map((cell, i) => (variantColumns.has(i) ? '' : cell))
    parent[sku] = parentCode
    yield { line: -first.line, cells: parent }
    for (const { line, cells: own } of variants) {
      const values = options.map(({ value }) => lineOf(own[value]))
      const cells = pad(own).map((cell, i) =>
        cell === '' && i < width && !variantColumns.has(i) ? (base[i] ?? '') : cell,
      )
      if (image >= 0) cells[image] = variantImage >= 0 ? (own[variantImage] ?? '') : ''
      cells[title] = [lineOf(base[title]), ...values].filter(Boolean).join(' ')
      if (lineOf(cells[sku]) === '') {
        cells[sku] = [key, ...values.filter(Boolean)].join('-').replace(/\s+/g, '-')
        notes.madeCodes += 1
      }
      cells[handle] = ''
      cells[width] = parentCode
      for (const [i, value] of values.entries()) {
        const dimension = dimensions.indexOf(optionNames[i] ?? '')
        if (dimension >= 0) cells[width + 1 + dimension] = value
      }
      yield { line, cells }
    }
  }
  return {
    ...table,
    columns,
    async *rows(rowOptions) {
      let pending: Row[] = []
      for await (const row of table.rows(rowOptions)) {
        if (pending[0] && lineOf(row.cells[handle]) !== lineOf(pending[0].cells[handle])) {
          yield* product(pending)
          pending = []
        }
        pending.push(row)
      }
      yield* product(pending)
    },
  }
}
