import type { Books } from '#server/sandbox-bank/dialects/dialect.ts'
import { type Tags, writeTags } from '#server/sandbox-bank/dialects/bank-xml.ts'
import type { ListedTransaction } from '#server/sandbox-bank/lists/listed-transactions.ts'

/** TP_Islem_Izleme: a data set with its schema, newest first. */
export async function listAnswer(tags: Tags, bank: Books): Promise<string> {
  const [, date, month, year] = /^(\d\d)\.(\d\d)\.(\d{4}) 00:00:00$/.exec(tags['Tarih_Bas'] ?? '') ?? []
  if (year === undefined || tags['Tarih_Bit'] !== `${date}.${month}.${year} 23:59:59`)
    return writeTags({ Sonuc: '-222', Sonuc_Str: 'Tarih aralığı 7 günden fazla olamaz.' })
  const all = await bank.listed(`${year}-${month}-${date}`)
  const rows = all.map((row) => `<Temp diffgr:id="Temp${row.id}">${writeTags(rowOf(row, all))}</Temp>`).toReversed()
  const set = `<diffgr:diffgram xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"><NewDataSet xmlns="">${rows.join('')}</NewDataSet></diffgr:diffgram>`
  return `<DT_Bilgi>${schema}${set}</DT_Bilgi>${writeTags({ Sonuc: '1', Sonuc_Str: 'Başarılı' })}`
}

const schema =
  '<xs:schema id="NewDataSet" xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="NewDataSet"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="Temp"><xs:complexType><xs:sequence><xs:element name="Tutar" type="xs:decimal" minOccurs="0"/></xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>'

const types = { sale: 'Satış', void: 'İptal', refund: 'İade' } as const

function rowOf(row: ListedTransaction, all: readonly ListedTransaction[]): Tags {
  const sale = all.find(({ oid, kind }) => oid === row.oid && kind === 'sale')
  return {
    SanalPOS_Islem_ID: String(6_021_000_000 + row.id),
    SanalPOS_Islem_ID_Orj: row.kind === 'sale' || sale === undefined ? '0' : String(6_021_000_000 + sale.id),
    Sonuc_Str: row.approved ? 'Başarılı' : 'Başarısız',
    Tip_Str: types[row.kind],
    Tarih: `${row.time.replace(' ', 'T')}.553+03:00`,
    Odeme_Yapan_Bilgisi: `${row.id} / KK No:${row.card}`,
    Tutar: `${row.kind === 'sale' ? '' : '-'}${row.amount}00`,
    Dekont_ID: row.kind === 'sale' && row.approved ? `30${String(row.id).padStart(8, '0')}` : '0',
    ORJ_ORDER_ID: row.oid,
    Sonuc: row.approved ? (row.is_voided ? '12' : '1') : '2',
    Toplam_Iade_Tutar: '0.0000',
    PB: 'TRL',
  }
}
