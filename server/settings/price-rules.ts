import type { PriceRule } from '#domain/pricing/price-rule.ts'
import { createRuleBook, type DealerRules } from '#domain/pricing/rule-book.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadPriceRules, type PriceRuleRow, type PriceRuleRows } from './queries.ts'

/** The store's price rules in the memory of this process. */
export type PriceRules = {
  version: number
  /** Whether any rule begins or ends, so that another day means other prices. */
  hasDays: boolean
  /** The rules of a dealer, or (null) of guests, on a day (YYYY-MM-DD). */
  of(dealerId: number | null, day: string): DealerRules
}

export function createPriceRules(version: number, { rules, tree, members }: PriceRuleRows): PriceRules {
  const book = createRuleBook(rules.map(ruleOf), new Map(tree), version)
  const memberships = new Map(members.map(([id, groupId, region]) => [id, { groupId, region }]))
  return {
    version,
    hasDays: rules.some((rule) => rule.starts_on !== null || rule.ends_on !== null),
    of: (dealerId, day) =>
      book.of(
        dealerId === null ? null : { id: dealerId, groupId: null, region: '', ...memberships.get(dealerId) },
        day,
      ),
  }
}

function ruleOf(row: PriceRuleRow): PriceRule {
  const { fixed_value: value, fixed_currency: currency } = row
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    dealerId: row.dealer_id,
    groupId: row.group_id,
    region: row.region,
    productId: row.product_id,
    brandId: row.brand_id,
    categoryId: row.category_id,
    priceListId: row.price_list_id,
    fixed: value === null || currency === null ? null : { value, currency },
    chain: row.chain,
    unit: row.unit,
    minQuantity: row.min_quantity,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    priority: row.priority,
    stops: row.stops,
    keepsDiscount: row.keeps_discount,
  }
}

/** The rules of a dealer, or (null) of guests, on any day, read from the database. */
export async function loadRulesOn(db: Db, dealerId: number | null, day: string): Promise<DealerRules> {
  return createPriceRules(0, await loadPriceRules(db, day)).of(dealerId, day)
}
