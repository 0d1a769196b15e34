import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { ruleKinds } from '#domain/pricing/price-rule.ts'
import { batchErrors, batchHead, batchOf, batchReply, day, decimal, text } from './batch.ts'
import { dealerGroupsExample, priceRulesExample } from './price-rule-examples.ts'

const clearable = (max: number) => z.optional(z.nullable(text(max)))

/** Only what is named changes; `null` clears. A new rule needs `name` and `kind`. With `delete: true`, only `code` counts. */
export const priceRuleRow = z.strictObject({
  code: text(60),
  name: z.optional(text(100).check(z.regex(/\S/))),
  kind: z.optional(z.enum(ruleKinds)),
  /** Codes of a dealer and of a group, or a region: at most one of the three; none: everyone. */
  dealer: clearable(50),
  group: clearable(40),
  region: clearable(80),
  /** The code of a product, a brand, or a category as path or unique name: at most one of the three; none: all products. */
  product: clearable(500),
  brand: clearable(200),
  category: z.optional(z.nullable(z.union([text(500), z.array(text(100)).check(z.maxLength(20))]))),
  /** The code of the list that a rule of the kind `list` names. */
  priceList: clearable(100),
  /** Before VAT. */
  price: z.optional(z.nullable(decimal)),
  /** `TRY` by default. */
  currency: clearable(10),
  /** Discounts in percent, one after the other: "10+5+3". */
  chain: z.optional(z.nullable(z.union([z.number(), text(60)]))),
  /** Of a floor: percent above the product's cost. */
  aboveCost: z.optional(z.nullable(decimal)),
  /** From which quantity a tier applies, or what a rule of quantity prescribes. */
  quantity: z.optional(z.nullable(decimal)),
  /** Of a `period_maximum`. */
  periodDays: z.optional(z.nullable(z.int())),
  unit: clearable(40),
  /** First and last day. */
  startsOn: z.optional(z.nullable(day)),
  endsOn: z.optional(z.nullable(day)),
  priority: z.optional(z.int()),
  stops: z.optional(z.boolean()),
  keepsDiscount: z.optional(z.boolean()),
  isActive: z.optional(z.boolean()),
  delete: z.optional(z.boolean()),
})

/** A group is deleted only while no rule names it; its dealers are in no group then. */
export const dealerGroupRow = z.strictObject({
  code: text(40),
  /** A new group needs it. */
  name: z.optional(text(100).check(z.regex(/\S/))),
  delete: z.optional(z.boolean()),
})

const v1 = '/api/integration/v1'

export const writePriceRules = endpoint({
  method: 'POST',
  path: `${v1}/price-rules`,
  access: 'service',
  scope: 'prices:write',
  summary: 'Adds, changes and deletes price rules by their codes: agreements, discounts, tiers, quantities',
  body: z.strictObject({ ...batchHead, rows: batchOf(priceRuleRow) }),
  reply: batchReply,
  example: priceRulesExample,
  errors: [...batchErrors, 'accounts_busy'],
})

export const writeDealerGroups = endpoint({
  method: 'POST',
  path: `${v1}/dealer-groups`,
  access: 'service',
  scope: 'prices:write',
  summary: 'Adds, renames and deletes groups of dealers by their codes. `/dealers` puts dealers into them',
  body: z.strictObject({ ...batchHead, rows: batchOf(dealerGroupRow) }),
  reply: batchReply,
  example: dealerGroupsExample,
  errors: batchErrors,
})
