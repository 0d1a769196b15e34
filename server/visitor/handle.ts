import type { Endpoint } from '#contract/core/endpoint.ts'
import type { Refusal } from '#contract/core/errors.ts'
import { type CallHandler, CallRegistry } from '#server/platform/http/calls.ts'
import { cleanTexts } from './clean-texts.ts'
import { checkAccess, checkActing, checkImpersonation } from './access.ts'
import type {
  BuyerContext,
  CallContext,
  DealerContext,
  DealerKeyContext,
  ServiceContext,
  UserContext,
} from './context.ts'

type ContextOf<E extends Endpoint> = E['access'] extends 'dealer'
  ? DealerContext
  : E['access'] extends 'user' | 'admin'
    ? UserContext
    : E['access'] extends 'buyer'
      ? BuyerContext
      : E['access'] extends 'service'
        ? ServiceContext
        : E['access'] extends 'dealerKey'
          ? DealerKeyContext
          : CallContext

/** The calls of the shop. */
export class Calls extends CallRegistry<CallContext> {
  constructor() {
    super({
      checkCaller(endpoint, context) {
        const refusal =
          checkImpersonation(endpoint, context) ?? checkActing(endpoint, context) ?? checkAccess(endpoint, context)
        if (refusal !== null) logRefusal(endpoint, context, refusal)
        return refusal
      },
      fieldErrors: { quantity: 'quantity_invalid', addQuantity: 'quantity_invalid' },
      cleanBody: cleanTexts,
    })
  }
}

/** Guests are asked to sign in all the time; refusals of users and programs are events of security (docs/asvs.md). */
function logRefusal({ method, path }: Endpoint, { actor, service, log }: CallContext, { code }: Refusal): void {
  if (actor === null && service === null) return
  log.info({ code, call: `${method} ${path}`, userId: actor?.userId ?? null }, 'Access was refused.')
}

/**
 * Registers the handler of an endpoint, with the context that the endpoint's access guarantees. Access and input are checked
 * before the handler runs, and parts that the reply's shape does not have are removed from its result.
 */
export function handle<E extends Endpoint>(calls: Calls, endpoint: E, handler: CallHandler<E, ContextOf<E>>): void {
  calls.register(endpoint, handler as CallHandler<E, CallContext>)
}
