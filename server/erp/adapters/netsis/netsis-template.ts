import type { Mapping } from '#domain/erp/mapping.ts'
import { carrierPayerNames, deliveryAndFreeGoodsNote } from '#server/erp/adapters/protocol/delivery-note.ts'

/** ISO codes by the numbers of the company's currencies; 0 is Turkish lira. They differ between companies. */
const currencies = { '0': 'TRY', '1': 'USD', '2': 'EUR' }

/** What a new connection to Netsis starts with. Only the first price and the first warehouse are read. */
export const netsisTemplate: Mapping = {
  tables: {
    currencies,
    currencyNumbers: { TRY: 0, USD: 1, EUR: 2 },
    currencyNames: { USD: 'USD', EURO: 'EUR', EUR: 'EUR', '*': '' },
    currenciesLeftOut: { USD: false, EURO: false, EUR: false, '*': true },
    priceLists: { '1': '' },
    priceListsLeftOut: { '1': false, '*': true },
    warehouses: { '1': 'MERKEZ' },
    warehousesLeftOut: { '1': false, '*': true },
    warehouseNumbers: { MERKEZ: 1 },
    branches: {},
    cashAccounts: {},
    carrierPayers: carrierPayerNames,
    movementKinds: {
      'A-0': 'opening',
      'A-1': 'opening',
      'B-0': 'invoice',
      'C-1': 'return',
      'D-1': 'payment',
      'G-1': 'payment',
      '*': '',
    },
    sideKinds: { '0': 'debit', '1': 'credit' },
  },
  values: {
    movementKind: {
      first: [
        { path: 'TUR', table: 'movementKinds' },
        { path: 'YON', table: 'sideKinds' },
      ],
    },
    /** Orders are written in base units. */
    baseQuantity: { multiply: ['line.quantity', 'line.multiplier'] },
    /** Of one base unit: the net price, and the one before the discounts by rate. */
    baseNetPrice: { divide: ['line.amount', { use: 'baseQuantity' }] },
    basePrice: { first: [{ divide: ['line.ratedPrice', 'line.multiplier'] }, { use: 'baseNetPrice' }] },
  },
  inbound: {
    products: {
      fields: {
        code: { path: 'STOK_KODU', convert: 'text' },
        name: { path: 'STOK_ADI', convert: 'text' },
        taxRate: { path: 'KDV_ORANI', convert: 'number' },
        isActive: { path: 'KILIT', convert: 'not' },
      },
    },
    units: {
      fields: {
        code: { path: 'STOK_KODU', convert: 'text' },
        unit: { path: 'BIRIM', convert: 'text' },
        multiplier: { divide: ['PAYDA', 'PAY'] },
        barcode: { path: 'BARKOD', convert: 'text' },
      },
    },
    prices: {
      skip: { path: 'LISTE_NO', table: 'priceListsLeftOut' },
      fields: {
        code: { path: 'STOK_KODU', convert: 'text' },
        unit: { path: 'BIRIM', convert: 'text' },
        price: { path: 'FIYAT', convert: 'number' },
        currency: { path: 'SAT_DOV_TIP', table: 'currencies' },
        priceList: { path: 'LISTE_NO', table: 'priceLists' },
        vatIncluded: { value: false },
      },
    },
    stock: {
      skip: { path: 'DEPO_KODU', table: 'warehousesLeftOut' },
      fields: {
        code: { path: 'STOK_KODU', convert: 'text' },
        warehouse: { path: 'DEPO_KODU', table: 'warehouses' },
        quantity: { path: 'BAKIYE', convert: 'number' },
      },
    },
    dealers: {
      fields: {
        code: { path: 'CARI_KOD', convert: 'text' },
        name: { path: 'CARI_ISIM', convert: 'text' },
        phone: { path: 'CARI_TEL', convert: 'text' },
        address: { path: 'CARI_ADRES', convert: 'text' },
        district: { path: 'CARI_ILCE', convert: 'text' },
        city: { path: 'CARI_IL', convert: 'text' },
        taxOffice: { path: 'VERGI_DAIRESI', convert: 'text' },
        taxNumber: {
          first: [
            { path: 'VERGI_NUMARASI', convert: 'text' },
            { path: 'TCKIMLIKNO', convert: 'text' },
          ],
        },
      },
    },
    balances: {
      fields: {
        dealer: { path: 'CARI_KOD', convert: 'text' },
        currency: { value: 'TRY' },
        balance: { path: 'BAKIYE', convert: 'number' },
      },
    },
    movements: {
      fields: {
        dealer: { path: 'CARI_KOD', convert: 'text' },
        reference: { path: 'INC_KEY_NUMBER', convert: 'text' },
        date: { path: 'TARIH', convert: 'date' },
        dueDate: { path: 'VADE_TARIHI', convert: 'date' },
        documentNo: { path: 'BELGE_NO', convert: 'text' },
        kind: { use: 'movementKind' },
        description: { path: 'ACIKLAMA', convert: 'text' },
        debit: { path: 'BORC', convert: 'number' },
        credit: { path: 'ALACAK', convert: 'number' },
        currency: { value: 'TRY' },
      },
    },
    rules: {
      fields: {
        code: { join: [{ value: 'FYT' }, 'FIYAT_GRUBU', 'STOK_KODU'], with: '-' },
        name: { join: ['STOK_KODU', 'FIYAT_GRUBU'], with: ' · ' },
        kind: { value: 'agreement' },
        group: { path: 'FIYAT_GRUBU', convert: 'text' },
        product: { path: 'STOK_KODU', convert: 'text' },
        price: { path: 'FIYAT1', convert: 'number' },
        currency: { path: 'SAT_DOV_TIP', table: 'currencies' },
      },
    },
    rates: {
      skip: { path: 'ISIM', table: 'currenciesLeftOut' },
      fields: {
        currency: { path: 'ISIM', table: 'currencyNames' },
        rate: { path: 'DOV_SATIS', convert: 'number' },
      },
    },
  },
  outbound: {
    order: {
      head: {
        Sube_Kodu: { path: 'branch', table: 'branches', otherwise: 0 },
        CariKod: { path: 'dealer.code', maxLength: 15 },
        Tarih: { path: 'createdAt', convert: 'localTime' },
        TIPI: { value: 2 },
        KDV_DAHILMI: { value: false },
        DOVIZTIP: { path: 'currency', table: 'currencyNumbers' },
        Aciklama: { path: 'orderNo', maxLength: 35 },
        EKACK1: deliveryAndFreeGoodsNote,
      },
      lines: {
        StokKodu: { path: 'line.code', maxLength: 35 },
        DEPO_KODU: { path: 'stock.0.warehouse', table: 'warehouseNumbers', otherwise: 1 },
        STra_GCMIK: { use: 'baseQuantity' },
        STra_BF: { multiply: [{ use: 'basePrice' }, 'rate'] },
        STra_NF: { multiply: [{ use: 'baseNetPrice' }, 'rate'] },
        STra_SatIsk: { path: 'line.rates.0', convert: 'number' },
        STra_SatIsk2: { path: 'line.rates.1', convert: 'number' },
        STra_SatIsk3: { path: 'line.rates.2', convert: 'number' },
        STra_SatIsk4: { path: 'line.rates.3', convert: 'number' },
        STra_SatIsk5: { path: 'line.rates.4', convert: 'number' },
        STra_SatIsk6: { path: 'line.rates.5', convert: 'number' },
        STra_KDV: { path: 'line.taxRate', convert: 'number' },
        STra_DOVTIP: { path: 'currency', table: 'currencyNumbers' },
        STra_DOVFIAT: { use: 'basePrice' },
        Olcubr: { value: 1 },
      },
    },
    cancellation: { head: {} },
    payment: {
      head: {
        KsMas_Kod: { path: 'pos.code', table: 'cashAccounts', otherwise: '' },
        Kod: { path: 'dealer.code', maxLength: 15 },
        Tarih: { path: 'capturedAt', convert: 'localTime' },
        Tutar: { path: 'baseAmount', convert: 'number' },
        Aciklama: { path: 'reference', maxLength: 35 },
        CariHareketAciklama: { path: 'reference', maxLength: 35 },
        Sube_Kodu: { value: 0 },
      },
    },
    refund: {
      head: {
        Kod: { path: 'dealer.code', maxLength: 15 },
        Tarih: { path: 'endedAt', convert: 'localTime' },
        Tutar: { path: 'amount', convert: 'number' },
        Aciklama: { path: 'paymentReference', maxLength: 35 },
        CariHareketAciklama: { path: 'paymentReference', maxLength: 35 },
        Sube_Kodu: { value: 0 },
      },
    },
  },
}
