import { type ApprovalStep, approversOfStep } from '#domain/orders/purchase-approval.ts'
import { dealerRolesWith } from '#domain/people/permissions.ts'
import type { Day } from '#domain/text/calendar-day.ts'
import type { Locale } from '#contract/core/visitor.ts'
import type { Db } from '#server/platform/db/pool.ts'

/** A user who may decide about a request, and whose right it uses: its own, or that of a colleague. */
export type Decider = {
  userId: number
  name: string
  authorityId: number
  /** Null for the own right. */
  standsInFor: string | null
}

/** Users of the dealer $1 with the right to approve: by role ($2) or by an own role. */
const approversSql = `SELECT u.id, u.name FROM users u LEFT JOIN user_roles r ON r.id = u.own_role_id
  WHERE u.dealer_id = $1 AND u.disabled_at IS NULL AND (u.user_role = ANY ($2) OR r.permissions @> '{approve}')`

/**
 * Everybody who may decide about requests of a dealer on a day: those with the right, and their deputies, who have to see
 * prices. An own right comes before that of a colleague.
 */
async function findDeciders(db: Db, dealerId: number, day: Day): Promise<Decider[]> {
  return db.query<Decider>(
    `WITH approvers AS (${approversSql})
     SELECT "userId", name, "authorityId", "standsInFor" FROM (
     SELECT a.id AS "userId", a.name, a.id AS "authorityId", NULL AS "standsInFor", 0 AS place FROM approvers a
     UNION ALL
     SELECT u.id, u.name, a.id, a.name, 1
       FROM approval_deputies d JOIN approvers a ON a.id = d.user_id JOIN users u ON u.id = d.deputy_id
       LEFT JOIN user_roles r ON r.id = u.own_role_id
      WHERE $4::date BETWEEN d.from_day AND d.to_day AND u.dealer_id = $1 AND u.disabled_at IS NULL
        AND (u.user_role = ANY ($3) OR r.permissions @> '{prices}')
     ) deciders ORDER BY place, "authorityId", "userId"`,
    [dealerId, dealerRolesWith('approve'), dealerRolesWith('prices'), day],
    'purchase_deciders',
  )
}

/** Everybody who may decide about requests of a dealer, and whom the dealer has named for each step. */
export type Approvers = { all: Decider[]; named: Readonly<Record<ApprovalStep, readonly number[]>> }

export async function findApprovers(db: Db, dealerId: number, day: Day): Promise<Approvers> {
  return { all: await findDeciders(db, dealerId, day), named: await findNamed(db, dealerId) }
}

/** Ids of the users whom a dealer has named for each step, also of those who have left. */
export async function findNamed(db: Db, dealerId: number): Promise<Record<ApprovalStep, number[]>> {
  const rows = await db.query<{ step: ApprovalStep; user_id: number }>(
    'SELECT step, user_id FROM purchase_step_approvers WHERE dealer_id = $1 ORDER BY user_id',
    [dealerId],
    'purchase_named_approvers',
  )
  const of = (step: ApprovalStep) => rows.filter((row) => row.step === step).map((row) => row.user_id)
  return { 1: of(1), 2: of(2) }
}

export type OpenRequest = { userId: number; approvals: readonly { userId: number; authorityId: number }[] }

/** Those who may give an approval: not the buyer, nobody for the buyer, and nobody's right twice. */
const possibleFor = (all: readonly Decider[], request: OpenRequest): Decider[] =>
  all.filter(
    ({ userId, authorityId }) =>
      userId !== request.userId &&
      authorityId !== request.userId &&
      request.approvals.every((given) => given.userId !== userId && given.authorityId !== authorityId),
  )

/** Who may give the next approval; `isFallback`: of those whom the dealer has named for this step, nobody can. */
export function nextApprovers(
  { all, named }: Approvers,
  request: OpenRequest,
): { approvers: Decider[]; isFallback: boolean } {
  return approversOfStep(possibleFor(all, request), named[request.approvals.length === 0 ? 1 : 2])
}

/** By whose right the user would approve; undefined if it may not. */
export const deciderFor = (approvers: Approvers, userId: number, request: OpenRequest): Decider | undefined =>
  nextApprovers(approvers, request).approvers.find((decider) => decider.userId === userId)

/** How many different rights can approve a request of this user. */
export const countAuthorities = ({ all }: Approvers, buyerId: number): number =>
  new Set(possibleFor(all, { userId: buyerId, approvals: [] }).map(({ authorityId }) => authorityId)).size

/** Whether the user decides about requests of the dealer, by its own right or a colleague's. */
export const isDecider = ({ all }: Approvers, userId: number): boolean =>
  all.some((decider) => decider.userId === userId)

/** Language of users' emails. */
export const localeSql = (user: string): string =>
  `CASE WHEN ${user}.choices ->> 'locale' = 'en' THEN 'en' ELSE 'tr' END`

export type Addressee = { id: number; name: string; email: string; locale: Locale; seesPrices: boolean }

export async function findAddressee(db: Db, userId: number): Promise<Addressee | undefined> {
  return db.one<Addressee>(
    `SELECT u.id, u.name, u.email, ${localeSql('u')} AS locale,
            coalesce(u.user_role = ANY ($2) OR r.permissions @> '{prices}', false) AS "seesPrices"
       FROM users u LEFT JOIN user_roles r ON r.id = u.own_role_id WHERE u.id = $1 AND u.disabled_at IS NULL`,
    [userId, dealerRolesWith('prices')],
    'purchase_addressee',
  )
}
