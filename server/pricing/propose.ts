import type { PriceRuleValues } from '#contract/admin/price-rules.ts'
import type { RuleDraft } from '#domain/pricing/check-rule.ts'
import { isOrderKind, ruleKinds } from '#domain/pricing/price-rule.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { FloorFacts } from './floors.ts'
import type { UserContext } from '#server/visitor/visitor.ts'

/** The user who changes something; `needsTwo`: what moves prices waits for a second person (docs/decisions/073). `floors`: what fixed prices are compared with. */
export type Change = { by: UserContext; needsTwo: boolean; floors: FloorFacts }

export type Proposed =
  | { kind: 'change'; rule: number; request: { before: PriceRuleValues; values: PriceRuleValues } }
  | { kind: 'switch'; rule: number; request: { isActive: boolean } }
  | { kind: 'delete'; rule: number; request: Record<string, never> }
  | { kind: 'join'; group: number; request: { codes: string[] } }
  | { kind: 'leave'; group: number; request: { dealer: number } }

/** Keeps a change until a second person approves it, in the transaction of the request, which writes it to the audit log. */
export async function propose(db: Db, by: UserContext, proposed: Proposed): Promise<void> {
  await db.execute(
    `INSERT INTO rule_proposals (kind, price_rule_id, dealer_group_id, request, requested_by) VALUES ($1, $2, $3, $4, $5)`,
    [
      proposed.kind,
      'rule' in proposed ? proposed.rule : null,
      'group' in proposed ? proposed.group : null,
      JSON.stringify(proposed.request),
      by.actor.userId,
    ],
  )
}

/** Whether a change of a rule may move prices: not while it is switched off, and not by its name or code. */
export function movesPrices(before: RuleDraft, after: RuleDraft): boolean {
  if (isOrderKind(before.kind) && isOrderKind(after.kind)) return false
  const fields = (Object.keys(after) as (keyof RuleDraft)[]).filter((field) => field !== 'code' && field !== 'name')
  return (before.isActive || after.isActive) && fields.some((field) => before[field] !== after[field])
}

/** Whether an active rule of prices names the group, or a group that one of the dealers is in. */
export async function groupMovesPrices(db: Db, group: number, dealers: readonly number[]): Promise<boolean> {
  const rule = await db.one(
    `SELECT FROM price_rules
      WHERE is_active AND NOT kind = ANY ($3) AND (group_id = $1 OR group_id IN (SELECT group_id FROM dealers WHERE id = ANY ($2))) LIMIT 1`,
    [group, dealers, ruleKinds.filter(isOrderKind)],
  )
  return rule !== undefined
}
