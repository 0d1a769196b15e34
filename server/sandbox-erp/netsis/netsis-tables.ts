import { currencyNumber, localTime } from '#server/sandbox-erp/sql/shared-columns.ts'
import type { ErpTables } from '#server/sandbox-erp/sql/erp-sql.ts'

export const netsisCurrencies = { TRY: 0, USD: 1, EUR: 2 } as const

const unit = (no: number, column: string) =>
  `(SELECT ${column} FROM sandbox_erp_units u WHERE u.item_id = i.id AND u.unit_no = ${no})`

/** Cards have the prices of the base unit. */
const price = (list: number) =>
  `coalesce((SELECT min(p.price / u.multiplier) FROM sandbox_erp_prices p JOIN sandbox_erp_units u ON u.item_id = p.item_id AND u.unit_no = p.unit_no
             WHERE p.item_id = i.id AND p.list_no = ${list} AND p.unit_no = (SELECT min(o.unit_no) FROM sandbox_erp_prices o WHERE o.item_id = i.id AND o.list_no = ${list})), 0)`

/** The later change of a card and its prices. */
const itemChange = `greatest(i.changed_at, (SELECT max(p.changed_at) FROM sandbox_erp_prices p WHERE p.item_id = i.id))`

export const netsisTables: ErpTables = {
  TBLSTSABIT: {
    columns:
      'STOK_KODU, STOK_ADI, GRUP_KODU, KOD_1, KOD_2, KOD_3, KDV_ORANI, KILIT, OLCU_BR1, OLCU_BR2, PAY_1, PAYDA_1, OLCU_BR3, PAY2, PAYDA2, BARKOD1, BARKOD2, BARKOD3, SATIS_FIAT1, SATIS_FIAT2, SATIS_FIAT3, SATIS_FIAT4, SAT_DOV_TIP',
    sql: `SELECT i.code, i.name || '  ', i.group_code, i.brand, '', '', i.tax_rate, CASE WHEN i.is_active THEN 'H' ELSE 'E' END,
                 ${unit(1, 'name')}, ${unit(2, 'name')}, 1, ${unit(2, 'multiplier')}, ${unit(3, 'name')}, 1, ${unit(3, 'multiplier')},
                 ${unit(1, 'barcode')}, ${unit(2, 'barcode')}, ${unit(3, 'barcode')}, ${[1, 2, 3, 4].map(price).join(', ')},
                 (SELECT ${currencyNumber('min(p.currency)', netsisCurrencies)} FROM sandbox_erp_prices p WHERE p.item_id = i.id AND p.list_no = 1)
            FROM sandbox_erp_items i`,
  },
  TBLSTSABITEK: {
    columns: 'STOK_KODU, KAYITTARIHI, DUZELTMETARIHI',
    sql: `SELECT i.code, TIMESTAMP '2020-01-01', ${localTime(itemChange)} FROM sandbox_erp_items i`,
  },
  TBLSTOKFIYAT: {
    columns: 'ID, FIYAT_GRUBU, STOK_KODU, TIP, FIYAT1',
    sql: `SELECT t.id * 2 + n, t.group_code, i.code, CASE n WHEN 0 THEN 'S' ELSE 'A' END, t.price
            FROM sandbox_erp_terms t JOIN sandbox_erp_items i ON i.id = t.item_id CROSS JOIN generate_series(0, 1) n
           WHERE t.price IS NOT NULL`,
  },
  // Warehouse 0 is the sum of all.
  TBLSTOKPH: {
    columns: 'STOK_KODU, DEPO_KODU, TOP_GIRIS_MIK, TOP_CIKIS_MIK',
    sql: `SELECT i.code, s.warehouse_no, s.quantity + 100, 100 FROM sandbox_erp_stock s JOIN sandbox_erp_items i ON i.id = s.item_id
          UNION ALL SELECT i.code, 0, sum(s.quantity) + 100, 100 FROM sandbox_erp_stock s JOIN sandbox_erp_items i ON i.id = s.item_id GROUP BY i.code`,
  },
  TBLCASABIT: {
    columns:
      'CARI_KOD, CARI_ISIM, CARI_ADRES, CARI_ILCE, CARI_IL, CARI_TEL, EMAIL, VERGI_DAIRESI, VERGI_NUMARASI, GRUP_KODU, CARI_TIP, CM_BORCT, CM_ALACT',
    sql: `SELECT a.code, a.name, a.address, a.district, a.city, a.phone, a.email, a.tax_office, a.tax_number, '', 'A',
                 coalesce((SELECT sum(l.debit) FROM sandbox_erp_ledger l WHERE l.account_id = a.id AND NOT l.is_cancelled), 0),
                 coalesce((SELECT sum(l.credit) FROM sandbox_erp_ledger l WHERE l.account_id = a.id AND NOT l.is_cancelled), 0)
            FROM sandbox_erp_accounts a
          UNION ALL SELECT '320-SATICI', 'Bir satıcı', '', '', '', '', '', '', '', '', 'S', 0, 0`,
  },
  TBLCASABITEK: {
    columns: 'CARI_KOD, TCKIMLIKNO, KAYITTARIHI, DUZELTMETARIHI',
    sql: `SELECT a.code, '', TIMESTAMP '2020-01-01', ${localTime('a.changed_at')} FROM sandbox_erp_accounts a`,
  },
  TBLCAHAR: {
    columns: 'INC_KEY_NUMBER, CARI_KOD, TARIH, VADE_TARIHI, BELGE_NO, ACIKLAMA, BORC, ALACAK, HAREKET_TURU',
    sql: `SELECT l.id, a.code, l.posted_on::timestamp, l.due_on::timestamp, l.document_no, l.description, l.debit, l.credit,
                 CASE l.kind WHEN 'opening' THEN 'A' WHEN 'invoice' THEN 'B' WHEN 'return' THEN 'C' WHEN 'payment' THEN 'D' ELSE 'K' END
            FROM sandbox_erp_ledger l JOIN sandbox_erp_accounts a ON a.id = l.account_id WHERE NOT l.is_cancelled`,
  },
  // A customer's order is type 6 here, and type 7 in REST.
  TBLSIPAMAS: {
    columns: 'FATIRS_NO, FTIRSIP, CARI_KODU, TARIH',
    sql: `SELECT d.document_no, '6', a.code, d.document_date::timestamp FROM sandbox_erp_documents d
            JOIN sandbox_erp_accounts a ON a.id = d.account_id WHERE d.dialect = 'netsis' AND d.kind = 'order'`,
  },
  TBLKASA: {
    columns: 'KSMAS_KOD, TARIH, FISNO, IO, TIP, KOD, TUTAR, ACIKLAMA',
    sql: `SELECT 'KK', d.document_date::timestamp, d.document_no, CASE d.kind WHEN 'payment' THEN 'G' ELSE 'C' END, 'C', a.code, d.total, d.notes
            FROM sandbox_erp_documents d JOIN sandbox_erp_accounts a ON a.id = d.account_id WHERE d.dialect = 'netsis' AND d.kind <> 'order'`,
  },
}
