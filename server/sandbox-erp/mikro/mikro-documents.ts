import { decimal } from '#domain/money/decimal.ts'
import { ErpRefusal, type NewOrder, type NewSlip } from '#server/sandbox-erp/books/documents.ts'
import { vatRates } from '#server/sandbox-erp/sql/erp-sql.ts'
import { mikroCurrencies } from './mikro-tables.ts'

type Body = Readonly<Record<string, unknown>>

const text = (body: Body, name: string): string => (typeof body[name] === 'string' ? body[name] : '')

function needed(body: Body, name: string): string {
  const value = text(body, name)
  if (value === '') throw new ErpRefusal(`${name} boş olamaz`)
  return value
}

function figure(body: Body, name: string, otherwise?: number): string {
  const value = body[name] ?? otherwise
  if (typeof value !== 'number' || !Number.isFinite(value)) throw new ErpRefusal(`${name} sayısal olmalıdır`)
  return decimal(value).toString()
}

/** "dd.MM.yyyy" */
function day(body: Body, name: string): string {
  const [, date, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text(body, name)) ?? []
  if (year === undefined || Number(month) > 12) throw new ErpRefusal(`${name} geçersiz`)
  return `${year}-${month}-${date}`
}

function rowsOf(document: Body): Body[] {
  const rows = Array.isArray(document['satirlar']) ? (document['satirlar'] as Body[]) : []
  if (rows.length === 0) throw new ErpRefusal('satirlar boş olamaz')
  return rows
}

function notesOf(document: Body): string {
  const notes = document['evrak_aciklamalari']
  if (!Array.isArray(notes) || notes.length > 10) throw new ErpRefusal('evrak_aciklamalari hatalı')
  return (notes as Body[]).map((note) => text(note, 'aciklama')).join(' ')
}

const same = (rows: readonly Body[], name: string) => {
  if (rows.some((row) => row[name] !== rows[0]?.[name])) throw new ErpRefusal(`${name} satırlarda farklı olamaz`)
}

export function readOrder(document: Body): NewOrder {
  const rows = rowsOf(document)
  const [first = {}] = rows
  for (const name of ['sip_tarih', 'sip_musteri_kod', 'sip_evrakno_seri', 'sip_belgeno']) same(rows, name)
  const series = needed(first, 'sip_evrakno_seri')
  const currencyNo = Number(figure(first, 'sip_doviz_cinsi', 0))
  const currency = Object.entries(mikroCurrencies).find(([, no]) => no === currencyNo)?.[0]
  if (currency === undefined) throw new ErpRefusal('sip_doviz_cinsi bulunamadı')
  const rate = figure(first, 'sip_doviz_kuru', 1)
  return {
    dialect: 'mikro',
    senderNo: text(first, 'sip_belgeno'),
    series,
    accountCode: needed(first, 'sip_musteri_kod'),
    date: day(first, 'sip_tarih'),
    notes: notesOf(document),
    number: (sequence) => `${series}-${sequence}`,
    currency,
    rate,
    lines: rows.map((row) => {
      if (row['sip_tip'] !== '0' || row['sip_cins'] !== '0') throw new ErpRefusal('sip_tip ve sip_cins "0" olmalıdır')
      if (typeof row['sip_vergisiz_fl'] !== 'boolean') throw new ErpRefusal('sip_vergisiz_fl boş olamaz')
      const vat = vatRates[Number(figure(row, 'sip_vergi_pntr'))]
      if (vat === undefined) throw new ErpRefusal('sip_vergi_pntr bulunamadı')
      figure(row, 'sip_tutar')
      const pointer = Number(figure(row, 'sip_birim_pntr'))
      if (![1, 2, 3, 4].includes(pointer)) throw new ErpRefusal('sip_birim_pntr 1-4 olmalıdır')
      return {
        code: needed(row, 'sip_stok_kod'),
        unit: pointer,
        quantity: figure(row, 'sip_miktar'),
        price: netPrice(row).times(rate).toString(),
        vat: String(vat),
        warehouseNo: Number(figure(row, 'sip_depono')),
      }
    }),
  }
}

/** The gross price less the amounts of up to six discounts, for one base unit. */
function netPrice(row: Body): ReturnType<typeof decimal> {
  const names = [1, 2, 3, 4, 5, 6].map((n) => `sip_iskonto_${n}`).filter((name) => name in row)
  const taken = names.reduce((sum, name) => sum.plus(figure(row, name)), decimal(0))
  const quantity = figure(row, 'sip_miktar')
  return decimal(figure(row, 'sip_b_fiyat')).minus(taken.dividedBy(quantity))
}

/** A card payment (credit, 1) or its refund (debit, 0) on an account. */
export function readSlip(document: Body): NewSlip {
  const [row = {}, ...others] = rowsOf(document)
  if (others.length > 0) throw new ErpRefusal('tek satır beklenir')
  const side = figure(row, 'cha_tip')
  if (side !== '0' && side !== '1') throw new ErpRefusal('cha_tip 0 veya 1 olmalıdır')
  const series = needed(row, 'cha_evrakno_seri')
  for (const name of [
    'cha_cinsi',
    'cha_evrak_tip',
    'cha_normal_Iade',
    'cha_cari_cins',
    'cha_d_cins',
    'cha_d_kur',
    'cha_kasa_hizmet',
  ]) {
    figure(row, name)
  }
  if (needed(row, 'cha_kasa_hizkod') !== 'KK') throw new ErpRefusal('cha_kasa_hizkod bulunamadı')
  return {
    dialect: 'mikro',
    kind: side === '1' ? 'payment' : 'refund',
    senderNo: text(row, 'cha_belge_no'),
    series,
    accountCode: needed(row, 'cha_kod'),
    date: day(row, 'cha_tarihi'),
    notes: notesOf(document),
    number: (sequence) => `${series}-${sequence}`,
    amount: figure(row, 'cha_meblag'),
  }
}

/** Series and sequence of the order to delete. */
export function readDeletion(document: Body): string {
  const [row = {}] = rowsOf(document)
  if (row['sip_tip'] !== 0 || row['sip_cins'] !== 0) throw new ErpRefusal('sip_tip ve sip_cins 0 olmalıdır')
  return `${needed(row, 'sip_evrakno_seri')}-${figure(row, 'sip_evrakno_sira')}`
}
