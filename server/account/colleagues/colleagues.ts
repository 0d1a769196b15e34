import { addStaffRole, changeStaffRole, listStaffRoles, removeStaffRole } from '#contract/admin/roles.ts'
import type { Refusal } from '#contract/core/errors.ts'
import {
  addDealerRole,
  changeColleague as changeCall,
  changeDealerRole,
  inviteColleague as inviteCall,
  listColleagues as listCall,
  reinviteColleague as reinviteCall,
  removeColleague as removeCall,
  removeDealerRole,
  setColleagueState as stateCall,
} from '#contract/shop/colleagues.ts'
import { loadAddresses } from '#server/account/addresses/address-rows.ts'
import type { UserDeps } from '#server/account/password/invitations.ts'
import { addRole, changeRole, listOwnRoles, removeRole } from '#server/account/roles.ts'
import { type Calls, type DealerContext, handle, type UserContext } from '#server/visitor/visitor.ts'
import {
  changeColleague,
  inviteColleague,
  reinviteColleague,
  removeColleague,
  setColleagueState,
} from './change-colleagues.ts'
import { listColleagues } from './colleague-rows.ts'

/** The calls with which a dealer manages its users and roles, and staff theirs. */
export function registerColleagues(calls: Calls, deps: UserDeps): void {
  const { pool } = deps
  const list = async ({ actor: { userId, dealer } }: DealerContext) => {
    const [items, roles, addresses] = await Promise.all([
      listColleagues(pool, { userId, dealerId: dealer.id }),
      listOwnRoles(pool, dealer.id),
      loadAddresses(pool, dealer.id),
    ])
    return { items, roles, addresses: addresses.map(({ id, name }) => ({ id, name })) }
  }
  const listAfter = async (by: DealerContext, changed: Promise<{ ok: true } | Refusal>) => {
    const outcome = await changed
    return outcome.ok ? list(by) : outcome
  }
  const invitedAfter = async (
    by: DealerContext,
    changed: Promise<{ ok: true; invitationLink: string | null } | Refusal>,
  ) => {
    const outcome = await changed
    return outcome.ok ? { ...(await list(by)), invitationLink: outcome.invitationLink } : outcome
  }

  handle(calls, listCall, (_input, by) => list(by))
  handle(calls, inviteCall, ({ body }, by) => invitedAfter(by, inviteColleague(deps, by, body)))
  handle(calls, reinviteCall, ({ params }, by) => invitedAfter(by, reinviteColleague(deps, by, params.id)))
  handle(calls, changeCall, ({ params, body }, by) => listAfter(by, changeColleague(deps, by, { ...body, ...params })))
  handle(calls, stateCall, ({ params, body }, by) => listAfter(by, setColleagueState(deps, by, { ...body, ...params })))
  handle(calls, removeCall, ({ params }, by) => listAfter(by, removeColleague(deps, by, params.id)))

  const rolesOf = async ({ actor }: UserContext) => ({ items: await listOwnRoles(pool, actor.dealer?.id ?? null) })
  const rolesAfter = async (by: UserContext, changed: Promise<{ ok: true } | Refusal>) => {
    const outcome = await changed
    return outcome.ok ? rolesOf(by) : outcome
  }
  handle(calls, listStaffRoles, (_input, by) => rolesOf(by))
  handle(calls, addStaffRole, ({ body }, by) => rolesAfter(by, addRole(pool, by, body)))
  handle(calls, addDealerRole, ({ body }, by) => rolesAfter(by, addRole(pool, by, body)))
  handle(calls, changeStaffRole, ({ params, body }, by) => rolesAfter(by, changeRole(pool, by, { ...body, ...params })))
  handle(calls, changeDealerRole, ({ params, body }, by) =>
    rolesAfter(by, changeRole(pool, by, { ...body, ...params })),
  )
  handle(calls, removeStaffRole, ({ params }, by) => rolesAfter(by, removeRole(pool, by, params.id)))
  handle(calls, removeDealerRole, ({ params }, by) => rolesAfter(by, removeRole(pool, by, params.id)))
}
