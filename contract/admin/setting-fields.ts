import type { SettingKey } from '#contract/shop/settings.ts'
import { carrierPolicies } from '#domain/orders/carrier-payer.ts'
import { sortFields } from '#contract/core/sort-fields.ts'

export const settingGroups = [
  'prices',
  'stock',
  'ordering',
  'approval',
  'orderMails',
  'installments',
  'risk',
  'catalog',
  'offers',
  'store',
  'applications',
  'signIn',
  'messaging',
  'social',
  'warranty',
  'retention',
  'backups',
] as const
export type SettingGroup = (typeof settingGroups)[number]

/** How a setting is entered. Its limits are those of its shape in settings.ts; a test compares the two. */
export type SettingField = { group: SettingGroup } & (
  | { kind: 'flag' }
  | { kind: 'choice'; values: readonly (string | number)[] }
  | {
      kind: 'number'
      min: number
      max: number
      isWhole: boolean
      unit?: 'percent' | 'hours' | 'days' | 'lira' | 'pieces'
    }
  | { kind: 'text'; min: number; max: number; isLong?: true }
  | { kind: 'phone' | 'email' | 'picture' | 'address' | 'secret' | 'bank' | 'holidays'; max: number }
  | { kind: 'digits'; max: number }
  | { kind: 'color' | 'social' }
)

const flag = (group: SettingGroup): SettingField => ({ group, kind: 'flag' })
const text = (group: SettingGroup, max: number, min = 0): SettingField => ({ group, kind: 'text', min, max })
const days = (group: SettingGroup, max: number): SettingField => {
  return { group, kind: 'number', min: 1, max, isWhole: true, unit: 'days' }
}
const lira = (group: SettingGroup): SettingField => {
  return { group, kind: 'number', min: 0, max: 1e12, isWhole: false, unit: 'lira' }
}

