import { setTimeout as sleep } from 'node:timers/promises'
import { decimal } from '#domain/money/decimal.ts'
import { valueAt } from '#domain/erp/map-record.ts'
import type { OutboundKind } from '#domain/erp/mapping.ts'
import { ErpError, type ErpDocument, type ErpRecord, type OutboundDocument } from '#server/erp/adapters/adapter.ts'
import { lost } from '#server/erp/adapters/protocol/answers.ts'
import { sqlText } from '#server/erp/adapters/protocol/sql-pages.ts'
import { needFields, splitNote, withNumbers } from '#server/erp/adapters/protocol/values.ts'
import type { MikroClient } from './mikro-client.ts'

export type MikroBooks = {
  client: MikroClient
  /** Series of documents that only the shop writes. */
  series: Readonly<Record<'order' | 'payment' | 'refund', string>>
  /** The column of the document number, whose name differs between versions. */
  orderNumber: string
  /** The cash account of card payments if the mapping names none. */
  cashCode: string
  /** Percent by index of the VAT rates; read once. */
  vatRates: () => Promise<readonly string[]>
  /** Milliseconds between attempts to read a new document back. */
  pause: number
}

const notes = { count: 10, length: 127 }
const lineNumbers = new Set(
  (
    'sip_miktar sip_b_fiyat sip_tutar sip_birim_pntr sip_vergi_pntr sip_depono sip_doviz_cinsi sip_doviz_kuru' +
    ' sip_iskonto_1 sip_iskonto_2 sip_iskonto_3 sip_iskonto_4 sip_iskonto_5 sip_iskonto_6'
  ).split(' '),
)
const slipNumbers = new Set('cha_meblag cha_cinsi cha_evrak_tip cha_kasa_hizmet cha_d_cins cha_d_kur'.split(' '))

/** The live document with our number. A cancellation is done when the order is not there any more. */
export async function findInMikro(books: MikroBooks, kind: OutboundKind, number: string): Promise<ErpDocument | null> {
  if (kind === 'cancellation') return (await findOrder(books, number)) === null ? { documentNo: number } : null
  const found = kind === 'order' ? await findOrder(books, number) : await findSlip(books, kind, number)
  return found === null ? null : { documentNo: found.documentNo }
}

type Found = ErpDocument & { sequence: number }

/** An order has a row for each line: they share series and sequence. */
function findOrder({ client, series, orderNumber }: MikroBooks, number: string): Promise<Found | null> {
  return firstOf(
    client,
    `SELECT TOP 1 S.sip_evrakno_seri AS SERI, S.sip_evrakno_sira AS SIRA FROM SIPARISLER S WHERE S.${orderNumber} = ${sqlText(number)}` +
      ` AND S.sip_evrakno_seri = ${sqlText(series.order)} AND S.sip_tip = 0 AND S.sip_iptal = 0 ORDER BY S.sip_evrakno_sira`,
  )
}

function findSlip({ client, series }: MikroBooks, kind: 'payment' | 'refund', number: string): Promise<Found | null> {
  return firstOf(
    client,
    'SELECT TOP 1 H.cha_evrakno_seri AS SERI, H.cha_evrakno_sira AS SIRA FROM CARI_HESAP_HAREKETLERI H' +
      ` WHERE H.cha_belge_no = ${sqlText(number)} AND H.cha_evrakno_seri = ${sqlText(series[kind])} AND H.cha_iptal = 0` +
      ' ORDER BY H.cha_evrakno_sira',
  )
}

async function firstOf(client: MikroClient, sql: string): Promise<Found | null> {
  const [row] = await client.query(sql)
  if (row === undefined) return null
  const sequence = Number(valueAt(row, 'SIRA'))
  if (!Number.isSafeInteger(sequence)) throw new ErpError('unavailable', 'The document has no sequence.')
  return { documentNo: `${String(valueAt(row, 'SERI'))}-${sequence}`, sequence }
}

export async function writeToMikro(books: MikroBooks, document: OutboundDocument): Promise<ErpDocument> {
  const { kind, number } = document
  if (kind === 'cancellation') return deleteOrder(books, document)
  if (kind === 'order') await books.client.write('SiparisKaydetV2', [await orderBody(books, document)])
  else await books.client.write('TahsilatTediyeKaydetV2', [slipBody(books, kind, document)])
  return readBack(books, kind, number)
}

