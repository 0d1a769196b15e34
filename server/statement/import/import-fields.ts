import type { balanceFields, movementFields } from '#contract/admin/imports/file-import-options.ts'

/** Column names by field, as they are compared: folded, letters and digits only. */
export const movementColumns = {
  dealer:
    'carikodu carikod cari carihesapkodu carihesapkod dealercode dealer musterikodu hesapkodu hesapkod bayikodu curracccode arpcode clientcode kod code',
  posted_on:
    'tarih date islemtarihi belgetarihi fistarihi evraktarihi faturatarihi harekettarihi kayittarihi chatarihi documentdate posteddate postedon',
  due_on: 'vade vadetarihi vadetarih sonodemetarihi chavade duedate dueon due',
  document_no:
    'belgeno belgenumarasi belge evrakno evraknumarasi faturano faturanumarasi fisno fisnumarasi dekontno makbuzno chabelgeno documentno documentnumber document invoiceno ficheno',
  kind: 'tur turu tip tipi islem islemturu islemtipi hareketturu harekettipi belgeturu fisturu evraktipi evrakturu type kind transactiontype documenttype',
  description: 'aciklama aciklamasi satiraciklamasi fisaciklamasi chaaciklama description',
  debit: 'borc borctutari borctutar borctl kpbborc docdebit debitamount debit',
  credit: 'alacak alacaktutari alacaktutar alacaktl kpbalacak doccredit creditamount credit',
  amount: 'tutar islemtutari meblag chameblag amount',
  side: 'ba ab borcalacak bakiyeyonu yon sign chatip side',
  currency: 'doviz dovizcinsi dovizkodu dovizturu parabirimi currency currencycode',
  reference:
    'referans referansno ref reference hareketno kayitno logicalref internalreference inckeyno chaguid blkodu guid id',
} as const satisfies Record<(typeof movementFields)[number], string>

export const balanceColumns = {
  dealer: movementColumns.dealer,
  balance: 'bakiye guncelbakiye netbakiye sonbakiye toplambakiye bakiyetl balance',
  side: 'ba ab borcalacak bakiyeturu bakiyetipi bakiyeyonu yon side',
  debit_balance: 'borcbakiye borcbakiyesi borcbakiyetutari bakiyeborc debitbalance',
  credit_balance: 'alacakbakiye alacakbakiyesi alacakbakiyetutari bakiyealacak creditbalance',
  overdue_balance:
    'vadesigecenbakiye vadesigecen vadesigecmis vadesigecmisbakiye vadesigecentutar gecikenbakiye gecikentutar overduebalance overdue',
  overdue_since: 'ilkvade ilkvadetarihi vade vadetarihi overduesince duedate',
  overdue_days: 'gecikmegunu gecikengun vadesigecengun gecikme overduedays',
  currency: movementColumns.currency,
  as_of: 'tarih date bakiyetarihi asof',
} as const satisfies Record<(typeof balanceFields)[number], string>

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

/** The words of a column that says whether an amount is debit or credit. 0 and 1 are those of Logo and Mikro. */
const sideWords = {
  debit: 'b borc borclu d debit 0',
  credit: 'a alacak alacakli c credit 1',
} as const

/** Null for any other word. */
export function readSide(squeezed: string): 'debit' | 'credit' | null {
  if (sideWords.debit.split(' ').includes(squeezed)) return 'debit'
  return sideWords.credit.split(' ').includes(squeezed) ? 'credit' : null
}
