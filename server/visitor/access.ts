import type { DealerPermission, StaffArea } from '#domain/people/permissions.ts'
import type { Endpoint } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Actor, CallContext, Service } from './context.ts'

/** Refuses calls that change data while an administrator views the shop as another user. */
export function checkImpersonation(
  { method, allowedWhileImpersonating }: Endpoint,
  { actor }: Pick<CallContext, 'actor'>,
): Refusal | null {
  const isImpersonating = actor !== null && actor.impersonator !== null
  return isImpersonating && method !== 'GET' && allowedWhileImpersonating !== true ? refuse('viewing_only') : null
}

/** A representative who works for a dealer changes neither its own account nor that of the dealer. */
export function checkActing(
  { method, path, allowedWhileImpersonating }: Endpoint,
  { actor }: Pick<CallContext, 'actor'>,
): Refusal | null {
  const isActing = actor !== null && actor.representative !== null
  const isOwnAccount = method !== 'GET' && ownAccountPaths.some((own) => path.startsWith(own))
  return isActing && isOwnAccount && allowedWhileImpersonating !== true ? refuse('acting_only') : null
}

/** Calls that change the user's password and devices, or how the dealer's quotes name it. */
const ownAccountPaths = [
  '/api/catalog/account/settings',
  '/api/catalog/account/letterhead',
  '/api/account/devices',
  '/api/account/totp',
  '/api/account/recovery-codes',
  '/api/account/passkeys',
]

type Rights = Pick<Endpoint, 'access' | 'needs' | 'area' | 'scope'> &
  Partial<Pick<Endpoint, 'method' | 'allowedWithoutFactor'>>

/**
 * Calls of programs need a key with their scope. Checks otherwise in this order: signed in (or a guest with a cart), the
 * second factor that the store requires of staff, dealer or administrator, the permissions of the role.
 */
export function checkAccess(
  endpoint: Rights,
  context: Pick<CallContext, 'actor' | 'guestCart' | 'service'>,
): Refusal | null {
  const { access } = endpoint
  if (access === 'service') {
    if (context.service === null) return refuse('key_invalid')
    return checkScope(endpoint, context.service)
  }
  if (access === 'dealerKey') {
    const { actor, service } = context
    if (service === null || actor?.dealer == null) return refuse('key_invalid')
    return checkScope(endpoint, service) ?? checkNeeds(endpoint, actor)
  }
  if (access === 'guest') return null
  if (context.actor === null) return access === 'buyer' && context.guestCart !== null ? null : refuse('not_signed_in')
  if (context.actor.needsFactor && endpoint.allowedWithoutFactor !== true) return refuse('factor_required')
  if (access === 'admin') return checkArea(endpoint, context.actor)
  if (access === 'user') return null
  return context.actor.role === 'admin' ? refuse('admin_not_allowed') : checkNeeds(endpoint, context.actor)
}

/** A program may do what its key allows. */
function checkScope({ scope }: Rights, service: Service): Refusal | null {
  return scope === undefined || service.scopes.includes(scope) ? null : refuse('scope_missing', { scope })
}

function checkNeeds({ needs = [] }: Rights, { permissions }: Actor): Refusal | null {
  const missing = needs.find((permission) => !permissions.has(permission))
  if (missing === undefined) return null
  return missing === 'order' ? refuse('no_order_right') : refuse('no_right', { right: missing })
}

function checkArea({ area, method = 'GET' }: Rights, { role, permissions }: Actor): Refusal | null {
  if (role !== 'admin') return refuse('forbidden')
  if (area === undefined || area === 'any') return null
  const rights = [area].flat().map((each) => `${each}:${method === 'GET' ? 'read' : 'write'}` as const)
  const missing = rights.find((right) => !permissions.has(right))
  return missing === undefined ? null : refuse('no_right', { right: missing })
}

/** Whether a user may read what has no call of its own: staff with the area, users of dealers with the permission. */
export const mayRead = ({ role, permissions }: Actor, area: StaffArea, permission: DealerPermission | null): boolean =>
  role === 'admin' ? permissions.has(`${area}:read`) : permission === null || permissions.has(permission)
