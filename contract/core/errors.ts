/** Error codes that any call may return, each with its HTTP status. The codes of a feature are in contract/errors/. */
export const coreErrors = {
  bad_request: 400,
  validation_failed: 422,
  not_signed_in: 401,
  forbidden: 403,
  csrf_failed: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_requests: 429,
  idempotency_mismatch: 422,
  in_progress: 409,
  export_too_long: 422,
  unavailable: 503,
  limits_unavailable: 503,
  outside_calls_off: 409,
  internal: 500,
} as const

type CoreErrors = typeof coreErrors

/** All error codes as keys. contract/errors/errors.ts adds the codes of the features to this interface. */
export interface ErrorCodes extends CoreErrors {}

export type ErrorCode = keyof ErrorCodes

/**
 * The body of every response that is not a success (decisions, "Sign-in and calls"): an error code, the sentence in the
 * visitor's language under `messages.type`, a sentence for each invalid field, and the facts of the refusal.
 */
export type ErrorBody = {
  error: {
    code: ErrorCode
    messages: { type: string }
    fields?: Record<string, string>
    facts?: Record<string, string | number>
  }
}

/** A refusal as rules return it: a code and its facts. The sentence is added when the response is sent. */
export type Refusal = {
  ok: false
  code: ErrorCode
  facts?: Record<string, string | number>
  /** By field: a key of `errors.fields`, or the key of any text with its facts. */
  fields?: Record<string, string | { text: string; facts?: Record<string, string | number> }>
  /** Records that the refusal is about: added to the response body beside `error`. */
  related?: Record<string, { id: number }>
}

/** Whether a result is a refusal. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && (value as { ok?: unknown }).ok === false && 'code' in value
}

export function refuse(code: ErrorCode, facts?: Record<string, string | number>): Refusal {
  return facts === undefined ? { ok: false, code } : { ok: false, code, facts }
}
