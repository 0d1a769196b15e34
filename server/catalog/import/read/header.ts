import { fold, squeezeCode } from '#domain/text/text.ts'
import type { Cell } from '#server/platform/tables/table.ts'
import { dimensionNames, type Field, fieldOf, type PriceField, priceFields, priceOfCurrency } from './fields.ts'
import { basisOfName, kindOfBasisColumn, type PriceBasis } from './price-basis.ts'
import { type SaleColumn, saleColumnOf } from './sale-status.ts'

const imageName =
  /^g?(?:additional|base|main|ana|kapak|urun)?(?:image|resim|gorsel|foto|fotograf|picture)(?:s|ler|lar)?\d{0,2}(?:url|link|yolu|adi|path|src|adres|adresi)?\d{0,2}$/
/** Names that feeds use for the value within an image element. */
const imageValueName = /^(?:url|link|path|src|yol|adres)$/
/** Names that mean a field only if no other column has it. */
const weakNames: [Field, string][] = [
  ['name', 'aciklamasi malzemeaciklamasi stokaciklamasi urunaciklamasi aciklama description'],
  ['code', 'id urunid productid productno'],
  ['category', 'grubu grup grupkodu grupadi grupisim stokgrubu stokgrupkodu altgrup stoanagrupkod category1'],
  ['brand', 'markakodu stomarkakodu vendor'],
  ['price', 'toptansatisfiyati toptanfiyat bayifiyati bayifiyat perakendesatisfiyati'],
]
/** Names of the levels of a category that has a column per level. */
const levelNames: readonly RegExp[] = [
  /^(?:anakategori(?:adi)?|maincategory|anagrup(?:adi)?|kategori1|grup1)$/,
  /^(?:altkategori(?:adi)?|category|kategori|altgrup(?:adi)?|kategori2|grup2)$/,
  /^(?:altaltkategori|subcategory|enaltkategori|kategori3|grup3)$/,
]

const columnPrefix = /^(stock|stok|depo|warehouse|variant|varyant|attribute|ozellik)\s*:\s*(?=\S)/

export type NamedColumn = { index: number; name: string }

/** The recognized columns of a file by their position, from 0. */
export type Header = {
  fields: Map<Field, number>
  /** Currency columns of single prices. */
  currencies: Map<PriceField, number>
  images: number[]
  /** Prices whose column names say whether they include VAT. */
  bases: Map<PriceField, PriceBasis>
  /** The column that says row by row whether prices include VAT. With `isInverted`, its "yes" means without. */
  basisColumn?: { index: number; isInverted: boolean }
  /** Columns that say whether a product is on sale: it is if none denies it. `active` is the first of them. */
  saleColumns: SaleColumn[]
  /** Columns of the levels of the category, top first, if there are several. */
  categoryLevels: number[]
  /** `stock:<warehouse code>` columns. */
  stocks: NamedColumn[]
  /** Dimensions of variants: size, color and `variant:<name>`. */
  dimensions: NamedColumn[]
  /** `attribute:<label>` columns. */
  attributes: NamedColumn[]
  unused: string[]
  repeated: string[]
  /** All columns of a field that several have; the first is used. */
  candidates: Map<Field, number[]>
  /** Columns with a price that another column has without VAT. */
  sameWithTax: string[]
}

/**
 * Recognizes columns by name. `mapping` (field → column name) takes precedence; `ignored` columns are skipped. `sample`
 * has the first rows, which tell a price from a yes/no column of the same name.
 */
export function readHeader(
  columns: readonly string[],
  mapping: ReadonlyMap<Field, string> = new Map(),
  ignored: ReadonlySet<string> = new Set(),
  sample: readonly (readonly Cell[])[] = [],
): Header {
  const header: Header = {
    fields: new Map(),
    currencies: new Map(),
    images: [],
    bases: new Map(),
    saleColumns: [],
    categoryLevels: [],
    stocks: [],
    dimensions: [],
    attributes: [],
    unused: [],
    repeated: [],
    candidates: new Map(),
    sameWithTax: [],
  }
  const mapped = new Set<number>()
  for (const [field, column] of mapping) {
    const index = findColumn(columns, column)
    header.fields.set(field, index)
    mapped.add(index)
    if (field === 'active') header.saleColumns.push({ index, isInverted: false })
    const basis = isPrice(field) && basisOfName(column)?.basis
    if (basis) header.bases.set(field, basis)
  }
  const skipped = indexesOf(columns, ignored)
  columns.forEach((column, index) => {
    if (mapped.has(index)) return
    if (skipped.has(index)) header.unused.push(column)
    else recognizeColumn({ header, columns, sample, mapping }, column, index)
  })
  const taken = new Set([...mapped, ...skipped])
  useNestedNames(header, columns, { taken, sample })
  useWeakNames(header, columns, taken)
  if (!mapping.has('category')) useCategoryLevels(header, columns, skipped)
  useDimensions(header, columns)
  return header
}

