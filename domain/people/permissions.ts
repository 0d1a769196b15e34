/** What a user of a dealer may do. Calls name what they need; the pages hide what is missing. */
export const dealerPermissions = [
  'prices',
  'stock',
  'order',
  'pay',
  'statement',
  'offers',
  'markup',
  'returns',
  'keys',
  'approve',
  'users',
] as const
export type DealerPermission = (typeof dealerPermissions)[number]

/** What every user could do before there were roles: all but approving colleagues' orders and managing the users. */
const beforeRoles = dealerPermissions.filter((permission) => permission !== 'approve' && permission !== 'users')

/** Programs read everything of a dealer, and who manages users could lift the own bounds. */
const beyondAddresses: readonly DealerPermission[] = ['keys', 'users']

/** The roles that every dealer has; dealers make further ones of their own. */
export const dealerRoles = {
  owner: dealerPermissions,
  buyer: beforeRoles,
  approver: ['prices', 'stock', 'order', 'pay', 'statement', 'offers', 'returns', 'approve'],
  accountant: ['prices', 'pay', 'statement'],
  viewer: ['prices', 'stock'],
} as const satisfies Record<string, readonly DealerPermission[]>
export type DealerRole = keyof typeof dealerRoles

/** What a representative may do who works for a dealer: it neither pays nor manages anything of the dealer. */
export const representativePermissions: readonly DealerPermission[] = [
  'prices',
  'stock',
  'order',
  'statement',
  'offers',
  'returns',
]

/**
 * The parts of the administration that staff may see or change. `field`: the dealers of a representative, for itself.
 * `sales`: all representatives, their dealers, targets and discounts.
 */
export const staffAreas = [
  'orders',
  'catalog',
  'prices',
  'payments',
  'refunds',
  'people',
  'sales',
  'field',
  'settings',
  'reports',
] as const
export type StaffArea = (typeof staffAreas)[number]

/**
 * `read`: the lists and pages of an area. `write`: also its changes. `prices:belowFloor`: where a user sets a price, it may be below
 * the floor (docs/decisions/082).
 */
export type StaffPermission = `${StaffArea}:${'read' | 'write'}` | 'prices:belowFloor'
export const staffPermissions: readonly StaffPermission[] = [
  ...staffAreas.flatMap((area) => [`${area}:read`, `${area}:write`] as const),
  'prices:belowFloor',
]

const readAll: readonly StaffPermission[] = staffAreas.map((area) => `${area}:read` as const)

/** The roles that every shop has; a full administrator makes further ones. */
export const staffRoles = {
  full: staffPermissions,
  orders: ['orders:read', 'orders:write', 'people:read', 'catalog:read'],
  catalog: ['catalog:read', 'catalog:write', 'prices:read'],
  prices: ['prices:read', 'prices:write', 'catalog:read', 'prices:belowFloor'],
  payments: ['payments:read', 'payments:write', 'people:read', 'orders:read'],
  refunds: ['refunds:read', 'refunds:write', 'payments:read', 'orders:read'],
  people: ['people:read', 'people:write'],
  sales: ['sales:read', 'sales:write', 'field:read', 'field:write', 'people:read', 'orders:read', 'orders:write'],
  representative: ['field:read', 'field:write'],
  settings: ['settings:read', 'settings:write'],
  reports: ['reports:read', 'reports:write', 'orders:read', 'people:read', 'catalog:read'],
  readOnly: readAll,
} as const satisfies Record<string, readonly StaffPermission[]>
export type StaffRole = keyof typeof staffRoles

export type Permission = DealerPermission | StaffPermission

const isKey = <Keys extends object>(keys: Keys, key: string): key is Extract<keyof Keys, string> =>
  Object.hasOwn(keys, key)
export const isDealerRole = (key: string): key is DealerRole => isKey(dealerRoles, key)
export const isStaffRole = (key: string): key is StaffRole => isKey(staffRoles, key)
export const isDealerPermission = (text: string): text is DealerPermission =>
  dealerPermissions.some((permission) => permission === text)
export const isStaffPermission = (text: string): text is StaffPermission =>
  staffPermissions.some((permission) => permission === text)

/**
 * What a user may do. `role` is the key of a role that every shop has; null: `own`, the permissions of a role that the
 * dealer or the shop has made. Without the right to order nothing is ordered, whatever the role.
 */
export function permissionsOf(user: {
  kind: 'dealer' | 'admin'
  role: string | null
  own: readonly string[] | null
  canOrder: boolean
  /** Bound to delivery addresses (address-scope.ts): what reaches the whole dealer is out of its hands. */
  isBound?: boolean
}): ReadonlySet<Permission> {
  const { kind, role, own, canOrder, isBound = false } = user
  if (kind === 'admin')
    return new Set(own?.filter(isStaffPermission) ?? (role !== null && isStaffRole(role) ? staffRoles[role] : []))
  const granted = own?.filter(isDealerPermission) ?? (role !== null && isDealerRole(role) ? dealerRoles[role] : [])
  const isAllowed = (permission: DealerPermission) =>
    (canOrder || permission !== 'order') && !(isBound && beyondAddresses.includes(permission))
  return new Set(granted.filter(isAllowed))
}

/** Permissions of a role as it is saved: known ones, in their order, and seeing wherever changing is allowed. */
export function cleanStaffPermissions(asked: readonly string[]): StaffPermission[] {
  return staffPermissions.filter(
    (permission) => asked.includes(permission) || asked.includes(permission.replace(/:read$/, ':write')),
  )
}

/** Known permissions of a dealer's role in their order. Mark-up is part of offers; nobody approves prices unseen. */
export function cleanDealerPermissions(asked: readonly string[]): DealerPermission[] {
  const implied = new Set(asked)
  if (implied.has('markup')) implied.add('offers')
  if (implied.has('approve')) implied.add('prices')
  return dealerPermissions.filter((permission) => implied.has(permission))
}

/** The ready-made roles of dealers with a permission. */
export const dealerRolesWith = (permission: DealerPermission): DealerRole[] =>
  Object.entries(dealerRoles).flatMap(([role, granted]) =>
    isDealerRole(role) && granted.some((each) => each === permission) ? [role] : [],
  )

/**
 * Whether a user may give somebody these permissions: only those that it has itself. Otherwise a user could raise its own
 * role through a colleague.
 */
export const mayGrant = (giver: ReadonlySet<Permission>, given: Iterable<Permission>): boolean =>
  [...given].every((permission) => giver.has(permission))
