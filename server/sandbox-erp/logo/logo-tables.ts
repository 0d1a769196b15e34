import { currencyNumber, localTime } from '#server/sandbox-erp/sql/shared-columns.ts'
import type { ErpTables } from '#server/sandbox-erp/sql/erp-sql.ts'

export const logoCurrencies = { TRY: 0, USD: 1, EUR: 20, GBP: 17 } as const

const stamp = 'CAPIBLOCK_CREADEDDATE, CAPIBLOCK_MODIFIEDDATE'
/** Logo keeps the day and the time of a change in separate columns; cards that were never changed have no day. */
const stampOf = (alias: string) =>
  `date_trunc('day', ${localTime(`${alias}.changed_at`)}), date_trunc('day', ${localTime(`${alias}.changed_at`)})`

/** Tables of firm 001 and its period 01, with what a careless query takes for data: classes, sums, prices of one customer. */
export const logoTables: ErpTables = {
  LG_001_ITEMS: {
    columns: `LOGICALREF, CODE, NAME, SPECODE, STGRPCODE, PRODUCERCODE, SELLVAT, VAT, ACTIVE, CARDTYPE, MARKREF, UNITSETREF, ${stamp}`,
    sql: `SELECT i.id, i.code, i.name, '', i.group_code, '', i.tax_rate, i.tax_rate, (NOT i.is_active)::int, 1,
                 (SELECT min(b.id) FROM sandbox_erp_items b WHERE b.brand = i.brand AND b.brand <> ''), i.id, ${stampOf('i')}
            FROM sandbox_erp_items i
          UNION ALL SELECT 1000000001, 'ÿ', 'ÿ', '', '', '', 0, 0, 0, 22, NULL, NULL, NULL, NULL
          UNION ALL SELECT 1000000002, 'SINIF', 'Malzeme sınıfı', '', '', '', 0, 0, 0, 22, NULL, NULL, NULL, NULL`,
  },
  LG_001_MARK: {
    columns: 'LOGICALREF, CODE, DESCR',
    sql: "SELECT min(id), brand, brand FROM sandbox_erp_items WHERE brand <> '' GROUP BY brand",
  },
  LG_001_ITMUNITA: {
    columns: 'LOGICALREF, ITEMREF, LINENR, UNITLINEREF, CONVFACT1, CONVFACT2',
    sql: 'SELECT id, item_id, unit_no, id, 1, multiplier FROM sandbox_erp_units',
  },
  LG_001_UNITSETL: {
    columns: 'LOGICALREF, CODE, NAME, UNITSETREF, MAINUNIT, CONVFACT1, CONVFACT2',
    sql: 'SELECT id, name, name, item_id, (unit_no = 1)::int, 1, multiplier FROM sandbox_erp_units',
  },
  LG_001_UNITBARCODE: {
    columns: 'ITEMREF, UNITLINEREF, LINENR, BARCODE',
    sql: `SELECT item_id, id, 1, barcode FROM sandbox_erp_units WHERE barcode IS NOT NULL
          UNION ALL SELECT item_id, id, 2, 'X' || barcode FROM sandbox_erp_units WHERE barcode IS NOT NULL`,
  },
  LG_001_PRCLIST: {
    columns: `LOGICALREF, CARDREF, UOMREF, PRICE, CURRENCY, INCVAT, PRIORITY, PTYPE, CLIENTCODE, BEGDATE, ENDDATE, ACTIVE, ${stamp}`,
    sql: `SELECT p.id * 3 + n, p.item_id, u.id, CASE n WHEN 0 THEN p.price ELSE 1 END, ${currencyNumber('p.currency', logoCurrencies)},
                 p.has_vat::int, p.list_no, 2, CASE n WHEN 1 THEN 'OZEL MUSTERI' ELSE '' END,
                 TIMESTAMP '2020-01-01', CASE n WHEN 2 THEN TIMESTAMP '2020-12-31' ELSE TIMESTAMP '2099-12-31' END, 0, ${stampOf('p')}
            FROM sandbox_erp_prices p JOIN sandbox_erp_units u ON u.item_id = p.item_id AND u.unit_no = p.unit_no
           CROSS JOIN generate_series(0, 2) n
          UNION ALL SELECT 1000000000 + t.id, t.item_id, u.id, t.price, ${currencyNumber('t.currency', logoCurrencies)}, 0, 1, 2, a.code,
                 t.starts_on::timestamp, t.ends_on::timestamp, 0, ${stampOf('t')}
            FROM sandbox_erp_terms t JOIN sandbox_erp_accounts a ON a.id = t.account_id
            JOIN sandbox_erp_units u ON u.item_id = t.item_id AND u.unit_no = 1 WHERE t.price IS NOT NULL`,
  },
  // Rows per day; warehouse -1 is the sum of all.
  LV_001_01_STINVTOT: {
    columns: 'STOCKREF, INVENNO, DATE_, ONHAND, RESERVED, ACTSORDER',
    sql: `SELECT item_id, warehouse_no - 1, TIMESTAMP '2026-01-01', quantity - 5, 0, 0 FROM sandbox_erp_stock
          UNION ALL SELECT item_id, warehouse_no - 1, TIMESTAMP '2026-02-01', 5, 0, 0 FROM sandbox_erp_stock
          UNION ALL SELECT item_id, -1, TIMESTAMP '2026-02-01', sum(quantity), 0, 0 FROM sandbox_erp_stock GROUP BY item_id
          UNION ALL SELECT line."itemId", line."warehouseNo" - 1, d.document_date::timestamp, 0, 0, line.quantity * u.multiplier
            FROM sandbox_erp_documents d
           CROSS JOIN jsonb_to_recordset(d.lines) AS line ("itemId" integer, "unitNo" integer, quantity numeric, "warehouseNo" integer)
            JOIN sandbox_erp_units u ON u.item_id = line."itemId" AND u.unit_no = line."unitNo"
           WHERE d.kind = 'order' AND d.state = 'open'`,
  },
  LG_001_CLCARD: {
    columns: `LOGICALREF, CODE, DEFINITION_, ADDR1, ADDR2, TOWN, CITY, TELNRS1, EMAILADDR, TAXOFFICE, TAXNR, SPECODE, ACTIVE, CARDTYPE, ${stamp}`,
    sql: `SELECT a.id, a.code, a.name, a.address, '', a.district, a.city, a.phone, a.email, a.tax_office, a.tax_number, '',
                 (NOT a.is_active)::int, 3, ${stampOf('a')} FROM sandbox_erp_accounts a
          UNION ALL SELECT 1000000001, 'ÿ', 'ÿ', '', '', '', '', '', '', '', '', '', 0, 22, NULL, NULL`,
  },
  LG_001_01_CLFLINE: {
    columns: `LOGICALREF, CLIENTREF, DATE_, TRANNO, DOCODE, LINEEXP, SIGN, AMOUNT, TRCURR, TRNET, MODULENR, TRCODE, CANCELLED, ${stamp}`,
    sql: `SELECT l.id, l.account_id, l.posted_on::timestamp, l.document_no, '', l.description, (l.credit > 0)::int, l.debit + l.credit,
                 0, l.debit + l.credit, CASE l.kind WHEN 'invoice' THEN 4 WHEN 'return' THEN 4 WHEN 'payment' THEN 10 ELSE 5 END,
                 CASE l.kind WHEN 'opening' THEN 14 WHEN 'invoice' THEN 38 WHEN 'return' THEN 33 ELSE 1 END, l.is_cancelled::int, ${stampOf('l')}
            FROM sandbox_erp_ledger l`,
  },
  LG_001_01_ORFICHE: {
    columns: 'LOGICALREF, TRCODE, FICHENO, DOCODE, SPECODE, STATUS, CANCELLED',
    sql: `SELECT d.id, 1, d.document_no, d.sender_no, d.channel, 4, 0 FROM sandbox_erp_documents d
           WHERE d.dialect = 'logo' AND d.kind = 'order'`,
  },
  LG_001_01_CLFICHE: {
    columns: 'LOGICALREF, TRCODE, FICHENO, DOCODE, SPECCODE, CANCELLED',
    sql: `SELECT d.id, CASE d.kind WHEN 'payment' THEN 70 ELSE 71 END, d.document_no, d.sender_no, d.channel, 0
            FROM sandbox_erp_documents d WHERE d.dialect = 'logo' AND d.kind <> 'order'`,
  },
  L_DAILYEXCHANGES: {
    columns: 'LREF, CRTYPE, EDATE, RATES1, RATES2, RATES3, RATES4',
    sql: `SELECT row_number() OVER (ORDER BY day, currency), ${currencyNumber('currency', logoCurrencies)}, day::timestamp,
                 buying, selling, buying, selling FROM sandbox_erp_rates`,
  },
}
