import * as z from 'zod/mini'
import { refuse, type Refusal } from '#contract/core/errors.ts'
import type { Endpoint, Input, Reply } from '#contract/core/endpoint.ts'
import type { BuyerContext, CallContext, DealerContext, UserContext } from './context.ts'

type ContextOf<E extends Endpoint> = E['access'] extends 'dealer'
  ? DealerContext
  : E['access'] extends 'user' | 'admin'
    ? UserContext
    : E['access'] extends 'buyer'
      ? BuyerContext
      : CallContext

export type Handler<E extends Endpoint> = (
  input: Input<E>,
  context: ContextOf<E>,
) => Promise<Reply<E> | Refusal> | Reply<E> | Refusal

export type RawInput = { params?: unknown; query?: unknown; body?: unknown }
export type Answer = { ok: true; body: unknown } | Refusal

/** One registered call: its endpoint, and its core that both the wire and the page renderer run. */
export type RegisteredCall = {
  endpoint: Endpoint
  run(raw: RawInput, context: CallContext): Promise<Answer>
}

/** The registered calls, by method and path as the contract writes them. */
export class Calls {
  readonly all: RegisteredCall[] = []
  readonly #byKey = new Map<string, RegisteredCall>()

  add(call: RegisteredCall): void {
    const key = `${call.endpoint.method} ${call.endpoint.path}`
    if (this.#byKey.has(key)) throw new Error(`Registered twice: ${key}`)
    this.#byKey.set(key, call)
    this.all.push(call)
  }

  find(method: string, path: string): RegisteredCall | undefined {
    return this.#byKey.get(`${method} ${path}`)
  }
}

/**
 * Registers the handler of an endpoint. Every call passes here, over the wire or while a page is rendered:
 * access, then the shapes of the input, then the handler, then the shape of the reply (what is not in it is left out).
 */
export function handle<E extends Endpoint>(calls: Calls, endpoint: E, handler: Handler<E>): void {
  calls.add({
    endpoint,
    async run(raw, context) {
      const refusal = checkImpersonation(endpoint, context) ?? checkAccess(endpoint, context)
      if (refusal !== null) return refusal
      const input = parseInput(endpoint, raw)
      if ('ok' in input) return input
      const result = await handler(input as Input<E>, context as ContextOf<E>)
      if (isRefusal(result)) return result
      return { ok: true, body: z.parse(endpoint.reply, result) }
    },
  })
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as { ok?: unknown }).ok === false && 'code' in value
}

/** Who looks at the shop as somebody else changes nothing. */
function checkImpersonation({ method, allowedWhileImpersonating }: Endpoint, { actor }: CallContext): Refusal | null {
  const isImpersonating = actor !== null && actor.viewer !== null
  return isImpersonating && method !== 'GET' && allowedWhileImpersonating !== true ? refuse('viewing_only') : null
}

/** A guest without a cart gets 401, an administrator is refused a dealer's calls, rights come last. */
export function checkAccess(
  endpoint: Pick<Endpoint, 'access' | 'order'>,
  context: Pick<CallContext, 'actor' | 'guestCart'>,
): Refusal | null {
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

type ParsedInput = { params: unknown; query: unknown; body: unknown }

function parseInput(endpoint: Endpoint, raw: RawInput): ParsedInput | Refusal {
  const parsed: ParsedInput = { params: undefined, query: undefined, body: undefined }
  for (const part of ['params', 'query', 'body'] as const) {
    const shape = endpoint[part]
    if (shape === undefined) continue
    const result = z.safeParse(shape, raw[part] ?? {})
    // An address that cannot name anything names nothing.
    if (!result.success) return part === 'params' ? refuse('not_found') : inputRefusal(result.error.issues)
    parsed[part] = result.data
  }
  return parsed
}

const fieldCodes: Record<string, string> = { too_small: 'too_short', too_big: 'too_long' }

function inputRefusal(issues: readonly z.core.$ZodIssue[]): Refusal {
  const fields: Record<string, string> = {}
  for (const issue of issues) fields[issue.path.join('.') || 'body'] ??= fieldCodes[issue.code] ?? 'invalid'
  if ('quantity' in fields || 'addQuantity' in fields) return { ...refuse('quantity_invalid'), fields }
  return { ...refuse('validation_failed'), fields }
}
