import type { Db } from '#server/platform/db/pool.ts'

let made = 0

type Common = {
  name?: string
  dealer?: number
  group?: number
  product?: number
  brand?: number
  startsOn?: string
  endsOn?: string
  priority?: number
  combines?: boolean
  needsCoupon?: boolean
  totalQuota?: number
  dealerQuota?: number
  orderLimit?: number
}

export type PromotionParts = Common &
  (
    | { kind: 'free_goods'; buy: number; free: number; freeProduct?: number }
    | { kind: 'bundle'; price: string; currency?: string; parts: Readonly<Record<number, number>> }
    | {
        kind: 'basket_step'
        currency?: string
        steps: readonly { amount: string; percent?: string; freeDelivery?: boolean }[]
      }
  )

/** Inserts a promotion and returns its id. `parts` of bundles are quantities by unit. */
export async function addPromotion(db: Db, parts: PromotionParts): Promise<number> {
  made += 1
  const isGiving = parts.kind === 'free_goods'
  const row = await db.one<{ id: number }>(
    `INSERT INTO promotions (code, name, kind, dealer_id, group_id, product_id, brand_id, buy_quantity, free_quantity,
                             free_product_id, bundle_price, currency, starts_on, ends_on, priority, combines, needs_coupon,
                             total_quota, dealer_quota, order_limit)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) RETURNING id`,
    [
      `P${made}`,
      parts.name ?? `Promosyon ${made}`,
      parts.kind,
      parts.dealer ?? null,
      parts.group ?? null,
      parts.product ?? null,
      parts.brand ?? null,
      isGiving ? parts.buy : null,
      isGiving ? parts.free : null,
      isGiving ? (parts.freeProduct ?? null) : null,
      parts.kind === 'bundle' ? parts.price : null,
      isGiving ? null : (parts.currency ?? 'TRY'),
      parts.startsOn ?? null,
      parts.endsOn ?? null,
      parts.priority ?? 0,
      parts.combines ?? false,
      parts.needsCoupon ?? false,
      parts.totalQuota ?? null,
      parts.dealerQuota ?? null,
      parts.orderLimit ?? null,
    ],
  )
  const { id } = row!
  if (parts.kind === 'basket_step') {
    for (const { amount, percent, freeDelivery } of parts.steps) {
      await db.execute(
        'INSERT INTO promotion_steps (promotion_id, amount, percent, free_delivery) VALUES ($1, $2, $3, $4)',
        [id, amount, percent ?? null, freeDelivery ?? false],
      )
    }
  }
  if (parts.kind === 'bundle') {
    for (const [place, [unitId, quantity]] of Object.entries(parts.parts).entries()) {
      await db.execute('INSERT INTO promotion_parts (promotion_id, place, unit_id, quantity) VALUES ($1, $2, $3, $4)', [
        id,
        place + 1,
        Number(unitId),
        quantity,
      ])
    }
  }
  // Steps and parts came after the row: what reads the promotion again has to find them.
  await db.execute('UPDATE promotions SET updated_at = now() WHERE id = $1', [id])
  return id
}

type CouponParts = { code: string; dealer?: number; maxOrders?: number; endsOn?: string }

export async function addCouponCode(db: Db, promotionId: number, parts: CouponParts): Promise<number> {
  const row = await db.one<{ id: number }>(
    `INSERT INTO promotion_coupons (promotion_id, code, dealer_id, max_orders, ends_on) VALUES ($1, $2, $3, $4, $5)
     RETURNING id`,
    [promotionId, parts.code, parts.dealer ?? null, parts.maxOrders ?? null, parts.endsOn ?? null],
  )
  return row!.id
}

/** Uses that are counted in total, of the dealer, and by what keeps them. */
export async function usesOf(db: Db, promotionId: number) {
  return db.one<{ total: number | null; dealers: number; kept: number }>(
    `SELECT (SELECT used FROM promotion_totals WHERE promotion_id = $1) AS total,
            (SELECT coalesce(sum(used), 0)::integer FROM promotion_dealers WHERE promotion_id = $1) AS dealers,
            (SELECT coalesce(sum(uses), 0)::integer FROM promotion_uses WHERE promotion_id = $1) AS kept`,
    [promotionId],
  )
}
