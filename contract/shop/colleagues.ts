import * as z from 'zod/mini'
import { userAccesses } from '#contract/core/user-accesses.ts'
import { endpoint } from '#contract/core/endpoint.ts'
import { addressesMax } from './addresses.ts'
import { ownRole, ownRoles, roleValues } from '#contract/core/roles.ts'
import { rowNumber, rowParams } from '#contract/core/row-id.ts'

const typed = (max: number) => z.string().check(z.maxLength(max))

/** Users that a dealer can have. */
export const colleaguesMax = 200

export const colleague = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  /** A role that every dealer has, or `own-` and the id of an own one. */
  userRole: z.string(),
  /** The name of an own role. */
  roleName: z.nullable(z.string()),
  /** The store lets the user order. */
  canOrder: z.boolean(),
  isDisabled: z.boolean(),
  isSelf: z.boolean(),
  /** The delivery addresses that the user is bound to; empty: to none, the user sees the whole dealer. */
  addresses: z.array(z.number()),
  access: z.enum(userAccesses),
  lastSeenAt: z.nullable(z.string()),
})
export type Colleague = z.output<typeof colleague>

const reply = z.object({
  items: z.array(colleague),
  roles: z.array(ownRole),
  /** The addresses that users can be bound to. */
  addresses: z.array(z.object({ id: z.number(), name: z.string() })),
})
/** Left out: the addresses of the user stay as they are. */
const boundTo = z.optional(z.array(rowNumber).check(z.maxLength(addressesMax)))
/** The link of an invitation that no email can deliver, because the shop has no mail server; null otherwise. */
const invited = z.extend(reply, { invitationLink: z.nullable(z.string()) })

export const listColleagues = endpoint({
  method: 'GET',
  path: '/api/account/users',
  access: 'dealer',
  needs: ['users'],
  summary: 'The users of the visitor’s dealer, and its own roles',
  reply,
  errors: [],
})

export const inviteColleague = endpoint({
  method: 'POST',
  path: '/api/account/users',
  access: 'dealer',
  needs: ['users'],
  summary: 'Adds a user of the visitor’s dealer, who gets an email with a link for setting a password',
  body: z.strictObject({ name: typed(500), email: typed(500), userRole: typed(40), addresses: boundTo }),
  reply: invited,
  errors: ['validation_failed', 'address_not_found', 'no_right_to_grant', 'colleagues_full', 'too_many_requests'],
})

export const changeColleague = endpoint({
  method: 'PATCH',
  path: '/api/account/users/:id',
  access: 'dealer',
  needs: ['users'],
  summary: 'Changes name, role and addresses of a colleague; `before` is the role that the visitor saw',
  params: rowParams,
  body: z.strictObject({ name: typed(500), userRole: typed(40), before: typed(40), addresses: boundTo }),
  reply,
  errors: [
    'validation_failed',
    'address_not_found',
    'user_not_found',
    'user_changed',
    'own_account',
    'last_owner',
    'no_right_to_grant',
  ],
})

export const setColleagueState = endpoint({
  method: 'POST',
  path: '/api/account/users/:id/state',
  access: 'dealer',
  needs: ['users'],
  summary: 'Disables a colleague, which ends its sessions at once, or enables it again',
  params: rowParams,
  body: z.strictObject({ isDisabled: z.boolean() }),
  reply,
  errors: ['user_not_found', 'own_account', 'last_owner', 'no_right_to_grant'],
})

export const removeColleague = endpoint({
  method: 'DELETE',
  path: '/api/account/users/:id',
  access: 'dealer',
  needs: ['users'],
  summary: 'Removes a colleague; its name stays on what it has ordered and written',
  params: rowParams,
  reply,
  errors: ['user_not_found', 'own_account', 'last_owner', 'no_right_to_grant'],
})

export const reinviteColleague = endpoint({
  method: 'POST',
  path: '/api/account/users/:id/invitation',
  access: 'dealer',
  needs: ['users'],
  summary: 'Sends the invitation of a colleague without a password again',
  params: rowParams,
  reply: invited,
  errors: ['user_not_found', 'user_disabled', 'user_has_password', 'no_right_to_grant', 'too_many_requests'],
})

export const addDealerRole = endpoint({
  method: 'POST',
  path: '/api/account/roles',
  access: 'dealer',
  needs: ['users'],
  summary: 'Adds a role of the visitor’s dealer, with rights that the visitor has',
  body: roleValues,
  reply: ownRoles,
  errors: ['validation_failed', 'roles_full'],
})

export const changeDealerRole = endpoint({
  method: 'PATCH',
  path: '/api/account/roles/:id',
  access: 'dealer',
  needs: ['users'],
  summary: 'Changes a role of the visitor’s dealer, also for those who have it; not the visitor’s own',
  params: rowParams,
  body: roleValues,
  reply: ownRoles,
  errors: ['validation_failed', 'role_not_found', 'own_account', 'no_right_to_grant'],
})

export const removeDealerRole = endpoint({
  method: 'DELETE',
  path: '/api/account/roles/:id',
  access: 'dealer',
  needs: ['users'],
  summary: 'Removes a role of the visitor’s dealer that nobody has',
  params: rowParams,
  reply: ownRoles,
  errors: ['role_not_found', 'role_in_use', 'no_right_to_grant'],
})
