import type { Mapping } from '#domain/erp/mapping.ts'
import { lineRates } from '#server/erp/adapters/protocol/line-rates.ts'
import { carrierPayerNames, deliveryNote } from '#server/erp/adapters/protocol/delivery-note.ts'

/** ISO codes by Logo's currency numbers (L_CURRENCYLIST). 0 and 160 are the local currency. */
const currencies = { '0': 'TRY', '160': 'TRY', '53': 'TRY', '1': 'USD', '20': 'EUR', '17': 'GBP', '11': 'CHF' }
const currencyNumbers = { TRY: 0, USD: 1, EUR: 20, GBP: 17, CHF: 11 }

/** What a new connection to Logo starts with. Only the first price list and the first warehouse are read. */
export const logoTemplate: Mapping = {
  tables: {
    currencies,
    currencyNumbers,
    priceLists: { '0': '', '1': '' },
    priceListsLeftOut: { '0': false, '1': false, '*': true },
    warehouses: { '0': 'MERKEZ' },
    warehousesLeftOut: { '0': false, '*': true },
    warehouseNumbers: { MERKEZ: 0 },
    units: {},
    paymentPlans: {},
    carrierPayers: carrierPayerNames,
    /** Free goods are lines of promotion. */
    lineTypes: { true: 1, '*': 0 },
    divisions: {},
    bankAccounts: {},
    movementKinds: {
      '14': 'opening',
      '4-0': 'invoice',
      '4-1': 'return',
      '5-1': 'payment',
      '6-1': 'payment',
      '7-1': 'payment',
      '10-1': 'payment',
      '*': '',
    },
    sideKinds: { '0': 'debit', '1': 'credit' },
  },
  values: {
    movementKind: {
      first: [
        { path: 'KIND', table: 'movementKinds' },
        { path: 'SIGN', table: 'sideKinds' },
      ],
    },
    /** 1.20 for a price with 20 % VAT, 1 for one without. */
    vatFactor: { add: [{ value: 1 }, { divide: [{ multiply: ['SELLVAT', 'INCVAT'] }, { value: 100 }] }] },
    warehouse: { path: 'stock.0.warehouse', table: 'warehouseNumbers', otherwise: 0 },
    /** In the order's currency, before VAT and before the discounts by rate. */
    unitPrice: { first: ['line.ratedPrice', { divide: ['line.amount', 'line.quantity'] }] },
  },
  inbound: {
    products: {
      fields: {
        code: { path: 'CODE', convert: 'text' },
        name: { path: 'NAME', convert: 'text' },
        brand: { path: 'BRAND', convert: 'text' },
        taxRate: { path: 'SELLVAT', convert: 'number' },
        isActive: { path: 'ACTIVE', convert: 'not' },
      },
    },
    units: {
      fields: {
        code: { path: 'ITEM_CODE', convert: 'text' },
        unit: { path: 'UNIT_CODE', convert: 'text' },
        multiplier: { divide: ['CONVFACT2', 'CONVFACT1'] },
        barcode: { path: 'BARCODE', convert: 'text' },
      },
    },
    prices: {
      skip: { path: 'PRIORITY', table: 'priceListsLeftOut' },
      fields: {
        code: { path: 'ITEM_CODE', convert: 'text' },
        unit: { path: 'UNIT_CODE', convert: 'text' },
        price: { path: 'PRICE', convert: 'number' },
        currency: { path: 'CURRENCY', table: 'currencies' },
        priceList: { path: 'PRIORITY', table: 'priceLists' },
        vatIncluded: { path: 'INCVAT', convert: 'boolean' },
      },
    },
    stock: {
      skip: { path: 'INVENNO', table: 'warehousesLeftOut' },
      fields: {
        code: { path: 'ITEM_CODE', convert: 'text' },
        warehouse: { path: 'INVENNO', table: 'warehouses' },
        quantity: { path: 'AVAILABLE', convert: 'number' },
      },
    },
    dealers: {
      fields: {
        code: { path: 'CODE', convert: 'text' },
        name: { path: 'DEFINITION_', convert: 'text' },
        phone: { path: 'TELNRS1', convert: 'text' },
        address: { join: ['ADDR1', 'ADDR2'] },
        district: { path: 'TOWN', convert: 'text' },
        city: { path: 'CITY', convert: 'text' },
        taxOffice: { path: 'TAXOFFICE', convert: 'text' },
        taxNumber: { path: 'TAXNR', convert: 'text' },
        isActive: { path: 'ACTIVE', convert: 'not' },
      },
    },
    balances: {
      fields: {
        dealer: { path: 'CODE', convert: 'text' },
        currency: { value: 'TRY' },
        balance: { path: 'BALANCE', convert: 'number' },
      },
    },
    movements: {
      fields: {
        dealer: { path: 'ARP_CODE', convert: 'text' },
        reference: { path: 'LOGICALREF', convert: 'text' },
        date: { path: 'DATE_', convert: 'date' },
        documentNo: {
          first: [
            { path: 'TRANNO', convert: 'text' },
            { path: 'DOCODE', convert: 'text' },
          ],
        },
        kind: { use: 'movementKind' },
        description: { path: 'LINEEXP', convert: 'text' },
        debit: { path: 'DEBIT', convert: 'number' },
        credit: { path: 'CREDIT', convert: 'number' },
        currency: { value: 'TRY' },
      },
    },
    rules: {
      fields: {
        code: { join: [{ value: 'PRC' }, 'LOGICALREF'], with: '-' },
        name: { join: ['ITEM_CODE', 'ARP_CODE'], with: ' · ' },
        kind: { value: 'agreement' },
        dealer: { path: 'ARP_CODE', convert: 'text' },
        product: { path: 'ITEM_CODE', convert: 'text' },
        price: { divide: ['PRICE', { use: 'vatFactor' }], places: 4 },
        currency: { path: 'CURRENCY', table: 'currencies' },
        startsOn: { path: 'BEGDATE', convert: 'date' },
        endsOn: { path: 'ENDDATE', convert: 'date' },
      },
    },
    rates: {
      fields: {
        currency: { path: 'CRTYPE', table: 'currencies' },
        rate: { path: 'RATES2', convert: 'number' },
      },
    },
  },
  outbound: {
    order: {
      head: {
        DATE: { path: 'createdAt', convert: 'date' },
        ARP_CODE: { path: 'dealer.code', maxLength: 17 },
        /** The code of the delivery address is that of Logo's (sevkiyat adresi). */
        SHIPLOC_CODE: { path: 'delivery.address.erpCode', maxLength: 25 },
        SOURCE_WH: { use: 'warehouse' },
        ORDER_STATUS: { value: 4 },
        PAYMENT_CODE: { path: 'paymentPlan.key', table: 'paymentPlans', otherwise: '' },
        DIVISION: { path: 'branch', table: 'divisions', otherwise: 0 },
        CURR_TRANSACTIN: { path: 'currency', table: 'currencyNumbers' },
        TC_RATE: { path: 'rate', convert: 'number' },
        NOTES1: deliveryNote,
      },
      lines: {
        TYPE: { path: 'line.isFree', table: 'lineTypes', otherwise: 0 },
        MASTER_CODE: { path: 'line.code', maxLength: 25 },
        QUANTITY: { path: 'line.quantity', convert: 'number' },
        UNIT_CODE: { first: [{ path: 'line.unit', table: 'units', otherwise: '' }, 'line.unit'] },
        PRICE: { multiply: [{ use: 'unitPrice' }, 'rate'] },
        VAT_RATE: { path: 'line.taxRate', convert: 'number' },
        /** Each becomes a line of discount below its line. */
        DISCOUNT_RATES: lineRates,
        VAT_INCLUDED: { value: 0 },
        EDT_CURR: { path: 'currency', table: 'currencyNumbers' },
        EDT_PRICE: { use: 'unitPrice' },
        SOURCE_WH: { use: 'warehouse' },
      },
    },
    cancellation: { head: {} },
    payment: {
      head: {
        DATE: { path: 'capturedAt', convert: 'date' },
        ARP_CODE: { path: 'dealer.code', maxLength: 17 },
        BANKACC_CODE: { path: 'pos.code', table: 'bankAccounts', otherwise: '' },
        AMOUNT: { path: 'baseAmount', convert: 'number' },
        NOTES1: { join: ['pos.name', 'reference'] },
      },
    },
    refund: {
      head: {
        DATE: { path: 'endedAt', convert: 'date' },
        ARP_CODE: { path: 'dealer.code', maxLength: 17 },
        AMOUNT: { path: 'amount', convert: 'number' },
        NOTES1: { join: [{ value: 'İade' }, 'paymentReference'] },
      },
    },
  },
}
