import type * as z from 'zod/mini'
import type { DealerPermission, StaffArea } from '#domain/people/permissions.ts'
import type { ErrorCode } from './errors.ts'
import type { DealerScope } from './dealer-scopes.ts'
import type { Scope } from './scopes.ts'

/**
 * Who may call: everybody, signed-in users, dealers' users (not administrators), everybody with a cart (dealers' users,
 * and guests where the store lets guests have one), administrators, programs with an API key, programs with the key of a
 * dealer's user.
 */
export type Access = 'guest' | 'user' | 'dealer' | 'buyer' | 'admin' | 'service' | 'dealerKey'

/** What a call states in addition to its access. */
type Rights<A extends Access> = A extends 'dealer' | 'buyer' | 'dealerKey'
  ? { needs: readonly DealerPermission[] }
  : A extends 'admin'
    ? { area: StaffArea | readonly StaffArea[] | 'any' }
    : object

type Schema = z.ZodMiniType
type Example = { params?: object; query?: object; body?: unknown; reply: unknown }

/**
 * A call: its method, path (`:name` parameters, a final `*` takes the rest), access and shapes. `signed: 'form'` marks a
 * form post that carries `_token` instead of headers.
 */
export type Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  access: Access
  summary: string
  /** Of calls for dealers' users and their programs: the permissions that the user needs, all of them. */
  needs?: readonly DealerPermission[]
  /** Of calls for administrators: the areas that they must be allowed to read, or to change unless it is a GET. */
  area?: StaffArea | readonly StaffArea[] | 'any'
  /** With access `service` or `dealerKey`: what the key must be allowed to do. Without it, every valid key may call. */
  scope?: Scope | DealerScope
  /** A request and its reply for the documentation. */
  example?: Example
  /** A call of our own programs, which is not documented for others. */
  isInternal?: true
  signed?: 'form'
  /**
   * Allowed while an administrator impersonates a user: the call changes no data of the dealer, or ends the
   * impersonation.
   */
  allowedWhileImpersonating?: true
  /** Allowed for staff who have yet to set up the second factor that the store requires. */
  allowedWithoutFactor?: true
  /**
   * `form`: browsers send the body as form data; JSON is accepted too. `file`: the body is a file, read by the handler.
   */
  encoding?: 'form' | 'file'
  /** Takes bodies of up to 4 MB, for long texts. */
  hasLongText?: true
  /** Writes files to the data folder, and answers 503 while that is missing. Calls that receive a file always do. */
  storesFiles?: true
  /** Answers 503 while the limits of all processes cannot be counted: signing in and paying. */
  needsLimits?: true
  params?: Params
  query?: Query
  body?: Body
  reply: Reply
  errors: readonly ErrorCode[]
}

/** The parsed input of an endpoint, as its handler receives it. */
export type Input<E extends Endpoint> = {
  params: E['params'] extends Schema ? z.output<E['params']> : undefined
  query: E['query'] extends Schema ? z.output<E['query']> : undefined
  body: E['body'] extends Schema ? z.output<E['body']> : undefined
}

/** The input of an endpoint as a caller writes it: only the parts that the endpoint has. */
export type CallInput<E extends Endpoint> = (E['params'] extends Schema
  ? { params: z.input<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends Schema ? { query?: z.input<E['query']> } : { query?: undefined }) &
  (E['body'] extends Schema ? { body: z.input<E['body']> } : { body?: undefined }) & {
    headers?: Record<string, string>
  }

export type Reply<E extends Endpoint> = z.output<E['reply']>

type ExampleOf<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> = ([Schema] extends [P]
  ? { params?: undefined }
  : { params: z.input<P> }) &
  ([Schema] extends [Q] ? { query?: undefined } : { query?: z.input<Q> }) &
  ([Schema] extends [B] ? { body?: undefined } : { body: z.input<B> }) & { reply: z.output<R> }

/** Defines an endpoint and keeps its literal types. */
export function endpoint<
  const A extends Access,
  const P extends Schema,
  const Q extends Schema,
  const B extends Schema,
  const R extends Schema,
>(
  definition: Endpoint<P, Q, B, R> & {
    access: A
    params?: P
    query?: Q
    body?: B
    example?: ExampleOf<P, Q, B, R>
  } & Rights<A>,
): {
  method: Endpoint['method']
  path: `/${string}`
  access: A
  summary: string
  needs?: readonly DealerPermission[]
  area?: StaffArea | 'any'
  scope?: Scope | DealerScope
  example?: Example
  isInternal?: true
  signed?: 'form'
  allowedWhileImpersonating?: true
  allowedWithoutFactor?: true
  encoding?: 'form' | 'file'
  hasLongText?: true
  params: [Schema] extends [P] ? undefined : P
  query: [Schema] extends [Q] ? undefined : Q
  body: [Schema] extends [B] ? undefined : B
  reply: R
  errors: readonly ErrorCode[]
} {
  return definition as never
}

/**
 * The URL of a call: `:name` and a final `*` are replaced and the query appended; empty, undefined and null values are
 * left out.
 */
export function urlOf(path: string, params: Record<string, unknown> = {}, query: Record<string, unknown> = {}): string {
  const filled = path
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(textOf(params[name])))
    .replace(/\*$/, () => textOf(params['*'] ?? '').replace(/^\//, ''))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, textOf(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
