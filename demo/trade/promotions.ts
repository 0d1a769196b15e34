import { addDays, dayInTurkey } from '#domain/text/calendar-day.ts'
import type { Db } from '#server/platform/db/pool.ts'

type DemoPromotion = {
  code: string
  name: string
  nameEn: string
  product?: string
  brand?: string
  group?: string
  needsCoupon?: boolean
  combines?: boolean
  totalQuota?: number
  dealerQuota?: number
  /** Days from today. */
  end?: number
} & (
  | { kind: 'free_goods'; buy: number; free: number }
  | { kind: 'basket_step'; steps: readonly { amount: number; percent?: number; freeDelivery?: true }[] }
  /** `share`: of what the parts cost in the default list. */
  | { kind: 'bundle'; parts: readonly string[]; share: number }
)

const promotions: readonly DemoPromotion[] = [
  {
    ...{ code: 'CKC-10-1', name: 'Makinist çekicinde 10+1', nameEn: 'Engineer’s hammer 10+1', kind: 'free_goods' },
    ...{ product: 'KVR-CKC-500', buy: 10, free: 1, combines: true, totalQuota: 500, dealerQuota: 50, end: 90 },
  },
  {
    ...{ code: 'USTA-PAKET', name: 'Usta paketi: uç seti ve grup priz', nameEn: 'Craftsman’s bundle', kind: 'bundle' },
    ...{ parts: ['MKR-BITS-SDS-17', 'VLT-GRP-5-3M'], share: 0.6, combines: true },
  },
  {
    code: 'VLT-SEPET',
    name: 'Voltane sepet iskontosu',
    nameEn: 'Voltane basket discount',
    kind: 'basket_step',
    brand: 'Voltane',
    group: 'USTA',
    combines: true,
    steps: [
      { amount: 50_000, percent: 3 },
      { amount: 100_000, percent: 5, freeDelivery: true },
    ],
  },
  {
    code: 'HOSGELDIN',
    name: 'Hoş geldin kuponu',
    nameEn: 'Welcome coupon',
    kind: 'basket_step',
    combines: true,
    needsCoupon: true,
    dealerQuota: 3,
    steps: [{ amount: 1000, percent: 2 }],
  },
]

const coupons = [{ promotion: 'HOSGELDIN', code: 'HOSGELDIN' }]

const insertPromotion = `
  INSERT INTO promotions (code, name, name_en, kind, group_id, product_id, brand_id, buy_quantity, free_quantity,
                          bundle_price, currency, combines, needs_coupon, total_quota, dealer_quota, ends_on)
  SELECT $1, $2, $3, $4, (SELECT id FROM dealer_groups WHERE code = $5),
         (SELECT id FROM products WHERE code = $6 ORDER BY id LIMIT 1), (SELECT id FROM brands WHERE name = $7 LIMIT 1),
         $8, $9, $10, CASE WHEN $4 <> 'free_goods' THEN 'TRY' END, $11, $12, $13, $14, $15
   WHERE ($6::text IS NULL OR EXISTS (SELECT FROM products WHERE code = $6))
     AND ($7::text IS NULL OR EXISTS (SELECT FROM brands WHERE name = $7))
  RETURNING id`

/** Promotions of all kinds for goods that the store has, and a coupon; groups of dealers must exist. */
export async function insertPromotions(db: Db, today: Date): Promise<void> {
  const day = dayInTurkey(today)
  for (const promotion of promotions) {
    const parts = promotion.kind === 'bundle' ? await loadParts(db, promotion.parts) : []
    const price =
      promotion.kind === 'bundle'
        ? Math.round(parts.reduce((sum, part) => sum + part.price, 0) * promotion.share)
        : null
    if (promotion.kind === 'bundle' && parts.length < promotion.parts.length) continue
    const row = await db.one<{ id: number }>(insertPromotion, [
      promotion.code,
      promotion.name,
      promotion.nameEn,
      promotion.kind,
      promotion.group ?? null,
      promotion.product ?? null,
      promotion.brand ?? null,
      promotion.kind === 'free_goods' ? promotion.buy : null,
      promotion.kind === 'free_goods' ? promotion.free : null,
      price,
      promotion.combines ?? false,
      promotion.needsCoupon ?? false,
      promotion.totalQuota ?? null,
      promotion.dealerQuota ?? null,
      promotion.end === undefined ? null : addDays(day, promotion.end),
    ])
    if (row === undefined) continue
    await insertDetails(db, row.id, promotion, parts)
  }
  for (const { promotion, code } of coupons) {
    await db.execute(
      'INSERT INTO promotion_coupons (promotion_id, code) SELECT id, $2 FROM promotions WHERE code = $1',
      [promotion, code],
    )
  }
}

type Part = { unit_id: number; price: number }

/** The default units of products that have a price in lira in the default list. */
function loadParts(db: Db, codes: readonly string[]): Promise<Part[]> {
  return db.query<Part>(
    `SELECT p.default_unit_id AS unit_id, u.sale_value::float8 AS price
       FROM unnest($1::text[]) WITH ORDINALITY AS wanted (code, place)
       JOIN products p ON p.code = wanted.code AND p.is_active
       JOIN price_lists l ON l.is_default
       JOIN unit_prices u ON u.unit_id = p.default_unit_id AND u.price_list_id = l.id AND u.sale_currency = 'TRY'
      WHERE u.sale_value > 0 ORDER BY wanted.place`,
    [codes],
  )
}

async function insertDetails(db: Db, id: number, promotion: DemoPromotion, parts: readonly Part[]): Promise<void> {
  for (const [i, { unit_id: unitId }] of parts.entries()) {
    await db.execute('INSERT INTO promotion_parts (promotion_id, place, unit_id, quantity) VALUES ($1, $2, $3, 1)', [
      id,
      i + 1,
      unitId,
    ])
  }
  if (promotion.totalQuota !== undefined) {
    await db.execute('INSERT INTO promotion_totals (promotion_id) VALUES ($1)', [id])
  }
  for (const { amount, percent = null, freeDelivery = false } of promotion.kind === 'basket_step'
    ? promotion.steps
    : []) {
    await db.execute(
      'INSERT INTO promotion_steps (promotion_id, amount, percent, free_delivery) VALUES ($1, $2, $3, $4)',
      [id, amount, percent, freeDelivery],
    )
  }
}
