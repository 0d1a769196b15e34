import { type Permission, dealerRolesWith } from '#domain/people/permissions.ts'
import { type Day, dayInTurkey } from '#domain/text/calendar-day.ts'
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
export async function findDeciders(db: Db, dealerId: number, day: Day): Promise<Decider[]> {
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

export type OpenRequest = { userId: number; approvals: readonly { userId: number; authorityId: number }[] }

/** Those who may give the next approval: not the buyer, nobody for the buyer, and nobody's right twice. */
export function decidersOf(all: readonly Decider[], request: OpenRequest): Decider[] {
  return all.filter(
    ({ userId, authorityId }) =>
      userId !== request.userId &&
      authorityId !== request.userId &&
      request.approvals.every((given) => given.userId !== userId && given.authorityId !== authorityId),
  )
}

/** By whose right the user would approve; undefined if it may not. */
export const deciderFor = (all: readonly Decider[], userId: number, request: OpenRequest): Decider | undefined =>
  decidersOf(all, request).find((decider) => decider.userId === userId)

/** How many different rights can approve a request of this user. */
export const countAuthorities = (all: readonly Decider[], buyerId: number): number =>
  new Set(decidersOf(all, { userId: buyerId, approvals: [] }).map(({ authorityId }) => authorityId)).size

/** Whose rights the user has on a day: its own, and those of colleagues for whom it stands in. */
export async function authoritiesOf(
  db: Db,
  actor: { userId: number; permissions: ReadonlySet<Permission>; dealer: { id: number } },
  now: Date,
): Promise<number[]> {
  const all = await findDeciders(db, actor.dealer.id, dayInTurkey(now))
  return all.filter(({ userId }) => userId === actor.userId).map(({ authorityId }) => authorityId)
}

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