const readAttempts = 3

/** The answer does not name the document in every version. */
async function readBack(books: MikroBooks, kind: OutboundKind, number: string): Promise<ErpDocument> {
  for (let attempt = 1; attempt <= readAttempts; attempt += 1) {
    const found = await findInMikro(books, kind, number).catch((error: unknown) => {
      throw lost('write', `Written, but not read back: ${error instanceof Error ? error.message : ''}`)
    })
    if (found !== null) return found
    if (attempt < readAttempts) await sleep(books.pause)
  }
  throw lost('write', `${number} was accepted, but is not there.`)
}

const notesOf = (text: unknown) =>
  splitNote(typeof text === 'string' ? text : '', notes.count, notes.length).map((aciklama) => ({ aciklama }))

async function orderBody(books: MikroBooks, { number, head, lines }: OutboundDocument): Promise<ErpRecord> {
  const { evrak_aciklama, ...shared } = head
  needFields(head, ['sip_tarih', 'sip_musteri_kod'])
  const rows: ErpRecord[] = []
  for (const [index, line] of lines.entries()) {
    const { sip_vergi_yuzde, ...rest } = line
    const row = {
      ...shared,
      ...rest,
      ...(sip_vergi_yuzde !== undefined && { sip_vergi_pntr: await vatIndex(books, sip_vergi_yuzde) }),
    }
    needFields(
      row,
      ['sip_stok_kod', 'sip_miktar', 'sip_b_fiyat', 'sip_tutar', 'sip_vergi_pntr', 'sip_depono'],
      `${index + 1}: `,
    )
    rows.push({
      sip_tip: '0',
      sip_cins: '0',
      sip_stok_sormerk: '',
      ...withNumbers(row, lineNumbers),
      sip_evrakno_seri: books.series.order,
      [books.orderNumber]: number,
    })
  }
  return { evrak_aciklamalari: notesOf(evrak_aciklama), satirlar: rows }
}

/** Documents name a VAT rate by its index in the ERP's list. */
async function vatIndex({ vatRates }: MikroBooks, percent: unknown): Promise<number> {
  const rates = await vatRates()
  const index = rates.findIndex((rate) => decimal(rate).equals(String(percent)))
  if (index === -1) throw new ErpError('refused', `sip_vergi_yuzde: ${String(percent)}`)
  return index
}

/** A card payment (`cha_tip` 1, credit) or its refund (0, debit) on a customer's account. */
function slipBody(
  { series, cashCode }: MikroBooks,
  kind: 'payment' | 'refund',
  { number, head: mapped }: OutboundDocument,
): ErpRecord {
  const { evrak_aciklama, ...fields } = mapped
  const row: ErpRecord = { ...fields, cha_kasa_hizkod: mapped['cha_kasa_hizkod'] || cashCode }
  needFields(row, ['cha_tarihi', 'cha_kod', 'cha_meblag', 'cha_kasa_hizkod'])
  return {
    evrak_aciklamalari: notesOf(evrak_aciklama),
    satirlar: [
      {
        cha_normal_Iade: 0,
        cha_cari_cins: 0,
        cha_d_kurtar: null,
        cha_srmrkkodu: '',
        cha_projekodu: '',
        ...withNumbers(row, slipNumbers),
        cha_tip: kind === 'payment' ? 1 : 0,
        cha_evrakno_seri: series[kind],
        cha_belge_no: number,
      },
    ],
  }
}

/** An order with deliveries cannot be deleted: the ERP's words then stand at the cancellation. */
async function deleteOrder(books: MikroBooks, { number, parentNo }: OutboundDocument): Promise<ErpDocument> {
  const found = await findOrder(books, number)
  if (found === null) return { documentNo: parentNo ?? number }
  const row = { sip_tip: 0, sip_cins: 0, sip_evrakno_seri: books.series.order, sip_evrakno_sira: found.sequence }
  await books.client.write('SiparisSilV2', [{ satirlar: [row] }])
  return { documentNo: found.documentNo }
}
