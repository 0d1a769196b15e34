import { isOrderKind, type PriceRule } from '#domain/pricing/price-rule.ts'
import { createRuleBook, type DealerRules, type RuleBook } from '#domain/pricing/rule-book.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { loadRulesById, loadRulesFor, loadRuleStamps, type PriceRuleRow, type RuleStamps } from './queries.ts'

/** The store's price rules in the memory of this process. */
export type PriceRules = {
  version: number
  /** The rules of a dealer, or (null) of guests, on a day (YYYY-MM-DD). */
  of(dealerId: number | null, day: string): DealerRules
  /** What applies to quantities and amounts of orders of a dealer, or (null) of guests, on a day. */
  ofOrders(dealerId: number | null, day: string): DealerRules
}

/** A rule as last read, and what changes with it in the database. */
type ReadRule = { stamp: string; rule: PriceRule }
type Read = { rules: ReadonlyMap<number, ReadRule>; tree: string; prices: RuleBook; orders: RuleBook }
const reads = new WeakMap<PriceRules, Read>()

/** A long read of rules lets requests in between. */
const readAtOnce = 2_000

/**
 * Reads the rules that are in use now or later. Of the rules that `previous` has, it reads only those that have changed since
 * then; what no changed rule is for keeps its keys.
 */
export async function readPriceRules(db: Db, version: number, previous: PriceRules | null): Promise<PriceRules> {
  const former = previous === null ? undefined : reads.get(previous)
  const { stamps, tree, members } = await loadRuleStamps(db)
  const changed = stamps.filter(([id, stamp]) => former?.rules.get(id)?.stamp !== stamp).map(([id]) => id)
  const fresh = new Map<number, ReadRule>()
  for (let at = 0; at < changed.length; at += readAtOnce) {
    for (const row of await loadRulesById(db, changed.slice(at, at + readAtOnce))) {
      fresh.set(row.id, { stamp: row.stamp, rule: ruleOf(row) })
    }
  }
  const rules = new Map<number, ReadRule>()
  for (const [id] of stamps) {
    // Without a row, it was deleted since then; the next check reads that.
    const read = fresh.get(id) ?? former?.rules.get(id)
    if (read !== undefined) rules.set(id, read)
  }
  const treeText = JSON.stringify(tree)
  const kept = former?.tree === treeText ? former : undefined
  const all = Array.from(rules.values(), ({ rule }) => rule)
  const parentOf = new Map(tree)
  // Two books: rules of quantity leave the keys alone under which prices are cached.
  const prices = createRuleBook(
    all.filter(({ kind }) => !isOrderKind(kind)),
    parentOf,
    version,
    kept?.prices,
  )
  const orders = createRuleBook(
    all.filter(({ kind }) => isOrderKind(kind)),
    parentOf,
    version,
    kept?.orders,
  )
  const priceRules = {
    version,
    of: rulesOfDealers(prices, members),
    ofOrders: rulesOfDealers(orders, members),
  }
  reads.set(priceRules, { rules, tree: treeText, prices, orders })
  return priceRules
}

function rulesOfDealers(book: RuleBook, members: RuleStamps['members']): PriceRules['of'] {
  const memberships = new Map(members.map(([id, groupId, region]) => [id, { groupId, region }]))
  return (dealerId, day) =>
    book.of(dealerId === null ? null : { id: dealerId, groupId: null, region: '', ...memberships.get(dealerId) }, day)
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
    aboveCost: row.above_cost,
    unit: row.unit,
    minQuantity: row.min_quantity,
    quantity: row.quantity,
    periodDays: row.period_days,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    priority: row.priority,
    stops: row.stops,
    keepsDiscount: row.keeps_discount,
    passesFloor: row.passes_floor,
  }
}

/** The rules of a dealer, or (null) of guests, for one product on any day, read from the database. */
export async function loadRulesOn(
  db: Db,
  asked: { dealerId: number | null; productId: number; day: string },
): Promise<DealerRules> {
  const { rules, tree, members } = await loadRulesFor(db, asked)
  const ofPrices = rules.map(ruleOf).filter(({ kind }) => !isOrderKind(kind))
  const book = createRuleBook(ofPrices, new Map(tree), 0)
  return rulesOfDealers(book, members)(asked.dealerId, asked.day)
}
