import { written } from './written-example.ts'
/** Requests and replies that the documentation of the integration API shows. A test sends them. */

const dealer = { code: '120.01.0042', name: 'Yılmaz Hırdavat' }
const moment = '2026-11-23T08:15:02.114Z'
const erp = { documentNo: 'SIP2026000000412', acknowledgedAt: '2026-11-23T08:16:40.007Z' }
const orderNo = 'S20260000412'
const reference = 'T26327081502QX4M7K2A'

export const keyInfoExample = {
  reply: {
    name: 'ERP',
    scopes: ['orders:read' as const, 'orders:ack' as const],
    expiresAt: null,
    now: moment,
    version: '1.0.0',
  },
}

const order = {
  orderNo,
  createdAt: moment,
  dealer: {
    ...dealer,
    taxOffice: 'Kadıköy',
    taxNumber: '1234567890',
    address: 'Örnek Sokak 5',
    district: 'Kadıköy',
    city: 'İstanbul',
    phone: '0216 555 00 00',
  },
  user: { name: 'Ayşe Yılmaz', email: 'ayse@example.com' },
  branch: null,
  delivery: {
    address: {
      name: 'Şantiye Gebze',
      recipient: 'Mehmet Demir',
      phone: '0532 555 00 00',
      address: 'Sanayi Caddesi 12',
      district: 'Gebze',
      city: 'Kocaeli',
      postalCode: '41400',
      erpCode: 'SEVK-02',
    },
    requestedOn: '2026-12-04',
    partDelivery: false,
    carrier: 'aras',
  },
  carrierPayer: 'recipient' as const,
  note: 'Öğleden sonra teslim',
  paymentPlan: null,
  currency: 'TRY',
  rates: { TRY: '1', USD: '41.2500' },
  rateSources: { USD: { source: 'tcmb', day: '2026-11-27' } },
  ratePolicy: 'order_day' as const,
  subtotal: '2400.00',
  tax: '480.00',
  total: '2880.00',
  totalTry: '2880.00',
  state: 'confirmed' as const,
  isCancelled: false,
  payment: null,
  erp: null,
  lines: [
    {
      lineNo: 1,
      code: 'MTK-500',
      externalKey: '10412',
      name: 'Darbeli matkap 500 W',
      brand: 'Voltan',
      unit: 'KOLİ',
      multiplier: '6.000',
      quantity: 2,
      shipped: 0,
      cancelled: 0,
      backOrdered: 0,
      returned: 0,
      backOrder: '0.000',
      price: '1200.00',
      priceCurrency: 'TRY',
      taxRate: '20.00',
      amount: '2400.00',
      isFree: false,
      promotion: null,
      steps: [
        { kind: 'list' as const, rule: null, chain: null, price: '1500', currency: 'TRY' },
        { kind: 'chain' as const, rule: 'Voltan zinciri', chain: '20', price: '1200', currency: 'TRY' },
      ],
      listPrice: '1500',
      grossAmount: '3000.00',
      discounts: [{ rate: '20', amount: '600.00' }],
      ratedPrice: '1500',
      rates: ['20'],
    },
  ],
  stock: [{ code: 'MTK-500', warehouse: 'MERKEZ', quantity: '12.000' }],
}

const cancellation = {
  orderNo,
  dealer,
  cancelledAt: moment,
  cancelledBy: 'Ayşe Yılmaz',
  reason: '',
  orderErp: erp,
  erp: null,
}

const payment = {
  reference,
  kind: 'order' as const,
  state: 'captured' as const,
  dealer,
  orderNo,
  capturedAt: moment,
  amount: '2937.60',
  baseAmount: '2880.00',
  fee: '57.60',
  refunded: '0.00',
  currency: 'TRY',
  installment: 3,
  pos: { code: 'POS1', name: 'Örnek Banka' },
  authCode: '123456',
  movement: 'TAH-000412',
  erp: null,
}

const refund = {
  id: 1,
  paymentReference: reference,
  orderNo,
  dealer,
  kind: 'refund' as const,
  amount: '100.00',
  currency: 'TRY',
  endedAt: moment,
  paymentErp: erp,
  erp: null,
}

