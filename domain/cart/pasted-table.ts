import { type DraftLine, draftTextMax } from './draft-line.ts'
import { pastedLine, pastedQuantity } from './pasted-lines.ts'
import { isUnitName } from './unit-name.ts'
import { fold } from '#domain/text/text.ts'

/** What a column of a pasted table holds. `other`: not needed. */
export type ColumnKind = 'code' | 'barcode' | 'name' | 'quantity' | 'unit' | 'price' | 'other'

/** A row of a table. `others`: what else may name the product, where the code is unknown. */
export type TableRow = DraftLine & { others: string[] }

/** `heading`: the first row, if it was read as one. `setAside`: rows that are no products, such as totals. */
export type PastedTable = { rows: TableRow[]; columns: ColumnKind[]; heading: string | null; setAside: string[] }

const headings: Record<Exclude<ColumnKind, 'other'>, string> = {
  code: 'kod kodu stokkodu urunkodu malzemekodu stokno urunno malzemeno parcano katalogno referans ref artikel sku code itemcode productcode stockcode itemno partno partnumber article',
  barcode: 'barkod barkodu barkodno ean ean13 gtin upc barcode',
  name: 'ad adi urun urunadi urunismi malzeme malzemeadi stokadi aciklama tanim tanimi cins cinsi name product productname item itemname description title',
  quantity:
    'miktar miktari adet adedi mik sayi siparis siparismiktari siparisadedi istenen ihtiyac qty quantity count pcs ordered orderquantity',
  unit: 'birim birimi olcubirimi brm unit uom',
  price:
    'fiyat fiyati birimfiyat birimfiyati listefiyati netfiyat tutar toplam kdv iskonto doviz price unitprice listprice netprice total amount vat discount currency',
}
const kindOfHeading = new Map(
  Object.entries(headings).flatMap(([kind, words]) =>
    words.split(' ').map((word): [string, ColumnKind] => [word, kind as ColumnKind]),
  ),
)
/** Parts by which longer headings are recognized: "Birim Fiyat (TL)", "Stok Kodu / SKU". The first that fits decides. */
const headingParts: readonly [string, ColumnKind][] = [
  ['fiyat', 'price'],
  ['price', 'price'],
  ['tutar', 'price'],
  ['barkod', 'barcode'],
  ['barcode', 'barcode'],
  ['kod', 'code'],
  ['code', 'code'],
  ['miktar', 'quantity'],
  ['quantity', 'quantity'],
  ['birim', 'unit'],
  ['aciklama', 'name'],
  ['description', 'name'],
]

function headingKind(cell: string): ColumnKind | undefined {
  const word = fold(cell).replace(/[^a-z0-9]/g, '')
  return kindOfHeading.get(word) ?? headingParts.find(([part]) => word.includes(part))?.[1]
}

/** Rows from which the kind of a column is concluded. */
const sampleRows = 200
/** Share of a column's cells that must fit its kind. */
const share = 0.8

/**
 * Reads a table copied from a spreadsheet or stored as CSV: cells are separated by tabs or semicolons, or by commas below a
 * heading. Columns are recognized by the words of the heading, otherwise by what they contain. Null if the text has no
 * columns.
 */
export function readPastedTable(text: string): PastedTable | null {
  const separator = separatorOf(text)
  if (separator === null) return null
  const cells = splitCells(text, separator).filter((row) => row.some((cell) => cell !== ''))
  const [first = []] = cells
  if (Math.max(...cells.map((row) => row.length)) < 2) return null
  const isHeaded = isHeading(first)
  const body = isHeaded ? cells.slice(1) : cells
  const columns = columnKinds(isHeaded ? first : [], body)
  const lines = body.map((row) => readRow(row, columns))
  const isSum = ({ code, others }: TableRow) =>
    /^(genel )?(ara )?(toplam|total|subtotal|sum)\b/.test(fold([code, ...others].join(' ').trim()))
  const named = lines.filter(
    (row) => !isSum(row) && [row.code, row.quantity, ...row.others].some((cell) => cell !== ''),
  )
  return {
    rows: named,
    columns,
    heading: isHeaded ? first.filter((cell) => cell !== '').join(' · ') : null,
    setAside: lines.filter(isSum).map(({ code, others }) => code || others.join(' ')),
  }
}

function separatorOf(text: string): string | null {
  const [first = ''] = text.trimStart().split(/\r\n|\r|\n/, 1)
  for (const mark of ['\t', ';']) if (text.includes(mark)) return mark
  return first.includes(',') && isHeading(splitCells(first, ',')[0] ?? []) ? ',' : null
}

/** Cells may be quoted, with quotes doubled and with separators and line ends inside. */
function splitCells(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endCell = () => {
    row.push(cleanCell(cell))
    cell = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? ''
    if (isQuoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') cell += text[(at += 1)]
      else isQuoted = false
    } else if (letter === '"' && cell === '' && closesQuote(text, at, separator)) isQuoted = true
    else if (letter === separator) endCell()
    else if (letter === '\n' || letter === '\r') {
      if (letter === '\r' && text[at + 1] === '\n') at += 1
      endCell()
      rows.push(row)
      row = []
    } else cell += letter
  }
  endCell()
  rows.push(row)
  return rows
}

/** Longest quoted cell: a single quote sign, as in 3/4" at the start of a cell, must not swallow the rest of the table. */
const quotedMax = 1000

