import { type ListedPurchase, type PurchaseList, purchaseLists } from '#contract/shop/purchases.ts'
import { noWaitingPurchases, type WaitingPurchases } from '#contract/shop/waiting-purchases.ts'
import type { PurchaseReason, PurchaseState } from '#domain/orders/purchase-approval.ts'
import type { Db } from '#server/platform/db/pool.ts'

const perPage = 25

export type PurchaseReader = {
  userId: number
  dealerId: number
  /** Whose rights the visitor has. */
  authorities: readonly number[]
  seesPrices: boolean
}

/** Requests that wait for the visitor: those of others to which a right of it has not been applied. */
const isForReaderSql = `(q.state = 'waiting' AND q.user_id <> $2
  AND NOT EXISTS (SELECT FROM purchase_approvals a WHERE a.request_id = q.id AND a.user_id = $2)
  AND EXISTS (SELECT FROM unnest($3::integer[]) AS authority (id) WHERE authority.id <> q.user_id
    AND NOT EXISTS (SELECT FROM purchase_approvals a WHERE a.request_id = q.id AND a.authority_id = authority.id)))`

const conditions: Readonly<Record<PurchaseList, string>> = {
  waiting: isForReaderSql,
  own: 'q.user_id = $2',
  decided: "(q.state <> 'waiting' AND (q.user_id = $2 OR cardinality($3::integer[]) > 0))",
}

export async function countWaiting(
  db: Db,
  { userId, dealerId, authorities }: Omit<PurchaseReader, 'seesPrices'>,
): Promise<WaitingPurchases> {
  if (authorities.length === 0) return noWaitingPurchases
  const row = await db.one<WaitingPurchases>(
    `SELECT count(*)::int AS count, CASE WHEN count(*) = 1 THEN min(q.id) END AS "onlyId"
       FROM purchase_requests q WHERE q.dealer_id = $1 AND ${isForReaderSql}`,
    [dealerId, userId, authorities],
    'purchases_waiting',
  )
  return row ?? noWaitingPurchases
}

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
  { userId, dealerId, authorities, seesPrices }: PurchaseReader,
  { show, page }: { show: PurchaseList; page: number },
): Promise<PurchasePage> {
  const condition = conditions[show]
  // All three statements use the parameters in the same way.
  const used = '$2::integer IS NOT NULL AND $3::integer[] IS NOT NULL'
  const count = await db.one<{ count: number }>(
    `SELECT count(*)::int AS count FROM purchase_requests q WHERE q.dealer_id = $1 AND ${used} AND ${condition}`,
    [dealerId, userId, authorities],
    `purchases_count_${show}`,
  )
  const total = count?.count ?? 0
  const pages = Math.max(1, Math.ceil(total / perPage))
  const rows = await db.query<ListRow>(
    `SELECT q.id, q.created_at, q.state, u.name AS buyer, q.total, q.currency, q.reasons, q.expires_at, o.order_no,
            (SELECT count(*)::int FROM purchase_request_lines l WHERE l.request_id = q.id) AS line_count,
            coalesce(${isForReaderSql}, false) AS is_for_me
       FROM purchase_requests q JOIN users u ON u.id = q.user_id LEFT JOIN orders o ON o.id = q.order_id
      WHERE q.dealer_id = $1 AND ${condition} ORDER BY q.id DESC LIMIT $4 OFFSET $5`,
    [dealerId, userId, authorities, perPage, (page - 1) * perPage],
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
