import { parseNumber } from '#domain/money/number-text.ts'
import { fold, squeezeCode } from '#domain/text/text.ts'
import type { Cell } from '#server/platform/tables/table.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'

/** Whether a price excludes (`net`) or includes VAT (`gross`). The catalog stores net prices. */
export type PriceBasis = 'net' | 'gross'

/** How the user says the prices are: all alike, or row by row in a column of yes/no words. */
export type PricesOption = PriceBasis | { column: string }

/** Reads `net`, `gross` or `column:<name>`. */
export function readPricesOption(text: string): PricesOption {
  return text === 'net' || text === 'gross' ? text : { column: text.replace(/^column:/, '') }
}

const grossName =
  /(?:kdv|vergi|vergiler)dahil(?:dir)?|kdvli|dahilkdv|(?:vat|tax)inc(?:l(?:uded|uding|usive)?)?|incl(?:uded|uding|usive)?(?:vat|tax|kdv)|incvat|withvat/
const netName =
  /(?:kdv|vergi|vergiler)haric(?:tir)?|kdvsiz|(?:vat|tax)excl(?:uded|uding|usive)?|excl(?:uded|uding|usive)?(?:vat|tax|kdv)|exvat|withoutvat|artikdv/
const plusVat = /\+\s*(?:kdv|vat)\b/i

export type BasisName = { basis: PriceBasis; rest: string }

/**
 * The VAT note in a column's name and the name without it, squeezed: "Satış Fiyatı (KDV Dahil)" is gross,
 * "satisfiyati". Undefined if the name has no such note. `rest` is '' for a column that only holds the note.
 */
export function basisOfName(column: string): BasisName | undefined {
  const squeezed = squeezeCode(column.replace(plusVat, ' artikdv '))
  const net = netName.exec(squeezed)
  const gross = net ? null : grossName.exec(squeezed)
  const match = net ?? gross
  if (!match) return undefined
  const rest = squeezed.replace(match[0], '').replace(/^(?:is|mi|mu|haric|durumu|harici?mi)+$/, '')
  return { basis: net ? 'net' : 'gross', rest }
}

const noteInCell =
  /\(?\s*(?:(\+|art[ıiIİ])\s*)?(?:kdv|vat)\s*['’]?\s*(dah[iİ]l|har[iİ][cçÇ]|incl\w*|excl\w*|li|siz)?\s*\.?\)?/iu

/** Splits the VAT note from a price: "120,00 TL + KDV" is net, "120,00 TL". */
export function splitBasis(text: string): { text: string; basis?: PriceBasis } {
  const match = noteInCell.exec(text)
  if (!match) return { text }
  const word = match[2] && fold(match[2])
  const rest = text.replace(match[0], ' ').trim()
  if (match[1] || (word && /^(?:haric|excl|siz)/.test(word))) return { text: rest, basis: 'net' }
  if (word) return { text: rest, basis: 'gross' }
  return { text }
}

const yesWords = new Set('1 evet e yes y true var dahil kdvdahil vatincluded included incl d gross'.split(' '))
const noWords = new Set('0 hayir h no n false yok haric kdvharic vatexcluded excluded excl net'.split(' '))

/** Reads a cell of a column that says whether the row's prices include VAT. Undefined for other words. */
export function readBasisWord(text: string, { isInverted }: { isInverted: boolean }): PriceBasis | undefined {
  const word = squeezeCode(text)
  const isWord = yesWords.has(word) || noWords.has(word)
  if (!isWord) return undefined
  // "Hariç" in a column named "KDV Hariç" still means without VAT; only yes and no depend on the column's name.
  const isPlainAnswer = !/haric|dahil|incl|excl|net|gross/.test(word)
  const isGross = yesWords.has(word)
  return isGross !== (isInverted && isPlainAnswer) ? 'gross' : 'net'
}

/** Whether most values of a column are words that say whether the row's prices include VAT, or numbers. */
export function kindOfBasisColumn(
  sample: readonly (readonly Cell[])[],
  index: number,
): 'words' | 'numbers' | undefined {
  const values = sample.map((cells) => lineOf(cells[index])).filter((text) => text !== '')
  const isMost = (is: (text: string) => boolean) => values.length > 0 && values.filter(is).length * 2 > values.length
  if (isMost((text) => readBasisWord(text, { isInverted: false }) !== undefined)) return 'words'
  return isMost((text) => parseNumber(splitBasis(text).text, ',').ok) ? 'numbers' : undefined
}

const marketplace = /trendyol|hepsiburada|hbsku|n11|ciceksepeti|pazarama|amazon/
const merchantColumns = ['id', 'title', 'link', 'price', 'availability']

/** The basis that goes with the kind of file: prices of Google feeds and of marketplaces include VAT. */
export function basisOfKind(columns: readonly string[]): PriceBasis | undefined {
  const names = new Set(columns.map((column) => squeezeCode(column.replace(/^g:/, ''))))
  const isMerchant =
    columns.some((column) => /^g:(?:price|id)$/.test(column)) || merchantColumns.every((name) => names.has(name))
  return isMerchant || [...names].some((name) => marketplace.test(name)) ? 'gross' : undefined
}
