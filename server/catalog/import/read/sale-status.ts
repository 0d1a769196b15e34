import { squeezeCode } from '#domain/text/text.ts'
import { lineOf } from '#server/platform/tables/cell-text.ts'
import type { Cell } from '#server/platform/tables/table.ts'

/** A column that says whether a product is on sale. With `isInverted`, its "yes" means off sale. */
export type SaleColumn = { index: number; isInverted: boolean }

/** Names that mean nothing else. */
const sureNames = new Set(
  'active isactive aktif aktifmi urunaktif urunaktifmi varyasyonaktif published yayimlanmis yayinda yayindami productonline satistami satisaacik satisaacikmi'.split(
    ' ',
  ),
)
/** Names that mean it if most values are known words. */
const weakNames = new Set(
  'status statu statusu durum durumu urundurumu satisdurumu satista yayindurumu listelemedurumu productstatus visibility visibilityincatalog katalogdagorunurluk katalogtagorunurluk gorunurluk'.split(
    ' ',
  ),
)
/** Names whose "yes" means off sale, if most values are known words. */
const invertedNames = new Set(
  'silindi silindimi deleted isdeleted archived arsivlendi arsivde pasif pasifmi stopasiffl kullanimdisi gizli gizlimi hidden ishidden'.split(
    ' ',
  ),
)

const yesWords = new Set('1 evet e yes y true var dogru'.split(' '))
const noWords = new Set('0 hayir h no n false yok yanlis'.split(' '))
const onWords = new Set(
  'aktif active etkin enabled enable acik satista satisacik satisaacik satisauygun onsale published publish yayinda yayimlandi yayinlandi yayimlanmis listed listelendi online live visible gorunur catalog search catalogsearch katalog arama onayli onaylandi approved tukendi kullanimda'.split(
    ' ',
  ),
)
const offWords = new Set(
  'pasif passive inactive etkindegil disabled disable kapali satisakapali satisauygundegil satistadegil satisdisi notonsale draft taslak archived archive arsiv arsivde arsivlendi arsivlenmis unpublished yayindadegil yayindankaldirildi yayimlanmamis unlisted offline private pending onaybekliyor onaylanmadi onaysiz incelemede reddedildi reddedilen rejected hidden gizli notvisibleindividually kilitli locked blocked engelli engellendi askida suspended deleted silindi silinmis trash kullanimdisi devredisi discontinued'.split(
    ' ',
  ),
)

/**
 * Whether a cell means that the product is on sale; undefined for other words and empty cells. −1 is the draft of
 * WooCommerce. "Sold out" is a matter of stock, not of the product.
 */
export function readSaleWord(text: string, { isInverted }: { isInverted: boolean }): boolean | undefined {
  const word = squeezeCode(text)
  if (onWords.has(word)) return true
  if (offWords.has(word) || text.trim() === '-1') return false
  if (yesWords.has(word)) return !isInverted
  return noWords.has(word) ? isInverted : undefined
}

/**
 * How a column says whether products are on sale, by its name and first values; undefined if it does not. Logo's tables
 * (with LOGICALREF) have 0 for items in use.
 */
export function saleColumnOf(
  columns: readonly string[],
  index: number,
  sample: readonly (readonly Cell[])[],
): SaleColumn | undefined {
  const name = squeezeCode(columns[index] ?? '')
  if (name === 'active' && columns.some((column) => squeezeCode(column) === 'logicalref'))
    return { index, isInverted: true }
  if (sureNames.has(name)) return { index, isInverted: false }
  const isInverted = invertedNames.has(name)
  if (!isInverted && !weakNames.has(name)) return undefined
  const values = sample.map((cells) => lineOf(cells[index])).filter((text) => text !== '')
  const known = values.filter((text) => readSaleWord(text, { isInverted }) !== undefined)
  return known.length * 2 > values.length ? { index, isInverted } : undefined
}

/** Whether any of the columns says that the row is off sale. */
export const isOffSale = (columns: readonly SaleColumn[], cells: readonly Cell[]): boolean =>
  columns.some((column) => readSaleWord(lineOf(cells[column.index]), column) === false)
