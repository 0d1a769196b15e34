import * as z from 'zod/mini'
import { floorErrors } from '#contract/errors/pricing.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { rowParams } from '#contract/core/row-id.ts'
import { listedPriceRule } from './price-rules.ts'

/** Of a rule, or (`join`, `leave`) of the dealers of a group that rules name. */
export const ruleProposalKinds = ['change', 'switch', 'delete', 'join', 'leave'] as const

export const ruleProposal = z.object({
  id: z.number(),
  kind: z.enum(ruleProposalKinds),
  /** The rule as it is now; null for dealers of a group. */
  rule: z.nullable(listedPriceRule),
  /** What a change sets, as its form has it: fields by name. */
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Whether a switch turns the rule on. */
  isActive: z.nullable(z.boolean()),
  group: z.nullable(z.object({ id: z.number(), code: z.string(), name: z.string() })),
  /** Codes and names of the dealers that join or leave. */
  dealers: z.array(z.string()),
  /** The state that the request is about; approving names it. */
  stamp: z.string(),
  /** Who requested it. */
  userId: z.number(),
  user: z.string(),
  requestedAt: z.string(),
})
export type RuleProposal = z.output<typeof ruleProposal>

export const listRuleProposals = endpoint({
  method: 'GET',
  path: '/yonetim/rule-proposals',
  access: 'admin',
  area: 'prices',
  summary: 'Changes of price rules and their groups that wait for a second person, oldest first',
  reply: z.object({ items: z.array(ruleProposal) }),
  errors: [],
})

/** `stamp`: of the proposal on screen. The requester cannot approve it. */
export const approveRuleProposal = endpoint({
  method: 'POST',
  path: '/yonetim/rule-proposals/:id/approve',
  access: 'admin',
  area: 'prices',
  summary: 'Applies a waiting change of a price rule or of a group',
  params: rowParams,
  body: z.strictObject({ stamp: z.string().check(z.maxLength(60)) }),
  reply: z.object({ ok: z.literal(true) }),
  errors: [
    'not_found',
    'proposal_decided',
    'second_person_needed',
    'validation_failed',
    'price_rule_not_found',
    'price_rule_changed',
    'price_rule_tier_taken',
    ...floorErrors,
    'dealer_group_not_found',
    'dealer_not_found',
  ],
})

/** The requester withdraws a change in this way. */
export const declineRuleProposal = endpoint({
  method: 'POST',
  path: '/yonetim/rule-proposals/:id/decline',
  access: 'admin',
  area: 'prices',
  summary: 'Declines a waiting change of a price rule or of a group',
  params: rowParams,
  reply: z.object({ ok: z.literal(true) }),
  errors: ['not_found', 'proposal_decided'],
})
