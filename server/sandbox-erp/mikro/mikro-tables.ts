import { currencyNumber, localTime } from '#server/sandbox-erp/sql/shared-columns.ts'
import { type ErpTables, vatRates } from '#server/sandbox-erp/sql/erp-sql.ts'

export const mikroCurrencies = { TRY: 0, USD: 1, EUR: 2, GBP: 3 } as const

const units = [1, 2, 3, 4]
const unit = (no: number, column: string, otherwise: string) =>
  `coalesce((SELECT ${column} FROM sandbox_erp_units u WHERE u.item_id = i.id AND u.unit_no = ${no}), ${otherwise})`

/** The last index of a rate: 0 percent has two. */
const vatIndex = (column: string) =>
  `CASE ${column} ${vatRates.map((percent, no) => (no === 0 ? '' : `WHEN ${percent} THEN ${no}`)).join(' ')} ELSE 0 END`

export const mikroTables: ErpTables = {
  STOKLAR: {
    columns: `sto_Guid, sto_kod, sto_isim, sto_marka_kodu, sto_anagrup_kod, sto_kategori_kodu, sto_toptan_vergi, sto_perakende_vergi, sto_pasif_fl, sto_iptal, sto_lastup_date, ${units.map((no) => `sto_birim${no}_ad, sto_birim${no}_katsayi`).join(', ')}`,
    // Factors of further units are negative: "-12" is 12 base units in one.
    sql: `SELECT md5('item' || i.id)::uuid, i.code, i.name, i.brand, i.group_code, '', ${vatIndex('i.tax_rate')}, ${vatIndex('i.tax_rate')},
                 (NOT i.is_active)::int, 0, ${localTime('i.changed_at')},
                 ${units.map((no) => `${unit(no, 'name', "''")}, ${no === 1 ? '1' : unit(no, '-multiplier', '0')}`).join(', ')}
            FROM sandbox_erp_items i
          UNION ALL SELECT md5('gone')::uuid, 'IPTAL-1', 'İptal edilen stok', '', '', '', 0, 0, 0, 1, TIMESTAMP '2020-01-01', 'ADET', 1, '', 0, '', 0, '', 0`,
  },
  STOK_MARKALARI: {
    columns: 'mrk_kod, mrk_ismi',
    sql: "SELECT brand, brand FROM sandbox_erp_items WHERE brand <> '' GROUP BY brand",
  },
  BARKOD_TANIMLARI: {
    columns: 'bar_kodu, bar_stokkodu, bar_birimpntr, bar_iptal, bar_master',
    sql: `SELECT u.barcode, i.code, u.unit_no, 0, 1 FROM sandbox_erp_units u JOIN sandbox_erp_items i ON i.id = u.item_id WHERE u.barcode IS NOT NULL`,
  },
  STOK_SATIS_FIYAT_LISTELERI: {
    columns:
      'sfiyat_Guid, sfiyat_stokkod, sfiyat_listesirano, sfiyat_deposirano, sfiyat_birim_pntr, sfiyat_fiyati, sfiyat_doviz, sfiyat_iptal, sfiyat_lastup_date',
    sql: `SELECT md5('price' || p.id || '-' || n)::uuid, i.code, p.list_no, n, p.unit_no, CASE n WHEN 0 THEN p.price ELSE 1 END,
                 ${currencyNumber('p.currency', mikroCurrencies)}, 0, ${localTime('p.changed_at')}
            FROM sandbox_erp_prices p JOIN sandbox_erp_items i ON i.id = p.item_id CROSS JOIN generate_series(0, 1) n`,
  },
  STOK_SATIS_FIYAT_LISTE_TANIMLARI: {
    columns: 'sfl_sirano, sfl_aciklama, sfl_kdvdahil',
    sql: `SELECT list_no, 'Liste ' || list_no, bool_or(has_vat)::int FROM sandbox_erp_prices GROUP BY list_no`,
  },
  STOK_CARI_ISKONTO_TANIMLARI: {
    columns:
      'isk_Guid, isk_stok_kod, isk_cari_kod, isk_uygulama_odeme_plani, isk_isk1_yuzde, isk_isk2_yuzde, isk_isk3_yuzde, isk_isk4_yuzde, isk_isk5_yuzde, isk_isk6_yuzde, isk_iptal, isk_lastup_date',
    sql: `SELECT md5('terms' || t.id || '-' || n)::uuid, i.code, coalesce(a.code, t.group_code), n,
                 ${[1, 2, 3, 4, 5, 6].map((no) => `coalesce(t.discounts[${no}], 0)`).join(', ')}, 0, ${localTime('t.changed_at')}
            FROM sandbox_erp_terms t JOIN sandbox_erp_items i ON i.id = t.item_id LEFT JOIN sandbox_erp_accounts a ON a.id = t.account_id
           CROSS JOIN generate_series(0, 1) n WHERE t.discounts <> '{}'`,
  },
  DEPOLAR: {
    columns: 'dep_no, dep_adi, dep_iptal',
    sql: `SELECT DISTINCT warehouse_no, 'Depo ' || warehouse_no, 0 FROM sandbox_erp_stock`,
  },
  CARI_HESAPLAR: {
    columns:
      'cari_Guid, cari_kod, cari_unvan1, cari_unvan2, cari_vdaire_adi, cari_vdaire_no, cari_EMail, cari_CepTel, cari_cari_kilitli_flg, cari_baglanti_tipi, cari_iptal, cari_lastup_date',
    sql: `SELECT md5('account' || a.id)::uuid, a.code, a.name, '', a.tax_office, a.tax_number, a.email, a.phone, (NOT a.is_active)::int, 0, 0,
                 ${localTime('a.changed_at')} FROM sandbox_erp_accounts a
          UNION ALL SELECT md5('seller')::uuid, '320-SATICI', 'Bir satıcı', '', '', '', '', '', 0, 1, 0, TIMESTAMP '2020-01-01'`,
  },
  CARI_HESAP_ADRESLERI: {
    columns: 'adr_cari_kod, adr_adres_no, adr_cadde, adr_ilce, adr_il',
    sql: 'SELECT code, 1, address, district, city FROM sandbox_erp_accounts',
  },
  CARI_HESAP_HAREKETLERI: {
    columns:
      'cha_Guid, cha_kod, cha_tarihi, cha_belge_no, cha_evrakno_seri, cha_evrakno_sira, cha_aciklama, cha_tip, cha_evrak_tip, cha_meblag, cha_d_cins, cha_d_kur, cha_cari_cins, cha_iptal, cha_lastup_date',
    sql: `SELECT l.guid, a.code, l.posted_on::timestamp, coalesce(d.sender_no, l.document_no), coalesce(d.series, 'MUH'), coalesce(d.sequence, l.id),
                 l.description, (l.credit > 0)::int, CASE WHEN d.id IS NOT NULL AND d.kind <> 'order' THEN 34 WHEN l.kind = 'invoice' THEN 63 WHEN l.kind = 'payment' THEN 1 ELSE 33 END,
                 l.debit + l.credit, 0, 1, 0, l.is_cancelled::int, ${localTime('l.changed_at')}
            FROM sandbox_erp_ledger l JOIN sandbox_erp_accounts a ON a.id = l.account_id LEFT JOIN sandbox_erp_documents d ON d.id = l.document_id`,
  },
  // A row for each line.
  SIPARISLER: {
    columns:
      'sip_Guid, sip_evrakno_seri, sip_evrakno_sira, sip_belgeno, sip_musteri_kod, sip_stok_kod, sip_miktar, sip_b_fiyat, sip_tip, sip_cins, sip_iptal',
    sql: `SELECT md5('order' || d.id || '-' || n)::uuid, d.series, d.sequence, d.sender_no, a.code, i.code, (line ->> 'quantity')::numeric,
                 (line ->> 'price')::numeric, 0, 0, 0
            FROM sandbox_erp_documents d JOIN sandbox_erp_accounts a ON a.id = d.account_id
           CROSS JOIN LATERAL jsonb_array_elements(d.lines) WITH ORDINALITY AS each (line, n)
            JOIN sandbox_erp_items i ON i.id = (line ->> 'itemId')::integer
           WHERE d.dialect = 'mikro' AND d.kind = 'order'`,
  },
  'MikroDB_V16.dbo.DOVIZ_KURLARI': {
    columns: 'dov_no, dov_tarih, dov_fiyat1, dov_fiyat2, dov_fiyat3, dov_fiyat4',
    sql: `SELECT ${currencyNumber('currency', mikroCurrencies)}, day::timestamp, buying, selling, buying, selling FROM sandbox_erp_rates`,
  },
}
