import type { StatementField } from '#contract/admin/bank-statements.ts'

/** Column names by field, as they are compared: folded, letters and digits only. Those that banks in Turkey export. */
export const statementColumns = {
  date: 'tarih islemtarihi islemtarihisaati islemtarihsaat tarihsaat islemzamani muhasebetarihi hesaphareketitarihi fistarihi date transactiondate bookingdate',
  amount: 'tutar islemtutari islemtutaritl tutartl miktar islemmiktari meblag amount transactionamount',
  incoming: 'alacak alacaktutari alacaktl giren gelen gelentutar yatan yatantutar credit creditamount paidin',
  outgoing: 'borc borctutari borctl cikan giden gidentutar cekilen cekilentutar debit debitamount paidout',
  side: 'ba borcalacak alacakborc ab yon islemyonu girencikan side drcr',
  balance: 'bakiye kalanbakiye islemsonrasibakiye hesapbakiyesi guncelbakiye sonbakiye balance',
  description: 'aciklama islemaciklamasi aciklamalar islemdetayi detay description details',
  reference:
    'dekontno dekontnumarasi dekont referans referansno referansnumarasi islemno islemnumarasi islemreferansi fisno makbuzno sorguno sorgunumarasi receiptno reference ref transactionid',
  sender:
    'gonderen gonderenadi gonderenadsoyad gonderenadiunvani gonderenunvan gonderenunvani gonderici gondericiadi karsitaraf karsitarafadi karsihesapadi karsiunvan karsihesapunvani aliciverengonderen sender sendername counterparty',
  senderIban:
    'iban gonderenibani gondereniban gonderenibanno karsiiban karsihesapiban karsihesapibani karsitarafiban karsihesap karsihesapno gonderenhesap gonderenhesapno senderiban counterpartyiban',
  taxNumber: 'vkn tckn vkntckn tcknvkn vergino vergikimlikno karsivkn gonderenvkn gonderenvkntckn taxnumber',
  currency: 'doviz dovizcinsi dovizkodu parabirimi currency',
} as const satisfies Record<StatementField, string>

/** The columns with amounts. */
export const amountFields = ['amount', 'incoming', 'outgoing', 'balance'] as const
