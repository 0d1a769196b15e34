import type { CarrierAgreement } from '#domain/orders/carrier-payer.ts'
import { createRandom } from '#demo/random.ts'
import type { RatePolicy } from '#domain/money/rate-policy.ts'

export type DealerRow = {
  id: number
  code: string
  name: string
  phone: string
  address: string
  district: string
  city: string
  tax_office: string
  tax_number: string
  region: string
  representative: string
  has_own_list: boolean
  discount: number
  risk_limit: number
  risk_mode: 'order' | 'balance'
  balance: number
  overdue_balance: number
  overdue_days: number | null
  is_disabled: boolean
  rate_policy: RatePolicy
  fixed_rates: Record<string, string>
  carrier_payer: CarrierAgreement
}
export type UserRow = {
  email: string
  name: string
  dealer_id: number | null
  can_order: boolean
  is_disabled: boolean
  /** Null: the name of an own role in `own_role`. */
  user_role: string | null
  own_role: string | null
}

/** A role that the first dealer has made, and one of staff. */
export const ownRoles = [
  { dealer_id: 1, name: 'Şantiye şefi', permissions: ['stock', 'order', 'returns'] },
  { dealer_id: null, name: 'Depo sorumlusu', permissions: ['orders:read', 'orders:write', 'catalog:read'] },
]

const owners =
  'Akdoruk Yeşilkaya Demirtepe Karasu Özbelen Taşpınar Güneyli Aksakal Bozdağlı Çınarlı Ekinalan Gökdere Ilgazlı Kızıltan Yaylacı'.split(
    ' ',
  )
const trades = ['Yapı Malzemeleri', 'Elektrik', 'Hırdavat', 'Nalburiye', 'Teknik Malzeme', 'Aydınlatma', 'Endüstriyel']
const places = [
  ['İstanbul', 'Başakşehir', 'İkitelli'],
  ['Ankara', 'Yenimahalle', 'Ostim'],
  ['İzmir', 'Konak', 'Yenişehir'],
  ['Bursa', 'Nilüfer', 'Nilüfer'],
  ['Antalya', 'Muratpaşa', 'Muratpaşa'],
  ['Konya', 'Selçuklu', 'Selçuk'],
  ['Adana', 'Seyhan', 'Seyhan'],
  ['Gaziantep', 'Şehitkamil', 'Şahinbey'],
  ['Trabzon', 'Ortahisar', 'Karadeniz'],
] as const
/** Of each city in `places`. */
const regions = [
  'Marmara',
  'İç Anadolu',
  'Ege',
  'Marmara',
  'Akdeniz',
  'İç Anadolu',
  'Akdeniz',
  'Güneydoğu',
  'Karadeniz',
]
const representatives = ['Deniz Aksoy', 'Burak Tunç', 'Selin Erdem']
const people = [
  'Ayşe Demir',
  'Mehmet Kaya',
  'Elif Yıldız',
  'Ali Şahin',
  'Zeynep Çelik',
  'Mustafa Arslan',
  'Fatma Doğan',
  'Hüseyin Öztürk',
]

/** Dealers for special cases; each differs from an ordinary one in a single property. */
const specialDealers: readonly { email: string; name: string; changes: Partial<DealerRow> }[] = [
  { email: 'limitsiz@example.com', name: 'Sınırlı Ticaret Hırdavat', changes: { risk_limit: 1 } },
  {
    email: 'vadesigecmis@example.com',
    name: 'Geciken Yapı Market',
    changes: { risk_limit: 50_000, balance: 81_240.5, overdue_balance: 62_310.75, overdue_days: 34 },
  },
  {
    email: 'bakiye@example.com',
    name: 'Bakiyeli Elektrik',
    changes: { risk_limit: 120_000, risk_mode: 'balance', balance: 74_900 },
  },
  { email: 'kapali@example.com', name: 'Kapalı Nalburiye', changes: { is_disabled: true } },
  {
    email: 'sabitkur@example.com',
    name: 'Sabit Kurlu Otomasyon',
    changes: { rate_policy: 'fixed', fixed_rates: { USD: '44.5', EUR: '51.75' }, carrier_payer: 'sender' },
  },
  { email: 'faturakuru@example.com', name: 'Fatura Kuru Elektronik', changes: { rate_policy: 'invoice_day' } },
]

