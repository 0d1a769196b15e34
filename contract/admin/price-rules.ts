import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { money } from '#contract/core/money.ts'
import { paged } from '#contract/core/paged.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { floorErrors } from '#contract/errors/pricing.ts'
import { ruleKinds } from '#domain/pricing/price-rule.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const typed = z.string().check(z.maxLength(500))

/** `now`: decides today. `later`: not started. `ended`: past its last day. `off`: switched off. */
export const priceRuleStates = ['now', 'later', 'ended', 'off'] as const
export type PriceRuleState = (typeof priceRuleStates)[number]
/** `applies`: the most specific dealers first, then the most specific goods. */
export const priceRuleSorts = [
  'name',
  '-name',
  'kind',
  '-kind',
  'start',
  '-start',
  'end',
  '-end',
  'priority',
  '-priority',
  'changed',
  '-changed',
  'applies',
] as const
export type PriceRuleSort = (typeof priceRuleSorts)[number]

const idAndName = z.object({ id: z.number(), code: z.string(), name: z.string() })

export const listedPriceRule = z.object({
  id: z.number(),
  code: z.nullable(z.string()),
  name: z.string(),
  kind: z.enum(ruleKinds),
  state: z.enum(priceRuleStates),
  /** At most one of the three is set; none: everyone. */
  dealer: z.nullable(idAndName),
  group: z.nullable(idAndName),
  region: z.nullable(z.string()),
  /** At most one of the three is set; none: all products. */
  product: z.nullable(idAndName),
  brand: z.nullable(z.string()),
  /** Names from the root. */
  category: z.nullable(z.string()),
  priceList: z.nullable(z.string()),
  fixed: z.nullable(money),
  /** `10+5+3`, with a point. */
  chain: z.nullable(z.string()),
  /** Of a floor: percent above the cost. */
  aboveCost: z.nullable(z.number()),
  minQuantity: z.nullable(z.number()),
  /** What a rule of quantity prescribes. */
  quantity: z.nullable(z.number()),
  periodDays: z.nullable(z.number()),
  unit: z.nullable(z.string()),
  /** YYYY-MM-DD. */
  startsOn: z.nullable(z.string()),
  endsOn: z.nullable(z.string()),
  priority: z.number(),
  stops: z.boolean(),
  keepsDiscount: z.boolean(),
  isActive: z.boolean(),
})
export type ListedPriceRule = z.output<typeof listedPriceRule>

/**
 * Filters: `q` (parts of name and code), `kind`, `state`, and what a rule applies to: `dealer` and `product` by code, with the
 * rules of the dealer's group and region and of the product's brand and categories, and those of everyone and of all products;
 * `group` by code, `brand` and `category` by id, exactly. Unknown values match nothing; unknown kinds, states and sorts are
 * ignored.
 */
export const listPriceRules = endpoint({
  method: 'GET',
  path: '/yonetim/price-rules',
  access: 'admin',
  area: 'prices',
  summary:
    'Rules of prices and quantities: agreements, discount chains, quantity tiers, floors, lists, minimums, multiples, maximums',
  query: z.object({
    page: text,
    limit: text,
    q: text,
    kind: text,
    state: text,
    dealer: text,
    group: text,
    product: text,
    brand: text,
    category: text,
    sort: text,
  }),
  reply: z.object({
    items: z.array(listedPriceRule),
    ...paged,
    q: z.string(),
    kind: z.nullable(z.enum(ruleKinds)),
    state: z.nullable(z.enum(priceRuleStates)),
    dealer: z.string(),
    group: z.string(),
    product: z.string(),
    brand: z.nullable(z.number()),
    category: z.nullable(z.number()),
    sort: z.enum(priceRuleSorts),
  }),
  errors: [],
})
export type PriceRuleList = z.output<typeof listPriceRules.reply>

/**
 * The values of a rule's form, as typed; '' = none. Dealer, group, product and price list are codes, `brand` is a name and
 * `category` the names from the root, joined by ` > `. Days are YYYY-MM-DD.
 */
export const priceRuleValues = z.strictObject({
  code: typed,
  name: typed,
  kind: z.enum(ruleKinds),
  dealer: typed,
  group: typed,
  region: typed,
  product: typed,
  brand: typed,
  category: typed,
  priceList: typed,
  price: typed,
  currency: typed,
  chain: typed,
  aboveCost: typed,
  minQuantity: typed,
  quantity: typed,
  periodDays: typed,
  unit: typed,
  startsOn: typed,
  endsOn: typed,
  priority: typed,
  stops: z.boolean(),
  keepsDiscount: z.boolean(),
  isActive: z.boolean(),
})
export type PriceRuleValues = z.output<typeof priceRuleValues>

