import * as z from 'zod/mini'
import { endpoint } from '#contract/core/endpoint.ts'
import { paged } from '#contract/core/paged.ts'
import { userAccesses } from '#contract/core/user-accesses.ts'
import { rowParams } from '#contract/core/row-id.ts'

const text = z.optional(z.string().check(z.maxLength(200)))
const typed = z.string().check(z.maxLength(2000))

export const userShows = ['active', 'disabled', 'admin', 'no_order', 'invited', 'erasure'] as const
export const userSorts = ['name', '-name', 'email', '-email', 'dealer', '-dealer', 'seen', '-seen'] as const
export type UserSort = (typeof userSorts)[number]

const listed = {
  id: z.number(),
  name: z.string(),
  email: z.string(),
  role: z.enum(['dealer', 'admin']),
  dealer: z.nullable(z.object({ id: z.number(), code: z.string(), name: z.string(), isDisabled: z.boolean() })),
  canOrder: z.boolean(),
  userRole: z.string(),
  /** The name of an own role. */
  roleName: z.nullable(z.string()),
  isDisabled: z.boolean(),
  access: z.enum(userAccesses),
  lastSeenAt: z.nullable(z.string()),
}
export const listedUser = z.object(listed)
export type ListedUser = z.output<typeof listedUser>

/** Filters: `q` (parts of name, email, and the dealer's code, name and city), `show`, `dealer` (id). */
export const listAllUsers = endpoint({
  method: 'GET',
  path: '/yonetim/users',
  access: 'admin',
  area: 'people',
  summary: 'Users',
  query: z.object({ page: text, limit: text, q: text, show: text, sort: text, dealer: text }),
  reply: z.object({
    items: z.array(listedUser),
    ...paged,
    q: z.string(),
    show: z.nullable(z.enum(userShows)),
    sort: z.enum(userSorts),
    dealer: z.nullable(z.object({ id: z.number(), name: z.string() })),
  }),
  errors: [],
})

export const userValues = z.strictObject({
  email: typed,
  name: typed,
  role: z.enum(['dealer', 'admin']),
  /** Code of the dealer; ignored for administrators. */
  dealer: typed,
  canOrder: z.boolean(),
  /**
   * A role that every dealer or shop has, or `own-` and the id of an own one. Empty for a new user of a dealer: the first one
   * becomes its owner, further ones buyers.
   */
  userRole: typed,
})
export type UserValues = z.output<typeof userValues>

export const userDetail = z.object({
  ...listed,
  values: userValues,
  createdAt: z.string(),
  /** When the invitation expires or expired. */
  invitedUntil: z.nullable(z.string()),
  /** Whether the user has an authenticator app, and how many passkeys. */
  hasTotp: z.boolean(),
  passkeys: z.number(),
  /** The OpenID provider with which the user has signed in; null: with none. */
  identity: z.nullable(z.object({ provider: z.string(), since: z.string() })),
})
export type UserDetail = z.output<typeof userDetail>

export const getUser = endpoint({
  method: 'GET',
  path: '/yonetim/users/:id',
  access: 'admin',
  area: 'people',
  summary: 'One user',
  params: rowParams,
  reply: userDetail,
  errors: ['user_not_found'],
})

/**
 * The link of an invitation that no email can deliver, because the shop has no mail server; null otherwise. Only the
 * administrator who makes the invitation gets it, in this reply.
 */
const invitationLink = z.nullable(z.string())

export const createUser = endpoint({
  method: 'POST',
  path: '/yonetim/users',
  access: 'admin',
  area: 'people',
  summary: 'Adds a user; `invite` sends an email with a link for setting the password, or returns the link',
  body: z.strictObject({ values: userValues, invite: z.boolean() }),
  reply: z.object({ id: z.number(), invitationLink }),
  errors: ['validation_failed', 'no_right_to_grant'],
})

/** Changing the role or dealer ends the user's sessions. A new administrator sets a new password by an emailed link. */
export const changeUser = endpoint({
  method: 'PATCH',
  path: '/yonetim/users/:id',
  access: 'admin',
  area: 'people',
  summary: 'Changes a user',
  params: rowParams,
  body: z.strictObject({ before: userValues, values: userValues }),
  reply: z.extend(userDetail, { invitationLink }),
  errors: ['validation_failed', 'user_not_found', 'user_changed', 'own_account', 'last_admin', 'no_right_to_grant'],
})

export const disableUser = endpoint({
  method: 'POST',
  path: '/yonetim/users/:id/state',
  access: 'admin',
  area: 'people',
  summary: 'Disables a user, which ends its sessions at once, or enables it again',
  params: rowParams,
  body: z.strictObject({ isDisabled: z.boolean() }),
  reply: userDetail,
  errors: ['user_not_found', 'own_account', 'last_admin', 'no_right_to_grant'],
})

export const inviteUser = endpoint({
  method: 'POST',
  path: '/yonetim/users/:id/invitation',
  access: 'admin',
  area: 'people',
  summary:
    'Sends an invitation or returns its link, also again; earlier links are closed. Without a mail server also for a new password',
  params: rowParams,
  reply: z.extend(userDetail, { invitationLink }),
  errors: ['user_not_found', 'user_disabled', 'user_has_password', 'no_right_to_grant'],
})

export const revokeInvitation = endpoint({
  method: 'DELETE',
  path: '/yonetim/users/:id/invitation',
  access: 'admin',
  area: 'people',
  summary: 'Closes the link of an invitation',
  params: rowParams,
  reply: userDetail,
  errors: ['user_not_found'],
})

/** For a user who has lost the device. The user's sessions end, and an email reports it. */
export const resetFactors = endpoint({
  method: 'DELETE',
  path: '/yonetim/users/:id/factors',
  access: 'admin',
  area: 'people',
  summary: 'Removes the authenticator app, the recovery codes and the passkeys of a user',
  params: rowParams,
  reply: userDetail,
  errors: ['user_not_found', 'own_account', 'no_right_to_grant', 'factor_not_found'],
})

export const viewAsUser = endpoint({
  method: 'POST',
  path: '/yonetim/users/:id/view',
  access: 'admin',
  area: 'people',
  summary: 'Starts impersonating a dealer’s user; nothing can be changed until that stops',
  params: rowParams,
  reply: z.object({ success: z.literal(true) }),
  errors: ['user_not_found', 'user_disabled'],
})
