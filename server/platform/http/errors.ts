import type { ErrorBody, ErrorCode, Refusal } from '#contract/errors.ts'
import type { Locale } from '#contract/visitor.ts'
import { say } from './words.ts'

const statuses: Record<ErrorCode, number> = {
  bad_request: 400,
  validation_failed: 422,
  not_signed_in: 401,
  wrong_credentials: 401,
  account_disabled: 403,
  admin_not_allowed: 403,
  forbidden: 403,
  no_order_right: 403,
  csrf_failed: 403,
  not_found: 404,
  method_not_allowed: 405,
  product_not_found: 404,
  unit_not_found: 422,
  no_default_unit: 422,
  variant_not_chosen: 422,
  quantity_invalid: 422,
  insufficient_stock: 409,
  price_unknown: 422,
  line_not_found: 404,
  line_ambiguous: 409,
  cart_empty: 422,
  cart_changed_meanwhile: 409,
  cart_changed: 409,
  plan_unknown: 422,
  plan_needs_card: 422,
  branch_unknown: 422,
  note_too_long: 422,
  risk_limit_blocked: 422,
  risk_limit_exceeded: 422,
  risk_limit_reached: 422,
  statement_too_long: 422,
  order_not_found: 404,
  order_already_cancelled: 409,
  order_already_sent: 409,
  offer_not_found: 404,
  offer_cancelled: 409,
  offer_email_missing: 422,
  offer_partly_moved: 409,
  offer_not_moved: 409,
  offers_too_many: 422,
  password_length: 422,
  password_length_admin: 422,
  password_unverified: 422,
  password_mismatch: 422,
  password_common: 422,
  logo_invalid: 422,
  password_link_not_found: 404,
  viewing_only: 403,
  dealer_not_found: 404,
  dealer_changed: 409,
  user_not_found: 404,
  user_changed: 409,
  own_account: 409,
  last_admin: 409,
  user_disabled: 409,
  user_has_password: 409,
  card_payment_off: 409,
  card_number_invalid: 422,
  card_number_wrong: 422,
  card_expiry_invalid: 422,
  card_expired: 422,
  card_cvc_invalid: 422,
  card_holder_missing: 422,
  amount_missing: 422,
  amount_invalid: 422,
  amount_changed: 409,
  installment_unknown: 422,
  plan_needs_order: 422,
  payment_pending: 409,
  payment_declined: 422,
  payment_cancelled: 409,
  bank_unavailable: 503,
  payment_links_off: 403,
  email_required: 422,
  email_invalid: 422,
  link_not_found: 404,
  link_closed: 409,
  refund_not_possible: 409,
  refund_too_much: 422,
  refund_pending: 409,
  refund_refused: 409,
  order_paid_by_card: 409,
  export_too_long: 422,
  serial_invalid: 422,
  warranty_refused: 422,
  warranty_unavailable: 503,
  fault_report_not_found: 404,
  fault_report_changed: 409,
  fault_move_refused: 409,
  fault_product_unknown: 422,
  photo_invalid: 422,
  photo_missing: 422,
  idempotency_mismatch: 422,
  in_progress: 409,
  setting_unknown: 422,
  settings_changed: 409,
  currency_code_invalid: 422,
  currency_name_missing: 422,
  currency_known: 409,
  currency_in_use: 409,
  currency_is_default: 409,
  currency_without_rate: 409,
  currency_is_lira: 422,
  rate_invalid: 422,
  rate_out_of_range: 422,
  rate_jump: 409,
  too_large: 413,
  unsupported_media_type: 415,
  too_many_attempts: 429,
  too_many_requests: 429,
  unavailable: 503,
  internal: 500,
}

export function statusOf(code: ErrorCode): number {
  return statuses[code]
}

const figures = new Intl.NumberFormat('tr-TR')

/** Facts as a sentence says them: figures in groups of three. */
function readable(facts: Refusal['facts']): Refusal['facts'] {
  if (facts === undefined) return undefined
  return Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [name, typeof fact === 'number' ? figures.format(fact) : fact]),
  )
}

/** The answer to a refusal, in the visitor's language. */
export function errorBody(refusal: Omit<Refusal, 'ok'>, locale: Locale): ErrorBody {
  const error: ErrorBody['error'] = {
    code: refusal.code,
    messages: { type: say(locale, `errors.${refusal.code}`, readable(refusal.facts)) },
  }
  if (refusal.facts !== undefined) error.facts = refusal.facts
  if (refusal.fields !== undefined) {
    error.fields = Object.fromEntries(
      Object.entries(refusal.fields).map(([field, problem]) => [
        field,
        typeof problem === 'string'
          ? say(locale, `errors.fields.${problem}`)
          : say(locale, problem.text, readable(problem.facts)),
      ]),
    )
  }
  return refusal.product === undefined ? { error } : { error, product: refusal.product }
}