/** Every setting as the administration and the command line show it, in display order. */
export const settingFields: Record<SettingKey, SettingField> = {
  showPriceStatus: flag('prices'),
  guestPrices: flag('prices'),
  showListPrice: flag('prices'),
  showPaymentPlanPrice: flag('prices'),
  showPriceReasons: flag('prices'),
  productsWithKdv: flag('prices'),
  defaultTaxRate: { group: 'prices', kind: 'number', min: 0, max: 100, isWhole: false, unit: 'percent' },
  rateMaxMissedDays: days('prices', 60),
  ownHolidays: { group: 'prices', kind: 'holidays', max: 8000 },
  stockInfoStatus: { group: 'stock', kind: 'choice', values: Array.from({ length: 21 }, (_, mode) => mode) },
  showStokInfo: flag('stock'),
  showNotInStocks: flag('stock'),
  b2b_stoktakileri_goster: flag('stock'),
  notInStock: flag('stock'),
  cartStockControl: flag('ordering'),
  guestCarts: flag('ordering'),
  fillBackOrders: flag('ordering'),
  lateAfterDays: { group: 'ordering', kind: 'number', min: 0, max: 60, isWhole: true, unit: 'days' },
  transferDays: { group: 'ordering', kind: 'number', min: 0, max: 60, isWhole: true, unit: 'days' },
  returnDays: { group: 'ordering', kind: 'number', min: 0, max: 365, isWhole: true, unit: 'days' },
  detailQuantityMax: { group: 'ordering', kind: 'number', min: 1, max: 1_000_000, isWhole: true, unit: 'pieces' },
  carrierChoice: flag('ordering'),
  carrierPolicy: { group: 'ordering', kind: 'choice', values: carrierPolicies },
  carrierSenderFrom: lira('ordering'),
  orderMailTo: { group: 'ordering', kind: 'email', max: 254 },
  approveAllOrders: flag('approval'),
  approveOrdersOver: lira('approval'),
  approveOverLimit: flag('approval'),
  approveFirstOrder: flag('approval'),
  approveBelowMargin: { group: 'approval', kind: 'number', min: 0, max: 100, isWhole: false, unit: 'percent' },
  refundsNeedTwoOver: lira('approval'),
  pricesNeedTwoOver: { group: 'approval', kind: 'number', min: 0, max: 1000, isWhole: false, unit: 'percent' },
  orderChangeHours: { group: 'approval', kind: 'number', min: 1, max: 240, isWhole: true, unit: 'hours' },
  orderMailConfirmed: flag('orderMails'),
  orderMailRejected: flag('orderMails'),
  orderMailChanged: flag('orderMails'),
  orderMailShipped: flag('orderMails'),
  orderMailDelivered: flag('orderMails'),
  orderMailBackOrder: flag('orderMails'),
  returnMailDecided: flag('orderMails'),
  returnMailReceived: flag('orderMails'),
  returnMailClosed: flag('orderMails'),
  invoiceEmails: flag('orderMails'),
  noteMailDealer: flag('orderMails'),
  noteMailStore: flag('orderMails'),
  installmentLimit: lira('installments'),
  b2b_cari_odeme_baglantisi: flag('installments'),
  paymentLinkDays: days('installments', 90),
  b2b_risk_limit_islem: flag('risk'),
  showOverdueDebtInfo: flag('risk'),
  overdueDebtInfoLimit: { group: 'risk', kind: 'number', min: 0, max: 1e12, isWhole: false },
  defaultSort: { group: 'catalog', kind: 'choice', values: ['', ...sortFields] },
  stockNumberType: { group: 'catalog', kind: 'choice', values: ['StockCode', 'Barcode'] },
  b2b_urun_detay_ozel_kod: {
    group: 'catalog',
    kind: 'choice',
    values: ['', 'ozelkod', 'ozelkod2', 'ozelkod3', 'ozelkod4', 'ozelkod5'],
  },
  b2b_urun_detay_ozel_kod_gosterim: { group: 'catalog', kind: 'choice', values: ['0', '1'] },
  b2b_urun_detay_ozel_kod_baslik: text('catalog', 40),
  b2b_teklif_ver_durum: flag('offers'),
  offerRateLockHours: { group: 'offers', kind: 'number', min: 0, max: 720, isWhole: true, unit: 'hours' },
  storeName: text('store', 80, 1),
  brandColor: { group: 'store', kind: 'color' },
  storeLogo: { group: 'store', kind: 'picture', max: 200 },
  storePhone: { group: 'store', kind: 'phone', max: 40 },
  storeHours: text('store', 80),
  storeEmail: { group: 'store', kind: 'email', max: 200 },
  storeTitle: text('store', 160),
  storeAddress: { group: 'store', kind: 'text', min: 0, max: 300, isLong: true },
  storeTaxOffice: text('store', 80),
  storeTaxNumber: { group: 'store', kind: 'digits', max: 11 },
  storeMersis: { group: 'store', kind: 'digits', max: 16 },
  storeTradeRegistry: text('store', 80),
  storeKep: { group: 'store', kind: 'email', max: 200 },
  bankAccounts: { group: 'store', kind: 'bank', max: 1000 },
  dealerApplications: flag('applications'),
  staffSecondFactor: flag('signIn'),
  signInLinks: flag('signIn'),
  textGraceDays: days('applications', 365),
  whatsapp: flag('messaging'),
  whatsappNumber: { group: 'messaging', kind: 'digits', max: 15 },
  socialMedia: { group: 'social', kind: 'social' },
  warrantyServiceUrl: { group: 'warranty', kind: 'address', max: 500 },
  warrantyServiceKey: { group: 'warranty', kind: 'secret', max: 300 },
  sessionDays: days('retention', 365),
  searchLogDays: days('retention', 3650),
  guestCartDays: days('retention', 365),
  applicationDays: days('retention', 3650),
  backups: flag('backups'),
  backupHour: { group: 'backups', kind: 'number', min: 0, max: 23, isWhole: true },
  backupDays: days('backups', 365),
  backupWeeks: { group: 'backups', kind: 'number', min: 0, max: 520, isWhole: true },
}
export const shownSettings = Object.keys(settingFields) as SettingKey[]

/** The part of a message key that names a value: `settings.choices.<key>.<name>`. */
export const choiceName = (value: string | number): string => (value === '' ? 'none' : String(value))
