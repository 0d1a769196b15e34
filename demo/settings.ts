import { type SettingKey, type StoreSettings } from '#contract/shop/settings.ts'

/** In lira, with tax: larger orders wait for approval. */
export const demoApprovalLimit = 50_000

/** Who pays the carrier. */
export const demoCarrier = { carrierPolicy: 'sender_from', carrierSenderFrom: 10_000 } as const

/** Settings of the demo store; all others keep their defaults. */
export const demoSettings = {
  productsWithKdv: '1',
  showPaymentPlanPrice: '1',
  b2b_urun_detay_ozel_kod: 'ozelkod',
  b2b_urun_detay_ozel_kod_gosterim: '1',
  dealerApplications: '1',
  whatsapp: '1',
  whatsappNumber: '908505550142',
  b2b_risk_limit_islem: '1',
  approveOrdersOver: demoApprovalLimit,
  refundsNeedTwoOver: 25_000,
  ...demoCarrier,
  storeName: 'Toptan',
  storePhone: '0850 555 01 42',
  storeHours: 'Hafta içi 08.30 – 18.30',
  storeEmail: 'satis@example.com',
  socialMedia:
    '1:https://facebook.example.com/toptan;1:https://instagram.example.com/toptan;1:https://x.example.com/toptan;1:https://youtube.example.com/@toptan;0:https://pinterest.example.com/toptan',
  storeTitle: 'Toptan Hırdavat Sanayi ve Ticaret A.Ş.',
  storeTaxOffice: 'İkitelli',
  storeTaxNumber: '8590001234',
  storeMersis: '0859000123400015',
  storeTradeRegistry: 'İstanbul 123456-5',
  storeKep: 'toptan@hs01.kep.example.com',
  bankAccounts: 'Ziraat Bankası · TR33 0006 1005 1978 6457 8413 26',
  storeAddress: 'İkitelli OSB, Demirciler Sanayi Sitesi 12. Blok No: 4, Başakşehir / İstanbul',
} as const satisfies Partial<Pick<StoreSettings, SettingKey>>

/** Paid within these days of the invoice, so many percent are taken off. */
export const demoEarlyPayment = [
  { days: 10, percent: 2 },
  { days: 20, percent: 1 },
]

export const demoPlans = [
  { key: 'advencePrice1', name: 'Peşin (havale)', is_default: true, is_virtual: false, due_days: 0 },
  { key: 'advencePrice2', name: '30 gün', is_default: false, is_virtual: false, due_days: 30 },
  { key: 'advencePrice3', name: '60 gün', is_default: false, is_virtual: false, due_days: 60 },
  { key: 'advencePrice4', name: '90 gün', is_default: false, is_virtual: false, due_days: 90 },
  { key: 'advencePrice5', name: 'Kredi kartı', is_default: false, is_virtual: true, due_days: null },
] as const