/** Returns the ordinary dealers with users `bayi@example.com`, `bayi2@example.com` …, then the special ones. */
export function makeDealers(ordinary: number, seed: number): { dealers: DealerRow[]; users: UserRow[] } {
  const random = createRandom(seed + 1)
  const dealers: DealerRow[] = []
  const users: UserRow[] = []
  const add = (email: string, name: string, changes: Partial<DealerRow>) => {
    const id = dealers.length + 1
    const [city, district, office] = places[id % places.length] ?? places[0]
    const region = regions[id % regions.length] ?? ''
    const representative = representatives[id % representatives.length] ?? ''
    const base = { id, code: `B${String(1000 + id)}`, name, city, district, tax_office: office }
    const contact = {
      phone: `0${random.pick(['212', '312', '232', '224'])} 555 ${String(random.whole(0, 99)).padStart(2, '0')} ${String(id).padStart(2, '0')}`,
      address: `Sanayi Sitesi ${random.whole(1, 60)}. Blok No: ${random.whole(1, 99)}`,
      tax_number: String(random.whole(1_000_000_000, 9_999_999_999)),
    }
    const limit = random.pick([0, 0, 0, 500_000, 1_000_000])
    const terms = {
      has_own_list: false,
      discount: 0,
      risk_limit: limit,
      risk_mode: 'order' as const,
      balance: random.whole(0, 60_000),
    }
    dealers.push({
      ...base,
      ...contact,
      region,
      representative,
      ...terms,
      overdue_balance: 0,
      overdue_days: null,
      is_disabled: false,
      rate_policy: 'order_day',
      fixed_rates: {},
      carrier_payer: 'store',
      ...changes,
    })
    users.push(userOf(email, random.pick(people), id, 'owner'))
  }
  for (let n = 1; n <= ordinary; n += 1) {
    add(`bayi${n === 1 ? '' : n}@example.com`, dealerName(n), ordinaryTerms(n))
  }
  for (const { email, name, changes } of specialDealers) add(email, name, changes)
  users.push(
    { ...userOf('depo@example.com', 'Kemal Aydın', 1, 'viewer'), can_order: false },
    userOf('muhasebe@example.com', 'Nurcan Ateş', 1, 'accountant'),
    { ...userOf('santiye@example.com', 'Serdar Polat', 1, null), own_role: 'Şantiye şefi' },
    userOf('gebze@example.com', 'Volkan Şen', 1, 'buyer'),
    userOf('yonetici@example.com', 'Yönetici', null, 'full'),
    userOf('siparis@example.com', 'Burcu Erdem', null, 'orders'),
    userOf('fiyat@example.com', 'Okan Tezcan', null, 'prices'),
    { ...userOf('ambar@example.com', 'Tolga Uçar', null, null), own_role: 'Depo sorumlusu' },
    userOf('satinalma@example.com', 'Elif Sönmez', 1, 'buyer'),
    userOf('plasiyer@example.com', 'Deniz Aksoy', null, 'representative'),
    userOf('plasiyer2@example.com', 'Selin Erdem', null, 'representative'),
    userOf('satismuduru@example.com', 'Murat Şen', null, 'sales'),
  )
  return { dealers, users }
}

function dealerName(n: number): string {
  return `${owners[(n - 1) % owners.length]} ${trades[(n - 1 + Math.floor((n - 1) / owners.length)) % trades.length]}`
}

function ordinaryTerms(n: number): Partial<DealerRow> {
  if (n === 1) return { risk_limit: 1_000_000, balance: 42_300.4, overdue_balance: 0 }
  if (n === 2) return { risk_limit: 0, has_own_list: true, discount: 5 }
  if (n === 3) return { risk_limit: 0, discount: 7.5 }
  return {}
}

function userOf(email: string, name: string, dealerId: number | null, role: string | null): UserRow {
  return { email, name, dealer_id: dealerId, can_order: true, is_disabled: false, user_role: role, own_role: null }
}
