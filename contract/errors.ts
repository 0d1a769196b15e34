/** Every refusal that a call can answer with. The sentence for the user stands in locales under `errors.<code>`. */
export const errorCodes = [
  'bad_request',
  'validation_failed',
  'not_signed_in',
  'wrong_credentials',
  'account_disabled',
  'admin_not_allowed',
  'forbidden',
  'no_order_right',
  'csrf_failed',
  'not_found',
  'method_not_allowed',
  'product_not_found',
  'unit_not_found',
  'no_default_unit',
  'variant_not_chosen',
  'quantity_invalid',
  'insufficient_stock',
  'price_unknown',
  'line_not_found',
  'line_ambiguous',
  'cart_empty',
  'cart_changed',
  'plan_unknown',
  'plan_needs_card',
  'branch_unknown',
  'note_too_long',
  'risk_limit_blocked',
  'risk_limit_exceeded',
  'risk_limit_reached',
  'statement_too_long',
  'order_not_found',
  'order_already_cancelled',
  'order_already_sent',
  'offer_not_found',
  'offer_cancelled',
  'offer_email_missing',
  'offer_partly_moved',
  'offer_not_moved',
  'offers_too_many',
  'password_length',
  'password_length_admin',
  'password_unverified',
  'password_mismatch',
  'password_common',
  'logo_invalid',
  'idempotency_mismatch',
  'in_progress',
  'setting_unknown',
  'too_large',
  'unsupported_media_type',
  'too_many_attempts',
  'too_many_requests',
  'unavailable',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/**
 * Body of every answer that is not a success (decisions, "Sign-in and calls"): a machine word, the sentence in the
 * visitor's language under `messages.type`, per-field sentences, and the facts behind the refusal.
 */
export type ErrorBody = {
  error: {
    code: ErrorCode
    messages: { type: string }
    fields?: Record<string, string>
    facts?: Record<string, string | number>
  }
  /** The product that stands in the way, where one does. */
  product?: { id: number }
}

/** A refusal as the rules return it: a code and its facts, never a sentence. */
export type Refusal = {
  ok: false
  code: ErrorCode
  facts?: Record<string, string | number>
  fields?: Record<string, string>
  product?: { id: number }
}

export function refuse(code: ErrorCode, facts?: Record<string, string | number>): Refusal {
  return facts === undefined ? { ok: false, code } : { ok: false, code, facts }
}
