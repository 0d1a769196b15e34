import { pastedQuantity, splitUnit } from '#domain/cart/pasted-lines.ts'
import { isUnitName } from '#domain/cart/unit-name.ts'
import { fold } from '#domain/text/text.ts'

export type ColumnRole = 'code' | 'barcode' | 'name' | 'quantity' | 'unit' | 'price' | 'other'

const headings: readonly (readonly [ColumnRole, RegExp])[] = [
  ['barcode', /^(?:barkod|barcode|ean|gtin)/],
  ['price', /fiyat|tutar|toplam|price|amount|total|iskonto|kdv|tl$/],
  ['unit', /^(?:birim|birimi|br|brm|olcu birimi|unit|uom|cinsi?)$/],
  ['quantity', /miktar|^mik$|^adet|^adedi$|^ad$|^siparis(?: ad| mik|$)|^talep|^quantity|^qty|^sayi/],
  ['code', /kod|^code$|^sku$|^ref|^item (?:no|code)|^product (?:no|code)|part no|parca no|stok no|malzeme no|urun no/],
  ['name', /^urun|^adi$|^malzeme|aciklama|^stok ad|^tanim|^name$|description|^product|^item$|^isim/],
  ['other', /^(?:sira|s ?no|no|#|nr|marka|brand|not|note|row)/],
]

/** The role that a heading names, undefined for other texts. */
function roleOfHeading(cell: string): ColumnRole | undefined {
  const text = fold(cell)
    .replace(/[^a-z0-9# ]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (text === '' || text.length > 40 || /\d/.test(text)) return undefined
  return headings.find(([, pattern]) => pattern.test(text))?.[0]
}

/**
 * The roles of a row of headings: two of its cells or more name one, and none is a figure. Undefined for cells without text; null
 * for another row.
 */
export function headingRoles(cells: readonly string[]): (ColumnRole | undefined)[] | null {
  const roles = cells.map(roleOfHeading)
  const isHeading = roles.filter((role) => role !== undefined).length >= 2 && cells.every((cell) => !/^\d/.test(cell))
  if (!isHeading) return null
  // "Ad" beside "Miktar" is the name, otherwise short for "adet".
  const isName = (at: number) =>
    fold(cells[at] ?? '') === 'ad' && roles.filter((role) => role === 'quantity').length > 1
  const clear = roles.map((role, at) => (isName(at) ? 'name' : role))
  return clear.map((role, at) => {
    if (role === undefined) return cells[at] === '' ? undefined : 'other'
    // The second code of a list is of someone else.
    return role !== 'price' && clear.indexOf(role) < at ? 'other' : role
  })
}

const barcode = /^(?:\d{8}|\d{12,14})$/
const money = /(?:₺|\$|€|\btl\b|\btry\b|\busd\b|\beur\b)/i
const isMoney = (cell: string) => money.test(cell)
const hasCents = (cell: string) => /^\d[\d.,]*[.,]\d{2}$/.test(cell) && !/[.,]00$/.test(cell)
const isCount = (cell: string) => cell !== '' && !barcode.test(cell) && pastedQuantity(splitUnit(cell)[0]) !== null

/** Further columns are not read. */
const columnsMax = 100

/** The roles of columns without headings, by what they contain. */
export function contentRoles(rows: readonly (readonly string[])[]): ColumnRole[] {
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0)
  const columns = Array.from({ length: Math.min(width, columnsMax) }, (_, at) =>
    rows.map((row) => row[at] ?? '').filter((cell) => cell !== ''),
  )
  const most = (at: number, test: (cell: string) => boolean, share = 0.8) => {
    const cells = columns[at] ?? []
    return cells.length > 0 && cells.filter(test).length >= cells.length * share
  }
  const roles = columns.map((cells, at): ColumnRole => {
    if (cells.length === 0) return 'other'
    if (most(at, (cell) => barcode.test(cell))) return 'barcode'
    if (most(at, isUnitName)) return 'unit'
    if (most(at, isMoney) || (cells.some(hasCents) && most(at, (cell) => /^[\d.,]+$/.test(cell)))) return 'price'
    if (most(at, isCount)) return 'quantity'
    return most(at, (cell) => !/\s/.test(cell), 0.5) ? 'code' : 'name'
  })
  // The second column of a list has the quantities, whatever some of them are.
  if (!roles.includes('quantity') && roles[1] === 'code') roles[1] = 'quantity'
  return onePerRole(roles, columns)
}

/** The first code, the longest name; of several columns of figures the one beside the code. */
function onePerRole(roles: readonly ColumnRole[], columns: readonly (readonly string[])[]): ColumnRole[] {
  const placesOf = (role: ColumnRole) => roles.flatMap((one, at) => (one === role ? [at] : []))
  const keep = new Set<number>()
  const counts = placesOf('quantity').filter((at) => !isCounter(columns[at] ?? [], at))
  const [count] = counts.length > 1 && !counts.includes(1) ? [] : counts.includes(1) ? [1] : counts
  if (count !== undefined) keep.add(count)
  for (const role of ['code', 'barcode', 'name', 'unit'] as const) {
    const [first] = placesOf(role)
    if (first !== undefined) keep.add(first)
  }
  const kept = roles.map((role, at) => (keep.has(at) || role === 'price' ? role : 'other'))
  // Codes that are numbers.
  const code = placesOf('quantity').find((at) => at !== count)
  if (code !== undefined && count !== undefined && !namesProduct(kept)) kept[code] = 'code'
  return kept
}

const namesProduct = (roles: readonly ColumnRole[]) =>
  roles.some((role) => role === 'code' || role === 'barcode' || role === 'name')

/** The numbers of the rows, in the first column. */
function isCounter(cells: readonly string[], at: number): boolean {
  return at === 0 && cells.length > 1 && cells.every((cell, i) => Number(cell) === i + Number(cells[0]))
}

/** The roles of columns with headings; those without one have the role of their content, if no other column has it. */
export function completeRoles(
  named: readonly (ColumnRole | undefined)[],
  rows: readonly (readonly string[])[],
): ColumnRole[] {
  return contentRoles(rows).map((role, at) => named[at] ?? (role === 'price' || !named.includes(role) ? role : 'other'))
}

export type TableCells = { code: string; barcode: string; name: string; typed: string; unit: string; price: string }

/** The cells of a row by the roles of their columns. Further columns of text add to a name that is missing. */
export function cellsOf(row: readonly string[], roles: readonly (ColumnRole | undefined)[]): TableCells {
  const of = (role: ColumnRole) => row.filter((cell, at) => roles[at] === role && cell !== '')
  const [typed, own] = splitUnit(of('quantity')[0] ?? '')
  return {
    code: of('code')[0] ?? '',
    barcode: of('barcode')[0] ?? '',
    name: of('name')[0] ?? '',
    typed,
    unit: of('unit')[0] ?? own ?? '',
    price: of('price').join(' · '),
  }
}

/** The rows and cells of a pasted sheet. A quoted cell may have line ends and doubled quotes. */
export function tableRows(text: string, mark: string): { cells: string[]; lines: number }[] {
  const rows: { cells: string[]; lines: number }[] = []
  let cells: string[] = []
  let [at, lines] = [0, 1]
  while (at <= text.length) {
    const quoted = text[at] === '"' ? quotedCell(text, at, mark) : null
    const end = quoted?.end ?? endOfCell(text, at, mark)
    cells.push((quoted?.cell ?? text.slice(at, end)).replace(/\s+/g, ' ').trim())
    lines += quoted?.lines ?? 0
    if (text[end] !== mark) {
      rows.push({ cells, lines })
      cells = []
      lines = 1
    }
    at = end + 1
  }
  return rows
}

function endOfCell(text: string, from: number, mark: string): number {
  let end = from
  while (end < text.length && text[end] !== mark && text[end] !== '\n') end++
  return end
}

/** null if the quote is not closed before the end of a cell. */
function quotedCell(text: string, from: number, mark: string): { cell: string; end: number; lines: number } | null {
  const limit = Math.min(text.length, from + 2000)
  for (let at = from + 1; at < limit; at++) {
    if (text[at] !== '"') continue
    if (text[at + 1] === '"') {
      at++
      continue
    }
    const after = text[at + 1]
    if (after !== undefined && after !== mark && after !== '\n') return null
    const cell = text.slice(from + 1, at).replaceAll('""', '"')
    return { cell, end: at + 1, lines: cell.split('\n').length - 1 }
  }
  return null
}
