/** Requests and replies of carts, offers and invoices that the documentation of the dealers' API shows. A test sends them. */

const moment = '2026-11-23T08:15:02.114Z'
const lines = [{ code: 'MTK-500', quantity: 2, unit: 'KOLİ' }]

const cart = {
  lines: [
    {
      code: 'MTK-500',
      name: 'Darbeli matkap 500 W',
      unit: 'KOLİ',
      quantity: 2,
      price: { value: 1200, currency: 'TRY' },
    },
  ],
  cart: {
    lineCount: 1,
    plan: null,
    totals: { currency: 'TRY', subtotal: 2400, tax: 480, total: 2880, totalTry: 2880 },
  },
}

export const dealerCartExample = { reply: cart }
export const addDealerLinesExample = { body: { lines }, reply: cart }
export const emptyDealerCartExample = {
  reply: {
    lines: [],
    cart: {
      lineCount: 0,
      plan: null,
      totals: { currency: 'TRY', subtotal: 0, tax: 0, total: 0, totalTry: 0 },
    },
  },
}

const offerNo = 'T20260000031'

export const makeDealerOfferExample = { body: { lines, note: 'Şantiye teslimi' }, reply: { offerNo } }
export const dealerOffersExample = {
  query: { page: '1', limit: '20' },
  reply: {
    items: [
      {
        id: 31,
        orderNo: offerNo,
        date: moment,
        creator: 'Ayşe Yılmaz',
        isCancel: false,
        acceptedAt: null,
        description: 'Şantiye teslimi',
        validUntil: '2026-12-08',
        isExpired: false,
        terms: '',
        customerName: '',
        customerCompanyName: '',
        customerEmail: '',
        customerPhone: '',
        customerTaxOffice: '',
        customerTaxNumber: '',
        emails: [],
        currency: 'TRY',
        rates: { TRY: 1 },
        rateNotes: [],
        ratesLockedUntil: '2026-03-03T09:00:00.000Z',
        negotiation: null,
        agreedUntil: null,
        isAgreementExpired: false,
        link: null,
        becameOrder: null,
        subtotal: 2400,
        tax: 480,
        total: 2880,
        offerItems: [
          {
            id: 85,
            order: 1,
            productId: 17,
            url: '/darbeli-matkap-500-w-p-17',
            code: 'MTK-500',
            name: 'Darbeli matkap 500 W',
            image: '/images/mtk-500.jpg',
            unit: 'KOLİ',
            multiplier: 6,
            quantity: 2,
            price: { value: 1200, currency: 'TRY' },
            basePrice: null,
            profit: 0,
            taxRate: 20,
          },
        ],
      },
    ],
    total: 1,
    page: 1,
    pages: 1,
    limit: 20,
    sort: '-date' as const,
    q: '',
    status: null,
    from: null,
    to: null,
    customer: { code: '120.01.0042', name: 'Yılmaz Hırdavat' },
  },
}

export const dealerInvoicesExample = {
  query: { currency: 'TRY' },
  reply: {
    items: [
      {
        documentNo: 'FTR2026000000412',
        date: '2026-11-23',
        dueDate: '2026-12-23',
        description: 'S20260000412',
        currency: 'TRY',
        amount: '2880.00',
        unpaid: '2880.00',
      },
    ],
    total: 1,
    page: 1,
    pages: 1,
    limit: 50,
  },
}