/**
 * The use of each column: a field, `<price>_currency`, `prices` (whether they include VAT), image, `stock:…`,
 * `variant:…`, `attribute:…`.
 */
export function usesOf(header: Header): Map<number, string> {
  const uses = new Map<number, string>()
  for (const [field, index] of header.fields) {
    const before = uses.get(index)
    uses.set(index, before === undefined ? field : `${before}+${field}`)
  }
  for (const index of header.categoryLevels) uses.set(index, 'category')
  for (const { index } of header.saleColumns) uses.set(index, 'active')
  for (const [price, index] of header.currencies) uses.set(index, `${price}_currency`)
  for (const index of header.images) uses.set(index, 'image')
  if (header.basisColumn) uses.set(header.basisColumn.index, 'prices')
  for (const { index, name } of header.stocks) uses.set(index, `stock:${name}`)
  for (const { index, name } of header.dimensions) uses.set(index, `variant:${name}`)
  for (const { index, name } of header.attributes) uses.set(index, `attribute:${name}`)
  return uses
}

/** Uses columns that nothing else needs for the technical attributes that they are named by. */
export function useAttributeNames(
  header: Header,
  columns: readonly string[],
  names: ReadonlyMap<string, string>,
  ignored: ReadonlySet<number>,
): void {
  const bySqueezed = new Map([...names].map(([folded, name]) => [squeezeCode(folded), name]))
  const taken = new Set(header.attributes.map(({ name }) => bySqueezed.get(squeezeCode(name)) ?? name))
  for (const [index, column] of columns.entries()) {
    const name = header.unused.includes(column) && !ignored.has(index) ? bySqueezed.get(squeezeCode(column)) : undefined
    if (name === undefined || taken.has(name)) continue
    taken.add(name)
    header.attributes.push({ index, name })
    header.unused = header.unused.filter((other) => other !== column)
  }
}

/** Returns the index of the column, −1 if there is none. An exact match goes before one that ignores case and punctuation. */
export function findColumn(columns: readonly string[], name: string): number {
  const exact = columns.findIndex((column) => column.trim() === name.trim())
  return exact >= 0 ? exact : columns.findIndex((column) => squeezeCode(column) === squeezeCode(name))
}

/** The columns with these names: all with exactly such a name, else the one that it names ignoring case and punctuation. */
export function indexesOf(columns: readonly string[], names: ReadonlySet<string>): Set<number> {
  const exact = columns.flatMap((column, index) => (names.has(column) ? [index] : []))
  const others = [...names].map((name) => findColumn(columns, name)).filter((index) => index >= 0)
  return new Set([...exact, ...others])
}

type Recognizing = {
  header: Header
  columns: readonly string[]
  sample: readonly (readonly Cell[])[]
  mapping: ReadonlyMap<Field, string>
}

function recognizeColumn(recognizing: Recognizing, column: string, index: number): void {
  const { header } = recognizing
  const prefix = columnPrefix.exec(fold(column).trim())
  if (prefix?.[1]) {
    const name = column
      .slice(column.indexOf(':') + 1)
      .replace(/\s+/g, ' ')
      .trim()
    columnsOf(header, prefix[1]).push({ index, name })
    return
  }
  if (isImage(column)) {
    header.images.push(index)
    return
  }
  if (recognizeTaxedColumn(recognizing, column, index) || recognizeSaleColumn(recognizing, index)) return
  const field = fieldOf(column) ?? fieldOf(column.replace(/^g:/, ''))
  const price = field ? undefined : priceOfCurrency(column)
  if (price && !header.currencies.has(price)) header.currencies.set(price, index)
  else if (field && !header.fields.has(field)) header.fields.set(field, index)
  else if (field || price) {
    header.repeated.push(column)
    if (field && !recognizing.mapping.has(field)) addCandidate(header, field, index)
  } else if (column.trim() !== '') header.unused.push(column)
}

function recognizeSaleColumn({ header, columns, sample, mapping }: Recognizing, index: number): boolean {
  const saleColumn = mapping.has('active') ? undefined : saleColumnOf(columns, index, sample)
  if (saleColumn === undefined) return false
  header.saleColumns.push(saleColumn)
  if (!header.fields.has('active')) header.fields.set('active', index)
  return true
}

function addCandidate({ candidates, fields }: Header, field: Field, index: number): void {
  candidates.set(field, [...(candidates.get(field) ?? [fields.get(field) ?? -1]), index])
}

type Nested = { taken: ReadonlySet<number>; sample: readonly (readonly Cell[])[] }

/**
 * Uses nested elements of a feed (Fiyatlar/Fiyat, Kategoriler/Kategori) for fields that no other column has, if only one
 * of them has the name.
 */
