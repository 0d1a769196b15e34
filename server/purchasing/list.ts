import { type ListedPurchase, type PurchaseList, purchaseLists } from '#contract/shop/purchases.ts'
import type { WaitingPurchases } from '#contract/shop/waiting-purchases.ts'
import type { PurchaseReason, PurchaseState } from '#domain/orders/purchase-approval.ts'
import type { Db } from '#server/platform/db/pool.ts'
import { type Approvers, deciderFor, isDecider, type OpenRequest } from './approvers.ts'

const perPage = 25

export type PurchaseReader = {
  userId: number
  dealerId: number
  /** The reader decides about requests of colleagues, by its own right or theirs. */
  isApprover: boolean
  /** The requests that wait for the reader. */
  waitingIds: readonly number[]
  seesPrices: boolean
}

const conditions: Readonly<Record<PurchaseList, string>> = {
  waiting: 'q.id = ANY ($3::bigint[])',
  own: 'q.user_id = $2',
  decided: "(q.state <> 'waiting' AND (q.user_id = $2 OR $4))",
}

/** Ids of the requests of a dealer that wait for a user. */
export async function findWaiting(
  db: Db,
  { userId, dealerId }: { userId: number; dealerId: number },
  approvers: Approvers,
): Promise<number[]> {
  if (!isDecider(approvers, userId)) return []
  const rows = await db.query<{ id: number; user_id: number; approvals: OpenRequest['approvals'] }>(
    `SELECT q.id, q.user_id,
            (SELECT coalesce(jsonb_agg(jsonb_build_object('userId', a.user_id, 'authorityId', a.authority_id)), '[]')
               FROM purchase_approvals a WHERE a.request_id = q.id) AS approvals
       FROM purchase_requests q WHERE q.dealer_id = $1 AND q.state = 'waiting' ORDER BY q.id`,
    [dealerId],
    'purchases_waiting',
  )
  return rows.flatMap(({ id, user_id, approvals }) =>
    deciderFor(approvers, userId, { userId: user_id, approvals }) === undefined ? [] : [id],
  )
}

export const waitingOf = (ids: readonly number[]): WaitingPurchases => ({
  count: ids.length,
  onlyId: ids.length === 1 ? (ids[0] ?? null) : null,
})

type ListRow = {
  id: number
  created_at: Date
  state: PurchaseState
  buyer: string
  line_count: number
  total: string
  currency: string
  reasons: PurchaseReason[]
  expires_at: Date
  order_no: string | null
  is_for_me: boolean
}

export type PurchasePage = { items: ListedPurchase[]; total: number; page: number; pages: number; limit: number }

export const readShow = (text: string | undefined): PurchaseList | null =>
  purchaseLists.find((list) => list === text) ?? null

export async function listPurchases(
  db: Db,
  { userId, dealerId, isApprover, waitingIds, seesPrices }: PurchaseReader,
  { show, page }: { show: PurchaseList; page: number },
): Promise<PurchasePage> {
  const condition = conditions[show]
  // All statements use the parameters in the same way.
  const used = '$2::integer IS NOT NULL AND $3::bigint[] IS NOT NULL AND $4::boolean IS NOT NULL'
  const count = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM purchase_requests q WHERE q.dealer_id = $1 AND ${used} AND ${condition}`,
    [dealerId, userId, waitingIds, isApprover],
    `purchases_count_${show}`,
  )
  const total = count?.count ?? 0
  const pages = Math.max(1, Math.ceil(total / perPage))
  const rows = await db.query<ListRow>(
    `SELECT q.id, q.created_at, q.state, u.name AS buyer, q.total, q.currency, q.reasons, q.expires_at, o.order_no,
            (SELECT count(*)::int FROM purchase_request_lines l WHERE l.request_id = q.id) AS line_count,
            coalesce(q.id = ANY ($3::bigint[]), false) AS is_for_me
       FROM purchase_requests q JOIN users u ON u.id = q.user_id LEFT JOIN orders o ON o.id = q.order_id
      WHERE q.dealer_id = $1 AND ${used} AND ${condition} ORDER BY q.id DESC LIMIT $5 OFFSET $6`,
    [dealerId, userId, waitingIds, isApprover, perPage, (page - 1) * perPage],
    `purchases_list_${show}`,
  )
  const items = rows.map((row) => ({
    id: row.id,
    date: row.created_at.toISOString(),
    state: row.state,
    buyer: row.buyer,
    lineCount: row.line_count,
    ...(seesPrices && { total: { value: Number(row.total), currency: row.currency } }),
    reasons: row.reasons,
    expiresAt: row.expires_at.toISOString(),
    orderNo: row.order_no,
    isForMe: row.is_for_me,
  }))
  return { items, total, page, pages, limit: perPage }
}