function closesQuote(text: string, at: number, separator: string): boolean {
  const rest = text.slice(at + 1, at + quotedMax)
  const end = /^(?:[^"]|"")*"/.exec(rest)?.[0].length
  if (end === undefined) return false
  const next = rest[end]
  return next === undefined || next === separator || next === '\n' || next === '\r'
}

/** A cell on one line, without characters that are not visible. */
export function cleanCell(text: string): string {
  return text
    .replace(/[\p{Cc}\u00a0\u2028\u2029]+/gu, ' ')
    .replace(/\p{Cf}+/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function isHeading(cells: readonly string[]): boolean {
  const named = cells.filter((cell) => cell !== '')
  return named.length > 0 && named.every((cell) => !/^[\d.,]+$/.test(cell)) && named.some(isHeadingWord)
}

/** "Adet" is a heading and a unit; alone among codes it is neither. */
const isHeadingWord = (cell: string) =>
  headingKind(cell) !== undefined && !(isUnitName(cell) && headingKind(cell) !== 'quantity')

function columnKinds(heading: readonly string[], body: readonly string[][]): ColumnKind[] {
  const sample = body.slice(0, sampleRows)
  const count = Math.max(heading.length, ...sample.map((row) => row.length))
  const kinds = Array.from({ length: count }, (_, column) => headingKind(heading[column] ?? ''))
  const isTaken = (kind: ColumnKind) => kinds.includes(kind)
  const contents = kinds.map((_, column) => contentOf(sample.map((row) => row[column] ?? '')))
  const give = (kind: ColumnKind, fits: (content: Content, column: number) => boolean) => {
    if (isTaken(kind)) return
    const column = kinds.findIndex((known, at) => known === undefined && fits(contents[at] ?? 'empty', at))
    if (column !== -1) kinds[column] = kind
  }
  // A column with a heading that is not known holds something else.
  for (const [column, cell] of heading.entries())
    if (cell !== '' && kinds[column] === undefined) kinds[column] = 'other'
  for (const [column, content] of contents.entries()) if (content === 'serial' && count > 2) kinds[column] ??= 'other'
  give('unit', (content) => content === 'unit')
  give('barcode', (content) => content === 'barcode')
  give('code', (content) => content === 'code')
  for (const [column, content] of contents.entries()) if (content === 'price') kinds[column] ??= 'price'
  const hasName = () => isTaken('code') || isTaken('barcode') || isTaken('name') || contents.includes('name')
  // Codes that are numbers.
  if (!hasName()) give('code', (content) => content === 'number' || content === 'serial')
  give('quantity', (content) => content === 'number' || content === 'serial')
  // A column of quantities with many mistakes is the one beside the code.
  const beside = kinds.findLastIndex((kind) => kind === 'code' || kind === 'barcode') + 1
  give('quantity', (content, column) => column === beside && content === 'code' && holdsQuantities(sample, column))
  give('name', (content) => content === 'name')
  if (!hasName()) give('code', (content) => content !== 'empty')
  return kinds.map((kind) => kind ?? 'other')
}

function holdsQuantities(rows: readonly string[][], column: number): boolean {
  const cells = rows.flatMap((row) => row[column] || [])
  return cells.filter(isQuantity).length * 2 >= cells.length
}

type Content = 'empty' | 'barcode' | 'unit' | 'price' | 'serial' | 'number' | 'name' | 'code'

/** What most cells of a column are. `serial`: 1, 2, 3 …; `number`: quantities, or codes that are numbers. */
function contentOf(column: readonly string[]): Content {
  const cells = column.filter((cell) => cell !== '')
  const isMost = (fits: (cell: string) => boolean) => cells.filter(fits).length >= cells.length * share
  if (cells.length === 0) return 'empty'
  if (isMost((cell) => /^\d{8,14}$/.test(cell))) return 'barcode'
  if (isMost(isUnitName)) return 'unit'
  if (cells.length > 2 && cells.every((cell, i) => cell === String(i + 1))) return 'serial'
  if (isMost(isQuantity)) return 'number'
  if (isMost(isAmount)) return 'price'
  return isMost((cell) => /\s/.test(cell) && !/^\S*\d\S*(\s\S*\d\S*)*$/.test(cell)) ? 'name' : 'code'
}

const isQuantity = (cell: string) => {
  const { quantity, typed } = pastedLine(0, '', { code: '', typed: cell })
  return typed !== '' && quantity !== null && pastedQuantity(typed) !== null
}
const isAmount = (cell: string) => /^(?:[₺$€]|tl|try|usd|eur)?\s*\d[\d.,\s]*(?:[₺$€]|tl|try|usd|eur)?$/i.test(cell)

function readRow(cells: readonly string[], columns: readonly ColumnKind[]): TableRow {
  const cellOf = (kind: ColumnKind) => cells[columns.indexOf(kind)] ?? ''
  const names = [cellOf('code'), cellOf('barcode'), cellOf('name')].filter((cell) => cell !== '')
  const [code = '', ...others] = names.map((name) => name.slice(0, draftTextMax.code))
  const { typed, unit = '' } = pastedLine(0, '', { code, typed: cellOf('quantity'), unit: cellOf('unit') })
  return {
    code,
    quantity: typed.slice(0, draftTextMax.quantity),
    unit: unit.slice(0, draftTextMax.unit),
    others,
  }
}
