import { ownRoleKey } from '#contract/core/roles.ts'
import { dealerRoles, mayGrant, type Permission, staffRoles } from '#domain/people/permissions.ts'

export type RoleKind = 'dealer' | 'admin'
/** Without permissions: of another dealer, whose roles staff cannot choose. */
export type OwnRoleChoice = { id: number; name: string; permissions?: readonly Permission[] }
type Giver = { role: RoleKind; permissions: readonly Permission[] }

/**
 * The keys of the roles that a user may give: those of which it has all rights. Staff give every role of dealers' users.
 * Whether somebody may order is decided by the store, so that right is no obstacle.
 */
export function grantableRoles(giver: Giver, kind: RoleKind, own: readonly OwnRoleChoice[]): string[] {
  const has = new Set(giver.permissions)
  const may = (permissions: readonly Permission[]) =>
    (giver.role === 'admin' && kind === 'dealer') ||
    mayGrant(
      has,
      permissions.filter((permission) => permission !== 'order'),
    )
  const known: [string, readonly Permission[]][] = Object.entries(kind === 'dealer' ? dealerRoles : staffRoles)
  return [
    ...known.filter(([, permissions]) => may(permissions)).map(([key]) => key),
    ...own.filter(({ permissions }) => permissions !== undefined && may(permissions)).map(({ id }) => ownRoleKey(id)),
  ]
}

/** The role that is proposed: the preferred one if it may be given, otherwise the first; '' if there is none. */
export const proposedRole = (grantable: readonly string[], preferred: string): string =>
  grantable.includes(preferred) ? preferred : (grantable[0] ?? '')
