import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import { isQuantityKind, type RuleKind } from '#domain/pricing/price-rule.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Dealers by their place in the store; the first one is that of the demo account. */
const groups = [
  { code: 'USTA', name: 'Usta bayiler', dealers: [1, 3, 5] },
  { code: 'PROJE', name: 'Proje bayileri', dealers: [4, 6] },
] as const

type DemoRule = {
  code: string
  name: string
  kind: RuleKind
  dealer?: number
  group?: (typeof groups)[number]['code']
  product?: string
  brand?: string
  category?: string
  chain?: string
  price?: number
  /** Where a tier begins, or what a rule of quantity prescribes. */
  quantity?: number
  days?: number
  keepsDiscount?: boolean
  /** Percent. */
  aboveCost?: number
  /** Days from today. */
  start?: number
  end?: number
  isOff?: boolean
}

const rules: readonly DemoRule[] = [
  { code: 'ANL-FRZ', name: 'Ferzanel yıllık anlaşması', kind: 'agreement', dealer: 1, brand: 'Ferzanel', chain: '18' },
  {
    ...{ code: 'ANL-TZG', name: 'Tezgen ek iskontosu', kind: 'agreement', group: 'USTA', brand: 'Tezgen' },
    ...{ chain: '5', keepsDiscount: true, end: 120 },
  },
  {
    code: 'ANL-GRP5',
    name: 'Grup priz net fiyatı',
    kind: 'agreement',
    dealer: 1,
    product: 'VLT-GRP-5-3M',
    price: 214.9,
  },
  { code: 'ANL-PRJ', name: 'Proje iskontosu', kind: 'agreement', group: 'PROJE', chain: '12+3', start: -30, end: 335 },
  {
    code: 'ZNC-CKC',
    name: 'Çekiçlerde usta zinciri',
    kind: 'chain',
    group: 'USTA',
    category: 'Çekiç',
    chain: '10+5+3',
  },
  { code: 'KDM-CKC-10', name: 'Makinist çekici 10+', kind: 'tier', product: 'KVR-CKC-500', quantity: 10, chain: '5' },
  { code: 'KDM-CKC-50', name: 'Makinist çekici 50+', kind: 'tier', product: 'KVR-CKC-500', quantity: 50, chain: '8+2' },
  { code: 'KDM-BIT-10', name: 'SDS uç seti 10+', kind: 'tier', product: 'MKR-BITS-SDS-17', quantity: 10, chain: '4' },
  { code: 'KDM-BIT-50', name: 'SDS uç seti 50+', kind: 'tier', product: 'MKR-BITS-SDS-17', quantity: 50, chain: '9' },
  { code: 'TBN-CKC', name: 'Çekiçlerde taban fiyat', kind: 'floor', category: 'Çekiç', chain: '30' },
  { code: 'TBN-TZG', name: 'Tezgen asgari kâr', kind: 'floor', brand: 'Tezgen', aboveCost: 8 },
  {
    code: 'ANL-KIS',
    name: 'Kış anlaşması',
    kind: 'agreement',
    group: 'USTA',
    brand: 'Tezgen',
    chain: '15',
    start: 30,
    end: 90,
  },
  {
    code: 'ANL-ESKI',
    name: 'Geçen dönemin anlaşması',
    kind: 'agreement',
    dealer: 1,
    brand: 'Ferzanel',
    chain: '10',
    start: -400,
    end: -35,
  },
  { code: 'ENZ-AMP', name: 'Ampulde en az 10', kind: 'minimum', product: 'LMR-A60-12W-E27', quantity: 10 },
  { code: 'KAT-AMP', name: 'Ampul 5’li paket', kind: 'multiple', product: 'LMR-A60-12W-E27', quantity: 5 },
  { code: 'ENC-MTK', name: 'Matkapta sipariş sınırı', kind: 'maximum', product: 'MKR-DDF485', quantity: 20 },
  {
    ...{ code: 'DNM-PRJ', name: 'Projektörde aylık sınır', kind: 'period_maximum', product: 'LMR-PRJ50' },
    ...{ quantity: 60, days: 30 },
  },
  { code: 'TTR-PRJ', name: 'Proje bayilerinde en az tutar', kind: 'order_minimum', group: 'PROJE', price: 2500 },
  {
    code: 'ZNC-DNM',
    name: 'Deneme zinciri',
    kind: 'chain',
    group: 'PROJE',
    brand: 'Pirasan',
    chain: '3+2',
    isOff: true,
  },
]

const insertRule = `
  INSERT INTO price_rules (code, name, kind, dealer_id, group_id, product_id, brand_id, category_id, chain, fixed_value,
                           fixed_currency, min_quantity, keeps_discount, starts_on, ends_on, is_active, quantity, period_days, above_cost)
  SELECT $1, $2, $3, $4, (SELECT id FROM dealer_groups WHERE code = $5),
         (SELECT id FROM products WHERE code = $6 ORDER BY id LIMIT 1), (SELECT id FROM brands WHERE name = $7 LIMIT 1),
         (SELECT id FROM categories WHERE name = $8 ORDER BY id LIMIT 1), $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19
   WHERE ($6::text IS NULL OR EXISTS (SELECT FROM products WHERE code = $6))
     AND ($7::text IS NULL OR EXISTS (SELECT FROM brands WHERE name = $7))
     AND ($8::text IS NULL OR EXISTS (SELECT FROM categories WHERE name = $8))`

/** Groups of dealers, and price rules of all kinds for goods that the store has; dealers must exist. */
export async function insertPriceRules(db: Db, today: Date): Promise<void> {
  const day = dayInTurkey(today)
  for (const { code, name, dealers } of groups) {
    const row = await db.one<{ id: number }>('INSERT INTO dealer_groups (code, name) VALUES ($1, $2) RETURNING id', [
      code,
      name,
    ])
    await db.execute('UPDATE dealers SET group_id = $1 WHERE id = ANY ($2)', [row?.id, dealers])
  }
  for (const rule of rules) {
    const { start, end, price, keepsDiscount = false, isOff = false } = rule
    await db.execute(insertRule, [
      rule.code,
      rule.name,
      rule.kind,
      rule.dealer ?? null,
      rule.group ?? null,
      rule.product ?? null,
      rule.brand ?? null,
      rule.category ?? null,
      rule.chain ?? null,
      price ?? null,
      price === undefined ? null : 'TRY',
      rule.kind === 'tier' ? (rule.quantity ?? null) : null,
      keepsDiscount,
      start === undefined ? null : addDays(day, start),
      end === undefined ? null : addDays(day, end),
      !isOff,
      isQuantityKind(rule.kind) ? (rule.quantity ?? null) : null,
      rule.days ?? null,
      rule.aboveCost ?? null,
    ])
  }
}
