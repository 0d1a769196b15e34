import { decimal } from '#domain/money/decimal.ts'
import { valueAt } from '#domain/erp/map-record.ts'
import type { InboundResource } from '#domain/erp/mapping.ts'
import type { ErpRecord } from '#server/erp/adapters/adapter.ts'
import { textAt } from '#server/erp/adapters/protocol/values.ts'
import type { SqlResource } from '#server/erp/adapters/protocol/sql-pages.ts'

const changed = (column: string) => ({ column, precision: 'second' as const })

const barcode = (unit: number) =>
  `(SELECT MIN(B.bar_kodu) FROM BARKOD_TANIMLARI B WHERE B.bar_stokkodu = S.sto_kod AND B.bar_birimpntr = ${unit} AND B.bar_iptal = 0) AS BARKOD${unit}`

const unitName =
  'CASE F.sfiyat_birim_pntr WHEN 2 THEN S.sto_birim2_ad WHEN 3 THEN S.sto_birim3_ad WHEN 4 THEN S.sto_birim4_ad ELSE S.sto_birim1_ad END AS BIRIM'

/** @param system the database that all companies share, with the exchange rates */
export function mikroQueries(system: string): Record<InboundResource, SqlResource> {
  const items = { key: 'S.sto_kod', keyType: 'text' as const, modified: changed('S.sto_lastup_date') }
  return {
    products: {
      ...items,
      columns: [
        'S.sto_kod',
        'S.sto_isim',
        'M.mrk_ismi',
        'S.sto_anagrup_kod',
        'S.sto_kategori_kodu',
        // The item has the index of its VAT rate.
        'dbo.fn_VergiYuzde(S.sto_toptan_vergi) AS VERGI_YUZDE',
        'S.sto_pasif_fl',
      ],
      from: 'STOKLAR S LEFT JOIN STOK_MARKALARI M ON M.mrk_kod = S.sto_marka_kodu',
      where: ['S.sto_iptal = 0'],
    },
    units: {
      ...items,
      columns: [
        'S.sto_kod',
        ...[1, 2, 3, 4].flatMap((unit) => [`S.sto_birim${unit}_ad`, `S.sto_birim${unit}_katsayi`, barcode(unit)]),
      ],
      from: 'STOKLAR S',
      where: ['S.sto_iptal = 0', 'S.sto_pasif_fl = 0'],
    },
    prices: {
      columns: [
        'F.sfiyat_stokkod',
        'F.sfiyat_listesirano',
        unitName,
        'F.sfiyat_fiyati',
        'F.sfiyat_doviz',
        'T.sfl_kdvdahil',
      ],
      from:
        'STOK_SATIS_FIYAT_LISTELERI F JOIN STOKLAR S ON S.sto_kod = F.sfiyat_stokkod' +
        ' JOIN STOK_SATIS_FIYAT_LISTE_TANIMLARI T ON T.sfl_sirano = F.sfiyat_listesirano',
      key: 'CAST(F.sfiyat_Guid AS varchar(36))',
      keyType: 'text',
      // Warehouse 0 stands for all; a price of 0 means that there is none.
      where: [
        'F.sfiyat_iptal = 0',
        'F.sfiyat_deposirano = 0',
        'F.sfiyat_fiyati > 0',
        'S.sto_iptal = 0',
        'S.sto_pasif_fl = 0',
      ],
      modified: changed('F.sfiyat_lastup_date'),
    },
    // Discount cards of an item and an account, or a code that several accounts share.
    rules: {
      columns: [
        'K.isk_stok_kod',
        'K.isk_cari_kod',
        'C.cari_kod AS CARI_KOD',
        "CASE WHEN C.cari_kod IS NULL THEN K.isk_cari_kod ELSE '' END AS GRUP_KOD",
        ...[1, 2, 3, 4, 5, 6].map(
          (no) => `CASE WHEN K.isk_isk${no}_yuzde > 0 THEN K.isk_isk${no}_yuzde END AS ISK${no}`,
        ),
      ],
      from:
        'STOK_CARI_ISKONTO_TANIMLARI K JOIN STOKLAR S ON S.sto_kod = K.isk_stok_kod' +
        ' LEFT JOIN CARI_HESAPLAR C ON C.cari_kod = K.isk_cari_kod',
      key: 'CAST(K.isk_Guid AS varchar(36))',
      keyType: 'text',
      // Payment plan 0 stands for all.
      where: [
        'K.isk_iptal = 0',
        'K.isk_uygulama_odeme_plani = 0',
        'K.isk_isk1_yuzde > 0',
        'S.sto_iptal = 0',
        'S.sto_pasif_fl = 0',
      ],
      modified: changed('K.isk_lastup_date'),
    },
    stock: {
      columns: ['S.sto_kod', 'D.dep_no', 'ROUND(dbo.fn_DepodakiMiktar(S.sto_kod, D.dep_no, GETDATE()), 4) AS MIKTAR'],
      from: 'STOKLAR S CROSS JOIN DEPOLAR D',
      key: "S.sto_kod + '#' + CAST(D.dep_no AS varchar(10))",
      keyType: 'text',
      where: ['S.sto_iptal = 0', 'S.sto_pasif_fl = 0', 'D.dep_iptal = 0'],
    },
    dealers: {
      columns: [
        'C.cari_kod',
        'C.cari_unvan1',
        'C.cari_unvan2',
        'C.cari_vdaire_adi',
        'C.cari_vdaire_no',
        'C.cari_EMail',
        'C.cari_CepTel',
        'C.cari_cari_kilitli_flg',
        'A.adr_cadde',
        'A.adr_ilce',
        'A.adr_il',
      ],
      from: 'CARI_HESAPLAR C LEFT JOIN CARI_HESAP_ADRESLERI A ON A.adr_cari_kod = C.cari_kod AND A.adr_adres_no = 1',
      key: 'C.cari_kod',
      keyType: 'text',
      where: ['C.cari_iptal = 0', 'C.cari_baglanti_tipi = 0'],
      modified: changed('C.cari_lastup_date'),
    },
    balances: {
      columns: [
        'H.cha_kod',
        'H.cha_d_cins',
        'ROUND(SUM(CASE WHEN H.cha_tip = 0 THEN H.cha_meblag ELSE -H.cha_meblag END), 2) AS BAKIYE',
      ],
      from: 'CARI_HESAP_HAREKETLERI H',
      key: "H.cha_kod + '#' + CAST(H.cha_d_cins AS varchar(4))",
      keyType: 'text',
      where: ['H.cha_iptal = 0', 'H.cha_cari_cins = 0'],
      groupBy: 'H.cha_kod, H.cha_d_cins',
    },
    movements: {
      columns: [
        'H.cha_Guid',
        'H.cha_kod',
        'H.cha_tarihi',
        'H.cha_belge_no',
        "H.cha_evrakno_seri + '-' + CAST(H.cha_evrakno_sira AS varchar(12)) AS EVRAK_NO",
        'H.cha_aciklama',
        'H.cha_tip',
        // What moved the account, and on which side: "63-0" is a sales invoice.
        "CAST(H.cha_evrak_tip AS varchar(4)) + '-' + CAST(H.cha_tip AS varchar(1)) AS TUR",
        'ROUND(CASE WHEN H.cha_tip = 0 THEN H.cha_meblag ELSE 0 END, 2) AS BORC',
        'ROUND(CASE WHEN H.cha_tip = 1 THEN H.cha_meblag ELSE 0 END, 2) AS ALACAK',
        'H.cha_d_cins',
      ],
      from: 'CARI_HESAP_HAREKETLERI H',
      key: 'CAST(H.cha_Guid AS varchar(36))',
      keyType: 'text',
      where: ['H.cha_iptal = 0', 'H.cha_cari_cins = 0'],
      modified: changed('H.cha_lastup_date'),
    },
    rates: {
      columns: ['K.dov_no', 'K.dov_tarih', 'K.dov_fiyat1', 'K.dov_fiyat2', 'K.dov_fiyat3', 'K.dov_fiyat4'],
      from: `${system}.dbo.DOVIZ_KURLARI K`,
      key: "CONVERT(varchar(10), K.dov_tarih, 120) + '#' + CAST(K.dov_no AS varchar(4))",
      keyType: 'text',
      // The latest one of each currency.
      where: [
        `K.dov_tarih = (SELECT MAX(X.dov_tarih) FROM ${system}.dbo.DOVIZ_KURLARI X WHERE X.dov_no = K.dov_no AND X.dov_tarih <= GETDATE())`,
        'K.dov_tarih >= CONVERT(date, GETDATE() - 7)',
      ],
    },
  }
}

