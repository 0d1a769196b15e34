import { fold, squeezeCode } from '#domain/text/text.ts'
import { textOf } from '#server/platform/tables/cell-text.ts'
import type { SourceOptions } from '#server/platform/tables/source.ts'
import type { Cell, IsPart, Row, Table } from '#server/platform/tables/table.ts'
import { type Field, fieldOf } from './fields.ts'
import { findColumn, readHeader } from './header.ts'
import { findOptionColumns, type OptionColumns, readOptions, unnamedOption } from './variant-options.ts'

const variantName =
  /^(?:product|urun|stok)?(?:variants?|variations?|varyant(?:lar|i)?|varyasyon(?:lar|u)?|secenek(?:ler|leri)?|subproducts?|alturun(?:ler)?)$/
/** Prefixes of variant columns that mean the same as the product's: vStockCode, varyantKodu. */
const fieldPrefix = /^(?:variant|varyant|varyasyon|sub|alt|v)(?=.{3})/

/** Whether an element of a product is a variant: by its name, and because it has a code. */
export const isVariant: IsPart = (name, values) =>
  variantName.test(squeezeCode(name)) && values.some((value) => variantFieldOf(value) === 'code')

const variantFieldOf = (name: string): Field | undefined =>
  fieldOf(name) ?? fieldOf(squeezeCode(name).replace(fieldPrefix, ''))

/** Fields that a variant inherits from its product if it does not set them. */
const inheritedFields: readonly Field[] = [
  'brand',
  'model',
  'category',
  'tax_rate',
  'currency',
  'unit',
  'active',
  'price',
  'list_price',
  'plan1',
  'plan2',
  'plan3',
  'plan4',
  'plan5',
]

type Layout = {
  columns: string[]
  /** The table column of each variant column; −1 if a pair of option columns covers it. */
  targets: number[]
  pairs: readonly OptionColumns[]
  /** Columns of dimensions by folded name. */
  dimensions: ReadonlyMap<string, number>
  inherited: readonly number[]
  code: number
  name: number
  parent: number
}

/**
 * Turns a feed whose products contain variants into one flat table: each product row is followed by a row per variant
 * with the product as its parent. Line numbers count the variants too.
 */
export async function spreadVariants(
  table: Table,
  mapping: ReadonlyMap<Field, string>,
  ignored?: ReadonlySet<string>,
): Promise<Table> {
  const { parts } = table
  if (parts === undefined) return table
  const pairs = findOptionColumns(parts)
  const layout = createLayout(table.columns, parts, { mapping, ignored, pairs, names: await optionNames(table, pairs) })
  return {
    columns: layout.columns,
    separator: table.separator,
    async *rows(options?: SourceOptions): AsyncGenerator<Row> {
      let line = 0
      for await (const row of table.rows(options)) {
        const cells = layout.columns.map((_, at) => row.cells[at] ?? '')
        yield { line: ++line, cells }
        for (const part of row.parts ?? []) yield { line: ++line, ...variantRow(layout, cells, part) }
      }
    },
  }
}

/** Returns the names of the options that the feed has as values, in order of appearance. */
async function optionNames(table: Table, pairs: readonly OptionColumns[]): Promise<string[]> {
  const names = new Map<string, string>()
  if (pairs.length === 0) return []
  for await (const { parts = [] } of table.rows()) {
    for (const cells of parts) {
      for (const [name] of readOptions(cells, pairs)) if (!names.has(fold(name))) names.set(fold(name), name)
    }
  }
  return [...names.values()]
}

type Known = {
  mapping: ReadonlyMap<Field, string>
  ignored: ReadonlySet<string> | undefined
  pairs: readonly OptionColumns[]
  names: readonly string[]
}

function createLayout(
  productColumns: readonly string[],
  parts: readonly string[],
  { mapping, ignored, pairs, names }: Known,
): Layout {
  const columns = [...productColumns]
  const { fields } = readHeader(productColumns, mapping, ignored)
  const add = (title: string) => columns.push(title) - 1
  const inPair = new Set(pairs.flatMap((pair) => [pair.names, pair.values]))
  const dimensions = new Map<string, number>()
  const addDimension = (name: string) => {
    const at = add(`variant:${name}`)
    dimensions.set(fold(name), at)
    return at
  }
  const isNamed = pairs.length > 0 || parts.some((title) => ['size', 'color'].includes(variantFieldOf(title) ?? ''))
  const targets = parts.map((title, at) => {
    if (inPair.has(at)) return -1
    const option = isNamed ? undefined : unnamedOption(title)
    if (option !== undefined) return addDimension(option)
    const field = title.includes('/') ? undefined : variantFieldOf(title)
    const same = (field && fields.get(field)) ?? findColumn(productColumns, title)
    if (same >= 0) return same
    return add(field && fieldOf(title) === undefined ? field : field ? title : `variant/${title}`)
  })
  const parent = fields.get('parent_code') ?? add('parent_code')
  for (const name of names) addDimension(name)
  const header = readHeader(columns, mapping, ignored)
  const given = inheritedFields.map((field) => header.fields.get(field)).filter((at) => at !== undefined)
  return {
    columns,
    targets,
    pairs,
    dimensions,
    parent,
    inherited: [...given, ...header.currencies.values()],
    code: header.fields.get('code') ?? -1,
    name: header.fields.get('name') ?? -1,
  }
}

function variantRow(layout: Layout, product: readonly Cell[], part: readonly Cell[]): Pick<Row, 'cells' | 'problem'> {
  const cells: Cell[] = layout.columns.map(() => '')
  for (const at of layout.inherited) cells[at] = product[at] ?? ''
  part.forEach((cell, at) => {
    const target = layout.targets[at] ?? -1
    if (target >= 0 && cell !== '') cells[target] = cell
  })
  for (const [name, value] of readOptions(part, layout.pairs)) {
    const at = layout.dimensions.get(fold(name))
    if (at !== undefined) cells[at] = value
  }
  const parent = product[layout.code] ?? ''
  if (parent === '') return { cells, problem: { code: 'part_alone', facts: {} } }
  cells[layout.parent] = parent
  if (layout.name >= 0 && cells[layout.name] === '') cells[layout.name] = nameOf(layout, product, cells)
  return { cells }
}

/** Names a variant without a name: the name of the product and the values of its dimensions. */
function nameOf({ columns, name, dimensions }: Layout, product: readonly Cell[], cells: readonly Cell[]): string {
  const plain = columns.flatMap((column, at) => (['color', 'size'].includes(fieldOf(column) ?? '') ? [at] : []))
  const values = [...new Set([...plain, ...dimensions.values()])].map((at) => textOf(cells[at]))
  return [textOf(product[name]), ...values].filter(Boolean).join(' ')
}