const offer = {
  offerNo: 'T20260000031',
  dealer,
  createdAt: moment,
  validUntil: '2026-12-07',
  acceptedAt: null,
  isCancelled: false,
  note: '',
  currency: 'TRY',
  rates: { TRY: '1' },
  rateSources: {},
  ratesLockedUntil: '2026-03-03T09:00:00.000Z',
  customer: { name: 'Mehmet Demir', company: 'Demir Yapı', email: 'mehmet@example.com', phone: '0532 000 00 00' },
  lines: [
    {
      lineNo: 1,
      code: 'MTK-500',
      name: 'Darbeli matkap 500 W',
      unit: 'ADET',
      quantity: 3,
      price: '210.00',
      priceCurrency: 'TRY',
      taxRate: '20.00',
      profit: '15.00',
    },
  ],
}

const dealerCard = {
  ...dealer,
  isActive: true,
  createdAt: moment,
  contactName: 'Ayşe Yılmaz',
  email: 'ayse@example.com',
  phone: '0216 555 00 00',
  address: 'Örnek Sokak 5',
  district: 'Kadıköy',
  city: 'İstanbul',
  taxOffice: 'Kadıköy',
  taxNumber: '1234567890',
  region: 'Marmara',
  representative: 'Deniz Aksoy',
  group: 'USTA',
  priceList: null,
  discount: '5.00',
  riskLimit: '50000.00',
  riskMode: 'balance' as const,
  ratePolicy: 'fixed' as const,
  fixedRates: { USD: '41.25' },
  ratesUntil: '2026-12-31',
  carrierPayer: 'store' as const,
}

const faultReport = {
  reportNo: 'A2026000001',
  dealer,
  createdAt: moment,
  changedAt: null,
  state: 'new' as const,
  note: '',
  productCode: 'MTK-500',
  productName: 'Darbeli matkap 500 W',
  serialNo: 'SN0042',
  description: 'Çalışmıyor',
  contact: { name: 'Ayşe Yılmaz', phone: '0216 555 00 00', email: 'ayse@example.com' },
}

const page = <Event, Item>(event: Event, record: Item) => ({
  query: { cursor: 'e1204', limit: '100' },
  reply: { items: [{ cursor: 'e1207', event, at: moment, record }], cursor: 'e1207', hasMore: false },
})

export const orderFeedExample = page('order.created' as const, order)
export const cancellationFeedExample = page('order.cancelled' as const, cancellation)
export const paymentFeedExample = page('payment.captured' as const, payment)
export const refundFeedExample = page('payment.refunded' as const, refund)
export const offerFeedExample = page('offer.created' as const, offer)
export const dealerFeedExample = page('dealer.changed' as const, dealerCard)
export const faultReportFeedExample = page('fault_report.created' as const, faultReport)
export const orderExample = { params: { orderNo }, reply: order }

const acknowledged = { body: { documentNo: erp.documentNo }, reply: { ...erp, isCancelled: false } }
export const orderAckExample = { params: { orderNo }, ...acknowledged }
export const cancellationAckExample = {
  params: { orderNo },
  body: acknowledged.body,
  reply: { ...erp, isCancelled: true },
}
export const paymentAckExample = { params: { reference }, ...acknowledged }
export const refundAckExample = { params: { id: '1' }, ...acknowledged }

export const productsExample = {
  body: {
    rows: [
      {
        code: 'VLT-750',
        name: 'Darbeli matkap 750 W',
        brand: 'Voltan',
        category: ['Elektrikli El Aletleri', 'Matkaplar'],
        unit: 'ADET',
        taxRate: 20,
        price: '1234.50',
        isActive: true,
      },
    ],
  },
  reply: written('VLT-750', 'created'),
}
export const unitsExample = {
  body: { rows: [{ code: 'VLT-750', unit: 'KOLİ', multiplier: 6, barcode: '8690000000012' }] },
  reply: written('VLT-750', 'updated'),
}
export const pricesExample = {
  body: { vatIncluded: true, rows: [{ code: 'VLT-750', price: '1481.40', currency: 'TRY' }] },
  reply: written('VLT-750', 'updated'),
}
export const stockExample = {
  body: { rows: [{ code: 'VLT-750', warehouse: 'MERKEZ', quantity: 12 }] },
  reply: written('VLT-750', 'updated'),
}
