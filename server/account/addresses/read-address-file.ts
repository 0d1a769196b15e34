import type { Readable } from 'node:stream'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { type Locale, locales } from '#contract/core/visitor.ts'
import { addressesMax, addressFileBytesMax, type AddressValues } from '#contract/shop/addresses.ts'
import { type AddressField, addressFieldMax } from '#domain/orders/delivery.ts'
import { fold } from '#domain/text/text.ts'
import { translate } from '#server/platform/http/words.ts'
import { textOf } from '#server/platform/tables/cell-text.ts'
import { TableError } from '#server/platform/tables/table-error.ts'
import type { Table } from '#server/platform/tables/table.ts'
import { readUploadedTable } from '#server/platform/tables/uploaded-table.ts'

/** A row of the file with the columns that the file has. */
export type AddressRowOfFile = { line: number; values: Partial<Record<AddressField, string>> }

/** How exports title the columns, besides the labels of the form. */
const titles: Readonly<Record<AddressField, readonly string[]>> = {
  name: ['Ad', 'Adres', 'Şube', 'Şube adı', 'Name', 'Address name', 'Branch'],
  recipient: ['Alıcı', 'Yetkili', 'Teslim alacak', 'Teslim alan', 'Recipient', 'Contact', 'Contact person'],
  phone: ['Telefon', 'Tel', 'Telefon no', 'Cep telefonu', 'GSM', 'Phone', 'Telephone'],
  address: ['Adres', 'Açık adres', 'Adres satırı', 'Address', 'Street', 'Street address'],
  district: ['İlçe', 'District', 'County'],
  city: ['İl', 'Şehir', 'Province', 'City'],
  postalCode: ['Posta kodu', 'PK', 'Postal code', 'Postcode', 'Zip code'],
  erpCode: ['ERP kodu', 'Adres kodu', 'Sevk adresi kodu', 'Sevkiyat kodu', 'Kod', 'ERP code', 'Address code', 'Code'],
}
const fields = Object.keys(addressFieldMax) as AddressField[]

/** Reads CSV, TSV or XLSX. Columns are recognized by their titles in both languages, in any order. */
export async function readAddressFile(
  folder: string,
  body: Readable,
  locale: Locale,
): Promise<AddressRowOfFile[] | Refusal> {
  const name = translate(locale, 'addresses.title')
  try {
    return await readUploadedTable(body, { folder, name, bytesMax: addressFileBytesMax }, (table) =>
      readRows(table, locale),
    )
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    return unreadable(translate(locale, `import.refusals.${error.code}`, error.facts))
  }
}

const unreadable = (reason: string) => refuse('address_file', { reason })

async function readRows(table: Table, locale: Locale): Promise<AddressRowOfFile[] | Refusal> {
  const places = placesOf(table.columns)
  if (!places.has('address') || !(places.has('name') || places.has('erpCode')))
    return unreadable(translate(locale, 'addresses.file.noHeader'))
  const rows: AddressRowOfFile[] = []
  for await (const { line, cells } of table.rows()) {
    if (rows.length === addressesMax)
      return unreadable(translate(locale, 'addresses.file.tooLong', { most: addressesMax }))
    const values: Partial<AddressValues> = {}
    for (const [field, place] of places) values[field] = textOf(cells[place]).trim()
    rows.push({ line, values })
  }
  return rows
}

/** The column of each field. `Adres` alone is the street; beside a street column it is the name. */
function placesOf(columns: readonly string[]): Map<AddressField, number> {
  const folded = columns.map(fold)
  const places = new Map<AddressField, number>()
  for (const field of fields.toSorted((a, b) => Number(b === 'address') - Number(a === 'address'))) {
    const labels = locales.map((locale) => translate(locale, `addresses.fields.${field}`))
    const known = [...labels, ...titles[field]].map(fold)
    const found = known
      .map((title) => folded.indexOf(title))
      .find((at) => at !== -1 && ![...places.values()].includes(at))
    if (found !== undefined) places.set(field, found)
  }
  return places
}
