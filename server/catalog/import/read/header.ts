import { fold, squeezeCode } from '#domain/text/text.ts'
import { dimensionNames, type Field, fieldOf, type PriceField, priceOfCurrency } from './fields.ts'

const IMAGE =
  /^g?(?:additional)?(?:image|resim|gorsel|foto|fotograf|picture)(?:s|ler|lar)?\d{0,2}(?:url|link|yolu|adi|path)?\d{0,2}$/
/** What feeds call the value inside of an element. */
const VALUE = /^(?:url|link|path|src|yol|adres)$/
const PREFIX = /^(stock|stok|depo|warehouse|variant|varyant|attribute|ozellik)\s*:\s*(?=\S)/

export type Named = { index: number; name: string }

/** Which column holds what; `index` counts from 0. */
export type Header = {
  fields: Map<Field, number>
  /** Currency columns of single prices. */
  currencies: Map<PriceField, number>
  images: number[]
  /** `stock:<warehouse code>` columns. */
  stocks: Named[]
  /** Dimensions of variants: size, color and `variant:<name>`. */
  dimensions: Named[]
  /** `attribute:<label>` columns. */
  attributes: Named[]
  unused: string[]
  repeated: string[]
}

/** What a column was taken for: a field, `<price>_currency`, image, `stock:…`, `variant:…`, `attribute:…`; null: nothing. */
export type FileColumns = { file: string; columns: { name: string; use: string | null }[] }

/** Recognises columns by name; `mapping` (field → column name) goes first, `ignored` are passed over. */
export function readHeader(
  columns: readonly string[],
  mapping: ReadonlyMap<Field, string> = new Map(),
  ignored: ReadonlySet<string> = new Set(),
): Header {
  const header: Header = {
    ...{ fields: new Map(), currencies: new Map(), images: [], stocks: [], dimensions: [], attributes: [] },
    ...{ unused: [], repeated: [] },
  }
  const mapped = new Set<number>()
  for (const [field, column] of mapping) {
    const index = findColumn(columns, column)
    header.fields.set(field, index)
    mapped.add(index)
  }
  columns.forEach((column, index) => {
    if (mapped.has(index)) return
    if (ignored.has(column)) header.unused.push(column)
    else place(header, column, index)
  })
  useDimensions(header, columns)
  return header
}

/** What each column is taken for, in the words that --map knows. */
export function sayColumns(file: string, columns: readonly string[], header: Header): FileColumns {
  const uses = new Map<number, string>()
  for (const [field, index] of header.fields) uses.set(index, field)
  for (const [price, index] of header.currencies) uses.set(index, `${price}_currency`)
  for (const index of header.images) uses.set(index, 'image')
  for (const { index, name } of header.stocks) uses.set(index, `stock:${name}`)
  for (const { index, name } of header.dimensions) uses.set(index, `variant:${name}`)
  for (const { index, name } of header.attributes) uses.set(index, `attribute:${name}`)
  return { file, columns: columns.map((name, index) => ({ name, use: uses.get(index) ?? null })) }
}

/** −1 where no column has the name. */
export function findColumn(columns: readonly string[], name: string): number {
  const exact = columns.findIndex((column) => column.trim() === name.trim())
  return exact >= 0 ? exact : columns.findIndex((column) => squeezeCode(column) === squeezeCode(name))
}

function place(header: Header, column: string, index: number): void {
  const prefix = PREFIX.exec(fold(column).trim())
  if (prefix?.[1]) {
    const name = column
      .slice(column.indexOf(':') + 1)
      .replace(/\s+/g, ' ')
      .trim()
    listOf(header, prefix[1]).push({ index, name })
    return
  }
  if (isImage(column)) {
    header.images.push(index)
    return
  }
  const field = fieldOf(column) ?? fieldOf(column.replace(/^g:/, ''))
  const price = field ? undefined : priceOfCurrency(column)
  if (price && !header.currencies.has(price)) header.currencies.set(price, index)
  else if (field && !header.fields.has(field)) header.fields.set(field, index)
  else if (field || price) header.repeated.push(column)
  else if (column.trim() !== '') header.unused.push(column)
}

/** Elements within elements of a feed stand in a column's name with slashes: Resimler/Resim, Images/Image/Path. */
function isImage(column: string): boolean {
  const names = column.split('/').map(squeezeCode)
  const last = names.at(-1) ?? ''
  return IMAGE.test(last) || (VALUE.test(last) && IMAGE.test(names.at(-2) ?? ''))
}

function listOf(header: Header, prefix: string): Named[] {
  if (prefix === 'variant' || prefix === 'varyant') return header.dimensions
  return prefix === 'attribute' || prefix === 'ozellik' ? header.attributes : header.stocks
}

/** Size and color mean variants only where the file names parents. */
function useDimensions(header: Header, columns: readonly string[]): void {
  const hasParents = header.fields.has('parent_code')
  for (const field of ['size', 'color'] as const) {
    const index = header.fields.get(field)
    header.fields.delete(field)
    if (index === undefined) continue
    if (hasParents) header.dimensions.push({ index, name: dimensionNames[field] })
    else header.unused.push(columns[index] ?? field)
  }
  if (!hasParents) header.unused.push(...header.dimensions.splice(0).map(({ index }) => columns[index] ?? ''))
  header.dimensions.sort((a, b) => a.index - b.index)
}
