import { valueAt } from '#domain/erp/map-record.ts'
import type { OutboundKind } from '#domain/erp/mapping.ts'
import { ErpError, type ErpDocument, type ErpRecord, type OutboundDocument } from '#server/erp/adapters/adapter.ts'
import { sqlText } from '#server/erp/adapters/protocol/sql-pages.ts'
import { needFields, ownNumber, splitNote, withNumbers } from '#server/erp/adapters/protocol/values.ts'
import type { NetsisClient } from './netsis-client.ts'

export type NetsisBooks = {
  client: NetsisClient
  /** What document numbers of the shop start with: no one else uses these. */
  series: Readonly<Record<'order' | 'payment' | 'refund', string>>
  /** The cash account of card payments if the mapping names none. */
  cashCode: string
}

const numberLength = 15
/** A customer's order, in REST. The table has the opposite: there it is type 6. */
const customerOrder = 7
const notes = { count: 16, length: 100 }

const headNumbers = new Set('Sube_Kodu Tip TIPI DOVIZTIP'.split(' '))
const lineNumbers = new Set(
  (
    'DEPO_KODU Sira STra_GCMIK STra_BF STra_NF STra_KDV STra_DOVTIP STra_DOVFIAT Olcubr' +
    ' STra_SatIsk STra_SatIsk2 STra_SatIsk3 STra_SatIsk4 STra_SatIsk5 STra_SatIsk6'
  ).split(' '),
)
const cashNumbers = new Set('Tutar Sube_Kodu DovizTipi DovizTut Kur OdemeTuru Taksit'.split(' '))

/**
 * The document with our number, which is part of its own one. A cancellation is done when the order is not there any more.
 */
export async function findInNetsis(
  books: NetsisBooks,
  kind: OutboundKind,
  number: string,
): Promise<ErpDocument | null> {
  if (kind === 'cancellation') return (await findOrder(books, number)) === null ? { documentNo: number } : null
  const found = kind === 'order' ? await findOrder(books, number) : await findCash(books, kind, number)
  return found === null ? null : { documentNo: found.documentNo }
}

const documentNoOf = ({ series }: NetsisBooks, kind: 'order' | 'payment' | 'refund', number: string) =>
  ownNumber(series[kind], number, numberLength)

type Found = { documentNo: string; account: string }

async function findOrder(books: NetsisBooks, number: string): Promise<Found | null> {
  const documentNo = documentNoOf(books, 'order', number)
  const [row] = await books.client.query(
    `SELECT TOP 1 A.FATIRS_NO, A.CARI_KODU FROM TBLSIPAMAS A WHERE A.FATIRS_NO = ${sqlText(documentNo)} AND A.FTIRSIP = '6'`,
  )
  return row === undefined ? null : { documentNo, account: String(valueAt(row, 'CARI_KODU')).trim() }
}

async function findCash(books: NetsisBooks, kind: 'payment' | 'refund', number: string): Promise<Found | null> {
  const documentNo = documentNoOf(books, kind, number)
  const side = kind === 'payment' ? 'G' : 'C'
  const [row] = await books.client.query(
    `SELECT TOP 1 K.FISNO, K.KOD FROM TBLKASA K WHERE K.FISNO = ${sqlText(documentNo)} AND K.IO = '${side}' AND K.TIP = 'C'`,
  )
  return row === undefined ? null : { documentNo, account: String(valueAt(row, 'KOD')).trim() }
}

export async function writeToNetsis(books: NetsisBooks, document: OutboundDocument): Promise<ErpDocument> {
  if (document.kind === 'cancellation') return deleteOrder(books, document)
  const isOrder = document.kind === 'order'
  const documentNo = documentNoOf(
    books,
    isOrder ? 'order' : document.kind === 'payment' ? 'payment' : 'refund',
    document.number,
  )
  try {
    if (isOrder) await books.client.write('/ItemSlips', orderBody(document, documentNo))
    else await books.client.write('/SafeDeposits', cashBody(books, document, documentNo))
  } catch (error) {
    if (isOrder && error instanceof ErpError && error.reason === 'refused' && existsAlready.test(error.message)) {
      return existing(books, document, error)
    }
    throw error
  }
  return { documentNo }
}

const existsAlready = /kaydedilmiş|zaten mevcut/i

/** The number is taken: by this order if it has the same account, which an earlier attempt has written. */
async function existing(
  books: NetsisBooks,
  { number, head }: OutboundDocument,
  refused: ErpError,
): Promise<ErpDocument> {
  const found = await findOrder(books, number)
  if (found === null || found.account !== String(head['CariKod']).trim()) throw refused
  return { documentNo: found.documentNo }
}

function orderBody({ head, lines }: OutboundDocument, documentNo: string): ErpRecord {
  needFields(head, ['CariKod', 'Tarih'])
  for (const [index, line] of lines.entries()) {
    needFields(line, ['StokKodu', 'DEPO_KODU', 'STra_GCMIK', 'STra_BF', 'STra_KDV'], `${index + 1}: `)
  }
  const { EKACK1, ...rest } = head
  const note = splitNote(typeof EKACK1 === 'string' ? EKACK1 : '', notes.count, notes.length)
  return {
    FaturaTip: customerOrder,
    // Another number would hide that this order is there already.
    KayitliNumaraOtomatikGuncellensin: false,
    FatUst: {
      ...withNumbers(rest, headNumbers),
      ...Object.fromEntries(note.map((text, index) => [`EKACK${index + 1}`, text])),
      Tip: customerOrder,
      FATIRS_NO: documentNo,
      ENTEGRE_TRH: head['ENTEGRE_TRH'] ?? head['Tarih'],
      FiiliTarih: head['FiiliTarih'] ?? head['Tarih'],
    },
    Kalems: lines.map((line, index) => ({
      STra_HTUR: 'H',
      STra_NF: withNumbers({ value: line['STra_BF'] }, new Set(['value']))['value'],
      ...withNumbers(line, lineNumbers),
      Sira: index + 1,
    })),
  }
}

/** Money in (G) or out (C) at a cash account, booked on a customer's account (C). */
function cashBody({ cashCode }: NetsisBooks, { kind, head: mapped }: OutboundDocument, documentNo: string): ErpRecord {
  const head: ErpRecord = { ...mapped, KsMas_Kod: mapped['KsMas_Kod'] || cashCode }
  needFields(head, ['KsMas_Kod', 'Kod', 'Tarih', 'Tutar'])
  return {
    ...withNumbers(head, cashNumbers),
    IO: kind === 'payment' ? 'G' : 'C',
    Tip: 'C',
    Cari_Muh: 'C',
    Fisno: documentNo,
  }
}

/** An order that was shipped cannot be deleted: the ERP's words then stand at the cancellation. */
async function deleteOrder(books: NetsisBooks, { number, parentNo }: OutboundDocument): Promise<ErpDocument> {
  const found = await findOrder(books, number)
  if (found === null) return { documentNo: parentNo ?? number }
  await books.client.write('/ItemSlips/Delete', {
    DocumentType: customerOrder,
    DocumentNumber: found.documentNo,
    CustomerCode: found.account,
  })
  return { documentNo: found.documentNo }
}
