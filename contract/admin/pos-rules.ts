import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { posCurrencies } from '#domain/payments/pos-adapters.ts'
import { ruleCardTypes, ruleTargets } from '#domain/payments/pos-rules.ts'
import { passedReasons } from '#domain/payments/route-payment.ts'
import { cardClasses } from './installment-limits.ts'

const typed = z.string().check(z.maxLength(500))
const some = z.array(typed).check(z.maxLength(50))

export const shareBases = ['amount', 'count'] as const

/** As typed. Empty texts and lists do not restrict the rule. */
export const posRuleValues = z.strictObject({
  name: typed,
  isActive: z.boolean(),
  /** First digits of cards, six to eight each, with spaces or commas between them. */
  bins: z.string().check(z.maxLength(2000)),
  families: some,
  /** EFT codes. */
  bankCodes: some,
  cardTypes: z.array(z.enum(ruleCardTypes)).check(z.maxLength(ruleCardTypes.length)),
  cardClass: z.enum(['', ...cardClasses]),
  /** In the rule's currency, which they need. */
  minAmount: typed,
  maxAmount: typed,
  installments: z.array(z.number().check(z.int(), z.minimum(1), z.maximum(12))).check(z.maxLength(12)),
  currency: z.enum(['', ...posCurrencies]),
  target: z.enum(ruleTargets),
  shareBy: z.enum(shareBases),
  /** In the order in which they are chosen; `share` in percent, only for shares. */
  accounts: z.array(z.strictObject({ id: z.number().check(z.int()), share: typed })).check(z.maxLength(20)),
})
export type PosRuleValues = z.output<typeof posRuleValues>

/** What staff should know about a rule. `rules` are names of rules above it. */
export const posRuleProblem = z.union([
  z.object({ kind: z.literal('impossible') }),
  z.object({ kind: z.enum(['shadowed', 'reserve']), rules: z.array(z.string()) }),
  /** Cards with these first digits are of several programs. */
  z.object({ kind: z.literal('bin_programs'), bin: z.string(), families: z.array(z.string()) }),
  /** No card of the list with these first digits fulfils the rule's other conditions. */
  z.object({ kind: z.literal('bin_excluded'), bin: z.string() }),
  /** None of its accounts is active. */
  z.object({ kind: z.literal('closed') }),
])
export type PosRuleProblem = z.output<typeof posRuleProblem>

export const managedPosRule = z.object({
  id: z.number(),
  values: posRuleValues,
  problems: z.array(posRuleProblem),
  /** What each account of a rule with shares took lately, in percent; null = no payment yet. */
  taken: z.array(z.object({ id: z.number(), percent: z.nullable(z.number()) })),
})
export type ManagedPosRule = z.output<typeof managedPosRule>

const ruleAccount = z.object({
  id: z.number(),
  name: z.string(),
  currency: z.string(),
  isActive: z.boolean(),
  isSilent: z.boolean(),
})
export type PosRuleAccount = z.output<typeof ruleAccount>

/** Every change returns the whole list. */
const reply = z.object({
  items: z.array(managedPosRule),
  accounts: z.array(ruleAccount),
  families: z.array(z.string()),
  banks: z.array(z.object({ code: z.string(), name: z.string() })),
})

export const listPosRules = endpoint({
  method: 'GET',
  path: '/yonetim/pos-rules',
  access: 'admin',
  area: 'payments',
  summary: 'The rules that choose the POS account of a payment, in their order',
  reply,
  errors: [],
})

export const addPosRule = endpoint({
  method: 'POST',
  path: '/yonetim/pos-rules',
  access: 'admin',
  area: 'payments',
  summary: 'Adds a rule at the end of the list',
  body: z.strictObject({ values: posRuleValues }),
  reply,
  errors: ['validation_failed'],
})

/** `before`: the values that the change is based on. */
export const changePosRule = endpoint({
  method: 'PATCH',
  path: '/yonetim/pos-rules/:id',
  access: 'admin',
  area: 'payments',
  summary: 'Changes a rule that chooses POS accounts',
  params: rowParams,
  body: z.strictObject({ before: posRuleValues, values: posRuleValues }),
  reply,
  errors: ['not_found', 'validation_failed', 'pos_rule_changed'],
})

/** All rules in their new order. */
export const orderPosRules = endpoint({
  method: 'POST',
  path: '/yonetim/pos-rules/order',
  access: 'admin',
  area: 'payments',
  summary: 'Orders the rules that choose POS accounts',
  body: z.strictObject({ ids: z.array(z.number().check(z.int())).check(z.maxLength(500)) }),
  reply,
  errors: ['pos_rules_changed'],
})

export const removePosRule = endpoint({
  method: 'DELETE',
  path: '/yonetim/pos-rules/:id',
  access: 'admin',
  area: 'payments',
  summary: 'Removes a rule that chooses POS accounts',
  params: rowParams,
  reply,
  errors: ['not_found'],
})

const named = z.object({ id: z.number(), name: z.string() })

export const previewedRoute = z.object({
  /** The card as far as its digits tell; null = on no list. */
  card: z.nullable(
    z.object({
      bank: z.string(),
      family: z.nullable(z.string()),
      type: z.enum(['credit', 'debit', 'prepaid']),
      isCommercial: z.boolean(),
    }),
  ),
  /** Null: no account takes the payment. */
  account: z.nullable(named),
  /** The rule that decided; null = none, for `reason`. */
  rule: z.nullable(named),
  reason: z.nullable(z.enum(['family', 'bank', 'default', 'first'])),
  /** What the payer pays on the amount and what the bank keeps, in percent. */
  commission: z.nullable(z.number()),
  cost: z.nullable(z.number()),
  /** Accounts that were tried first. `rule`: null = without a rule. */
  passed: z.array(z.object({ account: named, rule: z.nullable(named), reason: z.enum(passedReasons) })),
})
export type PreviewedRoute = z.output<typeof previewedRoute>

/** Which account would take a card, and why. Several routes: cards of different kinds begin with the digits. */
export const previewPosRules = endpoint({
  method: 'GET',
  path: '/yonetim/pos-rules/preview',
  access: 'admin',
  area: 'payments',
  summary: 'The POS account that would take a card, and why',
  query: z.object({
    /** Six to eight first digits of the card. */
    digits: z.string().check(z.maxLength(30)),
    amount: z.string().check(z.maxLength(30)),
    installment: z.string().check(z.regex(/^([1-9]|1[0-2])$/)),
    currency: z.enum(posCurrencies),
  }),
  reply: z.object({ routes: z.array(previewedRoute) }),
  errors: ['validation_failed'],
})