/** A card has up to four units: each becomes a record. */
export function mikroRecords(resource: InboundResource, rows: readonly ErpRecord[]): ErpRecord[] {
  return resource === 'units' ? rows.flatMap(unitRecords) : [...rows]
}

export const mikroUnitFields = ['sto_kod', 'BIRIM_SIRA', 'BIRIM', 'KATSAYI', 'CARPAN', 'BARKOD'] as const

function unitRecords(row: ErpRecord): ErpRecord[] {
  return [1, 2, 3, 4].flatMap((unit) => {
    const name = textAt(row, `sto_birim${unit}_ad`)
    if (name === '') return []
    const factor = valueAt(row, `sto_birim${unit}_katsayi`)
    return [
      {
        sto_kod: valueAt(row, 'sto_kod'),
        BIRIM_SIRA: unit,
        BIRIM: name,
        KATSAYI: factor,
        CARPAN: unit === 1 ? '1' : baseUnits(factor),
        BARKOD: valueAt(row, `BARKOD${unit}`),
      } satisfies Record<(typeof mikroUnitFields)[number], unknown>,
    ]
  })
}

/** Base units in one unit: -12 is "12 pieces in a box", 12 is "12 of this unit in a piece". Undefined without a factor. */
function baseUnits(factor: unknown): string | undefined {
  try {
    const value = decimal(typeof factor === 'number' ? factor : String(factor))
    if (value.isZero()) return undefined
    return value.isNegative() ? value.abs().toString() : decimal(1).dividedBy(value).toDecimalPlaces(8).toString()
  } catch {
    return undefined
  }
}
