import { endpoint } from '#contract/core/endpoint.ts'
import { ownRoles, roleValues } from '#contract/core/roles.ts'
import { rowParams } from '#contract/core/row-id.ts'

export const listStaffRoles = endpoint({
  method: 'GET',
  path: '/yonetim/roles',
  access: 'admin',
  area: 'people',
  summary: 'Roles of staff that the shop has made; the ones of every shop are in domain/people/permissions.ts',
  reply: ownRoles,
  errors: [],
})

export const addStaffRole = endpoint({
  method: 'POST',
  path: '/yonetim/roles',
  access: 'admin',
  area: 'people',
  summary: 'Adds a role of staff, with rights that the visitor has',
  body: roleValues,
  reply: ownRoles,
  errors: ['validation_failed', 'roles_full'],
})

export const changeStaffRole = endpoint({
  method: 'PATCH',
  path: '/yonetim/roles/:id',
  access: 'admin',
  area: 'people',
  summary: 'Changes a role of staff, also for those who have it; not the visitor’s own',
  params: rowParams,
  body: roleValues,
  reply: ownRoles,
  errors: ['validation_failed', 'role_not_found', 'own_account', 'no_right_to_grant'],
})

export const removeStaffRole = endpoint({
  method: 'DELETE',
  path: '/yonetim/roles/:id',
  access: 'admin',
  area: 'people',
  summary: 'Removes a role of staff that nobody has',
  params: rowParams,
  reply: ownRoles,
  errors: ['role_not_found', 'role_in_use', 'no_right_to_grant'],
})
