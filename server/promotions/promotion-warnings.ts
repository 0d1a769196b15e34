import type { PromotionDetail } from '#contract/admin/promotions.ts'
import type { Db } from '#server/platform/db/pool.ts'

type Warnings = PromotionDetail['warnings']
export type Warning = Warnings[number]

/** What an administrator should know of a promotion. */
export async function findWarnings(db: Db, id: number): Promise<Warnings> {
  return (await findWarningsOf(db, [id])).get(id) ?? []
}

/** What an administrator should know of each of these promotions. */
export async function findWarningsOf(db: Db, ids: readonly number[]): Promise<Map<number, Warnings>> {
  const overlaps = findOverlaps(await loadScopes(db), ids)
  const facts = await db.query<{ id: number; is_dearer: boolean; lacks_coupons: boolean }>(
    `SELECT m.id, coalesce(m.bundle_price >= (
              SELECT sum(t.quantity * coalesce(own.sale_value, base.sale_value * u.multiplier / d.multiplier))
                FROM promotion_parts t JOIN product_units u ON u.id = t.unit_id
                JOIN products p ON p.id = u.product_id
                LEFT JOIN product_units d ON d.id = p.default_unit_id
                LEFT JOIN unit_prices own ON own.unit_id = u.id AND own.price_list_id = l.id
                     AND own.sale_currency = m.currency
                LEFT JOIN unit_prices base ON base.unit_id = d.id AND base.price_list_id = l.id
                     AND base.sale_currency = m.currency
               WHERE t.promotion_id = m.id
              HAVING bool_and(coalesce(own.sale_value, base.sale_value) IS NOT NULL)), false) AS is_dearer,
            m.needs_coupon AND NOT EXISTS (SELECT FROM promotion_coupons c WHERE c.promotion_id = m.id) AS lacks_coupons
       FROM promotions m CROSS JOIN price_lists l WHERE m.id = ANY ($1::integer[]) AND l.is_default`,
    [ids],
  )
  return new Map(
    facts.map(({ id, is_dearer: isDearer, lacks_coupons: lacksCoupons }): [number, Warnings] => [
      id,
      [
        ...(overlaps.get(id) ?? []).map((other) => ({ kind: 'overlap' as const, other })),
        ...(isDearer ? [{ kind: 'dearer' as const }] : []),
        ...(lacksCoupons ? [{ kind: 'no_coupons' as const }] : []),
      ],
    ]),
  )
}

type Scope = { id: number; name: string; key: string; combines: boolean; starts_on: string; ends_on: string }

/** Active promotions that are not over, the newest first. Equal keys: the same kind for the same dealers and goods. */
const loadScopes = (db: Db): Promise<Scope[]> =>
  db.query<Scope>(
    `SELECT id, name, combines, coalesce(starts_on::text, '') AS starts_on, coalesce(ends_on::text, '9999') AS ends_on,
            jsonb_build_array(kind, dealer_id, group_id, region, product_id, brand_id, category_id, needs_coupon)::text AS key
       FROM promotions
      WHERE is_active AND kind <> 'bundle' AND coalesce(ends_on >= (now() AT TIME ZONE 'Europe/Istanbul')::date, true)
      ORDER BY id DESC`,
  )

/** Others that are named for a promotion, at most. */
const overlapsMax = 10

/** The promotions that keep each of these from applying, or are kept by it, on some day. In memory: a file has thousands. */
function findOverlaps(scopes: readonly Scope[], ids: readonly number[]): Map<number, { id: number; name: string }[]> {
  const byKey = Map.groupBy(scopes, ({ key }) => key)
  const byId = new Map(scopes.map((scope) => [scope.id, scope]))
  return new Map(
    ids.map((id) => {
      const own = byId.get(id)
      const found: { id: number; name: string }[] = []
      for (const other of own === undefined ? [] : (byKey.get(own.key) ?? [])) {
        if (found.length === overlapsMax) break
        if (own !== undefined && overlap(own, other)) found.push({ id: other.id, name: other.name })
      }
      return [id, found]
    }),
  )
}

const overlap = (one: Scope, other: Scope): boolean =>
  one.id !== other.id &&
  !(one.combines && other.combines) &&
  one.starts_on <= other.ends_on &&
  other.starts_on <= one.ends_on

export async function loadUses(db: Db, id: number): Promise<PromotionDetail['uses']> {
  const row = await db.one<PromotionDetail['uses']>(
    `SELECT coalesce(sum(uses), 0)::integer AS total, count(DISTINCT order_id)::integer AS orders,
            count(DISTINCT dealer_id)::integer AS dealers FROM promotion_uses WHERE promotion_id = $1`,
    [id],
  )
  return row ?? { total: 0, orders: 0, dealers: 0 }
}
