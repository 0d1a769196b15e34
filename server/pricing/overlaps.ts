import type { RuleOverlap } from '#contract/admin/price-rules.ts'
import { compareCandidates, type PriceRule } from '#domain/pricing/price-rule.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** Whether the rules `o` and `r` cover the same dealers, goods and unit, and have a day from today on in common. */
export const sameScopeSql = `o.id <> r.id AND o.is_active AND r.is_active
  AND coalesce(o.dealer_id, 0) = coalesce(r.dealer_id, 0) AND coalesce(o.group_id, 0) = coalesce(r.group_id, 0)
  AND coalesce(o.region, '') = coalesce(r.region, '') AND coalesce(o.product_id, 0) = coalesce(r.product_id, 0)
  AND coalesce(o.brand_id, 0) = coalesce(r.brand_id, 0) AND coalesce(o.category_id, 0) = coalesce(r.category_id, 0)
  AND coalesce(o.unit, '') = coalesce(r.unit, '')
  AND coalesce(greatest(o.starts_on, r.starts_on) <= least(o.ends_on, r.ends_on), true)
  AND coalesce(least(o.ends_on, r.ends_on) >= (now() AT TIME ZONE 'Europe/Istanbul')::date, true)`

/** Whether they also have the same kind, quantity of a tier and priority. */
export const overlapSql = `${sameScopeSql} AND o.kind = r.kind AND o.priority = r.priority
  AND coalesce(o.min_quantity, 0) = coalesce(r.min_quantity, 0)`

type Row = { id: number; name: string; starts_on: string | null; own_start: string | null }

/** Overlapping rules cannot be told apart by anything else. */
export const alike: Omit<PriceRule, 'id' | 'startsOn'> = {
  kind: 'agreement',
  name: '',
  dealerId: null,
  groupId: null,
  region: null,
  productId: null,
  brandId: null,
  categoryId: null,
  priceListId: null,
  fixed: null,
  chain: null,
  aboveCost: null,
  unit: null,
  minQuantity: null,
  quantity: null,
  periodDays: null,
  endsOn: null,
  priority: 0,
  stops: false,
  keepsDiscount: false,
  passesFloor: false,
}

/** Which of two overlapping rules decides. */
export function decides(
  own: Pick<PriceRule, 'id' | 'startsOn'>,
  other: Pick<PriceRule, 'id' | 'startsOn'>,
): RuleOverlap['decides'] {
  const candidate = (rule: Pick<PriceRule, 'id' | 'startsOn'>) => ({ rule: { ...alike, ...rule }, distance: 0 })
  return compareCandidates(candidate(own), candidate(other)) < 0 ? 'this' : 'other'
}

/** The rules that compete with a rule, at most ten, the newest first. */
export async function findOverlaps(db: Db, id: number): Promise<RuleOverlap[]> {
  const rows = await db.query<Row>(
    `SELECT o.id, o.name, o.starts_on::text AS starts_on, r.starts_on::text AS own_start
       FROM price_rules r JOIN price_rules o ON ${overlapSql}
      WHERE r.id = $1 ORDER BY o.id DESC LIMIT 10`,
    [id],
  )
  return rows.map(({ id: otherId, name, starts_on, own_start }) => ({
    id: otherId,
    name,
    decides: decides({ id, startsOn: own_start }, { id: otherId, startsOn: starts_on }),
  }))
}
