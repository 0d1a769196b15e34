/** Column names by field, as they are compared: folded, letters and digits only. */
export const movementColumns = {
  dealer: 'carikodu carikod cari dealercode dealer musterikodu hesapkodu bayikodu kod code',
  posted_on: 'tarih date islemtarihi belgetarihi fistarihi harekettarihi posteddate postedon',
  due_on: 'vade vadetarihi vadetarih duedate dueon due',
  document_no: 'belgeno belgenumarasi belge evrakno faturano fisno documentno documentnumber document',
  kind: 'tur turu tip tipi islemturu hareketturu belgeturu evraktipi type kind',
  description: 'aciklama aciklamasi description',
  debit: 'borc borctutari borctutar debit',
  credit: 'alacak alacaktutari alacaktutar credit',
  currency: 'doviz dovizcinsi dovizkodu parabirimi currency currencycode',
  reference: 'referans referansno ref reference hareketno kayitno id',
} as const

export const balanceColumns = {
  dealer: movementColumns.dealer,
  balance: 'bakiye guncelbakiye balance',
  side: 'ba ab borcalacak bakiyeturu bakiyetipi bakiyeyonu yon side',
  debit_balance: 'borcbakiye borcbakiyesi borcbakiyetutari debitbalance',
  credit_balance: 'alacakbakiye alacakbakiyesi alacakbakiyetutari creditbalance',
  overdue_balance: 'vadesigecenbakiye vadesigecen vadesigecmis vadesigecmisbakiye overduebalance overdue',
  overdue_since: 'ilkvade ilkvadetarihi vade vadetarihi overduesince duedate',
  overdue_days: 'gecikmegunu gecikengun vadesigecengun gecikme overduedays',
  currency: movementColumns.currency,
  as_of: 'tarih date bakiyetarihi asof',
} as const

/** Titles of required columns, as the ERPs print them and docs/import.md names them. */
const columnTitles: Readonly<Record<string, string>> = {
  dealer: 'Cari Kodu',
  posted_on: 'Tarih',
  debit: 'Borç',
  credit: 'Alacak',
  reference: 'Referans',
  balance: 'Bakiye',
  debit_balance: 'Borç Bakiye',
  credit_balance: 'Alacak Bakiye',
  serial_no: 'Seri No',
  moved_on: 'Tarih',
  status: 'Durum',
}

/** The title of a required column; of several that would do, all of them. */
export const titleOfChoice = (fields: readonly string[]): string =>
  fields.map((field) => columnTitles[field] ?? field).join(' / ')

export type Words = Readonly<Record<string, string>>
export type FieldOf<W extends Words> = keyof W & string

/** The ERP's names of movement kinds. An unlisted name is classified by debit or credit. */
const kindWords = {
  invoice: 'fatura satisfaturasi perakendefaturasi toptansatisfaturasi invoice satis',
  payment:
    'tahsilat odeme nakittahsilat gelenhavale havale eft gelenhavaleeft kredikarti kredikartitahsilati cek ceksenet senet payment',
  return: 'iade iadefaturasi satisiadefaturasi satistaniade return creditnote',
  debit: 'borcdekontu borc debit debitnote virmanborc',
  credit: 'alacakdekontu alacak credit virmanalacak',
  opening: 'devir acilis acilisfisi devirfisi opening',
} as const

export const kindByWord = new Map(
  Object.entries(kindWords).flatMap(([kind, words]) =>
    words.split(' ').map((word) => [word, kind as keyof typeof kindWords] as const),
  ),
)
