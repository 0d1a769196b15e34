import type { Permission } from '#domain/people/permissions.ts'

export type ListRight = 'read' | 'change' | 'manage'

/**
 * What a user may do with a list that it sees. Its own list is its own. A shared one is changed by those who may order, and
 * managed (renamed, shared, deleted) by those of them who manage the dealer's users.
 */
export function listRight(isOwn: boolean, permissions: ReadonlySet<Permission>): ListRight {
  if (isOwn) return 'manage'
  if (!permissions.has('order')) return 'read'
  return permissions.has('users') ? 'manage' : 'change'
}
