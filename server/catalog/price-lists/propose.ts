import type { Input } from '#contract/core/endpoint.ts'
import type { PriceProposal, previewRaise, TypedListPrice } from '#contract/admin/price-lists.ts'
import { writeAudit } from '#server/audit/audit.ts'
import type { Db } from '#server/platform/db/pool.ts'
import type { UserContext } from '#server/visitor/visitor.ts'

type TypedRaise = Input<typeof previewRaise>['body']
type PriceRequest = { unit: number; before: TypedListPrice; price: TypedListPrice }
export type Proposed = { kind: 'raise'; request: TypedRaise } | { kind: 'price'; request: PriceRequest }

/** Keeps a change of a list until a second person approves it, in the transaction of the request. */
export async function propose(
  db: Db,
  by: UserContext,
  list: { id: number; code: string },
  { kind, request, facts }: Proposed & { facts: PriceProposal['facts'] },
): Promise<void> {
  await db.execute(
    'INSERT INTO price_proposals (price_list_id, kind, request, facts, requested_by) VALUES ($1, $2, $3, $4, $5)',
    [list.id, kind, JSON.stringify(request), JSON.stringify(facts), by.actor.userId],
  )
  const after = { ...facts, waiting: true }
  await writeAudit(db, by, { action: kind === 'raise' ? 'raise' : 'change', noun: 'price_list', id: list.code, after })
}
