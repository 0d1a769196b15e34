import type { Mapping } from '#domain/erp/mapping.ts'
import { carrierPayerNames, deliveryAndFreeGoodsNote } from '#server/erp/adapters/protocol/delivery-note.ts'

/** ISO codes by Mikro's currency numbers; 0 is Turkish lira. */
const currencies = { '0': 'TRY', '1': 'USD', '2': 'EUR', '3': 'GBP' }

/** What a new connection to Mikro starts with. Only the first price list and the first warehouse are read. */
export const mikroTemplate: Mapping = {
  tables: {
    currencies,
    currencyNumbers: { TRY: 0, USD: 1, EUR: 2, GBP: 3 },
    currenciesLeftOut: { '1': false, '2': false, '3': false, '*': true },
    priceLists: { '1': '' },
    priceListsLeftOut: { '1': false, '*': true },
    warehouses: { '1': 'MERKEZ' },
    warehousesLeftOut: { '1': false, '*': true },
    warehouseNumbers: { MERKEZ: 1 },
    cashAccounts: {},
    carrierPayers: carrierPayerNames,
    paymentPlans: {},
    movementKinds: { '63-0': 'invoice', '1-1': 'payment', '34-1': 'payment', '35-1': 'payment', '*': '' },
    sideKinds: { '0': 'debit', '1': 'credit' },
  },
  values: {
    movementKind: {
      first: [
        { path: 'TUR', table: 'movementKinds' },
        { path: 'cha_tip', table: 'sideKinds' },
      ],
    },
    /** Orders are written in base units. */
    baseQuantity: { multiply: ['line.quantity', 'line.multiplier'] },
    /** Of the line, before its discounts, whose amounts have fields of their own. */
    grossAmount: { first: ['line.grossAmount', 'line.amount'] },
  },
  inbound: {
    products: {
      fields: {
        code: { path: 'sto_kod', convert: 'text' },
        name: { path: 'sto_isim', convert: 'text' },
        brand: { path: 'mrk_ismi', convert: 'text' },
        taxRate: { path: 'VERGI_YUZDE', convert: 'number' },
        isActive: { path: 'sto_pasif_fl', convert: 'not' },
      },
    },
    units: {
      fields: {
        code: { path: 'sto_kod', convert: 'text' },
        unit: { path: 'BIRIM', convert: 'text' },
        multiplier: { path: 'CARPAN', convert: 'number' },
        barcode: { path: 'BARKOD', convert: 'text' },
      },
    },
    prices: {
      skip: { path: 'sfiyat_listesirano', table: 'priceListsLeftOut' },
      fields: {
        code: { path: 'sfiyat_stokkod', convert: 'text' },
        unit: { path: 'BIRIM', convert: 'text' },
        price: { path: 'sfiyat_fiyati', convert: 'number' },
        currency: { path: 'sfiyat_doviz', table: 'currencies' },
        priceList: { path: 'sfiyat_listesirano', table: 'priceLists' },
        vatIncluded: { path: 'sfl_kdvdahil', convert: 'boolean' },
      },
    },
    stock: {
      skip: { path: 'dep_no', table: 'warehousesLeftOut' },
      fields: {
        code: { path: 'sto_kod', convert: 'text' },
        warehouse: { path: 'dep_no', table: 'warehouses' },
        quantity: { path: 'MIKTAR', convert: 'number' },
      },
    },
    dealers: {
      fields: {
        code: { path: 'cari_kod', convert: 'text' },
        name: { join: ['cari_unvan1', 'cari_unvan2'] },
        phone: { path: 'cari_CepTel', convert: 'text' },
        address: { path: 'adr_cadde', convert: 'text' },
        district: { path: 'adr_ilce', convert: 'text' },
        city: { path: 'adr_il', convert: 'text' },
        taxOffice: { path: 'cari_vdaire_adi', convert: 'text' },
        taxNumber: { path: 'cari_vdaire_no', convert: 'text' },
        isActive: { path: 'cari_cari_kilitli_flg', convert: 'not' },
      },
    },
    balances: {
      fields: {
        dealer: { path: 'cha_kod', convert: 'text' },
        currency: { path: 'cha_d_cins', table: 'currencies' },
        balance: { path: 'BAKIYE', convert: 'number' },
      },
    },
    movements: {
      fields: {
        dealer: { path: 'cha_kod', convert: 'text' },
        reference: { path: 'cha_Guid', convert: 'text' },
        date: { path: 'cha_tarihi', convert: 'date' },
        documentNo: {
          first: [
            { path: 'cha_belge_no', convert: 'text' },
            { path: 'EVRAK_NO', convert: 'text' },
          ],
        },
        kind: { use: 'movementKind' },
        description: { path: 'cha_aciklama', convert: 'text' },
        debit: { path: 'BORC', convert: 'number' },
        credit: { path: 'ALACAK', convert: 'number' },
        currency: { path: 'cha_d_cins', table: 'currencies' },
      },
    },
    rules: {
      fields: {
        code: { join: [{ value: 'ISK' }, 'isk_stok_kod', 'isk_cari_kod'], with: '-' },
        name: { join: ['isk_stok_kod', 'isk_cari_kod'], with: ' · ' },
        kind: { value: 'chain' },
        dealer: { path: 'CARI_KOD', convert: 'text', otherwise: null },
        group: { path: 'GRUP_KOD', convert: 'text', otherwise: null },
        product: { path: 'isk_stok_kod', convert: 'text' },
        chain: { join: ['ISK1', 'ISK2', 'ISK3', 'ISK4', 'ISK5', 'ISK6'], with: '+' },
      },
    },
    rates: {
      skip: { path: 'dov_no', table: 'currenciesLeftOut' },
      fields: {
        currency: { path: 'dov_no', table: 'currencies' },
        rate: { path: 'dov_fiyat2', convert: 'number' },
      },
    },
  },
  outbound: {
    order: {
      head: {
        sip_tarih: { path: 'createdAt', convert: 'turkishDate' },
        sip_musteri_kod: { path: 'dealer.code', maxLength: 25 },
        sip_doviz_cinsi: { path: 'currency', table: 'currencyNumbers' },
        sip_doviz_kuru: { path: 'rate', convert: 'number' },
        sip_teslim_tarih: { path: 'delivery.requestedOn', convert: 'turkishDate' },
        evrak_aciklama: deliveryAndFreeGoodsNote,
      },
      lines: {
        sip_stok_kod: { path: 'line.code', maxLength: 25 },
        sip_miktar: { use: 'baseQuantity' },
        sip_b_fiyat: { divide: [{ use: 'grossAmount' }, { use: 'baseQuantity' }] },
        sip_tutar: { use: 'grossAmount' },
        sip_iskonto_1: { path: 'line.discounts.0.amount', convert: 'number' },
        sip_iskonto_2: { path: 'line.discounts.1.amount', convert: 'number' },
        sip_iskonto_3: { path: 'line.discounts.2.amount', convert: 'number' },
        sip_iskonto_4: { path: 'line.discounts.3.amount', convert: 'number' },
        sip_iskonto_5: { path: 'line.discounts.4.amount', convert: 'number' },
        sip_iskonto_6: { path: 'line.discounts.5.amount', convert: 'number' },
        sip_birim_pntr: { value: 1 },
        sip_vergi_yuzde: { path: 'line.taxRate', convert: 'number' },
        sip_vergisiz_fl: { value: false },
        sip_depono: { path: 'stock.0.warehouse', table: 'warehouseNumbers', otherwise: 1 },
      },
    },
    cancellation: { head: {} },
    payment: {
      head: {
        cha_tarihi: { path: 'capturedAt', convert: 'turkishDate' },
        cha_kod: { path: 'dealer.code', maxLength: 25 },
        cha_meblag: { path: 'baseAmount', convert: 'number' },
        cha_cinsi: { value: 19 },
        cha_evrak_tip: { value: 34 },
        cha_kasa_hizmet: { value: 4 },
        cha_kasa_hizkod: { path: 'pos.code', table: 'cashAccounts', otherwise: '' },
        cha_d_cins: { path: 'currency', table: 'currencyNumbers' },
        cha_d_kur: { path: 'rate', convert: 'number' },
        cha_aciklama: { path: 'reference', maxLength: 40 },
        evrak_aciklama: { join: ['pos.name', 'reference'] },
      },
    },
    refund: {
      head: {
        cha_tarihi: { path: 'endedAt', convert: 'turkishDate' },
        cha_kod: { path: 'dealer.code', maxLength: 25 },
        cha_meblag: { path: 'amount', convert: 'number' },
        cha_cinsi: { value: 19 },
        cha_evrak_tip: { value: 34 },
        cha_kasa_hizmet: { value: 4 },
        cha_d_cins: { path: 'currency', table: 'currencyNumbers' },
        cha_d_kur: { path: 'rate', convert: 'number' },
        cha_aciklama: { path: 'paymentReference', maxLength: 40 },
        evrak_aciklama: { join: [{ value: 'İade' }, 'paymentReference'] },
      },
    },
  },
}
