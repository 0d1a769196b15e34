import type { PriceRuleValues } from '#contract/admin/price-rules.ts'
import type { RuleProposal } from '#contract/admin/rule-proposals.ts'
import { type Refusal, refuse } from '#contract/core/errors.ts'
import { type AuditedChange, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { applyJoin, applyLeave } from './change-groups.ts'
import { applyChange, applyRemoval, applySwitch, auditId, lockRules } from './change-rules.ts'
import { findGroup } from './group-rows.ts'
import type { FloorFacts } from './floors.ts'
import type { Change, Proposed } from './propose.ts'
import { draftOf, findRule, loadRules, presentRule } from './rule-rows.ts'

type Request = {
  kind: Proposed['kind']
  price_rule_id: number | null
  dealer_group_id: number | null
  request: unknown
}
type ProposalRow = Request & {
  id: number
  stamp: string
  group_code: string | null
  group_name: string | null
  /** Of dealers that join or leave, as `code · name`. */
  dealers: string[]
  requested_by: number
  requester: string
  requested_at: Date
}

const stampSql = `coalesce((SELECT r.updated_at::text FROM price_rules r WHERE r.id = p.price_rule_id), '')`

/** The changes that wait, oldest first. */
export async function listProposals(db: Db): Promise<RuleProposal[]> {
  const rows = await db.query<ProposalRow>(
    `SELECT p.id, p.kind, p.price_rule_id, p.dealer_group_id, p.request, ${stampSql} AS stamp,
            g.code AS group_code, g.name AS group_name,
            array(SELECT d.code || ' · ' || d.name FROM dealers d
                   WHERE d.id = (p.request->>'dealer')::integer
                      OR d.code IN (SELECT jsonb_array_elements_text(p.request->'codes'))
                   ORDER BY d.name, d.id) AS dealers,
            p.requested_by, u.name AS requester, p.requested_at
       FROM rule_proposals p JOIN users u ON u.id = p.requested_by
       LEFT JOIN dealer_groups g ON g.id = p.dealer_group_id
      WHERE p.state = 'waiting' ORDER BY p.id`,
  )
  const ruleIds = rows.flatMap(({ price_rule_id: id }) => (id === null ? [] : [id]))
  const rules = new Map((await loadRules(db, [...new Set(ruleIds)])).map((rule) => [rule.id, presentRule(rule)]))
  return rows.map((row) => {
    const proposed = proposedOf(row)
    return {
      id: row.id,
      kind: row.kind,
      rule: rules.get(row.price_rule_id ?? 0) ?? null,
      changes: proposed.kind === 'change' ? differences(proposed.request.before, proposed.request.values) : [],
      isActive: proposed.kind === 'switch' ? proposed.request.isActive : null,
      group:
        row.dealer_group_id === null
          ? null
          : { id: row.dealer_group_id, code: row.group_code ?? '', name: row.group_name ?? '' },
      dealers: row.dealers,
      stamp: row.stamp,
      userId: row.requested_by,
      user: row.requester,
      requestedAt: row.requested_at.toISOString(),
    }
  })
}

/** The columns of one row agree with each other by the constraints of the table. */
const proposedOf = ({ kind, price_rule_id: rule, dealer_group_id: group, request }: Request): Proposed =>
  ({ kind, rule, group, request }) as unknown as Proposed

function differences(before: PriceRuleValues, after: PriceRuleValues): RuleProposal['changes'] {
  const names = Object.keys(after) as (keyof PriceRuleValues)[]
  return names
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: String(before[field]), after: String(after[field]) }))
}

/**
 * Applies a waiting change as if it were made now. `stamp`: of the proposal that the approver saw; refused if the rule has
 * changed since. Refused to whoever requested it.
 */
export function approveProposal(
  pool: Pool,
  by: UserContext,
  { id, stamp, floors }: { id: number; stamp: string; floors: FloorFacts },
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const row = await lockProposal(db, id)
    if (row.requested_by === by.actor.userId) abortTransaction('second_person_needed')
    if (row.stamp !== stamp) abortTransaction('price_rule_changed')
    // The proposal to delete a rule goes with its rule.
    await endProposal(db, by, row, 'applied')
    await applyProposed(db, { by, needsTwo: false, floors }, proposedOf(row))
    return { ok: true as const }
  })
}

async function applyProposed(db: Db, change: Change, proposed: Proposed): Promise<void> {
  if (proposed.kind === 'change') await applyChange(db, change, { id: proposed.rule, ...proposed.request })
  else if (proposed.kind === 'switch') await applySwitch(db, change, { id: proposed.rule, ...proposed.request })
  else if (proposed.kind === 'delete') await applyRemoval(db, change, proposed.rule)
  else if (proposed.kind === 'join') await applyJoin(db, change, { id: proposed.group, ...proposed.request })
  else await applyLeave(db, change, { id: proposed.group, ...proposed.request })
}

/** Ends a waiting change without applying it; whoever requested it withdraws it in this way. */
export function declineProposal(pool: Pool, by: UserContext, id: number): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    await endProposal(db, by, await lockProposal(db, id), 'declined')
    return { ok: true as const }
  })
}

type LockedRow = Request & { id: number; state: string; stamp: string; requested_by: number }

async function lockProposal(db: Db, id: number): Promise<LockedRow> {
  // In the order in which changes of rules lock.
  await lockRules(db)
  const found = await db.one<{ rule: number | null }>(
    'SELECT price_rule_id AS rule FROM rule_proposals WHERE id = $1',
    [id],
  )
  if (found === undefined) return abortTransaction('not_found')
  if (found.rule !== null) await findRule(db, found.rule, { isLocked: true })
  const row = await db.one<LockedRow>(
    `SELECT p.id, p.kind, p.price_rule_id, p.dealer_group_id, p.request, p.state, p.requested_by, ${stampSql} AS stamp
       FROM rule_proposals p WHERE p.id = $1 FOR UPDATE`,
    [id],
  )
  if (row === undefined) return abortTransaction('not_found')
  if (row.state !== 'waiting') abortTransaction(refuse('proposal_decided'))
  return row
}

async function endProposal(
  db: Db,
  by: UserContext,
  { id, price_rule_id: ruleId, dealer_group_id: groupId }: LockedRow,
  state: 'applied' | 'declined',
): Promise<void> {
  await db.execute('UPDATE rule_proposals SET state = $2, decided_by = $3, decided_at = now() WHERE id = $1', [
    id,
    state,
    by.actor.userId,
  ])
  const rule = ruleId === null ? undefined : await findRule(db, ruleId)
  const group = groupId === null ? undefined : await findGroup(db, groupId)
  const about: Pick<AuditedChange, 'noun' | 'id'> =
    rule === undefined
      ? { noun: 'dealer_group', id: group?.code ?? '' }
      : { noun: 'price_rule', id: auditId(draftOf(rule)) }
  await writeAudit(db, by, { action: state === 'applied' ? 'approve' : 'decline', ...about })
}