const named = z.array(z.object({ code: z.string(), name: z.string() }))

/** The choices of a rule's form. */
export const priceRuleChoices = z.object({
  groups: named,
  regions: z.array(z.string()),
  brands: z.array(z.object({ id: z.number(), name: z.string() })),
  categories: z.array(z.object({ id: z.number(), name: z.string(), depth: z.number(), path: z.string() })),
  priceLists: named,
  currencies: z.array(z.string()),
  units: z.array(z.string()),
})
export type PriceRuleChoices = z.output<typeof priceRuleChoices>

export const getPriceRuleForm = endpoint({
  method: 'GET',
  path: '/yonetim/price-rule-form',
  access: 'admin',
  area: 'prices',
  summary: 'The choices of the form for a price rule',
  reply: priceRuleChoices,
  errors: [],
})

/**
 * Another rule of the same kind that covers the same dealers and goods at the same time with the same priority. `decides`: the
 * one whose value counts.
 */
export const ruleOverlap = z.object({ id: z.number(), name: z.string(), decides: z.enum(['this', 'other']) })
export type RuleOverlap = z.output<typeof ruleOverlap>

export const priceRuleDetail = z.object({
  id: z.number(),
  state: z.enum(priceRuleStates),
  values: priceRuleValues,
  /** At most ten. */
  overlaps: z.array(ruleOverlap),
  /**
   * Rules of other kinds for the same dealers and goods that leave no quantity (`least` is null), or a minimum that is no
   * multiple: `least` counts.
   */
  conflict: z.nullable(
    z.object({ least: z.nullable(z.number()), others: z.array(z.object({ id: z.number(), name: z.string() })) }),
  ),
  /** Of a floor from cost: how many products on sale it is for, and how many of them have no known cost, so no floor. */
  /** Its fixed price was set below the floor by somebody with the right, and takes the floor's place. */
  passesFloor: z.boolean(),
  costs: z.nullable(z.object({ products: z.number(), unknown: z.number() })),
})
export type PriceRuleDetail = z.output<typeof priceRuleDetail>

/** `isWaiting`: a second person has to approve the change; a new rule is switched off until then. */
const savedPriceRule = z.extend(priceRuleDetail, { isWaiting: z.boolean() })

export const getPriceRule = endpoint({
  method: 'GET',
  path: '/yonetim/price-rules/:id',
  access: 'admin',
  area: 'prices',
  summary: 'A price rule',
  params: rowParams,
  reply: priceRuleDetail,
  errors: ['price_rule_not_found'],
})

/** A refusal has a message in `fields` for each invalid field. */
export const createPriceRule = endpoint({
  method: 'POST',
  path: '/yonetim/price-rules',
  access: 'admin',
  area: 'prices',
  summary: 'Adds a price rule',
  body: z.strictObject({ values: priceRuleValues }),
  reply: savedPriceRule,
  errors: ['validation_failed', ...floorErrors],
})

/** `before`: the values the form was opened with. If one of them has changed since, `fields` contains the current value. */
export const changePriceRule = endpoint({
  method: 'PATCH',
  path: '/yonetim/price-rules/:id',
  access: 'admin',
  area: 'prices',
  summary: 'Changes a price rule',
  params: rowParams,
  body: z.strictObject({ before: priceRuleValues, values: priceRuleValues }),
  reply: savedPriceRule,
  errors: ['validation_failed', 'price_rule_not_found', 'price_rule_changed', ...floorErrors],
})

export const switchPriceRule = endpoint({
  method: 'POST',
  path: '/yonetim/price-rules/:id/state',
  access: 'admin',
  area: 'prices',
  summary: 'Switches a price rule on or off',
  params: rowParams,
  body: z.strictObject({ isActive: z.boolean() }),
  reply: savedPriceRule,
  errors: ['price_rule_not_found', 'price_rule_tier_taken', ...floorErrors],
})

/** The copy has no code, and is switched off so that it can be changed first. */
export const copyPriceRule = endpoint({
  method: 'POST',
  path: '/yonetim/price-rules/:id/copy',
  access: 'admin',
  area: 'prices',
  summary: 'Adds a copy of a price rule',
  params: rowParams,
  reply: z.object({ id: z.number() }),
  errors: ['price_rule_not_found'],
})

export const deletePriceRule = endpoint({
  method: 'DELETE',
  path: '/yonetim/price-rules/:id',
  access: 'admin',
  area: 'prices',
  summary: 'Deletes a price rule; orders keep their prices',
  params: rowParams,
  reply: z.object({ success: z.literal(true), isWaiting: z.boolean() }),
  errors: ['price_rule_not_found'],
})
