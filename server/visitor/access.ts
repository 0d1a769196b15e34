import type { Endpoint } from '#contract/core/endpoint.ts'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { CallContext } from './context.ts'

/** Refuses calls that change data while an administrator views the shop as another user. */
export function checkImpersonation(
  { method, allowedWhileImpersonating }: Endpoint,
  { actor }: Pick<CallContext, 'actor'>,
): Refusal | null {
  const isImpersonating = actor !== null && actor.impersonator !== null
  return isImpersonating && method !== 'GET' && allowedWhileImpersonating !== true ? refuse('viewing_only') : null
}

/** Calls of programs need a key with their scope. Checks otherwise in this order: signed in (or a guest with a cart), the role, the right to order. */
export function checkAccess(
  endpoint: Pick<Endpoint, 'access' | 'order' | 'scope'>,
  context: Pick<CallContext, 'actor' | 'guestCart' | 'service'>,
): Refusal | null {
  if (endpoint.access === 'service') {
    if (context.service === null) return refuse('key_invalid')
    const { scope } = endpoint
    return scope === undefined || context.service.scopes.includes(scope) ? null : refuse('scope_missing', { scope })
  }
  if (endpoint.access === 'dealerKey') return checkDealerKey(endpoint, context)
  if (endpoint.access === 'guest') return null
  if (context.actor === null) {
    return endpoint.access === 'buyer' && context.guestCart !== null ? null : refuse('not_signed_in')
  }
  const isForDealers = endpoint.access === 'dealer' || endpoint.access === 'buyer'
  if (isForDealers && context.actor.role === 'admin') return refuse('admin_not_allowed')
  if (endpoint.access === 'admin' && context.actor.role !== 'admin') return refuse('forbidden')
  if (endpoint.order && !context.actor.canOrder) return refuse('no_order_right')
  return null
}

/** A dealer's program may do what its key and its user may do. */
function checkDealerKey(
  { scope, order }: Pick<Endpoint, 'order' | 'scope'>,
  { actor, service }: Pick<CallContext, 'actor' | 'service'>,
): Refusal | null {
  if (service === null || actor?.dealer == null) return refuse('key_invalid')
  if (scope !== undefined && !service.scopes.includes(scope)) return refuse('scope_missing', { scope })
  return order && !actor.canOrder ? refuse('no_order_right') : null
}
