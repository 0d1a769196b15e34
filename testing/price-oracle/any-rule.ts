import fc from 'fast-check'
import { anyAmount, anyDecimal, ids, orNull, unitNames } from './any-amount.ts'
import type { Buyers, Goods, RuleEffect, StoreRule } from './store-facts.ts'

const anyBuyers: fc.Arbitrary<Buyers> = fc.oneof(
  fc.record({ type: fc.constant('dealer' as const), id: fc.constantFrom(...ids.dealers) }),
  fc.record({ type: fc.constant('group' as const), id: fc.constantFrom(...ids.groups) }),
  fc.record({ type: fc.constant('region' as const), id: fc.constantFrom(...ids.regions) }),
  { arbitrary: fc.constant({ type: 'everyone' as const }), weight: 3 },
)

const anyGoods: fc.Arbitrary<Goods> = fc.oneof(
  fc.record({ type: fc.constant('product' as const), id: fc.constantFrom(...ids.parents, ...ids.products) }),
  fc.record({ type: fc.constant('brand' as const), id: fc.constantFrom(...ids.brands) }),
  fc.record({ type: fc.constant('category' as const), id: fc.constantFrom(...ids.categories) }),
  { arbitrary: fc.constant({ type: 'all' as const }), weight: 2 },
)

/** Above 0 and below 100, with at most two decimals. */
const anyPercent = fc.oneof(fc.constantFrom('5', '10', '12.5', '33.33', '99.99'), anyDecimal(99_99, 2, 1))
const anyAboveCost = fc.oneof(fc.constantFrom('0', '10', '33.33', '250'), anyDecimal(99_99, 2, 0))
const anyChain = fc.array(anyPercent, { minLength: 1, maxLength: 6 })
const anyStop = fc.constantFrom(false, false, true)
const anyQuantity = fc.constantFrom('2', '2.5', '10', '12', '50', '50.25')

const anyEffect: fc.Arbitrary<RuleEffect> = fc.oneof(
  fc.record({ kind: fc.constant('list' as const), list: fc.constantFrom(...ids.lists) }),
  fc.record({ kind: fc.constant('agreement' as const), fixed: anyAmount, stops: anyStop, passesFloor: anyStop }),
  fc.record({ kind: fc.constant('agreement' as const), chain: anyChain, keepsDiscount: fc.boolean(), stops: anyStop }),
  { arbitrary: fc.record({ kind: fc.constant('chain' as const), chain: anyChain, stops: anyStop }), weight: 2 },
  fc.record({
    kind: fc.constant('tier' as const),
    quantity: anyQuantity,
    fixed: anyAmount,
    stops: anyStop,
    passesFloor: anyStop,
  }),
  fc.record({ kind: fc.constant('tier' as const), quantity: anyQuantity, chain: anyChain, stops: anyStop }),
  fc.record({ kind: fc.constant('floor' as const), lowest: anyAmount }),
  fc.record({ kind: fc.constant('floor' as const), greatestDiscount: anyPercent }),
  { arbitrary: fc.record({ kind: fc.constant('floor' as const), aboveCost: anyAboveCost }), weight: 2 },
)

const anyDays = fc.constantFrom(
  ...[
    [null, null],
    [null, null],
    [null, '2026-03-14'],
    ['2026-03-16', null],
    ['2026-03-15', '2026-03-15'],
    ['2026-03-14', null],
    ['2026-03-01', '2026-03-15'],
  ].map(([firstDay = null, lastDay = null]) => ({ firstDay, lastDay })),
)

/** Lists count for all goods, and only tiers have a unit. */
const anyRule: fc.Arbitrary<StoreRule> = fc
  .tuple(
    anyEffect,
    anyDays,
    fc.record({
      priority: fc.constantFrom(0, 0, 0, 5, -5),
      buyers: anyBuyers,
      goods: anyGoods,
      unit: orNull(unitNames),
    }),
  )
  .map(([effect, days, terms]) => ({
    id: 0,
    ...effect,
    ...days,
    ...terms,
    goods: effect.kind === 'list' ? { type: 'all' } : terms.goods,
    unit: effect.kind === 'tier' ? terms.unit : null,
  }))

/** Rules with the ids 1, 2, 3… Two tiers never have the same conditions: the database refuses them. */
export const anyRules: fc.Arbitrary<StoreRule[]> = fc
  .array(anyRule, { maxLength: 16 })
  .map((rules) => rules.filter((rule, index) => !rules.slice(0, index).some((other) => areEqualTiers(rule, other))))
  .map((rules) => rules.map((rule, index) => ({ ...rule, id: index + 1 })))

function areEqualTiers(a: StoreRule, b: StoreRule): boolean {
  const conditionsOf = (rule: StoreRule) => {
    const { priority, buyers, goods, unit, firstDay, lastDay } = rule
    return JSON.stringify([priority, buyers, goods, unit, firstDay, lastDay, rule.kind === 'tier' && rule.quantity])
  }
  return a.kind === 'tier' && b.kind === 'tier' && conditionsOf(a) === conditionsOf(b)
}
