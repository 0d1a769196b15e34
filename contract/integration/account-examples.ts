import { written } from './written-example.ts'

export const dealersExample = {
  body: {
    rows: [
      {
        code: '120.34.001',
        name: 'Yıldız Hırdavat',
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
        discount: 5,
        riskLimit: '50000.00',
        isActive: true,
      },
    ],
  },
  reply: written('120.34.001', 'created'),
}
export const usersExample = {
  body: {
    rows: [
      { email: 'satinalma@example.com', dealer: '120.34.001', name: 'Ayşe Yıldız', canOrder: true, isActive: true },
    ],
  },
  reply: written('satinalma@example.com', 'created'),
}
export const balancesExample = {
  body: {
    rows: [
      {
        dealer: '120.34.001',
        balance: '15250.40',
        overdueBalance: '3000.00',
        overdueSince: '2026-06-18',
        asOf: '2026-06-30',
      },
    ],
  },
  reply: written('120.34.001 TRY', 'created'),
}
export const movementsExample = {
  body: {
    rows: [
      {
        dealer: '120.34.001',
        reference: 'CHA-481516',
        date: '2026-06-12',
        dueDate: '2026-07-12',
        documentNo: 'FTR2026000000042',
        kind: 'invoice' as const,
        debit: '12250.40',
      },
    ],
  },
  reply: written('120.34.001 CHA-481516', 'created'),
}
export const costsExample = {
  body: { rows: [{ productCode: 'URUN-1', cost: '84.25' }] },
  reply: written('URUN-1', 'created'),
}
export const serialsExample = {
  body: {
    rows: [
      {
        serialNo: 'SN0042',
        productCode: 'MTK-500',
        dealer: '120.34.001',
        date: '2026-06-12',
        status: 'SATIŞ',
        documentNo: 'FTR2026000000042',
        warrantyMonths: 24,
      },
    ],
  },
  reply: written('SN0042', 'created'),
}
export const ratesExample = {
  body: { rows: [{ currency: 'USD', rate: '41.2535' }] },
  reply: written('USD', 'updated'),
}
