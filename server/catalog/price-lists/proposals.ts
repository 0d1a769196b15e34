import type { PriceProposal } from '#contract/admin/price-lists.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import { type AuditValues, writeAudit } from '#server/audit/audit.ts'
import type { Db, Pool } from '#server/platform/db/pool.ts'
import { abortTransaction, transactionOrRefusal } from '#server/platform/db/transaction-or-refusal.ts'
import type { FloorFacts } from '#server/pricing/pricing.ts'
import type { UserContext } from '#server/visitor/visitor.ts'
import { applyListPrice } from './list-prices.ts'
import { findPriceList } from './list-rows.ts'
import type { Proposed } from './propose.ts'
import { applyRaise } from './raise-prices.ts'

type ProposalRow = Proposed & {
  id: number
  facts: PriceProposal['facts']
  requested_by: number
  requester: string
  requested_at: Date
}

/** The changes of a list that wait, oldest first. */
export async function listProposals(db: Db, list: number): Promise<PriceProposal[]> {
  const rows = await db.query<ProposalRow>(
    `SELECT p.id, p.kind, p.request, p.facts, p.requested_by, u.name AS requester, p.requested_at
       FROM price_proposals p JOIN users u ON u.id = p.requested_by
      WHERE p.price_list_id = $1 AND p.state = 'waiting' ORDER BY p.id`,
    [list],
    'price_proposals',
  )
  return rows.map(({ id, kind, request, facts, requested_by, requester, requested_at }) => ({
    id,
    raise: kind === 'raise' ? request : null,
    facts,
    userId: requested_by,
    user: requester,
    requestedAt: requested_at.toISOString(),
  }))
}

type Decision = { list: number; proposal: number; stamp: string | null }

/**
 * Applies a waiting change as if it were made now. `stamp`: of the preview that the approver saw, for a change of the whole
 * list. Refused to whoever requested it.
 */
export function approveProposal(
  pool: Pool,
  by: UserContext,
  decision: Decision,
  floors: FloorFacts,
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const { code, proposal } = await lockProposal(db, decision)
    if (proposal.requested_by === by.actor.userId) abortTransaction('second_person_needed')
    const { list, stamp } = decision
    if (proposal.kind === 'raise')
      await applyRaise(db, by, { ...proposal.request, list, stamp: stamp ?? '' }, { secondOver: 0, floors })
    else await applyListPrice(db, by, { ...proposal.request, list }, { secondOver: 0, floors })
    await endProposal(db, by, proposal, { code, state: 'applied' })
    return { ok: true as const }
  })
}

/** Ends a waiting change without applying it; whoever requested it withdraws it in this way. */
export function declineProposal(
  pool: Pool,
  by: UserContext,
  decision: Omit<Decision, 'stamp'>,
): Promise<{ ok: true } | Refusal> {
  return transactionOrRefusal(pool, async (db) => {
    const { code, proposal } = await lockProposal(db, decision)
    await endProposal(db, by, proposal, { code, state: 'declined' })
    return { ok: true as const }
  })
}

type LockedRow = Proposed & { id: number; facts: PriceProposal['facts']; requested_by: number; state: string }

async function lockProposal(
  db: Db,
  { list, proposal: id }: Omit<Decision, 'stamp'>,
): Promise<{ code: string; proposal: LockedRow }> {
  const row = (await findPriceList(db, list)) ?? abortTransaction('price_list_not_found')
  const proposal = await db.one<LockedRow>(
    `SELECT id, kind, request, facts, requested_by, state FROM price_proposals
      WHERE id = $1 AND price_list_id = $2 FOR UPDATE`,
    [id, list],
  )
  if (proposal === undefined) return abortTransaction('not_found')
  if (proposal.state !== 'waiting') abortTransaction(refuse('proposal_decided'))
  return { code: row.code, proposal }
}

async function endProposal(
  db: Db,
  by: UserContext,
  { id, facts }: LockedRow,
  { code, state }: { code: string; state: 'applied' | 'declined' },
): Promise<void> {
  await db.execute('UPDATE price_proposals SET state = $2, decided_by = $3, decided_at = now() WHERE id = $1', [
    id,
    state,
    by.actor.userId,
  ])
  const action = state === 'applied' ? 'approve' : 'decline'
  const after: AuditValues = facts
  await writeAudit(db, by, { action, noun: 'price_list', id: code, after })
}
