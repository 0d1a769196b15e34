import type { ListedPriceRule, PriceRuleState } from '#contract/admin/price-rules.ts'
import type { RuleDraft } from '#domain/pricing/check-rule.ts'
import type { RuleKind } from '#domain/pricing/price-rule.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** A rule with the names of what it is about. Numbers are exact texts. */
export type NamedRuleRow = {
  id: number
  code: string | null
  name: string
  kind: RuleKind
  state: PriceRuleState
  dealer_id: number | null
  dealer_code: string | null
  dealer_name: string | null
  group_id: number | null
  group_code: string | null
  group_name: string | null
  /** Folded, and as dealers have it. */
  region: string | null
  region_name: string | null
  product_id: number | null
  product_code: string | null
  product_name: string | null
  brand_id: number | null
  brand_name: string | null
  category_id: number | null
  /** Names from the root. */
  category_path: string | null
  price_list_id: number | null
  list_code: string | null
  list_name: string | null
  fixed_value: string | null
  fixed_currency: string | null
  chain: string | null
  above_cost: string | null
  min_quantity: string | null
  quantity: string | null
  period_days: number | null
  unit: string | null
  starts_on: string | null
  ends_on: string | null
  priority: number
  stops: boolean
  keeps_discount: boolean
  /** Its fixed price was set below the floor. */
  passes_floor: boolean
  is_active: boolean
}

/** The state today, by the calendar in Turkey. */
export const stateSql = `CASE WHEN NOT r.is_active THEN 'off'
  WHEN r.starts_on > (now() AT TIME ZONE 'Europe/Istanbul')::date THEN 'later'
  WHEN r.ends_on < (now() AT TIME ZONE 'Europe/Istanbul')::date THEN 'ended' ELSE 'now' END`

/** Between the names of a path of categories. */
export const pathSeparator = ' > '

/** These rules, in this order. `isLocked` locks them, in id order, until the transaction ends. */
export async function loadRules(
  db: Db,
  ids: readonly number[],
  { isLocked = false }: { isLocked?: boolean } = {},
): Promise<NamedRuleRow[]> {
  if (isLocked) await db.execute('SELECT FROM price_rules WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE', [ids])
  return db.query<NamedRuleRow>(
    `SELECT r.id, r.code, r.name, r.kind, ${stateSql} AS state,
            r.dealer_id, d.code AS dealer_code, d.name AS dealer_name,
            r.group_id, g.code AS group_code, g.name AS group_name,
            r.region, CASE WHEN r.region IS NOT NULL THEN
              coalesce((SELECT o.region FROM dealers o WHERE fold(o.region) = r.region AND o.region <> ''
                         ORDER BY o.id LIMIT 1), r.region) END AS region_name,
            r.product_id, p.code AS product_code, p.name AS product_name, r.brand_id, b.name AS brand_name,
            r.category_id, (WITH RECURSIVE above AS (
                SELECT name, parent_id, 0 AS height FROM categories WHERE id = r.category_id
                UNION ALL
                SELECT c.name, c.parent_id, above.height + 1 FROM categories c JOIN above ON c.id = above.parent_id)
              SELECT string_agg(name, '${pathSeparator}' ORDER BY height DESC) FROM above) AS category_path,
            r.price_list_id, l.code AS list_code, l.name AS list_name,
            trim_scale(r.fixed_value)::text AS fixed_value, r.fixed_currency, r.chain,
            trim_scale(r.above_cost)::text AS above_cost,
            trim_scale(r.min_quantity)::text AS min_quantity,
            trim_scale(r.quantity)::text AS quantity, r.period_days, r.unit, r.starts_on::text AS starts_on,
            r.ends_on::text AS ends_on, r.priority, r.stops, r.keeps_discount, r.passes_floor, r.is_active
       FROM unnest($1::integer[]) WITH ORDINALITY page (id, place)
       JOIN price_rules r ON r.id = page.id
       LEFT JOIN dealers d ON d.id = r.dealer_id
       LEFT JOIN dealer_groups g ON g.id = r.group_id
       LEFT JOIN products p ON p.id = r.product_id
       LEFT JOIN brands b ON b.id = r.brand_id
       LEFT JOIN price_lists l ON l.id = r.price_list_id
      ORDER BY page.place`,
    [ids],
  )
}

export async function findRule(
  db: Db,
  id: number,
  options: { isLocked?: boolean } = {},
): Promise<NamedRuleRow | undefined> {
  return (await loadRules(db, [id], options))[0]
}

type Named = { id: number; code: string; name: string }
const namedOf = (id: number | null, code: string | null, name: string | null): Named | null =>
  id === null ? null : { id, code: code ?? '', name: name ?? '' }

export function presentRule(row: NamedRuleRow): ListedPriceRule {
  const { fixed_value: value, fixed_currency: currency } = row
  const numberOf = (text: string | null) => (text === null ? null : Number(text))
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    kind: row.kind,
    state: row.state,
    dealer: namedOf(row.dealer_id, row.dealer_code, row.dealer_name),
    group: namedOf(row.group_id, row.group_code, row.group_name),
    region: row.region_name,
    product: namedOf(row.product_id, row.product_code, row.product_name),
    brand: row.brand_name,
    category: row.category_path,
    priceList: row.list_name,
    fixed: value === null || currency === null ? null : { value: Number(value), currency },
    chain: row.chain,
    aboveCost: numberOf(row.above_cost),
    minQuantity: numberOf(row.min_quantity),
    quantity: numberOf(row.quantity),
    periodDays: row.period_days,
    unit: row.unit,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    priority: row.priority,
    stops: row.stops,
    keepsDiscount: row.keeps_discount,
    isActive: row.is_active,
  }
}

/** The rule as people name its parts. */
export function draftOf(row: NamedRuleRow): RuleDraft {
  return {
    code: row.code ?? '',
    name: row.name,
    kind: row.kind,
    dealer: row.dealer_code ?? '',
    group: row.group_code ?? '',
    region: row.region_name ?? '',
    product: row.product_code ?? '',
    brand: row.brand_name ?? '',
    category: row.category_path ?? '',
    priceList: row.list_code ?? '',
    price: row.fixed_value ?? '',
    currency: row.fixed_currency ?? '',
    chain: row.chain ?? '',
    aboveCost: row.above_cost ?? '',
    minQuantity: row.min_quantity ?? '',
    quantity: row.quantity ?? '',
    periodDays: row.period_days === null ? '' : String(row.period_days),
    unit: row.unit ?? '',
    startsOn: row.starts_on ?? '',
    endsOn: row.ends_on ?? '',
    priority: String(row.priority),
    stops: row.stops,
    keepsDiscount: row.keeps_discount,
    isActive: row.is_active,
  }
}