function useNestedNames(header: Header, columns: readonly string[], { taken, sample }: Nested): void {
  const nested = columns.flatMap((column, index) =>
    column.includes('/') && !column.startsWith('variant/') && !taken.has(index) && header.unused.includes(column)
      ? [{ column, index, last: column.slice(column.lastIndexOf('/') + 1) }]
      : [],
  )
  for (const { column, index, last } of nested) {
    const field = fieldOf(last)
    const named = basisOfName(last)
    const isAlone = nested.filter((other) => (field ? fieldOf(other.last) === field : other.last === last)).length === 1
    if (!isAlone) continue
    if (named?.rest === '' && !header.basisColumn && kindOfBasisColumn(sample, index) === 'words')
      header.basisColumn = { index, isInverted: named.basis === 'net' }
    else if (field && !header.fields.has(field)) header.fields.set(field, index)
    else continue
    header.unused = header.unused.filter((other) => other !== column)
  }
}

function useWeakNames(header: Header, columns: readonly string[], taken: ReadonlySet<number>): void {
  const { fields } = header
  const isFree = (index: number, field: Field) =>
    !taken.has(index) &&
    [...fields].every(([other, at]) => at !== index || (field === 'name' && other === 'description'))
  for (const [field, names] of weakNames) {
    if (fields.has(field)) continue
    const squeezed = columns.map((column) => squeezeCode(column))
    const index = names
      .split(' ')
      .map((name) => squeezed.indexOf(name))
      .find((at) => at >= 0 && isFree(at, field))
    if (index === undefined) continue
    fields.set(field, index)
    if (field === 'name' && fields.get('description') === index) fields.delete('description')
    header.unused = header.unused.filter((column) => column !== columns[index])
  }
}

function useCategoryLevels(header: Header, columns: readonly string[], skipped: ReadonlySet<number>): void {
  const levels = levelNames.flatMap((name) => {
    const at = columns.findIndex((column, index) => !skipped.has(index) && name.test(squeezeCode(column)))
    return at < 0 ? [] : [at]
  })
  const [top = -1, ...others] = levels
  if (others.length === 0 || !levelNames[0]?.test(squeezeCode(columns[top] ?? ''))) return
  header.fields.set('category', top)
  header.categoryLevels = levels
  header.candidates.delete('category')
  const names = new Set(levels.map((index) => columns[index]))
  header.unused = header.unused.filter((column) => !names.has(column))
  header.repeated = header.repeated.filter((column) => !names.has(column))
}

const isPrice = (field: Field): field is PriceField => priceFields.some((price) => price === field)

/** Recognizes a column whose name says something about VAT: a price, or the column that says it row by row. */
function recognizeTaxedColumn(recognizing: Recognizing, column: string, index: number): boolean {
  const { header, columns, sample, mapping } = recognizing
  const named = basisOfName(column)
  if (named === undefined) return false
  const { basis, rest } = named
  const kind = rest === '' ? kindOfBasisColumn(sample, index) : 'numbers'
  if (kind === undefined) return false
  if (kind === 'words') {
    if (header.basisColumn) header.repeated.push(column)
    else header.basisColumn = { index, isInverted: basis === 'net' }
    return true
  }
  const field = rest === '' ? 'price' : fieldOf(rest)
  if (!field || !isPrice(field)) return false
  const before = header.fields.get(field)
  const isBetter = !mapping.has(field) && (basis === 'net' || !header.bases.has(field))
  if (before === undefined || (isBetter && header.bases.get(field) !== basis)) {
    if (before !== undefined) {
      const other = columns[before] ?? ''
      if (header.bases.has(field)) header.sameWithTax.push(other)
      else header.repeated.push(other)
    }
    header.fields.set(field, index)
    header.bases.set(field, basis)
  } else if (basis === 'gross' && header.bases.get(field) === 'net') header.sameWithTax.push(column)
  else header.repeated.push(column)
  return true
}

/** Columns of nested elements in a feed are named by their path: Resimler/Resim, Images/Image/Path. */
function isImage(column: string): boolean {
  const names = column.split('/').map(squeezeCode)
  const last = names.at(-1) ?? ''
  return imageName.test(last) || (imageValueName.test(last) && imageName.test(names.at(-2) ?? ''))
}

function columnsOf(header: Header, prefix: string): NamedColumn[] {
  if (prefix === 'variant' || prefix === 'varyant') return header.dimensions
  return prefix === 'attribute' || prefix === 'ozellik' ? header.attributes : header.stocks
}

/** Size and color are dimensions of variants only if the file has a parent column. */
function useDimensions(header: Header, columns: readonly string[]): void {
  const hasParents = header.fields.has('parent_code')
  for (const field of ['size', 'color'] as const) {
    const index = header.fields.get(field)
    header.fields.delete(field)
    if (index === undefined) continue
    // A reader of the format has already made the dimension from this column.
    if (header.dimensions.some(({ name }) => fold(name) === fold(dimensionNames[field]))) continue
    if (hasParents) header.dimensions.push({ index, name: dimensionNames[field] })
    else header.unused.push(columns[index] ?? field)
  }
  if (!hasParents) header.unused.push(...header.dimensions.splice(0).map(({ index }) => columns[index] ?? ''))
  header.dimensions.sort((a, b) => a.index - b.index)
}
