import type { PriceRuleRecord } from '#contract/integration/stored-records.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadRules, type NamedRuleRow, pathSeparator } from './rule-rows.ts'

/** The rules after an id, in the order of their ids, as programs read them. */
export async function loadRulePage(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<(PriceRuleRecord & { id: number })[]> {
  const ids = await db.query<{ id: number }>('SELECT id FROM price_rules WHERE id > $1 ORDER BY id LIMIT $2', [
    after,
    limit,
  ])
  const rows = await loadRules(
    db,
    ids.map(({ id }) => id),
  )
  return rows.map(recordOf)
}

function recordOf(row: NamedRuleRow): PriceRuleRecord & { id: number } {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    kind: row.kind,
    dealer: row.dealer_code,
    group: row.group_code,
    region: row.region_name,
    product: row.product_code,
    brand: row.brand_name,
    category: row.category_path?.split(pathSeparator) ?? null,
    priceList: row.list_code,
    price: row.fixed_value,
    currency: row.fixed_currency,
    chain: row.chain,
    aboveCost: row.above_cost,
    quantity: row.min_quantity ?? row.quantity,
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
