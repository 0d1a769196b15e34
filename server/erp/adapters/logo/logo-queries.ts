import type { InboundResource } from '#domain/erp/mapping.ts'
import type { SqlResource } from '#server/erp/adapters/protocol/sql-pages.ts'

/** Amounts and quantities are stored in binary: sums are rounded. Cards and movements keep the day of their change in a column of its own. */
const changed = (table: string) => ({
  column: `COALESCE(${table}.CAPIBLOCK_MODIFIEDDATE, ${table}.CAPIBLOCK_CREADEDDATE)`,
  precision: 'day' as const,
})

/** Tables of a firm ("001") and of its period ("01"). */
export function logoQueries(firm: string, period: string): Record<InboundResource, SqlResource> {
  const cards = (name: string) => `LG_${firm}_${name}`
  const books = (name: string) => `LG_${firm}_${period}_${name}`
  // Card type 22 is a class; the code 'ÿ' is the service's own record.
  const items = ['I.CARDTYPE <> 22', "I.CODE <> 'ÿ'"]
  return {
    products: {
      columns: [
        'I.CODE',
        'I.NAME',
        'I.SPECODE',
        'I.STGRPCODE',
        'I.PRODUCERCODE',
        'I.SELLVAT',
        'I.ACTIVE',
        'M.CODE AS BRAND',
      ],
      from: `${cards('ITEMS')} I LEFT JOIN ${cards('MARK')} M ON M.LOGICALREF = I.MARKREF`,
      key: 'I.LOGICALREF',
      keyType: 'number',
      where: items,
      modified: changed('I'),
    },
    units: {
      columns: ['I.CODE AS ITEM_CODE', 'L.CODE AS UNIT_CODE', 'L.MAINUNIT', 'U.CONVFACT1', 'U.CONVFACT2', 'B.BARCODE'],
      from:
        `${cards('ITMUNITA')} U JOIN ${cards('ITEMS')} I ON I.LOGICALREF = U.ITEMREF` +
        ` JOIN ${cards('UNITSETL')} L ON L.LOGICALREF = U.UNITLINEREF` +
        ` LEFT JOIN ${cards('UNITBARCODE')} B ON B.ITEMREF = U.ITEMREF AND B.UNITLINEREF = U.UNITLINEREF AND B.LINENR = 1`,
      key: 'U.LOGICALREF',
      keyType: 'number',
      where: [...items, 'I.ACTIVE = 0'],
      modified: changed('I'),
    },
    prices: {
      columns: [
        'I.CODE AS ITEM_CODE',
        'L.CODE AS UNIT_CODE',
        'P.PRICE',
        'P.CURRENCY',
        'P.INCVAT',
        'P.PRIORITY',
        'P.BEGDATE',
        'P.ENDDATE',
      ],
      from:
        `${cards('PRCLIST')} P JOIN ${cards('ITEMS')} I ON I.LOGICALREF = P.CARDREF` +
        ` JOIN ${cards('UNITSETL')} L ON L.LOGICALREF = P.UOMREF`,
      key: 'P.LOGICALREF',
      keyType: 'number',
      where: [
        ...items,
        'I.ACTIVE = 0',
        'P.PTYPE = 2',
        "P.CLIENTCODE = ''",
        'P.BEGDATE <= GETDATE()',
        'P.ENDDATE >= CONVERT(date, GETDATE())',
      ],
    },
    // Prices of one customer, of the main unit.
    rules: {
      columns: [
        'P.LOGICALREF',
        'C.CODE AS ARP_CODE',
        'I.CODE AS ITEM_CODE',
        'P.PRICE',
        'P.CURRENCY',
        'P.INCVAT',
        'I.SELLVAT',
        'P.BEGDATE',
        'P.ENDDATE',
      ],
      from:
        `${cards('PRCLIST')} P JOIN ${cards('ITEMS')} I ON I.LOGICALREF = P.CARDREF` +
        ` JOIN ${cards('UNITSETL')} L ON L.LOGICALREF = P.UOMREF JOIN ${cards('CLCARD')} C ON C.CODE = P.CLIENTCODE`,
      key: 'P.LOGICALREF',
      keyType: 'number',
      where: [
        ...items,
        'I.ACTIVE = 0',
        'L.MAINUNIT = 1',
        'P.PTYPE = 2',
        "P.CLIENTCODE <> ''",
        'P.ENDDATE >= CONVERT(date, GETDATE())',
      ],
    },
    stock: {
      // Without open sales orders: Logo lowers ONHAND with the waybill only, and the goods of a sent order would be sold again.
      columns: ['I.CODE AS ITEM_CODE', 'S.INVENNO', 'ROUND(SUM(S.ONHAND - S.ACTSORDER), 4) AS AVAILABLE'],
      from: `LV_${firm}_${period}_STINVTOT S JOIN ${cards('ITEMS')} I ON I.LOGICALREF = S.STOCKREF`,
      key: 'CAST(S.STOCKREF AS bigint) * 1000 + S.INVENNO',
      keyType: 'number',
      // Warehouse -1 is the sum of all.
      where: [...items, 'I.ACTIVE = 0', 'S.INVENNO >= 0'],
      groupBy: 'I.CODE, S.STOCKREF, S.INVENNO',
    },
    dealers: {
      columns: [
        'C.CODE',
        'C.DEFINITION_',
        'C.ADDR1',
        'C.ADDR2',
        'C.TOWN',
        'C.CITY',
        'C.TELNRS1',
        'C.EMAILADDR',
        'C.TAXOFFICE',
        'C.TAXNR',
        'C.SPECODE',
        'C.ACTIVE',
      ],
      from: `${cards('CLCARD')} C`,
      key: 'C.LOGICALREF',
      keyType: 'number',
      where: ["C.CODE <> 'ÿ'", 'C.CARDTYPE IN (1, 3)'],
      modified: changed('C'),
    },
    balances: {
      columns: ['C.CODE', 'ROUND(SUM(CASE WHEN F.SIGN = 0 THEN F.AMOUNT ELSE -F.AMOUNT END), 2) AS BALANCE'],
      from: `${books('CLFLINE')} F JOIN ${cards('CLCARD')} C ON C.LOGICALREF = F.CLIENTREF`,
      key: 'F.CLIENTREF',
      keyType: 'number',
      where: ['F.CANCELLED = 0', 'C.CARDTYPE IN (1, 3)'],
      groupBy: 'C.CODE, F.CLIENTREF',
    },
    movements: {
      columns: [
        'C.CODE AS ARP_CODE',
        'F.LOGICALREF',
        'F.DATE_',
        'F.TRANNO',
        'F.DOCODE',
        'F.LINEEXP',
        'F.SIGN',
        'ROUND(CASE WHEN F.SIGN = 0 THEN F.AMOUNT ELSE 0 END, 2) AS DEBIT',
        'ROUND(CASE WHEN F.SIGN = 1 THEN F.AMOUNT ELSE 0 END, 2) AS CREDIT',
        // What moved the account, and on which side: "4-0" is an invoice that was sent. 14 is the opening of a period.
        "CASE WHEN F.TRCODE = 14 THEN '14' ELSE CAST(F.MODULENR AS varchar(4)) + '-' + CAST(F.SIGN AS varchar(1)) END AS KIND",
      ],
      from: `${books('CLFLINE')} F JOIN ${cards('CLCARD')} C ON C.LOGICALREF = F.CLIENTREF`,
      key: 'F.LOGICALREF',
      keyType: 'number',
      where: ['F.CANCELLED = 0', 'C.CARDTYPE IN (1, 3)'],
      modified: changed('F'),
    },
    rates: {
      columns: ['R.CRTYPE', 'R.EDATE', 'R.RATES1', 'R.RATES2', 'R.RATES3', 'R.RATES4'],
      from: 'L_DAILYEXCHANGES R',
      key: 'R.LREF',
      keyType: 'number',
      // The latest one of each currency.
      where: [
        'R.EDATE = (SELECT MAX(X.EDATE) FROM L_DAILYEXCHANGES X WHERE X.CRTYPE = R.CRTYPE AND X.EDATE <= GETDATE())',
        'R.EDATE >= CONVERT(date, GETDATE() - 7)',
      ],
    },
  }
}
