import { endView as endViewCall } from '#contract/shop/account.ts'
import type { Input, Reply } from '#contract/core/endpoint.ts'
import { isRefusal, type Refusal, refuse } from '#contract/core/errors.ts'
import {
  changeUser as changeUserCall,
  createUser as createUserCall,
  disableUser,
  getUser,
  inviteUser as inviteUserCall,
  listAllUsers,
  resetFactors as resetFactorsCall,
  revokeInvitation as revokeInvitationCall,
  userShows,
  userSorts,
  viewAsUser,
} from '#contract/admin/users.ts'
import type { Pool } from '#server/platform/db/pool.ts'
import { type Calls, handle } from '#server/visitor/visitor.ts'
import { changeUser, createUser, setUserState, userValuesOf } from './change-user.ts'
import { inviteUser, revokeInvitation, type UserDeps } from '#server/account/password/invitations.ts'
import { oneOf, pagesOf, parsePageQuery } from './page-query.ts'
import { countUsers, findUser, findUsers, presentUser } from './user-rows.ts'
import { stopActing } from '#server/account/acting.ts'
import { resetFactors } from '#server/account/factors/reset-factors.ts'
import { startImpersonation, stopImpersonation } from '#server/account/impersonation.ts'

/** The endpoints of administrators for users. */
export function registerUsers(calls: Calls, deps: UserDeps): void {
  const { pool } = deps
  const detailOf = async (changed: { ok: true; id: number } | Refusal) =>
    changed.ok ? detail(pool, changed.id) : changed
  const invitedOf = async (changed: { ok: true; id: number; invitationLink: string | null } | Refusal) => {
    if (!changed.ok) return changed
    const user = await detail(pool, changed.id)
    return isRefusal(user) ? user : { ...user, invitationLink: changed.invitationLink }
  }

  handle(calls, listAllUsers, ({ query }) => list(pool, query))

  handle(calls, getUser, ({ params }) => detail(pool, params.id))

  handle(calls, createUserCall, ({ body }, context) => createUser(deps, context, body))

  handle(calls, changeUserCall, async ({ params, body }, context) =>
    invitedOf(await changeUser(deps, context, { id: params.id, ...body })),
  )

  handle(calls, disableUser, async ({ params, body }, context) =>
    detailOf(await setUserState(deps, context, { id: params.id, ...body })),
  )

  handle(calls, inviteUserCall, async ({ params }, context) => invitedOf(await inviteUser(deps, context, params.id)))

  handle(calls, revokeInvitationCall, async ({ params }, context) =>
    detailOf(await revokeInvitation(deps, context, params.id)),
  )

  handle(calls, resetFactorsCall, async ({ params }, context) => detailOf(await resetFactors(pool, context, params.id)))

  handle(calls, viewAsUser, ({ params }, context) => startImpersonation(pool, context, params.id))

  handle(calls, endViewCall, (_input, context) =>
    context.actor.representative === null ? stopImpersonation(pool, context) : stopActing(pool, context),
  )
}

/** Parses the list's query. Invalid values are ignored. */
export function parseUserListQuery(query: Input<typeof listAllUsers>['query']) {
  const dealerId = query.dealer !== undefined && /^[1-9]\d{0,8}$/.test(query.dealer) ? Number(query.dealer) : null
  const shown = { show: oneOf(userShows, query.show, null), sort: oneOf(userSorts, query.sort, 'name' as const) }
  return { ...parsePageQuery(query), ...shown, dealerId }
}

async function list(pool: Pool, query: Input<typeof listAllUsers>['query']): Promise<Reply<typeof listAllUsers>> {
  const filter = parseUserListQuery(query)
  const { dealerId } = filter
  const [rows, total, dealer] = await Promise.all([
    findUsers(pool, filter),
    countUsers(pool, filter),
    pool.one<{ id: number; name: string }>('SELECT id, name FROM dealers WHERE id = $1', [dealerId]),
  ])
  const { page, limit, q, show, sort } = filter
  const place = { total, page, limit, pages: pagesOf(total, limit), q, show, sort }
  return { items: rows.map(presentUser), ...place, dealer: dealer ?? null }
}

async function detail(pool: Pool, id: number): Promise<Reply<typeof getUser> | Refusal> {
  const row = await findUser(pool, id)
  if (row === undefined) return refuse('user_not_found')
  const invitedUntil = row.access === 'ready' ? null : (row.invited_until?.toISOString() ?? null)
  const linked = await pool.one<{ provider: string; since: Date }>(
    `SELECT p.name AS provider, i.created_at AS since FROM user_identities i
       JOIN identity_providers p ON p.id = i.provider_id WHERE i.user_id = $1`,
    [id],
  )
  const identity = linked === undefined ? null : { ...linked, since: linked.since.toISOString() }
  return {
    ...presentUser(row),
    values: userValuesOf(row),
    createdAt: row.created_at.toISOString(),
    invitedUntil,
    hasTotp: row.has_totp,
    passkeys: row.passkeys,
    identity,
  }
}
