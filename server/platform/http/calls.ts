import * as z from 'zod/mini'
import type { Endpoint, Input, Reply } from '#contract/core/endpoint.ts'
import { type ErrorCode, isRefusal, refuse, type Refusal } from '#contract/core/errors.ts'
import { answerOf, EncodedReply } from './encoded-reply.ts'

/** Whether a call is one of programs, which have a key instead of a session. */
export const isForPrograms = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access === 'service' || access === 'dealerKey'

export type RawInput = { params?: unknown; query?: unknown; body?: unknown }
export type Answer = { ok: true; body: unknown } | Refusal

/** A registered call: its endpoint, and the function that both HTTP requests and the page renderer run. */
export type RegisteredCall<Context> = {
  endpoint: Endpoint
  run(raw: RawInput, context: Context): Promise<Answer>
}

export type CallHandler<E extends Endpoint, Context> = (
  input: Input<E>,
  context: Context,
) => Promise<Reply<E> | Refusal | EncodedReply> | Reply<E> | Refusal | EncodedReply

export type CallRules<Context> = {
  /** Returns the refusal for a caller who may not use the endpoint. */
  checkCaller(endpoint: Endpoint, context: Context): Refusal | null
  /** Input fields whose invalid values have an error code of their own, instead of `validation_failed`. */
  fieldErrors: Readonly<Record<string, ErrorCode>>
  /** Cleans the texts of a checked body before the handler receives it. */
  cleanBody(body: unknown): unknown
}

/** The registered calls, by method and path as the contract writes them. `Context` is what a handler receives besides its input. */
export class CallRegistry<Context> {
  readonly all: RegisteredCall<Context>[] = []
  readonly #byKey = new Map<string, RegisteredCall<Context>>()
  readonly #rules: CallRules<Context>

  constructor(rules: CallRules<Context>) {
    this.#rules = rules
  }

  /**
   * Registers the handler of an endpoint. Each call checks the caller, then the input, runs the handler and reduces the
   * result to the shape of the reply. Throws if the endpoint is registered already.
   */
  register<E extends Endpoint>(endpoint: E, handler: CallHandler<E, Context>): void {
    const { checkCaller, fieldErrors, cleanBody } = this.#rules
    const key = `${endpoint.method} ${endpoint.path}`
    if (this.#byKey.has(key)) throw new Error(`The endpoint ${key} is registered twice.`)
    const call: RegisteredCall<Context> = {
      endpoint,
      async run(raw, context) {
        const refusal = checkCaller(endpoint, context)
        if (refusal !== null) return refusal
        const input = parseInput(endpoint, raw, fieldErrors)
        if ('ok' in input) return input
        const result = await handler({ ...input, body: cleanBody(input.body) } as Input<E>, context)
        if (result instanceof EncodedReply) return answerOf(result)
        return isRefusal(result) ? result : { ok: true, body: z.parse(endpoint.reply, result) }
      },
    }
    this.#byKey.set(key, call)
    this.all.push(call)
  }

  find(method: string, path: string): RegisteredCall<Context> | undefined {
    return this.#byKey.get(`${method} ${path}`)
  }
}

type FieldProblem = NonNullable<Refusal['fields']>[string]
type ParsedInput = { params: unknown; query: unknown; body: unknown }

function parseInput(
  endpoint: Endpoint,
  raw: RawInput,
  fieldErrors: CallRules<never>['fieldErrors'],
): ParsedInput | Refusal {
  const parsed: ParsedInput = { params: undefined, query: undefined, body: undefined }
  for (const part of ['params', 'query', 'body'] as const) {
    const shape = endpoint[part]
    if (shape === undefined) continue
    const result = z.safeParse(shape, raw[part] ?? {})
    // Invalid path parameters cannot name an existing record.
    if (!result.success) return part === 'params' ? refuse('not_found') : inputRefusal(result.error.issues, fieldErrors)
    parsed[part] = result.data
  }
  return parsed
}

const problemCodes: Record<string, string> = { too_small: 'too_short', too_big: 'too_long' }

/** A field that the call does not have is named itself, a list that is too long with its limit. */
function problemsOf(issue: z.core.$ZodIssue): [path: PropertyKey[], problem: FieldProblem][] {
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [[...issue.path, key], 'unknown'])
  if (issue.code === 'too_big' && issue.origin === 'array') {
    return [[issue.path, { text: 'errors.fields.too_many', facts: { limit: Number(issue.maximum) } }]]
  }
  return [[issue.path, problemCodes[issue.code] ?? 'invalid']]
}

function inputRefusal(issues: readonly z.core.$ZodIssue[], fieldErrors: CallRules<never>['fieldErrors']): Refusal {
  const fields: Record<string, FieldProblem> = {}
  for (const [path, problem] of issues.flatMap(problemsOf)) fields[path.join('.') || 'body'] ??= problem
  const special = Object.keys(fields).find((field) => Object.hasOwn(fieldErrors, field) && fields[field] !== 'unknown')
  const code = (special === undefined ? undefined : fieldErrors[special]) ?? 'validation_failed'
  return { ...refuse(code), fields }
}
