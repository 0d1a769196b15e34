import type { InboundResource } from '#domain/erp/mapping.ts'
import { valueAt } from '#domain/erp/map-record.ts'
import type { ErpRecord } from '#server/erp/adapters/adapter.ts'
import { textAt } from '#server/erp/adapters/protocol/values.ts'
import type { SqlResource } from '#server/erp/adapters/protocol/sql-pages.ts'

/** Rates come from ExRates and ForExs; everything else is SQL. */
type SqlResourceName = Exclude<InboundResource, 'rates'>

/** Texts of the database are in its own code page: dbo.TRK makes Turkish letters of them. */
const turkish = (column: string) => `dbo.TRK(${column}) AS ${column.replace(/^\w+\./, '')}`

/** Cards without a date were never changed by the program: they are always read. */
const changed = {
  column: 'COALESCE(E.DUZELTMETARIHI, E.KAYITTARIHI, GETDATE())',
  precision: 'day' as const,
}

const items = {
  from: 'TBLSTSABIT S LEFT JOIN TBLSTSABITEK E ON E.STOK_KODU = S.STOK_KODU',
  key: 'S.STOK_KODU',
  keyType: 'text' as const,
  modified: changed,
}

export const netsisQueries: Record<SqlResourceName, SqlResource> = {
  products: {
    ...items,
    columns: [
      'S.STOK_KODU',
      turkish('S.STOK_ADI'),
      'S.GRUP_KODU',
      'S.KOD_1',
      'S.KOD_2',
      'S.KOD_3',
      'S.KDV_ORANI',
      'S.KILIT',
    ],
  },
  units: {
    ...items,
    columns: [
      'S.STOK_KODU',
      'S.OLCU_BR1',
      'S.OLCU_BR2',
      'S.PAY_1',
      'S.PAYDA_1',
      'S.OLCU_BR3',
      'S.PAY2',
      'S.PAYDA2',
      'S.BARKOD1',
      'S.BARKOD2',
      'S.BARKOD3',
    ],
  },
  prices: {
    ...items,
    columns: [
      'S.STOK_KODU',
      'S.OLCU_BR1',
      'S.SATIS_FIAT1',
      'S.SATIS_FIAT2',
      'S.SATIS_FIAT3',
      'S.SATIS_FIAT4',
      'S.SAT_DOV_TIP',
    ],
  },
  // Prices of a group of accounts.
  rules: {
    columns: ['F.FIYAT_GRUBU', 'F.STOK_KODU', 'F.FIYAT1', 'S.SAT_DOV_TIP'],
    from: 'TBLSTOKFIYAT F JOIN TBLSTSABIT S ON S.STOK_KODU = F.STOK_KODU',
    key: 'F.ID',
    keyType: 'number',
    where: ["F.TIP = 'S'", "F.FIYAT_GRUBU <> ''", 'F.FIYAT1 > 0'],
  },
  stock: {
    columns: ['P.STOK_KODU', 'P.DEPO_KODU', 'ROUND(P.TOP_GIRIS_MIK - P.TOP_CIKIS_MIK, 4) AS BAKIYE'],
    from: 'TBLSTOKPH P',
    key: "P.STOK_KODU + '#' + CAST(P.DEPO_KODU AS varchar(10))",
    keyType: 'text',
    // Warehouse 0 is the sum of all.
    where: ['P.DEPO_KODU > 0'],
  },
  dealers: {
    columns: [
      'C.CARI_KOD',
      turkish('C.CARI_ISIM'),
      turkish('C.CARI_ADRES'),
      turkish('C.CARI_ILCE'),
      turkish('C.CARI_IL'),
      'C.CARI_TEL',
      'C.EMAIL',
      turkish('C.VERGI_DAIRESI'),
      'C.VERGI_NUMARASI',
      'E.TCKIMLIKNO',
      'C.GRUP_KODU',
    ],
    from: 'TBLCASABIT C LEFT JOIN TBLCASABITEK E ON E.CARI_KOD = C.CARI_KOD',
    key: 'C.CARI_KOD',
    keyType: 'text',
    where: ["C.CARI_TIP = 'A'"],
    modified: changed,
  },
  balances: {
    columns: ['C.CARI_KOD', 'C.CM_BORCT', 'C.CM_ALACT', 'ROUND(C.CM_BORCT - C.CM_ALACT, 2) AS BAKIYE'],
    from: 'TBLCASABIT C',
    key: 'C.CARI_KOD',
    keyType: 'text',
    where: ["C.CARI_TIP = 'A'"],
  },
  movements: {
    columns: [
      'H.INC_KEY_NUMBER',
      'H.CARI_KOD',
      'H.TARIH',
      'H.VADE_TARIHI',
      'H.BELGE_NO',
      turkish('H.ACIKLAMA'),
      'ROUND(H.BORC, 2) AS BORC',
      'ROUND(H.ALACAK, 2) AS ALACAK',
      // What moved the account, and on which side: "B-0" is an invoice that was sent.
      "H.HAREKET_TURU + CASE WHEN H.BORC > 0 THEN '-0' ELSE '-1' END AS TUR",
      "CASE WHEN H.BORC > 0 THEN '0' ELSE '1' END AS YON",
    ],
    from: 'TBLCAHAR H',
    key: 'H.INC_KEY_NUMBER',
    keyType: 'number',
    isCounter: true,
  },
}

/** A card has up to three units and four prices: each becomes a record. */
export function netsisRecords(resource: InboundResource, rows: readonly ErpRecord[]): ErpRecord[] {
  if (resource === 'units') return rows.flatMap(unitRecords)
  if (resource === 'prices') return rows.flatMap(priceRecords)
  return [...rows]
}

export const netsisUnitFields = ['STOK_KODU', 'BIRIM_SIRA', 'BIRIM', 'PAY', 'PAYDA', 'BARKOD'] as const
export const netsisPriceFields = ['STOK_KODU', 'BIRIM', 'LISTE_NO', 'FIYAT', 'SAT_DOV_TIP'] as const

function unitRecords(row: ErpRecord): ErpRecord[] {
  const units = [
    { name: 'OLCU_BR1', pay: null, payda: null },
    { name: 'OLCU_BR2', pay: 'PAY_1', payda: 'PAYDA_1' },
    { name: 'OLCU_BR3', pay: 'PAY2', payda: 'PAYDA2' },
  ]
  return units.flatMap(({ name, pay, payda }, index) => {
    const unit = textAt(row, name)
    if (unit === '') return []
    return [
      {
        STOK_KODU: valueAt(row, 'STOK_KODU'),
        BIRIM_SIRA: index + 1,
        BIRIM: unit,
        PAY: pay === null ? 1 : valueAt(row, pay),
        PAYDA: payda === null ? 1 : valueAt(row, payda),
        BARKOD: valueAt(row, `BARKOD${index + 1}`),
      } satisfies Record<(typeof netsisUnitFields)[number], unknown>,
    ]
  })
}

/** A price of 0 means that there is none. */
function priceRecords(row: ErpRecord): ErpRecord[] {
  return [1, 2, 3, 4].flatMap((list) => {
    const price = valueAt(row, `SATIS_FIAT${list}`)
    if (price === undefined || price === null || Number(price) === 0) return []
    return [
      {
        STOK_KODU: valueAt(row, 'STOK_KODU'),
        BIRIM: valueAt(row, 'OLCU_BR1'),
        LISTE_NO: list,
        FIYAT: price,
        SAT_DOV_TIP: valueAt(row, 'SAT_DOV_TIP') ?? 0,
      } satisfies Record<(typeof netsisPriceFields)[number], unknown>,
    ]
  })
}
