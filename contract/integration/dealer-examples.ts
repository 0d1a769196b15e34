/** Requests and replies that the documentation of the dealers' API shows. A test sends them. */

const moment = '2026-11-23T08:15:02.114Z'
const orderNo = 'S20260000412'
const lira = (value: string) => ({ value, currency: 'TRY' })

export const dealerInfoExample = {
  reply: {
    name: 'İnternet sitem',
    scopes: ['catalog:read' as const, 'prices:read' as const, 'orders:write' as const],
    expiresAt: null,
    dealer: { code: '120.01.0042', name: 'Yılmaz Hırdavat' },
    user: 'Ayşe Yılmaz',
    branches: ['Kadıköy şubesi'],
    addresses: [{ id: 7, name: 'Şantiye Gebze', erpCode: 'SEVK-02' }],
    now: moment,
  },
}

const product = {
  code: 'MTK-500',
  parentCode: null,
  name: 'Darbeli matkap 500 W',
  brand: 'Voltan',
  description: null,
  images: ['https://shop.example/images/mtk-500.jpg'],
  url: 'https://shop.example/darbeli-matkap-500-w-p-17',
  variant: [],
  attributes: [{ key: 'guc', name: 'Güç', value: '500 W', number: '500', unit: 'W' }],
  taxRate: '20',
  stock: '42',
  isInStock: true,
  units: [
    {
      name: 'ADET',
      multiplier: '1',
      isDefault: true,
      barcode: '8690000000012',
      price: lira('200.00'),
      listPrice: lira('240.00'),
    },
    {
      name: 'KOLİ',
      multiplier: '6',
      isDefault: false,
      barcode: '8690000000029',
      price: lira('1200.00'),
      listPrice: null,
    },
  ],
}

const page = { removed: [], cursor: null, version: 'hoqiz5vv0g-9f86d081884c7d65', isFull: true }

export const dealerProductsExample = { query: { limit: '100' }, reply: { items: [product], ...page } }
export const dealerPricesExample = {
  query: { limit: '500' },
  reply: {
    items: [
      {
        code: product.code,
        taxRate: product.taxRate,
        units: product.units.map(({ name, multiplier, isDefault, price, listPrice }) => {
          return { name, multiplier, isDefault, price, listPrice }
        }),
      },
    ],
    ...page,
  },
}
export const dealerStockExample = {
  query: { limit: '500' },
  reply: { items: [{ code: product.code, stock: product.stock, isInStock: product.isInStock }], ...page },
}
export const dealerProductExample = { params: { code: 'MTK-500' }, reply: product }

export const dealerPriceReasonsExample = {
  params: { code: 'MTK-500' },
  query: { quantity: 10 },
  reply: {
    product: { code: 'MTK-500', name: 'Darbeli matkap 500 W' },
    unit: 'ADET',
    quantity: 10,
    list: 'Standart',
    plan: null,
    steps: [
      { kind: 'list' as const, rule: null, chain: null, value: 250, currency: 'TRY' },
      { kind: 'chain' as const, rule: 'Voltan zinciri', chain: '20', value: 200, currency: 'TRY' },
    ],
    taxRate: 20,
    line: { currency: 'TRY', amount: 2000, withTax: 2400 },
    rates: [],
    ratePolicy: 'order_day' as const,
  },
}

export const placeDealerOrderExample = {
  body: {
    lines: [{ code: 'MTK-500', quantity: 2, unit: 'KOLİ' }],
    note: 'Öğleden sonra teslim',
    address: 'SEVK-02',
    deliveryDate: '2026-12-04',
    partDelivery: false,
    carrier: 'aras',
    ownOrderNo: 'WEB-10042',
  },
  reply: { orderNo },
}

export const dealerApprovalExample = {
  params: { id: '87' },
  reply: {
    number: 87,
    state: 'waiting' as const,
    sentAt: moment,
    expiresAt: '2026-11-30T08:15:02.114Z',
    reasons: ['order' as const],
    ownOrderNo: 'WEB-10042',
    orderNo: null,
    refusal: '',
  },
}

const head = {
  id: 412,
  orderNo,
  date: moment,
  creator: 'Ayşe Yılmaz',
  dealer: 'Yılmaz Hırdavat',
  state: 'received' as const,
  isCancel: false,
  cancelledAt: null,
  cancelledBy: null,
  cancelReason: '',
  isSent: false,
  description: 'Bayi sipariş no: WEB-10042 · Öğleden sonra teslim',
  branch: null,
  plan: null,
  currency: 'TRY',
  rates: { TRY: 1 },
  rateNotes: [],
  ratePolicy: 'order_day' as const,
  subtotal: 2400,
  tax: 480,
  total: 2880,
  totalTry: 2880,
  payment: null,
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
}
const items = {
  orderItems: [
    {
      lineNo: 1,
      productId: 17,
      url: '/darbeli-matkap-500-w-p-17',
      code: 'MTK-500',
      name: 'Darbeli matkap 500 W',
      brand: 'Voltan',
      model: null,
      image: '/images/mtk-500.jpg',
      unit: 'KOLİ',
      multiplier: 6,
      quantity: 2,
      backOrder: 0,
      confirmed: 0,
      shipped: 0,
      cancelled: 0,
      backOrdered: 0,
      returned: 0,
      replacesLine: null,
      price: { value: 1200, currency: 'TRY' },
      taxRate: 20,
      amount: 2400,
    },
  ],
  orderProducts: [
    {
      product: {
        id: 17,
        code: 'MTK-500',
        name: 'Darbeli matkap 500 W',
        image: '/images/mtk-500.jpg',
        url: '/darbeli-matkap-500-w-p-17',
      },
      quantity: 2,
      productUnit: { id: 31, value: 'KOLİ', multiplier: 6 },
      tax: 20,
    },
  ],
}

export const dealerOrderExample = { params: { orderNo }, reply: { ...head, ...items } }
export const dealerOrdersExample = {
  query: { page: '1', limit: '20' },
  reply: {
    items: [{ ...head, lineCount: 1, hasRequest: false, ...items }],
    total: 1,
    page: 1,
    pages: 1,
    limit: 20,
    sort: '-date' as const,
    status: null,
    range: null,
    from: null,
    to: null,
    q: '',
    customer: { code: '120.01.0042', name: 'Yılmaz Hırdavat' },
  },
}

export const statementExample = {
  query: { currency: 'TRY' },
  reply: {
    currency: 'TRY',
    accounts: [
      {
        overdueBalance: 0,
        overdueBalanceExpiryDay: 0,
        currency: 'TRY',
        balance: 2880,
        ageing: { notDue: 2880, days30: 0, days60: 0, days90: 0, older: 0 },
      },
    ],
    from: null,
    to: null,
    q: '',
    opening: 0,
    closing: 2880,
    debit: 2880,
    credit: 0,
    items: [
      {
        id: 9,
        date: '2026-11-23',
        dueDate: '2026-12-23',
        documentNo: 'FTR2026000000412',
        type: 'invoice' as const,
        description: orderNo,
        debit: 2880,
        credit: 0,
        balance: 2880,
        unpaid: 2880,
      },
    ],
    total: 1,
    page: 1,
    pages: 1,
    letterhead: { date: '2026-11-23', company: ['Toptan'], dealer: ['Yılmaz Hırdavat'] },
  },
}
